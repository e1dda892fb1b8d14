package feed_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// drawn is an OPML document with outlines of every kind.
type drawn struct {
	strings.Builder
	ids, others int
}

// outlines generates the contents of an outline, or of the body.
func (d *drawn) outlines(t *rapid.T, depth int, lead string) {
	for range rapid.IntRange(0, 4-depth).Draw(t, "outlines") {
		d.WriteString(lead)
		d.others++
		fmt.Fprintf(d, "<outline text='n%d'%s>", d.others, rapid.SampledFrom([]string{"", " a:b='c'", " xmlns:x='urn:x' x:p='q'", " xmlns:a='urn:other' a:p='q'", " xmlns:cf='urn:else' cf:p='q'", " xml:lang='de'", " xml:base='http://example.com/'", "\n  type = 'rss'"}).Draw(t, "attributes"))
		switch kind := rapid.IntRange(0, 9).Draw(t, "kind"); {
		case kind < 6:
			d.ids++
			d.sync(t, fmt.Sprintf("i%d", d.ids))
		case kind == 6 && d.ids > 0:
			d.sync(t, fmt.Sprintf("i%d", rapid.IntRange(1, d.ids).Draw(t, "duplicate")))
		case kind == 7:
			d.WriteString("<s:sync id='aside'/>")
		}
		d.WriteString(rapid.SampledFrom([]string{"", "<!-- c -->", "<a:y/>", " "}).Draw(t, "besides"))
		d.outlines(t, depth+1, lead+rapid.SampledFrom([]string{"", "  ", "\t"}).Draw(t, "indentation"))
		d.WriteString(rapid.SampledFrom([]string{"", lead}).Draw(t, "end") + "</outline>")
	}
}

func (d *drawn) sync(t *rapid.T, id string) {
	fmt.Fprintf(d, "<s:sync id='%s' version='%d'%s><s:history by='A'>%s</s:history></s:sync>", id, rapid.IntRange(1, 3).Draw(t, "version"),
		rapid.SampledFrom([]string{"", " cf:order='1'", " conflict='true'", " a:z='q'"}).Draw(t, "flags"),
		rapid.SampledFrom([]string{"", "\n<s:update by='B'/>"}).Draw(t, "update"))
}

func drawDocument(t *rapid.T) string {
	var d drawn
	lead := rapid.SampledFrom([]string{"", "\n", "\r\n  ", "\n\t"}).Draw(t, "lead")
	d.outlines(t, 0, lead)
	return "<opml xmlns:a='urn:a' xmlns:s='http://www.microsoft.com/schemas/rss/sse' xmlns:cf='urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4'><head/>" + lead + "<body>" + d.String() + lead + "</body></opml>"
}

// TestRandomArrangements checks, for any document and any arrangement, that the arrangement is
// read back as requested, that unshared content occurs once, and that unchanged parts keep
// their bytes.
func TestRandomArrangements(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := drawDocument(t)
		o, err := feed.ReadOutlines(strings.NewReader(document), "drawn.opml")
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		rows := drawRows(t, o)
		var b bytes.Buffer
		if err := o.Write(&b, rows); err != nil {
			t.Fatalf("%v with\n%s", err, document)
		}
		now, err := feed.ReadOutlines(bytes.NewReader(b.Bytes()), "now.opml")
		if err != nil {
			t.Fatalf("%v in\n%s\nfrom\n%s", err, b.String(), document)
		}
		if got, want := treeOf(now), asked(rows); got != want {
			t.Fatalf("got %s, want %s in\n%s\nfrom\n%s", got, want, b.String(), document)
		}
		if got, want := besides(now), besides(o); !slices.Equal(got, want) {
			t.Fatalf("what takes no part: got %q, want %q in\n%s\nfrom\n%s", got, want, b.String(), document)
		}
		sameBytes(t, o, now, rows, b.String())
	})
}

// drawRows generates an arrangement of the items of a document: some are removed, some are
// added, some are changed, and any may have any position.
func drawRows(t *rapid.T, o *feed.Outlines) (rows []feed.Arranged) {
	rows = asItIs(o)
	for i := range rapid.IntRange(0, 5).Draw(t, "changes") {
		n := len(rows)
		if n == 0 {
			break
		}
		at := rapid.IntRange(0, n-1).Draw(t, "at")
		row := rows[at]
		switch rapid.IntRange(0, 4).Draw(t, "change") {
		case 0:
			rows = slices.Delete(rows, at, at+1)
		case 1:
			rows[at].Item = updated(row.Item, rapid.Bool().Draw(t, "content"))
		case 2:
			rows[at].Depth = rapid.IntRange(0, 4).Draw(t, "depth")
		case 3:
			rows = slices.Delete(rows, at, at+1)
			rows = slices.Insert(rows, rapid.IntRange(0, n-1).Draw(t, "to"), row)
		case 4:
			id := fmt.Sprintf("new%d", i)
			it := &item.Item{Winner: &item.Version{ID: id, Updates: 1, History: []item.History{{Sequence: 1, By: "B"}}, Content: saying(id, "note"), Place: item.Place{Key: "1/2"}}}
			rows = slices.Insert(rows, at, feed.Arranged{Item: it, Depth: row.Depth})
		}
	}
	return rows
}

