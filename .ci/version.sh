#!/usr/bin/env bash
# Prints the version of this checkout: that of FyneApp.toml at its tag, else also the date and
# the commit.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^ *Version = "\(.*\)"/\1/p' FyneApp.toml)
if git rev-parse -q --verify HEAD >/dev/null 2>&1 && ! git describe --exact-match --match "v$version" >/dev/null 2>&1; then
  version+="+git$(git show -s --format=%cd.%h --date=format:%Y%m%d)"
fi
echo "$version"
