"""What can go wrong between a photo and its tiles.

::

    VisionError(Exception)            .code, .message
    +-- ImageError                    the bytes are no usable photo
    |   +-- NotAnImageError           not_an_image       no known image signature (HTTP 415)
    |   +-- ImageTooLargeError        image_too_large    bytes or pixels over the limit (HTTP 413)
    |   +-- UndecodableImageError     undecodable_image  truncated or damaged (HTTP 422)
    +-- ProfileError                  bad_profile        what is said about a tile set cannot be used (HTTP 422)
    |   +-- ProfileOutdatedError      profile_outdated   it was made with another reader
    +-- ModelError                    the model cannot be used (exit status 3, HTTP 503)
        +-- ModelMissingError         model_missing
        +-- ModelDamagedError         model_damaged      sha256 differs or the file cannot be loaded
        +-- ModelMismatchError        model_mismatch     class list or inputs are not what the runtime expects
        +-- NotAdaptableError         not_adaptable      the reader cannot be adapted to a tile set

A photo without tiles is no error: it gives a reading with the warning ``no_tiles``.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "ImageError",
    "ImageTooLargeError",
    "ModelDamagedError",
    "ModelError",
    "ModelMismatchError",
    "ModelMissingError",
    "NotAdaptableError",
    "NotAnImageError",
    "ProfileError",
    "ProfileOutdatedError",
    "UndecodableImageError",
    "VisionError",
]


class VisionError(Exception):
    """Base of all errors of reading a photo.

    Attributes:
        code: Stable machine-readable name.
        message: What is wrong and what to do about it, for people.
    """

    code: ClassVar[str] = "vision_error"

    def __init__(self, message: str) -> None:
        """Keep the message for people."""
        super().__init__(message)
        self.message = message


class ImageError(VisionError):
    """The bytes are no usable photo."""

    code: ClassVar[str] = "image_error"


class NotAnImageError(ImageError):
    """The bytes carry no signature of a supported image format."""

    code: ClassVar[str] = "not_an_image"


class ImageTooLargeError(ImageError):
    """The file or the picture is over its limit."""

    code: ClassVar[str] = "image_too_large"


class UndecodableImageError(ImageError):
    """The image is truncated, damaged or of an unsupported kind."""

    code: ClassVar[str] = "undecodable_image"


class ProfileError(VisionError):
    """What is said about a tile set cannot be used."""

    code: ClassVar[str] = "bad_profile"


class ProfileOutdatedError(ProfileError):
    """The profile was made with another reader, whose embedding means something else."""

    code: ClassVar[str] = "profile_outdated"


class ModelError(VisionError):
    """A model cannot be used."""

    code: ClassVar[str] = "model_error"


class ModelMissingError(ModelError):
    """A model file is not there."""

    code: ClassVar[str] = "model_missing"


class ModelDamagedError(ModelError):
    """A model file differs from its recorded hash or cannot be loaded."""

    code: ClassVar[str] = "model_damaged"


class ModelMismatchError(ModelError):
    """A model's class list or inputs are not what the runtime expects."""

    code: ClassVar[str] = "model_mismatch"


class NotAdaptableError(ModelError):
    """The reader tells no embedding, or nobody has fitted how to use it."""

    code: ClassVar[str] = "not_adaptable"