// asItIs returns the rows of an unchanged document.
func asItIs(o *feed.Outlines) (rows []feed.Arranged) {
	depth, seen := map[int]int{0: 0}, map[string]bool{}
	for _, e := range o.Entries() {
		d := depth[e.Outline.Parent]
		if e.Item != nil && !seen[e.Item.ID()] {
			seen[e.Item.ID()] = true
			rows = append(rows, feed.Arranged{Item: e.Item, Depth: d})
			d++
		}
		depth[e.Outline.Number] = d
	}
	return rows
}

// asked returns an arrangement as text: each item with its parent.
func asked(rows []feed.Arranged) string {
	var b strings.Builder
	var open []feed.Arranged
	for _, row := range rows {
		for len(open) > 0 && open[len(open)-1].Depth >= row.Depth {
			open = open[:len(open)-1]
		}
		parent := ""
		if len(open) > 0 {
			parent = open[len(open)-1].Item.ID()
		}
		fmt.Fprintf(&b, "%s>%s:%d ", parent, row.Item.ID(), row.Item.Winner.Updates)
		open = append(open, row)
	}
	return b.String()
}

func treeOf(o *feed.Outlines) string { return asked(asItIs(o)) }

// besides returns the outlines that are not shared, by their own content.
func besides(o *feed.Outlines) (list []string) {
	own := ownIn(o)
	for _, e := range o.Entries() {
		if e.Item == nil {
			list = append(list, own[e.Outline.Number])
		}
	}
	slices.Sort(list)
	return list
}

// ownIn returns, by number, each outline's own content, without declarations that may have to
// be repeated.
func ownIn(o *feed.Outlines) map[int]string {
	own, r := map[int]string{}, feed.NewReader(o.Text(), "f")
	for e, err := r.Next(); err == nil; e, err = r.Next() {
		own[e.Outline.Number] = again.ReplaceAllString(string(e.Raw), "")
	}
	return own
}

// again matches repeated declarations: documents here use other quotes.
var again = regexp.MustCompile(` (xmlns:\w+|xml:lang|xml:base)="[^"]*"`)

// sameBytes compares the bytes of unchanged outlines, and all items.
func sameBytes(t *rapid.T, before, after *feed.Outlines, rows []feed.Arranged, document string) {
	was, is := map[*item.Item]*feed.Entry{}, map[string]*feed.Entry{}
	ownBefore, ownAfter := ownIn(before), ownIn(after)
	for _, e := range before.Entries() {
		was[e.Item] = e
	}
	for _, e := range after.Entries() {
		if e.Item != nil {
			is[e.Item.ID()] = e
		}
	}
	for _, row := range rows {
		now, id := is[row.Item.ID()], row.Item.ID()
		if !now.Item.Winner.Same(row.Item.Winner) || now.Item.Flagged != row.Item.Flagged {
			t.Fatalf("%+v became %+v in\n%s", row.Item.Winner, now.Item.Winner, document)
		}
		if e := was[row.Item]; e != nil {
			if a, b := ownBefore[e.Outline.Number], ownAfter[now.Outline.Number]; a != b {
				t.Fatalf("%s: %q became %q", id, a, b)
			}
		}
	}
}

// TestRandomUnchanged checks that an arrangement equal to the document changes no byte.
func TestRandomUnchanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		document := drawDocument(t)
		o, err := feed.ReadOutlines(strings.NewReader(document), "drawn.opml")
		if err != nil {
			t.Fatal(err)
		}
		rows := asItIs(o)
		duplicates := 0
		for _, e := range o.Entries() {
			if e.Item != nil {
				duplicates++
			}
		}
		if duplicates != len(rows) {
			t.Skip("entries of one identifier are put together")
		}
		var b strings.Builder
		if err := o.Write(&b, rows); err != nil || b.String() != document {
			t.Fatalf("%v: %s", err, difference(b.String(), document))
		}
	})
}
