"""Other protectors: the same call, the same result."""
