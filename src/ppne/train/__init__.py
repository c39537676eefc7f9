"""Embeddings as people train them: by walks and skip-gram, by sampled links, or by any function."""
