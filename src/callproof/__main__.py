"""`python -m callproof`."""

from callproof.surfaces.cli import main

if __name__ == "__main__":
    main()
