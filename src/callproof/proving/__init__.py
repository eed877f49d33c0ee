"""What proves that callproof itself is right."""
