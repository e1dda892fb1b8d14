package engine_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transfertest"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
)

// conflictedOnDisk returns a store of contacts that are all in conflict: changed here in the
// text, elsewhere in the title.
func conflictedOnDisk(b *testing.B) *desk {
	d := onDisk(b, record.Contact)
	plan, err := d.Lists.Preview(b.Context(), "List", "file", strings.NewReader(transfertest.File(record.Contact, records)), nil)
	d.check(err)
	_, err = d.Lists.Import(b.Context(), "List", plan, nil)
	d.check(err)
	d.check(d.memory.Update(b.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("List")
		if err != nil {
			return err
		}
		return w.EachItem(s.Key, func(it *item.Item) error { return part(w, s.Key, it) })
	}))
	return d
}

// part creates two conflicting versions of an item.
func part(w store.Writer, set int64, it *item.Item) error {
	var sides []*item.Item
	for by, values := range map[string]record.Values{"laptop": {"text": "by the laptop"}, "phone": {"organisation": "The phone's"}} {
		content, err := record.Apply(it.Winner.Content, values)
		if err != nil {
			return err
		}
		when := time.Date(2026, 5, 22, 12, 0, 0, 0, time.UTC)
		next, err := feedsync.Resolve(it, rules.Change{Content: content}, nil, rules.Stamp{By: by, When: when})
		if err != nil {
			return err
		}
		sides = append(sides, next)
	}
	if err := w.PutItem(set, sides[0], store.Seen{}); err != nil {
		return err
	}
	return w.PutItem(set, feedsync.Merge(sides[0], sides[1]).Item, store.Seen{})
}

// BenchmarkResolvingMany plans, resolves and undoes 10,000 conflicts of
// contacts.
func BenchmarkResolvingMany(b *testing.B) {
	for name, rule := range map[string]conflicts.Rule{"proposals": conflicts.MergeRule, "keep": conflicts.KeepCurrent} {
		b.Run(name, func(b *testing.B) {
			d := conflictedOnDisk(b)
			took := map[string]time.Duration{}
			step := func(name string, do func(context.Context) error) {
				began := time.Now()
				d.check(do(b.Context()))
				took[name] = time.Since(began)
			}
			for b.Loop() {
				var plans []conflicts.Planned
				step("plan-ms", func(ctx context.Context) (err error) {
					plans, err = d.Conflicts.Plan(ctx, rule, "", nil)
					return err
				})
				step("resolve-ms", func(ctx context.Context) error {
					o, err := d.Conflicts.ResolveMany(ctx, plans, nil)
					if err == nil && len(o.Done) != records {
						err = fmt.Errorf("%d were resolved", len(o.Done))
					}
					return err
				})
				step("undo-ms", func(ctx context.Context) error {
					_, err := d.Edit.Undo(ctx, edit.UndoOptions{Published: true})
					return err
				})
			}
			for name, t := range took {
				b.ReportMetric(float64(t)/float64(time.Millisecond), name)
			}
		})
	}
}

// BenchmarkSession opens a session for an item that five endpoints changed, each at different
// positions of a text of 20 KB.
func BenchmarkSession(b *testing.B) {
	d := onDisk(b, record.Note)
	line := strings.Repeat("word ", 8) + "\n"
	lines := strings.SplitAfter(strings.Repeat(line, 20_000/len(line)), "\n")
	first, err := d.Edit.Add(b.Context(), "List", record.Values{"title": "Long", "text": strings.Join(lines, "")}, edit.AddOptions{ID: "long"})
	d.check(err)
	it := first
	for i := range 5 {
		theirs := slices.Clone(lines)
		for at := i; at < len(theirs); at += 40 {
			theirs[at] = fmt.Sprintf("changed by %d\n", i)
		}
		it = feedsync.Merge(it, withText(b, first, fmt.Sprintf("e%d", i), strings.Join(theirs, ""))).Item
	}
	d.check(d.memory.Update(b.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("List")
		if err != nil {
			return err
		}
		return w.PutItem(s.Key, it, store.Seen{})
	}))
	for b.Loop() {
		s, err := d.Conflicts.Session(b.Context(), "List", "long")
		d.check(err)
		if s.Cells(); len(s.Candidates()) != 5 || !s.Base().Known() {
			b.Fatalf("%d versions, base %+v", len(s.Candidates()), s.Base())
		}
	}
}

// withText returns the item with another text by an endpoint.
func withText(b *testing.B, it *item.Item, by, text string) *item.Item {
	b.Helper()
	c, err := record.Apply(it.Winner.Content, record.Values{"text": text})
	if err != nil {
		b.Fatal(err)
	}
	next, err := feedsync.Resolve(it, rules.Change{Content: c}, nil, rules.Stamp{By: by})
	if err != nil {
		b.Fatal(err)
	}
	return next
}
