package feed_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// FuzzReader checks, for any bytes, that reading ends, that every returned item satisfies the
// invariants of items and is read back when published, and that copying a document copies it.
func FuzzReader(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, document string) {
		r := feed.NewReader(strings.NewReader(document), "fuzz.xml")
		for {
			e, err := r.Next()
			if err == io.EOF && r.Document().Format != item.OPML {
				copied(t, document)
			}
			if err != nil {
				return
			}
			if e.Item != nil && r.Document().Dialect != item.SSE091 {
				invariants(t, e.Item)
				republished(t, e.Item)
			}
		}
	})
}

// seeds adds the initial documents.
func seeds(f *testing.F) {
	names, err := filepath.Glob("../../testdata/feeds/*.*")
	if err != nil || len(names) == 0 {
		f.Fatal("there are no feeds to begin with: ", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Add(untouched)
	f.Add(rssWith(conflict("<sx:sync id='i' updates='1' a='b'><x/>" + history + "</sx:sync>")))
	f.Add(rssWith(annotated))
}

// copied checks that rewriting without a change preserves the bytes of a document in UTF-8.
func copied(t *testing.T, document string) {
	if !utf8.ValidString(document) || strings.Contains(document, "encoding") {
		return
	}
	var b strings.Builder
	if _, err := feed.Rewrite(&b, strings.NewReader(document), "fuzz.xml", feed.RewriteOptions{}); err != nil || b.String() != document {
		t.Fatalf("%v: %s", err, difference(b.String(), document))
	}
}

// invariants checks the invariants that package item documents.
func invariants(t *testing.T, it *item.Item) {
	for _, v := range it.Versions() {
		if v.ID != it.ID() || v.ID == "" || v.Updates < 1 || v.Updates > item.MaxCount || len(v.History) == 0 || v.Content == nil {
			t.Fatalf("%+v", v)
		}
		for _, h := range v.History {
			if h.Sequence < 1 || h.Sequence > item.MaxCount || h.By == "" && !h.When.Present() {
				t.Fatalf("%+v", h)
			}
		}
		if again, err := item.ParseContent(v.Content.XML()); err != nil || again.Hash() != v.Content.Hash() {
			t.Fatalf("the content does not survive its text: %v\n%s", err, v.Content.XML())
		}
	}
}

func republished(t *testing.T, it *item.Item) {
	for _, f := range []item.Format{item.RSS, item.Atom} {
		var b strings.Builder
		w := feed.NewWriter(&b, feed.Document{Format: f, Title: "t", Updated: time.Unix(1, 0)})
		if err := w.Write(it); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		r := feed.NewReader(strings.NewReader(b.String()), "published.xml")
		e, err := r.Next()
		if err != nil || e.Item == nil {
			t.Fatalf("%s: %v %+v in\n%s", f, err, e, b.String())
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatal(err)
		}
		same(t, e.Item, it, b.String())
	}
}

// FuzzArrangements checks that any document is written back unchanged, byte for byte, and that
// any arrangement is read back as requested, with all unshared content.
func FuzzArrangements(f *testing.F) {
	for _, body := range []string{
		"", shared("a", shared("b", "<x/>")) + "<!-- c --><outline/>" + shared("c", ""),
		"\n  <outline>\n    " + shared("a", "\n") + "text" + shared("a", "") + "\n  </outline><outline><s:sync/></outline>",
		"<outline xmlns:x='urn:x' xml:lang='de' x:a='&#10;'>" + shared("a", "<x:y/>") + "</outline>" + shared("b", ""),
	} {
		f.Add(opmlOf(body), uint64(1))
		f.Add(strings.ReplaceAll(opmlOf(body), "\n", "\r"), uint64(2))
	}
	f.Fuzz(func(t *testing.T, document string, seed uint64) {
		o, err := feed.ReadOutlines(strings.NewReader(document), "fuzz.opml")
		if err != nil {
			return
		}
		rows := asItIs(o)
		random := rand.New(rand.NewPCG(seed, 0))
		random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		for i := range rows {
			rows[i].Depth = random.IntN(4)
			if random.IntN(3) == 0 {
				rows[i].Item = updated(rows[i].Item, random.IntN(2) == 0)
			}
		}
		var b bytes.Buffer
		if err := o.Write(&b, rows); err != nil {
			t.Fatalf("%v with\n%q", err, document)
		}
		now, err := feed.ReadOutlines(bytes.NewReader(b.Bytes()), "now.opml")
		if err != nil {
			t.Fatalf("%v in\n%q\nfrom\n%q", err, b.String(), document)
		}
		if got, want := treeOf(now), asked(rows); got != want {
			t.Fatalf("got %s, want %s in\n%q\nfrom\n%q", got, want, b.String(), document)
		}
		if got, want := len(besides(now)), len(besides(o)); got != want {
			t.Fatalf("%d outlines take no part, and %d did:\n%q\nfrom\n%q", got, want, b.String(), document)
		}
		unarranged(t, o, document)
	})
}

// unarranged checks writing a document as it is.
func unarranged(t *testing.T, o *feed.Outlines, document string) {
	rows := asItIs(o)
	if slices.ContainsFunc(o.Entries(), repeatsID(map[string]bool{})) {
		return
	}
	var b strings.Builder
	if err := o.Write(&b, rows); err != nil || b.String() != document && strings.HasPrefix(document, "<") && !strings.Contains(document[:min(len(document), 200)], "encoding") {
		t.Fatalf("%v: %s", err, difference(b.String(), document))
	}
}

// repeatsID returns a function that reports whether an earlier entry has the same identifier.
func repeatsID(seen map[string]bool) func(*feed.Entry) bool {
	return func(e *feed.Entry) bool {
		if e.Item == nil {
			return false
		}
		id := e.Item.ID()
		defer func() { seen[id] = true }()
		return seen[id]
	}
}

// FuzzRewrite checks, for any document, that what is written into it is read back: a change of
// the data, a change of only the sync metadata, and an additional item.
func FuzzRewrite(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, document string) {
		for _, edit := range []func(*item.Item) *item.Item{contested, flagged} {
			var want []*item.Item
			var b strings.Builder
			_, err := feed.Rewrite(&b, strings.NewReader(document), "fuzz.xml", feed.RewriteOptions{
				Visit: func(e *feed.Entry) (feed.Edit, error) {
					if e.Item == nil {
						return feed.Unchanged(), nil
					}
					want = append(want, edit(e.Item))
					return feed.Replace(want[len(want)-1]), nil
				},
				Tail: func(write func(*item.Item) error) error {
					want = append(want, groceries())
					return write(groceries())
				},
			})
			if err == nil {
				readBack(t, b.String(), want)
			}
		}
	})
}

