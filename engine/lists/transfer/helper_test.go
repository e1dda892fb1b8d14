package transfer_test

import (
	"context"
	"strings"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// tester is a test or a property test.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
	Errorf(string, ...any)
}

// desk is an empty list of a kind in a store.
type desk struct {
	tester
	store store.Store
	set   store.Set
}

func newDesk(t tester, k record.Kind) *desk {
	t.Helper()
	d := &desk{tester: t, store: memory.New(), set: store.Set{Name: "List", Kind: string(k), Format: "rss", Dialect: "feedsync-1.0", FeedID: "urn:uuid:1"}}
	if k == record.Outline {
		d.set.Format, d.set.Dialect = "opml", "sse-0.91"
	}
	d.check(d.store.Update(context.Background(), func(w store.Writer) (err error) {
		d.set.Key, err = w.PutSet(d.set)
		return err
	}))
	return d
}

func (d *desk) check(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// work does local work on the list, as the endpoint "desk".
func (d *desk) work(do func(edit.Work) error) {
	d.Helper()
	d.check(d.store.Update(context.Background(), func(w store.Writer) error { return do(d.at(w)) }))
}

func (d *desk) at(w store.Writer) edit.Work {
	return edit.Work{
		Store: w, Set: d.set.Key, Rules: feed.RulesOf(d.set.Dialect), Ordered: d.set.Format.Ordered(),
		By: "desk", At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Ends: &edit.Ends{},
	}
}

func (d *desk) edit(id string, v record.Values) {
	d.Helper()
	d.work(func(w edit.Work) error {
		_, err := w.Change(id, v, nil)
		return err
	})
}

func (d *desk) delete(id string) {
	d.Helper()
	d.work(func(w edit.Work) error {
		_, err := w.Delete(id)
		return err
	})
}

// plan returns the plan for a file.
func (d *desk) plan(file string) (p *transfer.Plan) {
	d.Helper()
	p, err := d.planned(file)
	d.check(err)
	return p
}

// planned returns the plan for a file, or why there is none.
func (d *desk) planned(file string) (p *transfer.Plan, err error) {
	err = d.store.View(context.Background(), func(r store.Reader) (err error) {
		p, err = transfer.Make(context.Background(), r, d.set, "file", strings.NewReader(file), nil)
		return err
	})
	return p, err
}

func (d *desk) apply(p *transfer.Plan) (done transfer.Done) {
	d.Helper()
	d.work(func(w edit.Work) (err error) {
		done, err = p.Apply(context.Background(), w, func(int, int) {})
		return err
	})
	return done
}

func (d *desk) take(file string) *transfer.Plan {
	d.Helper()
	p := d.plan(file)
	if done := d.apply(p); len(done.Refused) > 0 {
		d.Fatalf("refused: %+v", done.Refused)
	}
	return p
}

// items returns the items of the list, including tombstones.
func (d *desk) items() (all []*item.Item) {
	d.Helper()
	d.check(d.store.View(context.Background(), func(r store.Reader) error {
		return r.EachItem(d.set.Key, func(it *item.Item) error {
			all = append(all, it)
			return nil
		})
	}))
	return all
}

// only returns the only item of the list.
func (d *desk) only() *item.Item {
	d.Helper()
	all := d.items()
	if len(all) != 1 {
		d.Fatalf("the list has %d items", len(all))
	}
	return all[0]
}

// titles returns the titles of the items that are not deleted.
func (d *desk) titles() string {
	d.Helper()
	var all []string
	for _, it := range d.items() {
		if !it.Winner.Deleted {
			all = append(all, it.Winner.Title())
		}
	}
	return strings.Join(all, ", ")
}

// todos returns a calendar of todos, each given by its lines.
func todos(all ...string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n")
	for _, lines := range all {
		b.WriteString("BEGIN:VTODO\r\n" + strings.ReplaceAll(lines, "\n", "\r\n") + "\r\nEND:VTODO\r\n")
	}
	b.WriteString("END:VCALENDAR\r\n")
	return b.String()
}

// counts returns the numbers of entries in each state, in the order of transfer.States.
func counts(p *transfer.Plan) (all [5]int) {
	for i, s := range transfer.States() {
		all[i] = p.Count(s)
	}
	return all
}
