package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/storage"
)

// BenchmarkOutlines edits 50,000 outlines on disk, in folders of a hundred or all at the root.
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
			"show":           func() error { _, err := d.Lists.Outline(b.Context(), "List"); return err },
			"add at the end": func() error { return d.addTo(&n, edit.AddOptions{Parent: folder, AtEnd: true}) },
			"add after one":  func() error { return d.addTo(&n, edit.AddOptions{Parent: folder, After: first}) },
			"move": func() error {
				n++
				after := []string{"", "o-7"}[n%2]
				return d.Edit.Place(b.Context(), "List", []string{last}, folder, after)
			},
		} {
			b.Run(name+"/"+what, func(b *testing.B) {
				best := time.Hour // the best one counts: other programs may have slowed the others down
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

func (d *desk) addTo(n *int, o edit.AddOptions) error {
	*n++
	o.ID = fmt.Sprint("new-", *n)
	_, err := d.Edit.Add(d.tester.(*testing.B).Context(), "List", record.Values{"title": "New"}, o)
	return err
}

// grow adds outlines to a list as if they had been received, inside per folder.
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

// outlines is the number of outlines in the benchmarks of syncing, in folders of outlinesIn.
const (
	outlines   = 50_000
	outlinesIn = 100
)

// opmlText returns an outline of another endpoint. version is the update number of every
// step-th outline, which is then in the next folder.
func opmlText(step, version int) string {
	var b strings.Builder
	b.WriteString(`<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Plans</title></head><body>`)
	sync := func(id string, version int) {
		fmt.Fprintf(&b, `<outline text="outline %s" _note="some words about it"><sx:sync id="%s" version="%d"><sx:history when="Thu, 21 May 2026 01:0%d:00 GMT" by="phone"/></sx:sync>`, id, id, version, version)
	}
	var moved []string
	for folder := range outlines / outlinesIn {
		sync(fmt.Sprint("folder-", folder), 1)
		for _, id := range moved {
			sync(id, version)
			b.WriteString("</outline>")
		}
		moved = nil
		for i := range outlinesIn - 1 {
			n := folder*outlinesIn + i
			if id := fmt.Sprint("o-", n); version > 1 && n%step == 0 {
				moved = append(moved, id)
			} else {
				sync(id, 1)
				b.WriteString("</outline>\n")
			}
		}
		b.WriteString("</outline>\n")
	}
	b.WriteString("</body></opml>")
	return b.String()
}

// BenchmarkSyncOutlines reads an outline of 50,000 into a store on disk and publishes it: with
// no news, and with a hundred moves. "new" is the first sync.
func BenchmarkSyncOutlines(b *testing.B) {
	for _, c := range []struct {
		name string
		came int
	}{{"nothing", 0}, {"100 moves", 100}} {
		b.Run(c.name, func(b *testing.B) {
			files := &transporttest.Memory{}
			files.Folder("/shared")
			d := outlineOnDisk(b, files)
			began := time.Now()
			d.brings(opmlText(outlines/100, 1), outlines)
			first := time.Since(began)
			version := 1
			for b.Loop() {
				if c.came > 0 {
					version++
				}
				d.brings(opmlText(outlines/100, version), c.came)
			}
			b.ReportMetric(float64(first)/float64(time.Millisecond), "new-ms")
		})
	}
}

// outlineOnDisk returns an engine on a new store in a folder, with an outline "Plans" that is
// published, and subscribed to another endpoint's.
func outlineOnDisk(b *testing.B, files *transporttest.Memory) *outlineDesk {
	b.Helper()
	st, err := storage.Open(b.Context(), b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	e, err := engine.Open(b.Context(), engine.Parts{Store: st, Clock: newClock(), Random: strings.NewReader(strings.Repeat("x", 1000)), Files: files})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { e.Close() })
	d := &outlineDesk{b, e, files}
	_, err = e.Lists.Create(b.Context(), lists.New{Name: "Plans", Kind: "outline"})
	d.check(err)
	_, err = e.Sharing.PublishAt(b.Context(), "Plans", "/shared")
	d.check(err)
	_, err = e.Subscriptions.Subscribe(b.Context(), "Plans", "/shared")
	d.check(err)
	return d
}

type outlineDesk struct {
	*testing.B
	engine *engine.Engine
	files  *transporttest.Memory
}

func (d *outlineDesk) check(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// brings syncs with a document of the other endpoint; if nothing is expected to be new, it is
// parsed all the same.
func (d *outlineDesk) brings(text string, came int) {
	d.Helper()
	d.files.Put("/shared/Plans.phone.opml", text)
	reports, err := d.engine.Sync(d.Context(), subscribe.SyncOptions{Whole: came == 0})
	d.check(err)
	if len(reports) != 1 || reports[0].Error != "" || reports[0].New+reports[0].Updated != came {
		d.Fatalf("%+v, want %d that came", reports, came)
	}
}

// measured is an operation to measure, and its preparation for the next round.
type measured struct {
	what         string
	work, before func()
}

// run measures each operation and reports the best round: other programs may have slowed the
// others down.
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

// BenchmarkBranch deletes a branch of 5,000 of 50,000 outlines, and undoes that.
func BenchmarkBranch(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, 5000))
	run(b,
		measured{what: "delete", work: func() {
			o, err := d.Edit.DeleteBranch(b.Context(), "List", []string{"o-5000"})
			d.check(err)
			if len(o.Done) != 5000 {
				b.Fatalf("%+v", o)
			}
		}},
		measured{what: "undo", work: func() {
			_, err := d.Edit.Undo(b.Context(), edit.UndoOptions{Published: true})
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
			plan, err := d.Lists.Preview(b.Context(), "List", "file", strings.NewReader(text), nil)
			d.check(err)
			done, err := d.Lists.Import(b.Context(), "List", plan, nil)
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
	_, err := d.Sharing.PublishAt(b.Context(), "List", "/shared")
	d.check(err)
	n := 0
	run(b, measured{
		what:   "publish",
		before: func() { d.check(d.addTo(&n, edit.AddOptions{})) },
		work: func() {
			_, err := d.Sharing.Publish(b.Context(), "List")
			d.check(err)
		},
	})
}

// BenchmarkWhereabouts describes four positions of one outline among 50,000 at the root, as
// for resolving a move, and opens a session for the outline.
func BenchmarkWhereabouts(b *testing.B) {
	d := onDisk(b, "outline")
	d.check(grow(d, outlines))
	_, err := d.Edit.Add(b.Context(), "List", nil, edit.AddOptions{ID: "moved"})
	d.check(err)
	places := make([]item.Place, 4)
	for i := range places {
		places[i].Key = fmt.Sprint(10_000*i + 1)
	}
	run(b, measured{what: "places", work: func() {
		all, err := d.Lists.Positions(b.Context(), "List", "moved", places...)
		d.check(err)
		if len(all) != len(places) || all[3].Before.ID == "" {
			b.Fatalf("%+v", all)
		}
	}})
}
