package contentsync

import (
	"cmp"
	"fmt"
	"strconv"
)

// DefaultRoom is how many bytes the files of a library may take where nobody says
// anything else.
const DefaultRoom = 20 * gigabyte

const gigabyte = 1_000_000_000

// filled has the defaults where nothing is said.
func (l Limits) filled() Limits {
	return Limits{
		Depth: cmp.Or(l.Depth, 32), Feeds: cmp.Or(l.Feeds, 10_000), Files: cmp.Or(l.Files, 1_000_000),
		Bytes: cmp.Or(l.Bytes, 20*gigabyte), File: cmp.Or(l.File, 4*gigabyte), Free: cmp.Or(l.Free, gigabyte),
		Parallel: cmp.Or(l.Parallel, 6), PerHost: cmp.Or(l.PerHost, 3),
	}
}

// LimitError tells that a run ended at a limit. What is beyond it waits in the queue.
type LimitError struct {
	Kind LimitKind
	// Most is the limit: a number of feeds, files or bytes.
	Most int64
}

// LimitKind is which limit it is.
type LimitKind string

// The limits. ByFree is the space that is to stay free on the disk; the others are those
// of Limits, and Library.Room.
const (
	ByFeeds LimitKind = "feeds"
	ByFiles LimitKind = "files"
	ByBytes LimitKind = "bytes"
	ByRoom  LimitKind = "room"
	ByFree  LimitKind = "free"
)

// Error says what was reached, and what can be done.
func (e *LimitError) Error() string {
	switch e.Kind {
	case ByFeeds:
		return fmt.Sprintf("%d feeds were read, which is the limit of one run: the others come at the next", e.Most)
	case ByFiles:
		return fmt.Sprintf("%d files were fetched, which is the limit of one run: the others come at the next", e.Most)
	case ByBytes:
		return fmt.Sprintf("%s were fetched, which is the limit of one run: the rest comes at the next", inBytes(e.Most))
	case ByRoom:
		return fmt.Sprintf("the files of the library take as much room as they may, %s: allow it more, or remove files from it", inBytes(e.Most))
	}
	return fmt.Sprintf("the disk would have less than %s left: make room on it, and sync again", inBytes(e.Most))
}

// inBytes is a number of bytes for people.
func inBytes(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	value, unit := float64(n), 0
	for value >= 1000 && unit < len(units)-1 {
		value, unit = value/1000, unit+1
	}
	return strconv.FormatFloat(float64(int64(value*10))/10, 'f', -1, 64) + " " + units[unit]
}
