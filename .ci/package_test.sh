#!/usr/bin/env bash
# Installs the .deb in a clean Debian root, starts the program there on a virtual display, and
# removes it again; then the same with the tar. It needs root, and .ci/package.sh before it.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/setup.sh clean
id=io.crossfeed.Crossfeed
deb=$(ls .build/packages/*.deb)
root=$PWD/.build/root
mirror=$(apt-get indextargets --format '$(SITE)' | grep -m1 debian)
suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
log=.build/logs/package-test.log
mkdir -p .build/logs
fail() { echo "the package: $*" >&2; exit 1; }

if [ ! -x "$root/usr/bin/Xvfb" ]; then
  rm -rf "$root"
  debootstrap --variant=minbase "$suite" "$root" "$mirror" >>"$log" 2>&1
fi
cp -rL /etc/apt/apt.conf.d/. "$root/etc/apt/apt.conf.d/"
for file in /etc/resolv.conf /etc/hosts; do cp -L "$file" "$root$file"; done
mkdir -p "$root/etc/ssl"
cp -rL /etc/ssl/certs "$root/etc/ssl/"
cp "$deb" "$root/crossfeed.deb"
find "$root/usr/local" -iname '*crossfeed*' -delete # if the last run failed
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
unpacked=$(mktemp -d)
trap 'umount "$root/proc"; rm -rf "$unpacked"' EXIT
inside() { chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"; }

# What the test itself needs comes first, so that the package's own dependencies are complete.
inside apt-get -qq update >>"$log" 2>&1
inside apt-get -qq install --no-install-recommends dbus xvfb xauth xdotool libgl1-mesa-dri desktop-file-utils shared-mime-info xdg-utils man-db >>"$log" 2>&1
inside apt-get -qq install --no-install-recommends /crossfeed.deb >>"$log" 2>&1

version=$(dpkg-deb -f "$deb" Version)
answers() { [ "$(inside crossfeed --version)" = "crossfeed $version" ] || fail "crossfeed --version is $(inside crossfeed --version)"; }
answers
inside man -w crossfeed >/dev/null || fail "it has no manual page"
for type in application/x-crossfeed-invitation text/x-opml+xml text/calendar text/vcard x-scheme-handler/crossfeed x-scheme-handler/feed; do
  [ "$(inside xdg-mime query default "$type")" = $id.desktop ] || fail "$type is not opened with it"
done
grep -q 'application/x-crossfeed-invitation:\*\.crossfeed$' "$root/usr/share/mime/globs2" || fail ".crossfeed is no type of its own"
grep -qx "Icon=$id" "$root/usr/share/applications/$id.desktop" || fail "its entry in the menu has another icon"
for icon in 512x512/apps/$id.png scalable/apps/$id.svg; do
  [ -s "$root/usr/share/icons/hicolor/$icon" ] || fail "it has no icon $icon"
done
inside bash -c '. /usr/share/bash-completion/completions/crossfeed && complete -p crossfeed' >/dev/null || fail "bash completes nothing"
head -1 "$root/usr/share/zsh/vendor-completions/_crossfeed" | grep -qx '#compdef crossfeed' || fail "zsh completes nothing"
grep -q '^complete -c crossfeed' "$root/usr/share/fish/vendor_completions.d/crossfeed.fish" || fail "fish completes nothing"

# The window opens what the desktop passes on, and ends when it is asked to.
printf '<opml version="1.0"><head><title>Plans</title></head><body><outline text="Attic"/></body></opml>' >"$root/tmp/plans.opml"
opens() {
  rm -rf "$root/root/.local" "$root/root/.config"
  inside mkdir -p /root/.cache /run/user/0
  inside XDG_RUNTIME_DIR=/run/user/0 xvfb-run -a dbus-run-session sh -c '
    crossfeed file:///tmp/plans.opml >/tmp/out 2>&1 & program=$!
    xdotool search --sync --onlyvisible --name Crossfeed >/dev/null
    sleep 3
    kill -TERM $program; wait $program; echo $? >/tmp/status' || fail "it did not start: $(cat "$root/tmp/out")"
  [ ! -s "$root/tmp/out" ] || fail "it printed $(cat "$root/tmp/out")"
  [ -f "$root/root/.local/share/crossfeed/crossfeed.db" ] || fail "it made no data folder"
}
opens

inside apt-get -qq purge crossfeed >>"$log" 2>&1
removed() {
  local left
  left=$(inside find /usr /etc /opt -iname '*crossfeed*')
  [ -z "$left" ] || fail "removing it left $left"
}
removed

# The tar installs the program for all users; the libraries that the package asked for are still there.
tar -xf .build/packages/*.tar.xz -C "$unpacked"
from_tar() { make -s -C "$unpacked/crossfeed" DESTDIR="$root" PREFIX=/usr/local "$1" >>"$log" 2>&1; }
from_tar install
answers
grep -qx "Icon=$id" "$root/usr/local/share/applications/$id.desktop" || fail "the tar has no entry in the menu"
[ -s "$root/usr/local/share/pixmaps/$id.png" ] || fail "the tar has no icon"
opens
from_tar uninstall
removed
echo "crossfeed $version was installed, started and removed, as a package and from the tar"
