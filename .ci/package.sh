#!/usr/bin/env bash
# Builds .build/packages: a .deb, and a tar with a Makefile that installs it elsewhere.
set -euo pipefail
cd "$(dirname "$0")/.."
.ci/setup.sh package
id=io.crossfeed.Crossfeed
version=$(.ci/version.sh)
arch=$(dpkg --print-architecture)
out=$PWD/.build/packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out" "$work/app/assets"

echo "crossfeed $version"
go build -buildmode=pie -trimpath -tags migrated_fynedo -ldflags "-s -w -X crossfeed/ui/cli.Version=$version" -o "$work/app/crossfeed" .
go build -o "$work/fyne" fyne.io/tools/cmd/fyne
cp FyneApp.toml main.go "$work/app" # it asks for a main package even where nothing is built
cp assets/icon.png "$work/app/assets"
(cd "$work/app" && "$work/fyne" package --target linux --executable crossfeed --release >/dev/null)
tar=$out/crossfeed-$version-linux-$arch.tar.xz
mv "$work/app/Crossfeed.tar.xz" "$tar"

# The package has what the tar has, in the folders of Debian, and what only a system knows of.
root=$work/root
share=$root/usr/share
mkdir -p "$root/usr"
tar -xf "$tar" -C "$work" crossfeed/usr/local
cp -r "$work/crossfeed/usr/local/." "$root/usr"
put() { install -Dm644 "$1" "$2"; }
rm -r "$share/pixmaps"
put assets/icon.png "$share/icons/hicolor/512x512/apps/$id.png"
put assets/icon.svg "$share/icons/hicolor/scalable/apps/$id.svg"
put assets/linux/crossfeed.xml "$share/mime/packages/crossfeed.xml"
put assets/licenses.txt "$share/doc/crossfeed/copyright"
sed "s|^</component>|  <releases>\n    <release version=\"$version\" date=\"$(git show -s --format=%cs)\"/>\n  </releases>\n</component>|" \
  assets/linux/$id.metainfo.xml >"$work/metainfo.xml"
put "$work/metainfo.xml" "$share/metainfo/$id.metainfo.xml"
echo "MimeType=$(sed -n 's|.*<mediatype>\(.*\)</mediatype>|\1;|p' assets/linux/$id.metainfo.xml | tr -d '\n')" >>"$share/applications/$id.desktop"
crossfeed() { "$root/usr/bin/crossfeed" "$@"; }
crossfeed manual | gzip -9n >"$work/man" && put "$work/man" "$share/man/man1/crossfeed.1.gz"
crossfeed completion bash >"$work/bash" && put "$work/bash" "$share/bash-completion/completions/crossfeed"
crossfeed completion zsh >"$work/zsh" && put "$work/zsh" "$share/zsh/vendor-completions/_crossfeed"
crossfeed completion fish >"$work/fish" && put "$work/fish" "$share/fish/vendor_completions.d/crossfeed.fish"
maintainer="Crossfeed <crossfeed@localhost>"
put CHANGELOG.md "$share/doc/crossfeed/NEWS"
gzip -9n "$share/doc/crossfeed/NEWS"
printf 'crossfeed (%s) stable; urgency=low\n\n  * NEWS has the changes.\n\n -- %s  %s\n' "$version" "$maintainer" "$(git show -s --format=%cD)" |
  gzip -9n >"$work/changelog" && put "$work/changelog" "$share/doc/crossfeed/changelog.gz"
find "$root" -type d -exec chmod 755 {} +

# What the program links to is found by dpkg-shlibdeps; what the window loads itself is not.
mkdir -p "$work/debian" "$root/DEBIAN"
echo "Source: crossfeed" >"$work/debian/control"
linked=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info root/usr/bin/crossfeed 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
cat >"$root/DEBIAN/control" <<CONTROL
Package: crossfeed
Version: $version
Architecture: $arch
Maintainer: $maintainer
Section: net
Priority: optional
Installed-Size: $(du -ks "$root" | cut -f1)
Depends: $linked, libx11-6, libxcursor1, libxi6, libxinerama1, libxrandr2, libxrender1, libxkbcommon0, libxxf86vm1
Recommends: libdecor-0-0, libwayland-cursor0, libwayland-egl1, xdg-utils
Description: share lists without a server
 Crossfeed shares todos, contacts, notes and outlines through plain RSS, Atom
 and OPML files. Each device has its own copy, publishes its own feed anywhere
 a file can be put, and subscribes to the feeds of others.
 .
 If two devices changed the same item, it shows all versions side by side. It
 merges compatible changes, and a person chooses the rest.
CONTROL
(cd "$root" && find usr -type f -exec md5sum {} +) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -Zxz --build "$root" "$out/crossfeed_${version}_$arch.deb" >/dev/null

desktop-file-validate "$share/applications/$id.desktop"
appstreamcli validate --no-net "$share/metainfo/$id.metainfo.xml" >/dev/null
warnings=$(man --warnings -l "$share/man/man1/crossfeed.1.gz" 2>&1 >/dev/null) && [ -z "$warnings" ] || { echo "the manual page: $warnings" >&2; exit 1; }
# The package goes to no archive of Debian: nobody is written to, and the licenses are whole.
lintian --allow-root --fail-on error,warning \
  --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog,copyright-file-contains-full-apache-2-license,copyright-not-using-common-license-for-apache2 "$out"/*.deb
ls -sh1 "$out"