// contested returns an item whose winner was edited, in conflict with its previous versions.
func contested(it *item.Item) *item.Item {
	v := *edited(it, "new").Winner
	v.Updates = min(v.Updates, item.MaxCount)
	v.History[0].Sequence = v.Updates
	return &item.Item{Winner: &v, Conflicts: it.Versions()}
}

// flagged returns an item with the same data and another flag.
func flagged(it *item.Item) *item.Item {
	v := *it.Winner
	v.NoConflicts = !v.NoConflicts
	return &item.Item{Winner: &v, Conflicts: it.Conflicts}
}

func readBack(t *testing.T, document string, want []*item.Item) {
	r := feed.NewReader(strings.NewReader(document), "rewritten.xml")
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		if e.Item == nil {
			continue
		}
		if len(want) == 0 {
			t.Fatalf("an item too many in\n%s", document)
		}
		same(t, e.Item, want[0], document)
		want = want[1:]
	}
	if len(want) > 0 {
		t.Fatalf("%d items are missing in\n%s", len(want), document)
	}
}

// same compares the versions of two items, one by one.
func same(t *testing.T, got, want *item.Item, document string) {
	a, z := want.Versions(), got.Versions()
	for i := range a {
		if len(a) != len(z) || !a[i].Same(z[i]) {
			t.Fatalf("%+v became %+v\n%s\nin\n%s", a[i], z[i], a[i].Content.XML(), document)
		}
	}
}

