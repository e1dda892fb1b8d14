package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transfer/transfertest"
)

// unsettledOnDisk is a store of contacts of which every one was changed in two
// places: here in its text, elsewhere in its title.
func unsettledOnDisk(b *testing.B) *desk {
	d := onDisk(b, record.Contact)
	plan, err := d.Preview(b.Context(), "List", "file", strings.NewReader(transfertest.File(record.Contact, records)))
	d.check(err)
	_, err = d.Import(b.Context(), "List", plan, nil)
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

// part makes two versions of an item.
func part(w store.Writer, set int64, it *item.Item) error {
	var sides []*item.Item
	for by, values := range map[string]record.Values{"laptop": {"text": "by the laptop"}, "phone": {"organisation": "The phone's"}} {
		content, err := record.Apply(it.Winner.Content, values)
		if err != nil {
			return err
		}
		when := time.Date(2026, 5, 22, 12, 0, 0, 0, time.UTC)
		next, err := feedsync.Update(it, feedsync.Change{Content: content}, feedsync.Stamp{By: by, When: when})
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

// BenchmarkSettlingMany plans, settles and undoes 10,000 conflicts of
// contacts.
func BenchmarkSettlingMany(b *testing.B) {
	for name, rule := range map[string]engine.Rule{"proposals": engine.CleanProposals, "keep": engine.KeepWinners} {
		b.Run(name, func(b *testing.B) {
			d := unsettledOnDisk(b)
			took := map[string]time.Duration{}
			step := func(name string, do func(context.Context) error) {
				began := time.Now()
				d.check(do(b.Context()))
				took[name] = time.Since(began)
			}
			for b.Loop() {
				var plans []engine.Planned
				step("plan-ms", func(ctx context.Context) (err error) {
					plans, err = d.PlanSettling(ctx, rule, "")
					return err
				})
				step("settle-ms", func(ctx context.Context) error {
					o, err := d.SettleAll(ctx, plans, nil)
					if err == nil && len(o.Done) != records {
						err = fmt.Errorf("%d were settled", len(o.Done))
					}
					return err
				})
				step("undo-ms", func(ctx context.Context) error {
					_, err := d.Undo(ctx)
					return err
				})
			}
			for name, t := range took {
				b.ReportMetric(float64(t)/float64(time.Millisecond), name)
			}
		})
	}
}
