#!/bin/sh
# The hooks of pre-commit: installs the release of this version once, and runs it.
set -eu
program=$(sh "$(dirname "$0")/install.sh")
exec "$program" "$@"
