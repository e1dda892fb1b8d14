package wording

import (
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/record"
)

// FileSize returns the size of an attachment, or "" if it is unknown.
func FileSize(a record.Attachment) string {
	if a.Size == 0 {
		return ""
	}
	return Bytes(a.Size)
}

// exactFile adds the beginning of the content's hash, which distinguishes the file from
// another one with the same name and size. A link is returned completely.
func exactFile(line string) string {
	a, err := record.ParseAttachment(line)
	switch {
	case err != nil:
		return line
	case a.Hash() == "":
		return attachment(line) + " …" + a.Link
	}
	return attachment(line) + " …" + a.Hash()[:shortHash]
}

// shortHash is how much of a hash is enough to distinguish files.
const shortHash = 8

// attachment returns the name of a file of an item, followed by its size.
func attachment(line string) string {
	a, err := record.ParseAttachment(line)
	if err != nil {
		return line
	}
	if size := FileSize(a); size != "" {
		return a.Called() + " (" + size + ")"
	}
	return a.Called()
}

// Bytes returns an amount of data, rounded.
func Bytes(n int64) string {
	const kilo = 1000
	switch {
	case n < kilo:
		return strconv.FormatInt(n, 10) + " B"
	case n < kilo*kilo:
		return strconv.FormatInt((n+kilo/2)/kilo, 10) + " kB"
	}
	const mega, giga = kilo * kilo, kilo * kilo * kilo
	if n < giga-mega/20 {
		return inTenths(n, mega) + " MB"
	}
	return strings.TrimSuffix(inTenths(n, giga), L("between-whole-and-part", ".")+"0") + " GB"
}

// inTenths formats an amount in a unit, with one decimal.
func inTenths(n, unit int64) string {
	tenths := (n + unit/20) / (unit / 10)
	return strconv.FormatInt(tenths/10, 10) + L("between-whole-and-part", ".") + strconv.FormatInt(tenths%10, 10)
}

// rooms are the available storage limits of a library, in bytes.
var rooms = []int64{1_000_000_000, 5_000_000_000, contentsync.DefaultRoom, 50_000_000_000, 100_000_000_000, 500_000_000_000}

// Rooms returns the available storage limits of a library in words.
func Rooms() []string {
	words := make([]string, len(rooms))
	for i, r := range rooms {
		words[i] = L("n-gb", "{{.N}} GB", Data{"N": r / 1_000_000_000})
	}
	return words
}

// Room returns the chosen limit; 0 means the default.
func Room(chosen int) int64 {
	if chosen < 0 || chosen >= len(rooms) || rooms[chosen] == contentsync.DefaultRoom {
		return 0
	}
	return rooms[chosen]
}

// RoomAt returns the index of a limit among those available; if it is not among them, that of
// the next larger one.
func RoomAt(room int64) int {
	if room == 0 {
		room = contentsync.DefaultRoom
	}
	at := slices.IndexFunc(rooms, func(r int64) bool { return r >= room })
	if at < 0 {
		return len(rooms) - 1
	}
	return at
}

// limit describes which limit the sync of a library reached, and what to do about it.
func limit(e *contentsync.LimitError) string {
	number, bytes := Data{"N": Number(int(e.Most))}, Data{"Size": Bytes(e.Most)}
	switch e.Kind {
	case contentsync.ByFeeds:
		return L("stopped-at-the-limit-of-n", "Stopped at the limit of {{.N}} feeds per sync. The next sync continues.", number)
	case contentsync.ByFiles:
		return L("stopped-at-the-limit-of-n-files", "Stopped at the limit of {{.N}} files per sync. The next sync continues.", number)
	case contentsync.ByBytes:
		return L("stopped-at-the-limit-of-size", "Stopped at the limit of {{.Size}} per sync. The next sync continues.", bytes)
	case contentsync.ByRoom:
		return L("the-library-has-reached-its-disk", "The library has reached its disk space limit of {{.Size}}. Raise the limit under “Settings…”, or remove files from this computer. The next sync downloads the missing files.", bytes)
	}
	return L("the-disk-would-have-less-than", "The disk would have less than {{.Size}} free. Free some space, and sync again.", bytes)
}
