#!/bin/sh
# Installs a release of rootstock, unless it is there, and prints the path of the program.
#
#   VERSION   the release
#   RELEASES  the base URL of the releases: a mirror, or file:///FOLDER
#   SHA256    the checksum of the archive; by default that in the file next to it
#   FOLDER    the folder for releases
set -eu
VERSION=${VERSION:-0.1.0}
RELEASES=${RELEASES:-https://github.com/rootstock-rs/rootstock/releases/download}
SHA256=${SHA256:-}
FOLDER=${FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/rootstock}

fail() {
  echo "error: $1" >&2
  exit 6
}

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64) target=aarch64-unknown-linux-musl ;;
  *) fail "there is no release of rootstock for $(uname -s) on $(uname -m); build it from https://github.com/rootstock-rs/rootstock" ;;
esac
name=rootstock-$VERSION-$target
program=$FOLDER/$name/rootstock

if [ ! -x "$program" ]; then
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  fetch() {
    url=$RELEASES/v$VERSION/$1
    curl --fail --silent --show-error --location --retry 3 --output "$work/$1" "$url" || fail "$url cannot be fetched"
  }
  fetch "$name.tar.gz"
  if [ -z "$SHA256" ]; then
    fetch "$name.tar.gz.sha256"
    SHA256=$(cut -d ' ' -f 1 "$work/$name.tar.gz.sha256")
  fi
  found=$(sha256sum "$work/$name.tar.gz" | cut -d ' ' -f 1)
  [ "$found" = "$SHA256" ] || fail "the checksum of $name.tar.gz is $found, not $SHA256"
  tar -xzf "$work/$name.tar.gz" -C "$work"
  mkdir -p "$FOLDER"
  # At once, because several jobs may share the folder. A release that another one has put there is the same.
  mv "$work/$name" "$FOLDER/" 2>/dev/null || [ -x "$program" ] || fail "$FOLDER cannot be written"
fi
echo "$program"
