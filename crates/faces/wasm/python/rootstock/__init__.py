"""Gardener's CloudProfiles: checks, compatible images, and the effects of maintenance.

Each question is a function that takes documents, the question, and settings, and returns the answer of the command's
`--format json` as a dictionary:

    from pathlib import Path
    import rootstock

    profile = Path("profile.yaml")
    for finding in rootstock.check(profile)["findings"]:
        print(finding["severity"], finding["message"])
    rootstock.select(profile, {"machineType": "m5.large", "image": "gardenlinux"})
"""

from . import answers
from .module import Document, Documents, RootstockError, Settings, ask, version
from .questions import *  # noqa: F403
from .questions import __all__ as _questions

__version__ = version()
__all__ = ["Document", "Documents", "RootstockError", "Settings", "answers", "ask", *_questions]
