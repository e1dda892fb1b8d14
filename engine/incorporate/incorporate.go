// Package incorporate reads feeds into item sets (SSE 0.93 §3.3). A feed is
// streamed and merged against a snapshot of the store; what it brings is written
// in one transaction at the end, which merges again with what is there by then.
// So an edit made during a long reading is neither held up nor lost, and a feed
// that breaks half-way changes nothing.
package incorporate

import (
	"cmp"
	"context"
	"io"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// Source is a feed to read and the set that it is merged into.
type Source struct {
	Set store.Set
	// Path is the file.
	Path string
	// From is the location of the subscription.
	From string
}

// Options say how to read.
type Options struct {
	// At is the time that versions are said to be seen at.
	At time.Time
	// DryRun merges and writes nothing.
	DryRun bool
	// Read is called after every item with the number of items read so far, or
	// is nil.
	Read func(items int)
	// Others may write first, or is nil.
	Others Others
}

// Result is what a feed brought.
type Result struct {
	// Read items are New, Updated, Unchanged or SetAside.
	Read, New, Updated, Unchanged, SetAside int
	// Conflicts is the number of items with open conflicts among the new and
	// updated.
	Conflicts int
	// Bytes were read.
	Bytes int64
	// Problems are what a person should know of the feed, in plain words.
	Problems Problems
}

// Feed merges the feed of a source into its set: all of it, or nothing where it
// returns an error. The result then tells how far it came. An invalid item is
// set aside and keeps no other from being merged.
func Feed(ctx context.Context, st store.Store, files location.Files, s Source, o Options) (Result, error) {
	f, err := files.Open(s.Path)
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	// Closing it is what ends the wait for a drive that says nothing.
	stop := context.AfterFunc(ctx, func() { f.Close() })
	defer stop()
	r := newReading(ctx, s, o)
	in := &counter{r: f}
	err = st.View(ctx, func(now store.Reader) error {
		return r.read(now, feed.NewReader(in, s.Path))
	})
	r.result.Bytes = in.n
	if err != nil {
		return r.result, cmp.Or(ctx.Err(), err)
	}
	return r.finish(st)
}

// counter counts the bytes that are read.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
