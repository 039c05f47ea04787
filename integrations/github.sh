#!/usr/bin/env bash
# The step of the GitHub action: installs VERSION, puts it on the path of the job, and checks PATHS with ARGUMENTS (a line each).
# Writes annotations at the lines, SARIF for code scanning, and a summary of the job.
set -euo pipefail
program=$(FOLDER=$RUNNER_TEMP/rootstock sh "$(dirname "$0")/install.sh")
dirname "$program" >> "$GITHUB_PATH"
mapfile -t paths < <(grep -v '^[[:space:]]*$' <<< "$PATHS")
mapfile -t arguments < <(grep -v '^[[:space:]]*$' <<< "$ARGUMENTS" || true)
summary=$(mktemp)
status=0
"$program" check --format github --output "sarif=$SARIF" --output "markdown=$summary" "${arguments[@]}" -- "${paths[@]}" || status=$?
cat "$summary" >> "$GITHUB_STEP_SUMMARY"
exit "$status"
