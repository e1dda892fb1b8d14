package contentsync

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"crossfeed/engine/transport"
)

// DefaultRoom is the default maximum number of bytes for the files of a library.
const DefaultRoom = 20 * gigabyte

const gigabyte = 1_000_000_000

// filled returns the limits with defaults for zero values.
func (l Limits) filled() Limits {
	return Limits{
		Depth: cmp.Or(l.Depth, 32), Feeds: cmp.Or(l.Feeds, 10_000), Files: cmp.Or(l.Files, 1_000_000),
		Bytes: cmp.Or(l.Bytes, 20*gigabyte), File: cmp.Or(l.File, 4*gigabyte), Free: cmp.Or(l.Free, gigabyte),
		Parallel: cmp.Or(l.Parallel, 6), PerHost: cmp.Or(l.PerHost, 3),
	}
}

// LimitError means that a run ended at a limit. The rest waits in the queue.
type LimitError struct {
	Kind LimitKind
	// Most is the limit: a number of feeds, files or bytes.
	Most int64
}

// LimitKind identifies a limit.
type LimitKind string

// The limits. ByFree is the disk space that must stay free; the others are the limits in
// Limits, and Library.Room.
const (
	ByFeeds LimitKind = "feeds"
	ByFiles LimitKind = "files"
	ByBytes LimitKind = "bytes"
	ByRoom  LimitKind = "room"
	ByFree  LimitKind = "free"
)

// Error says which limit was reached and what to do.
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

// inBytes formats a number of bytes for display.
func inBytes(n int64) string {
	units := []string{"bytes", "kB", "MB", "GB", "TB"}
	value, unit := float64(n), 0
	for value >= 1000 && unit < len(units)-1 {
		value, unit = value/1000, unit+1
	}
	return strconv.FormatFloat(float64(int64(value*10))/10, 'f', -1, 64) + " " + units[unit]
}

// budget is the number of bytes that a run may still use. Downloads share it.
type budget struct {
	mu     sync.Mutex
	limits Limits
	// room is how much the files of the library may take, and used how much they take,
	// including all grants. came is the sum of the grants in this run, and open the part of it
	// that is not on the disk yet.
	room, used, received, open int64
	// free returns the free space of the disk.
	free func() (int64, error)
}

// errTooLarge means that a file can never be fetched within the limits.
var errTooLarge = errors.New("allow more, where the file is wanted")

// grant reserves budget for the rest of a file. size is its size, or -1 if unknown, from the
// number of bytes already here, and old the size of the file that it replaces. A file that
// exceeds the limits by itself is refused with TooLarge; if too little budget is left, the
// error is a *LimitError.
func (b *budget) grant(address string, size, from, old int64) (*grant, error) {
	g := &grant{b: b, old: old}
	if most := min(b.limits.Bytes, b.room); size > most {
		return nil, &transport.Error{Trouble: transport.TooLarge, Address: transport.Redact(address),
			Err: fmt.Errorf("it has %s, and %s are all there may be: %w", inBytes(size), inBytes(most), errTooLarge)}
	}
	b.freed(old)
	if err := g.more(max(0, size-from)); err != nil {
		b.freed(-old)
		return nil, err
	}
	return g, nil
}

// grant is the budget of a download: what is left of it, and the size of the file replaced.
type grant struct {
	b         *budget
	left, old int64
}

// more grants another n bytes.
func (g *grant) more(n int64) error {
	b := g.b
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.received+n > b.limits.Bytes:
		return &LimitError{ByBytes, b.limits.Bytes}
	case b.used+n > b.room:
		return &LimitError{ByRoom, b.room}
	}
	free, err := b.free()
	if err != nil {
		return err
	}
	if free-b.open-n < b.limits.Free {
		return &LimitError{ByFree, b.limits.Free}
	}
	b.received, b.used, b.open, g.left = b.received+n, b.used+n, b.open+n, g.left+n
	return nil
}

// piece is how much is granted at a time if the size of a file is unknown.
const piece = 1 << 20

// use takes n received bytes from the grant.
func (g *grant) use(n int64) error {
	if g.left < n {
		if err := g.more(max(n, piece)); err != nil {
			return err
		}
	}
	g.left -= n
	return nil
}

// written records that n used bytes are on the disk.
func (g *grant) written(n int64) {
	g.b.mu.Lock()
	defer g.b.mu.Unlock()
	g.b.open -= n
}

// end returns the unused budget. If the old file was not replaced, end counts its size again.
func (g *grant) end(replaced bool) {
	g.b.mu.Lock()
	defer g.b.mu.Unlock()
	g.b.open, g.b.received, g.b.used = g.b.open-g.left, g.b.received-g.left, g.b.used-g.left
	if g.left = 0; !replaced {
		g.b.used += g.old
	}
}

// spend counts bytes received that are not stored in a file.
func (b *budget) spend(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.received += n
}

// freed counts bytes deleted from the disk.
func (b *budget) freed(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.used -= n
}
