package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
)

// measured is the work that a benchmark measures, and what has to be done again before
// the next round.
type measured struct {
	what         string
	work, before func()
}

// run takes the time of each, the best round of some: others may have slowed the rest
// down.
func run(b *testing.B, all ...measured) {
	b.Helper()
	best := make([]time.Duration, len(all))
	for b.Loop() {
		for i, m := range all {
			if m.before != nil {
				m.before()
			}
			began := time.Now()
			m.work()
			if took := time.Since(began); best[i] == 0 || took < best[i] {
				best[i] = took
			}
		}
	}
	for i, m := range all {
		b.ReportMetric(float64(best[i])/float64(time.Millisecond), m.what+"-ms")
	}
}

// BenchmarkBranch deletes a branch of 5,000 out of 50,000 outlines, and takes that back.
func BenchmarkBranch(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, 5000))
	run(b,
		measured{what: "delete", work: func() {
			o, err := d.DeleteBranch(b.Context(), "List", []string{"o-5000"})
			d.check(err)
			if len(o.Done) != 5000 {
				b.Fatalf("%+v", o)
			}
		}},
		measured{what: "undo", work: func() {
			_, err := d.Undo(b.Context(), engine.UndoOptions{Published: true})
			d.check(err)
		}})
}

// BenchmarkImportOutlines imports 50,000 outlines in folders into a new store.
func BenchmarkImportOutlines(b *testing.B) {
	text := opmlText(outlines/100, 1)
	var d *desk
	run(b, measured{
		what:   "import",
		before: func() { d = onDisk(b, "outline") },
		work: func() {
			plan, err := d.Preview(b.Context(), "List", "file", strings.NewReader(text))
			d.check(err)
			done, err := d.Import(b.Context(), "List", plan, nil)
			d.check(err)
			if done.New != outlines {
				b.Fatalf("%+v", done)
			}
		},
	})
}

// BenchmarkPublishOutlines publishes 50,000 outlines of which one changed.
func BenchmarkPublishOutlines(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, outlinesIn))
	_, err := d.PublishAt(b.Context(), "List", "/shared")
	d.check(err)
	n := 0
	run(b, measured{
		what:   "publish",
		before: func() { d.check(d.addTo(&n, engine.AddOptions{})) },
		work: func() {
			_, err := d.Publish(b.Context(), "List")
			d.check(err)
		},
	})
}

// BenchmarkWhereabouts finds four places of one outline among 50,000 at the root, as a
// settling of places does, and the outline's session.
func BenchmarkWhereabouts(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, outlines))
	_, err := d.Add(b.Context(), "List", nil, engine.AddOptions{ID: "moved"})
	d.check(err)
	places := make([]item.Place, 4)
	for i := range places {
		places[i].Key = fmt.Sprint(10_000*i + 1)
	}
	run(b, measured{what: "places", work: func() {
		all, err := d.Whereabouts(b.Context(), "List", "moved", places...)
		d.check(err)
		if len(all) != len(places) || all[3].Before.ID == "" {
			b.Fatalf("%+v", all)
		}
	}})
}
