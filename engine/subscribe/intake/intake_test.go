package intake_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

var noon = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

const path = "/shared/groceries.xml"

// desk is a set that reads the feed at path.
type desk struct {
	*testing.T
	store *memory.Store
	files *transporttest.Memory
	set   store.Set
}

func newDesk(t *testing.T) *desk {
	d := &desk{
		T: t, store: memory.New(), files: &transporttest.Memory{},
		set: store.Set{Name: "Groceries", Format: "rss", Dialect: "feedsync-1.0"},
	}
	d.update(func(w store.Writer) (err error) { d.set.Key, err = w.PutSet(d.set); return err })
	return d
}

func (d *desk) update(write func(store.Writer) error) {
	d.Helper()
	if err := d.store.Update(d.Context(), write); err != nil {
		d.Fatal(err)
	}
}

// try reads the feed through files.
func (d *desk) try(ctx context.Context, files transport.Files, o intake.Options) (intake.Result, error) {
	o.At = noon
	body, err := files.Open(path)
	if err != nil {
		return intake.Result{}, err
	}
	defer body.Close()
	return intake.Feed(ctx, d.store, intake.Source{Set: d.set, Documents: []intake.Document{{Address: path, Body: body}}, From: "/shared"}, o)
}

// checks returns why the set cannot read the feed at path.
func (d *desk) checks() error {
	d.Helper()
	body, err := d.files.Open(path)
	if err != nil {
		d.Fatal(err)
	}
	return intake.Check(d.set, intake.Document{Address: path, Body: body})
}

// read puts a feed with these items at path and reads it.
func (d *desk) read(items ...string) intake.Result {
	d.Helper()
	return d.readAs(intake.Options{}, items...)
}

func (d *desk) readAs(o intake.Options, items ...string) intake.Result {
	d.Helper()
	d.files.Put(path, feedOf(items...))
	r, err := d.try(d.Context(), d.files, o)
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// fails returns the error of reading the feed.
func (d *desk) fails() error {
	_, err := d.try(d.Context(), d.files, intake.Options{})
	return err
}

func (d *desk) item(id string) *item.Item {
	d.Helper()
	var it *item.Item
	d.update(func(w store.Writer) (err error) { it, err = w.Item(d.set.Key, id); return err })
	return it
}

// edit changes an item on this endpoint.
func (d *desk) edit(id, title string) {
	d.Helper()
	it, err := feedsync.Resolve(d.item(id), rules.Change{Content: item.Plain(title, "")}, nil, rules.Stamp{By: "desk", When: noon})
	if err != nil {
		d.Fatal(err)
	}
	d.update(func(w store.Writer) error { return w.PutItem(d.set.Key, it, store.Seen{At: noon}) })
}

// archive returns the titles of all versions of an item that the set ever had.
func (d *desk) archive(id string) (titles []string) {
	d.Helper()
	d.update(func(w store.Writer) error {
		all, err := w.Versions(d.set.Key, id)
		for _, a := range all {
			titles = append(titles, a.Version.Title())
		}
		return err
	})
	return titles
}

// foreign returns the feed-level markup of the set.
func (d *desk) foreign() string {
	d.Helper()
	var set store.Set
	d.update(func(w store.Writer) (err error) { set, err = w.SetNamed(d.set.Name); return err })
	return set.Foreign
}

// revision returns the revision of the store.
func (d *desk) revision() int64 {
	d.Helper()
	n, err := d.store.Revision(d.Context())
	if err != nil {
		d.Fatal(err)
	}
	return n
}

func feedOf(items ...string) string {
	return `<?xml version="1.0"?>
<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>Groceries</title><link>http://example.com/</link><description>x</description>
` + strings.Join(items, "\n") + "\n</channel></rss>"
}

// entry returns an item whose history is given newest first, as "by sequence".
func entry(id, title string, history ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<item><title>%s</title><sx:sync id="%s" updates="%d">`, title, id, len(history))
	for _, h := range history {
		by, sequence, _ := strings.Cut(h, " ")
		fmt.Fprintf(&b, `<sx:history sequence="%s" when="2026-05-21T0%s:00:00Z" by="%s"/>`, sequence, sequence, by)
	}
	return b.String() + `</sx:sync></item>`
}
