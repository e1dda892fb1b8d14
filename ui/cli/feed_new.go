package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/cli/document"
)

type feedNew struct {
	File string `arg:"" help:"The feed. It is made where there is none."`
	newItemFlags
	fieldFlags
	outFlag
	Format string `enum:"rss,atom" default:"rss" help:"Format of a feed that is made: rss or atom."`
}

// Run makes an item in a feed (SSE 0.93 §3.1).
func (c feedNew) Run(r *run) error {
	it, err := c.item(r)
	if err != nil {
		return err
	}
	out := c.path(c.File)
	report, err := document.Add(r.target(out), r.source(c.File), it)
	if errors.Is(err, fs.ErrNotExist) {
		report, err = document.Report{}, r.target(out)(func(w io.Writer) error { return c.begin(r, w, it) })
	}
	if err != nil {
		return err
	}
	r.tell(report)
	return r.madeIn(out, it)
}

func (c feedNew) item(r *run) (*item.Item, error) {
	stamp, err := r.stamp()
	if err != nil {
		return nil, err
	}
	values, err := c.some()
	if err != nil {
		return nil, err
	}
	content, err := record.Apply(item.Plain("", ""), values)
	if err != nil {
		return nil, err
	}
	if c.ID == "" {
		if c.ID, err = r.uuid(); err != nil {
			return nil, err
		}
	}
	return feedsync.Create(c.ID, feedsync.Change{Content: content}, c.NoConflicts, stamp)
}

// begin writes a new feed with its first item.
func (c feedNew) begin(r *run, w io.Writer, it *item.Item) error {
	id, err := r.uuid()
	if err != nil {
		return err
	}
	base := filepath.Base(c.File)
	out := feed.NewWriter(w, feed.Document{
		Format:  feed.Format(c.Format),
		Dialect: feed.FeedSync10,
		Title:   strings.TrimSuffix(base, filepath.Ext(base)),
		ID:      "urn:uuid:" + id,
		Author:  r.flags.Endpoint,
		Updated: it.Winner.Top().When.Time(),
	})
	return errors.Join(out.Write(it), out.Close())
}

// uuid makes an identifier (RFC 9562 §5.4).
func (r *run) uuid() (string, error) {
	var b [16]byte
	if _, err := io.ReadFull(r.env.Random, b[:]); err != nil {
		return "", fmt.Errorf("making an identifier: %w", err)
	}
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:]), nil
}
