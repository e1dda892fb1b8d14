package cli

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/ui/cli/document"
)

type feedNew struct {
	File string `arg:"" help:"The feed. It is made where there is none."`
	newItemFlags
	fieldFlags
	outFlag
	Kind   string `enum:"note,todo,contact" default:"note" help:"Kind of the new item: note, todo or contact."`
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
	values, err := c.some(r)
	if err != nil {
		return nil, err
	}
	content, err := record.New(record.Kind(c.Kind), record.Stamped(values, stamp.When))
	if err != nil {
		return nil, err
	}
	if c.ID == "" {
		if c.ID, err = engine.UUID(r.env.Random); err != nil {
			return nil, err
		}
	}
	return feedsync.Create(c.ID, rules.Change{Content: content}, c.NoConflicts, stamp)
}

// begin writes a new feed with its first item.
func (c feedNew) begin(r *run, w io.Writer, it *item.Item) error {
	id, err := engine.UUIDURN(r.env.Random)
	if err != nil {
		return err
	}
	base := filepath.Base(c.File)
	out := feed.NewWriter(w, feed.Document{
		Format:  feed.Format(c.Format),
		Dialect: feed.FeedSync10,
		Title:   strings.TrimSuffix(base, filepath.Ext(base)),
		ID:      id,
		Author:  r.flags.Endpoint,
		Updated: it.Winner.Top().When.Time(),
	})
	return errors.Join(out.Write(it), out.Close())
}
