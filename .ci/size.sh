#!/usr/bin/env bash
# Counts the lines, files and packages that the program is built from, for all systems: what
# only tests use is not among them.
set -euo pipefail
cd "$(dirname "$0")/.."
go list -deps -tags migrated_fynedo -f '{{if .Module}}{{if .Module.Main}}{{.Dir}}{{end}}{{end}}' . |
  while read -r folder; do find "$folder" -maxdepth 1 -name '*.go' ! -name '*_test.go' -exec cat {} + | wc -l | tr '\n' ' '; find "$folder" -maxdepth 1 -name '*.go' ! -name '*_test.go' | wc -l; done |
  awk '{ lines += $1; files += $2 } END { printf "%d lines in %d files of %d packages\n", lines, files, NR }'
