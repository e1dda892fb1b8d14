package engine_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// BenchmarkOutlines works on 50,000 outlines on a disk, in folders of a hundred and all
// at the root.
func BenchmarkOutlines(b *testing.B) {
	for name, inside := range map[string]int{"in folders": outlinesIn, "all at the root": outlines} {
		d := onDisk(b, "outline")
		d.check(grow(d, inside))
		folder, first, last := "", "o-1", fmt.Sprint("o-", inside-1)
		if inside < outlines {
			folder = "o-0"
		}
		n := 0
		for what, do := range map[string]func() error{
			"show":           func() error { _, err := d.Outline(b.Context(), "List"); return err },
			"add at the end": func() error { return d.addTo(&n, engine.AddOptions{Parent: folder, AtEnd: true}) },
			"add after one":  func() error { return d.addTo(&n, engine.AddOptions{Parent: folder, After: first}) },
			"move": func() error {
				n++
				after := []string{"", "o-7"}[n%2]
				return d.Place(b.Context(), "List", []string{last}, folder, after)
			},
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				best := time.Hour // others may have slowed the rest down
				for b.Loop() {
					began := time.Now()
					d.check(do())
					best = min(best, time.Since(began))
				}
				b.ReportMetric(float64(best)/float64(time.Millisecond), "best-ms")
			})
		}
	}
}

func (d *desk) addTo(n *int, o engine.AddOptions) error {
	*n++
	o.ID = fmt.Sprint("new-", *n)
	_, err := d.Add(d.tester.(*testing.B).Context(), "List", record.Values{"title": "New"}, o)
	return err
}

// grow puts outlines into a list as if they had been read, so many into each folder.
func grow(d *desk, inside int) error {
	return d.memory.Update(d.tester.(*testing.B).Context(), func(w store.Writer) error {
		s, err := w.SetNamed("List")
		if err != nil {
			return err
		}
		for n := range outlines {
			p := item.Place{Key: fmt.Sprint(n + 1)}
			if n%inside > 0 && inside < outlines {
				p.Parent = fmt.Sprint("o-", n-n%inside)
			}
			v := &item.Version{
				ID: fmt.Sprint("o-", n), Updates: 1, Place: p,
				History: []item.History{{Sequence: 1, When: item.At(newClock().Now()), By: "phone"}},
				Content: item.Plain(fmt.Sprint("outline ", n), "some words about it"),
			}
			if err := w.PutItem(s.Key, &item.Item{Winner: v}, store.Seen{}); err != nil {
				return err
			}
		}
		return nil
	})
}
