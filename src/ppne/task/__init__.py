"""What the embedding is still good for."""
