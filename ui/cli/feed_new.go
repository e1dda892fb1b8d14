package cli

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/family"
	"crossfeed/engine/feed"
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
	Kind    string `enum:"note,todo,contact" default:"note" help:"Kind of the new item: note, todo or contact."`
	Format  string `enum:"rss,atom" default:"rss" help:"Format of a feed that is made: rss or atom."`
	Dialect string `enum:"feedsync-1.0,sse-0.93,sse-0.91" default:"feedsync-1.0" help:"Dialect of a feed that is made: feedsync-1.0, sse-0.93 or sse-0.91."`
}

// Run makes an item in a feed (SSE 0.93 §3.1).
func (c feedNew) Run(r *run) error {
	out := c.path(c.File)
	create := func(by rules.Rules) (*item.Item, error) { return c.item(r, by) }
	it, report, err := document.Add(r.target(out), r.source(c.File), create)
	if errors.Is(err, fs.ErrNotExist) {
		it, err = c.begin(r, r.target(out), create)
	}
	if err != nil {
		return err
	}
	r.tell(report)
	return r.madeIn(out, it)
}

func (c feedNew) item(r *run, by rules.Rules) (*item.Item, error) {
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
	return by.Create(c.ID, rules.Change{Content: content}, c.NoConflicts, stamp)
}

// begin writes a new feed with its first item.
func (c feedNew) begin(r *run, to document.Target, create func(rules.Rules) (*item.Item, error)) (*item.Item, error) {
	it, err := create(family.Of(feed.Dialect(c.Dialect)))
	if err != nil {
		return nil, err
	}
	id, err := engine.UUIDURN(r.env.Random)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(c.File)
	return it, to(func(w io.Writer) error {
		out := feed.NewWriter(w, feed.Document{
			Format:  feed.Format(c.Format),
			Dialect: feed.Dialect(c.Dialect),
			Title:   strings.TrimSuffix(base, filepath.Ext(base)),
			ID:      id,
			Author:  r.flags.Endpoint,
			Updated: it.Winner.Top().When.Time(),
		})
		return errors.Join(out.Write(it), out.Close())
	})
}
