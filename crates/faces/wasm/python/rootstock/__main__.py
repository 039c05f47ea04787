"""The command: `python -m rootstock`, and `gardener-rootstock`, as which `uvx` and `pipx` look for it."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def main() -> None:
    """Replaces this process by the command."""
    name = "rootstock.exe" if os.name == "nt" else "rootstock"
    schemes = (None, sysconfig.get_preferred_scheme("user"))
    folders = [sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts") for scheme in schemes]
    # With `pip install --target`, the command is next to the package.
    folders.append(str(Path(__file__).parent.parent / "bin"))
    program = next((path for folder in folders if (path := Path(folder, name)).is_file()), None)
    if program is None:
        sys.exit(f"error: the command is in none of {', '.join(folders)}; install gardener-rootstock again")
    if os.name == "nt":
        sys.exit(subprocess.run([program, *sys.argv[1:]]).returncode)
    os.execv(program, [str(program), *sys.argv[1:]])


if __name__ == "__main__":
    main()
