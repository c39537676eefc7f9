"""Every exception raised on purpose, under one root."""


class PPNEError(Exception):
    """Root of the errors that ppne raises on purpose; its text is meant for the user."""


class InputError(PPNEError, ValueError):
    """What was given cannot be used; the text says what, where and the way out."""


class MissingExtraError(PPNEError, ImportError):
    """An optional dependency is asked for and absent."""


class EmptyEmbeddingError(InputError):
    """Every row of an embedding would be zero."""