// FuzzOutlineReader checks, for any bytes, that reading ends, outlines are returned after
// their children, items satisfy their invariants, and, if encoding/xml accepts the document,
// it finds the same outlines.
func FuzzOutlineReader(f *testing.F) {
	f.Add(shopping)
	f.Add(deepOutlines(20))
	f.Add(opmlWith(conflict091("<item>" + good091 + "</item>")))
	f.Add(opmlWith(conflict091("<x:y xmlns:x='urn:x'>words</x:y>")))
	f.Add(opmlOpen + "<outline><outline/><![CDATA[x]]><outline text='&#10;'/></outline><x/></body></opml>")
	f.Add(rssWith091(conflict091("<item>" + good091 + "</item>")))
	f.Fuzz(func(t *testing.T, document string) {
		r := feed.NewReader(strings.NewReader(document), "fuzz.opml")
		seen := map[int]string{}
		for {
			e, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			if o := e.Outline; o != nil {
				checkOutlineOrder(t, o, seen)
				seen[o.Number] = textOfOutline(t, e)
			}
			if e.Item != nil && r.Document().Dialect == item.SSE091 {
				invariants091(t, e.Item)
			}
		}
		if r.Document().Format == item.OPML && utf8.ValidString(document) && !strings.Contains(document, "encoding") {
			agree(t, document, seen)
		}
	})
}

// checkOutlineOrder checks that an outline is returned once, and before its parent.
func checkOutlineOrder(t *testing.T, o *feed.Outline, seen map[int]string) {
	_, again := seen[o.Number]
	_, early := seen[o.Parent]
	if again || early || o.Parent >= o.Number || o.Parent < 0 {
		t.Fatalf("%+v after %v", o, seen)
	}
}

// textOfOutline returns the text attribute according to the item's content.
func textOfOutline(t *testing.T, e *feed.Entry) string {
	if e.Item == nil {
		return ""
	}
	for _, a := range e.Item.Winner.Content.Element().FindElement("outline").Attr {
		if a.Space == "" && a.Key == "text" {
			return a.Value
		}
	}
	return ""
}

// invariants091 checks the invariants that package item documents, except for sequences, which
// are derived from the version and can be below 1 in unusual feeds.
func invariants091(t *testing.T, it *item.Item) {
	for _, v := range it.Versions() {
		if v.ID != it.ID() || v.ID == "" || v.Updates < 1 || v.Updates > item.MaxCount || len(v.History) == 0 || v.Content == nil {
			t.Fatalf("%+v", v)
		}
		for k, h := range v.History {
			if h.Sequence != v.Updates-k || h.By == "" && !h.When.Present() {
				t.Fatalf("%+v", v.History)
			}
		}
		if again, err := item.ParseContent(v.Content.XML()); err != nil || again.Hash() != v.Content.Hash() {
			t.Fatalf("the content does not survive its text: %v\n%s", err, v.Content.XML())
		}
	}
}

// agree compares the outlines with those that encoding/xml finds in the body, by number and
// text. encoding/xml accepts some documents that are not well-formed, but those were refused
// before.
func agree(t *testing.T, document string, seen map[int]string) {
	d := xml.NewDecoder(strings.NewReader(document))
	count, within := 0, []bool{}
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth, name := len(within), token.Name
			is := name == xml.Name{Local: "outline"} && (depth == 2 && within[1] || depth > 2 && within[depth-1]) ||
				name == xml.Name{Local: "body"} && depth == 1 || name == xml.Name{Local: "opml"} && depth == 0
			within = append(within, is)
			if !is || name.Local != "outline" {
				continue
			}
			count++
			got, ok := seen[count]
			if !ok {
				t.Fatalf("outline %d is missing", count)
			}
			for _, a := range token.Attr {
				if a.Name == (xml.Name{Local: "text"}) && got != "" && got != a.Value && !strings.ContainsAny(a.Value, "\r\n\t") {
					t.Fatalf("outline %d says %q, want %q", count, got, a.Value)
				}
			}
		case xml.EndElement:
			within = within[:len(within)-1]
		}
	}
	if count != len(seen) {
		t.Fatalf("%d outlines, want %d", len(seen), count)
	}
}
