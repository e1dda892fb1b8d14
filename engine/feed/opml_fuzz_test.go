package feed_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// FuzzOutlineReader: whatever the bytes, reading ends, outlines come after those that
// stand in them, items keep their invariants, and where encoding/xml accepts the
// document, it finds the same outlines.
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
				stands(t, o, seen)
				seen[o.Number] = textOfOutline(t, e)
			}
			if e.Item != nil && r.Document().Dialect == feed.SSE091 {
				invariants091(t, e.Item)
			}
		}
		if r.Document().Format == feed.OPML && utf8.ValidString(document) && !strings.Contains(document, "encoding") {
			agree(t, document, seen)
		}
	})
}

// stands: an outline is told once, and before the one that it stands in.
func stands(t *testing.T, o *feed.Outline, seen map[int]string) {
	_, again := seen[o.Number]
	_, early := seen[o.Parent]
	if again || early || o.Parent >= o.Number || o.Parent < 0 {
		t.Fatalf("%+v after %v", o, seen)
	}
}

// textOfOutline is the text attribute, as the reader's own bytes say it.
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

// invariants091 are those that package item documents, but for sequences, which
// follow from the version and fall below 1 in odd feeds.
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

// agree compares the outlines with those that encoding/xml finds in the body, by
// number and text. It finds no fault in some documents that are not well-formed, but
// these were refused before.
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
