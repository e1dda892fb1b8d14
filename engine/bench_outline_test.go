package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/location/locationtest"
	"crossfeed/storage"
)

// outlines is how many the benchmarks of syncing have, in folders of outlinesIn.
const (
	outlines   = 50_000
	outlinesIn = 100
)

// opmlText is an outline of another endpoint. The version says which update every step-th
// outline has; it stands among those of the next folder then.
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

// BenchmarkSyncOutlines reads an outline of 50,000 into a store on a disk and publishes
// it: where it brings nothing, and where it brings a hundred moves. "new" is its first
// reading.
func BenchmarkSyncOutlines(b *testing.B) {
	for _, c := range []struct {
		name string
		came int
	}{{"nothing", 0}, {"100 moves", 100}} {
		b.Run(c.name, func(b *testing.B) {
			files := &locationtest.Memory{}
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

// outlineOnDisk is an engine on a new store in a folder, with an outline "Plans" that is
// published, and subscribed to another endpoint's.
func outlineOnDisk(b *testing.B, files *locationtest.Memory) *outlineDesk {
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
	_, err = e.NewSet(b.Context(), engine.NewSet{Name: "Plans", Kind: "outline"})
	d.check(err)
	_, err = e.PublishAt(b.Context(), "Plans", "/shared")
	d.check(err)
	_, err = e.Subscribe(b.Context(), "Plans", "/shared")
	d.check(err)
	return d
}

type outlineDesk struct {
	*testing.B
	engine *engine.Engine
	files  *locationtest.Memory
}

func (d *outlineDesk) check(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// brings syncs with a document of the other endpoint; one that brings nothing is read all
// the same.
func (d *outlineDesk) brings(text string, came int) {
	d.Helper()
	d.files.Put("/shared/Plans.phone.opml", text)
	reports, err := d.engine.Sync(d.Context(), engine.SyncOptions{Whole: came == 0})
	d.check(err)
	if len(reports) != 1 || reports[0].Error != "" || reports[0].New+reports[0].Updated != came {
		d.Fatalf("%+v, want %d that came", reports, came)
	}
}
