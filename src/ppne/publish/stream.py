"""A file as a stream of bytes, unpacked where it is gzip."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from ppne.errors import InputError


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The stream, whose failures while it is read are input errors too.

    Raises
    ------
    InputError
        If the file cannot be read or unpacked.
    """
    packed = path.suffix.lower() == ".gz"
    try:
        with cast(IO[bytes], gzip.open(path) if packed else path.open("rb")) as stream:
            yield stream
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise InputError(
            f"{path}: not a whole gzip file ({error}); fetch or pack it again"
        ) from error
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
