#!/usr/bin/env bash
# Builds Crossfeed and opens its window. Where there is no display, it starts a
# virtual one and walks through resolving the sample in the real window.
set -euo pipefail
cd "$(dirname "$0")/.."

has_display() {
  [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ] || [ "${OS:-}" = Windows_NT ]
}

if has_display; then need=window; else need=display; fi
.ci/setup.sh "$need"
echo "Building Crossfeed (the first time takes about three minutes)…"
make --no-print-directory build
if has_display; then
  echo "Opening the window. Your lists are kept in your user's data folder."
  exec .build/crossfeed
fi
echo "There is no display here: walking through the sample on a virtual one."
go run ./ui/walkthrough/sample -binary .build/crossfeed -pictures .build/pictures
