package cli

import (
	"cmp"
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
	placeFlags
	outFlag
	Kind    string `enum:"note,todo,contact,outline," default:"" help:"Kind of the new item: note, todo, contact or outline. Default: outline in OPML, else note."`
	Format  string `enum:"rss,atom,opml," default:"" help:"Format of a feed that is made: rss, atom or opml. Default: opml for an outline, else rss."`
	Dialect string `enum:"feedsync-1.0,sse-0.93,sse-0.91," default:"" help:"Dialect of a feed that is made: feedsync-1.0, sse-0.93 or sse-0.91. Default: sse-0.91 for OPML, else feedsync-1.0."`
}

// Run makes an item in a feed (SSE 0.93 §3.1).
func (c feedNew) Run(r *run) error {
	out := c.path(c.File)
	source := r.source(c.File)
	format, err := document.FormatOf(source)
	if errors.Is(err, fs.ErrNotExist) {
		it, err := c.begin(r, r.target(out))
		if err != nil {
			return err
		}
		return r.madeIn(out, it)
	}
	if err == nil {
		c, err = c.in(format)
	}
	if err != nil {
		return err
	}
	it, report, err := document.Add(r.target(out), source, c.position(), func(by rules.Rules, where func(string) (*item.Place, error)) (*item.Item, error) {
		return c.item(r, by, where)
	})
	if err != nil {
		return err
	}
	r.tell(report)
	return r.madeIn(out, it)
}

// value is what a flag says, or "".
func value(flag *string) string {
	if flag == nil {
		return ""
	}
	return *flag
}

func (c feedNew) item(r *run, by rules.Rules, where func(id string) (*item.Place, error)) (*item.Item, error) {
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
	at, err := where(c.ID)
	if err != nil {
		return nil, err
	}
	return by.Create(c.ID, rules.Change{Content: content, Place: at}, c.NoConflicts, stamp)
}

// in decides what is left to decide for a feed of that format.
func (c feedNew) in(format feed.Format) (feedNew, error) {
	c.Format = string(format)
	ordered := family.Ordered(format)
	switch {
	case c.Kind == "" && ordered:
		c.Kind = string(record.Outline)
	case c.Kind == "":
		c.Kind = string(record.Note)
	case ordered && c.Kind != string(record.Outline):
		return c, misuse("--kind %s: OPML holds outlines only", c.Kind)
	case !ordered && c.Kind == string(record.Outline):
		return c, misuse("--kind outline: only OPML holds outlines")
	}
	return c, nil
}

// madeAs is the format of a feed that is made: OPML for outlines.
func (c feedNew) madeAs() feed.Format {
	switch {
	case c.Format != "":
		return feed.Format(c.Format)
	case c.Kind == string(record.Outline) || c.Kind == "" && strings.EqualFold(filepath.Ext(c.File), ".opml"):
		return feed.OPML
	}
	return feed.RSS
}

// begin writes a new feed with its first item.
func (c feedNew) begin(r *run, to document.Target) (*item.Item, error) {
	c, err := c.in(c.madeAs())
	if err != nil {
		return nil, err
	}
	where, usual, err := c.first()
	if err != nil {
		return nil, err
	}
	c.Dialect = cmp.Or(c.Dialect, string(usual))
	it, err := c.item(r, family.Of(feed.Dialect(c.Dialect)), where)
	if err != nil {
		return nil, err
	}
	id, err := engine.UUIDURN(r.env.Random)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(c.File)
	d := feed.Document{
		Format:  feed.Format(c.Format),
		Dialect: feed.Dialect(c.Dialect),
		Title:   strings.TrimSuffix(base, filepath.Ext(base)),
		ID:      id,
		Author:  r.flags.Endpoint,
		Updated: it.Winner.Top().When.Time(),
	}
	return it, to(func(w io.Writer) error {
		out := feed.NewWriter(w, d)
		return errors.Join(out.Write(it), out.Close())
	})
}

// first is where the first item of a new feed stands, and the dialect that such a feed is
// usually made in.
func (c feedNew) first() (func(id string) (*item.Place, error), feed.Dialect, error) {
	if !family.Ordered(feed.Format(c.Format)) {
		if c.given() {
			return nil, "", misuse("--parent and --after are for outlines")
		}
		return document.Nowhere, feed.FeedSync10, nil
	}
	if named := cmp.Or(value(c.Parent), value(c.After)); named != "" {
		return nil, "", misuse("there is no item %q: the feed is new", named)
	}
	return document.First, feed.SSE091, nil
}
