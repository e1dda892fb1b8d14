#!/usr/bin/env bash
# Prints which tests check which promise, as a Markdown table: all promises, or those whose
# area contains AREA, such as "SSE 0.91" or "FeedSync 1.0 §3.3".
set -euo pipefail
cd "$(dirname "$0")/.."
echo "| area | promise | tests |"
echo "|---|---|---|"
cat testdata/promises-*.tsv | awk -F'\t' -v area="${AREA:-}" 'index($1, area) { gsub(/\|/, "\\|"); printf "| %s | %s | %s |\n", $1, $2, $3 }'
