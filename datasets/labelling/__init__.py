"""Labelling photos by the thousand: sources, records that survive anything, formats, review.

The way of a photo: :mod:`.sources` names it, an :mod:`.engine` has it read (:mod:`.work` says what that is), the
:mod:`.store` keeps what came of it, :mod:`.publishing` writes the formats from there, :mod:`.review` says which photos
a person should look at. :mod:`.job` puts the steps together.
"""
