"""Models that callproof uses: voices, recognisers, speech detection. Each is loaded when it is asked for by name, and not before."""
