#!/usr/bin/env bash
# Installs what is missing. With "window": what building the window needs.
# With "display": also what driving it on a virtual display needs. With "test":
# also what the tests compare with. With "package": what building packages
# needs; with "clean": what trying them in a clean system needs. On Debian and Ubuntu it uses apt-get;
# elsewhere it prints the packages.
set -euo pipefail

window="gcc libc6-dev pkg-config libgl1-mesa-dev xorg-dev libxkbcommon-dev libwayland-dev libdecor-0-dev wayland-protocols"
display="$window xvfb libgl1-mesa-dri xdotool imagemagick"
package="$window appstream desktop-file-utils dpkg-dev gzip lintian man-db xz-utils"
tests="$display dbus ayatana-indicator-application libxml2-utils git newsboat apache2-bin nginx libnginx-mod-http-dav-ext rclone"

wanted() {
  case "${1:-}" in
    window) echo "$window" ;;
    display) echo "$display" ;;
    test) echo "$tests" ;;
    package) echo "$package" ;;
    clean) echo debootstrap ;;
    *) echo "usage: setup.sh window|display|test|package|clean" >&2; exit 2 ;;
  esac
}

missing() {
  for package in $(wanted "$1"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "install ok installed" || echo "$package"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

# without_services COMMAND… installs packages of servers without starting them: the
# tests start their own. Where the system has a policy for that already, it stays.
without_services() {
  local policy=/usr/sbin/policy-rc.d status=0
  if [ -e "$policy" ]; then "$@"; return; fi
  printf '#!/bin/sh\nexit 101\n' | as_root tee "$policy" >/dev/null
  as_root chmod 755 "$policy"
  "$@" || status=$?
  as_root rm -f "$policy"
  return "$status"
}

explain_elsewhere() {
  cat >&2 <<'TEXT'
This is neither Debian nor Ubuntu, so nothing is installed for you. Building Crossfeed's window needs, on
  Fedora:   dnf install gcc pkgconf mesa-libGL-devel libX11-devel libXcursor-devel libXrandr-devel libXinerama-devel libXi-devel libXxf86vm-devel libxkbcommon-devel wayland-devel wayland-protocols-devel libdecor-devel
  Arch:     pacman -S gcc pkgconf mesa libx11 libxcursor libxrandr libxinerama libxi libxkbcommon wayland wayland-protocols libdecor
  macOS:    xcode-select --install
  Windows:  a GCC for Windows (MSYS2: pacman -S mingw-w64-x86_64-gcc)
and for its tests Xvfb with Mesa's software renderer, xdotool, ImageMagick, D-Bus, Ayatana's indicator for applications, xmllint, git, newsboat, Apache, nginx and rclone.
TEXT
}

check_go() {
  command -v go >/dev/null && return
  echo "Crossfeed is built with Go $(sed -n 's/^go //p' go.mod) or newer, and there is no 'go' here: install it, then run this again." >&2
  exit 1
}

cd "$(dirname "$0")/.."
wanted "${1:-}" >/dev/null
check_go
if ! command -v dpkg-query >/dev/null; then
  explain_elsewhere
  command -v cc >/dev/null || exit 1
  exit 0
fi
packages=$(missing "$1")
[ -z "$packages" ] && exit 0
echo "Installing" $packages
as_root apt-get update -q >/dev/null
# shellcheck disable=SC2086 # the names are words of their own
without_services as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages >/dev/null
