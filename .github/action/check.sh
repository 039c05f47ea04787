#!/usr/bin/env bash
# Checks PATHS with ARGUMENTS (a line each): annotations at the lines, SARIF for code scanning, a summary of the job.
set -euo pipefail
mapfile -t paths < <(grep -v '^[[:space:]]*$' <<< "$PATHS")
mapfile -t arguments < <(grep -v '^[[:space:]]*$' <<< "$ARGUMENTS" || true)
summary=$(mktemp)
status=0
rootstock check --format github --output "sarif=$SARIF" --output "markdown=$summary" "${arguments[@]}" -- "${paths[@]}" || status=$?
cat "$summary" >> "$GITHUB_STEP_SUMMARY"
exit "$status"
