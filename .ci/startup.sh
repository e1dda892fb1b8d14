#!/usr/bin/env bash
# Starts a binary's "version" 20 times and fails where the median is not under
# 20 ms.
set -euo pipefail
binary=$1
for _ in $(seq 20); do
  begin=$(date +%s%N)
  "$binary" version >/dev/null
  echo $((($(date +%s%N) - begin) / 1000))
done | sort -n | awk '{t[NR] = $1} END {
  m = t[int((NR + 1) / 2)] / 1000
  printf "# starts in %.1f ms (median of %d; at most 20)\n", m, NR
  exit m >= 20
}'
