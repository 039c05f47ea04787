#!/usr/bin/env bash
# Puts a release of rootstock on the path of the job: VERSION from RELEASES, verified with its checksum.
set -euo pipefail
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=x86_64-unknown-linux-musl ;;
  Linux-aarch64) target=aarch64-unknown-linux-musl ;;
  *) echo "::error title=rootstock::there is no release for $(uname -s) on $(uname -m); build it from source: https://github.com/rootstock-rs/rootstock"; exit 1 ;;
esac
name=rootstock-$VERSION-$target
folder=$RUNNER_TEMP/rootstock
mkdir -p "$folder"
cd "$folder"
curl --fail --silent --show-error --location --retry 3 --remote-name "$RELEASES/v$VERSION/$name.tar.gz"
curl --fail --silent --show-error --location --retry 3 --remote-name "$RELEASES/v$VERSION/$name.tar.gz.sha256"
sha256sum --check --quiet "$name.tar.gz.sha256"
tar --extract --gzip --file "$name.tar.gz"
echo "$folder/$name" >> "$GITHUB_PATH"
"$folder/$name/rootstock" --version
