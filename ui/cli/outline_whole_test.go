package cli_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// wild writes outlines as no program would: with everything that XML, SSE 0.91 and foreign
// namespaces allow.
type wild struct {
	*rand.Rand
	strings.Builder
	n int
}

func (w *wild) of(all ...string) string { return all[w.IntN(len(all))] }

// value returns the value of an attribute.
func (w *wild) value() string {
	return w.of("", "plain", " at the ends ", "one&#10;two&#13;&#10;three", "&#9;tab", "&lt;b&gt;&amp;amp;", "&quot;it&apos;s&quot;", "ünï&#x1D11E;", "]]&gt;--", "&#xA0;", "a  b")
}

func (w *wild) attributes() (all string) {
	for _, name := range []string{"_note", "type", "xmlUrl", "htmlUrl", "Title", "title", "created", "category", "x:text", "y:k", "xml:lang", "xml:base"} {
		if w.IntN(4) == 0 {
			all = w.of(" ", "\n ") + name + `="` + w.value() + `"` + all
		}
	}
	return all
}

// foreign returns foreign content of an outline.
func (w *wild) foreign() string {
	return w.of("", "", "", "<x:y/>", `<x:y z="1">a<x:b/> c</x:y>`, `<t xmlns="urn:t"><u/><v xmlns="">w</v></t>`, "<!-- c -->", "loose", "<![CDATA[<cd>]]>",
		`<q:r xmlns:q="urn:q" q:s="&#10;"/>`, "<title>not Atom's</title>", `<a:title xmlns:a="http://www.w3.org/2005/Atom">Atom's</a:title>`, `<content xmlns="http://www.w3.org/2005/Atom" type="html">&lt;b></content>`, `<a:link xmlns:a="http://www.w3.org/2005/Atom" href="l"/>`, "<?pi x?>")
}

func (w *wild) when() string {
	return w.of("", fmt.Sprintf(` when="%s, %d May 2005 0%d:43:33 GMT"`, w.of("Sat", "Sat"), 21, w.IntN(10)), ` when="21 May 05 05:43 EDT"`)
}

// sync returns an sx:sync element; conflicts allows conflicts in it.
func (w *wild) sync(id string, conflicts bool) string {
	version := 1 + w.IntN(4)
	var b strings.Builder
	fmt.Fprintf(&b, `<sx:sync id="%s" version="%d"%s%s><sx:history%s by="e%d"%s>`, id, version,
		w.of("", "", ` deleted="false"`, ` deleted="true"`), w.of("", ` x:more="1"`), w.when(), w.IntN(3), w.of("", ` x:h="2"`))
	for range w.IntN(version) {
		fmt.Fprintf(&b, `<sx:update%s by="e%d"/>`, w.when(), w.IntN(3))
	}
	b.WriteString("</sx:history>" + w.of("", "<x:known/>"))
	if conflicts && w.IntN(4) == 0 {
		b.WriteString("<sx:conflicts>")
		for n := range 1 + w.IntN(2) {
			fmt.Fprintf(&b, `<sx:conflict version="%d" by="c%d">`, version, n)
			if w.IntN(3) > 0 {
				fmt.Fprintf(&b, `<outline text="%s"%s>%s<sx:sync id="%s" version="%d"><sx:history by="c%d"/></sx:sync></outline>`, w.value(), w.attributes(), w.foreign(), id, version, n)
			}
			b.WriteString(w.of("", "<x:beside/>", "words") + "</sx:conflict>")
		}
		b.WriteString("</sx:conflicts>")
	}
	return b.String() + "</sx:sync>"
}

func (w *wild) outlines(depth int) {
	for range 1 + w.IntN(5-depth) {
		w.n++
		id := fmt.Sprintf("%c%d", 'a'+w.IntN(26), w.n)
		attributes, text, before, sync, after := w.attributes(), w.value(), w.foreign(), w.sync(id, true), w.foreign()
		if start, _, _ := strings.Cut(sync, ">"); strings.Contains(start, `deleted="true"`) {
			attributes, text, before, after = "", "gone", "", "" // nobody publishes more of deleted outlines
		}
		fmt.Fprintf(w, "<outline%s text=\"%s\">%s%s%s", attributes, text, before, sync, after)
		if depth < 4 && w.IntN(2) == 0 {
			w.outlines(depth + 1)
		}
		w.WriteString("</outline>" + w.of("", "\n"))
	}
}

// wildOutline returns a random document.
func wildOutline(seed uint64) string {
	w := &wild{Rand: rand.New(rand.NewPCG(seed, 91))}
	w.WriteString(`<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:x="urn:x" xmlns:y="urn:y"><head><title>Wild</title></head><body>` + "\n")
	w.outlines(0)
	w.WriteString("</body></opml>\n")
	return w.String()
}

// outlines reads a document, and returns its outlines by identifier, and its tree.
func (d *desk) outlines(path string) (all map[string]*item.Item, tree string) {
	d.t.Helper()
	o, err := feed.ReadOutlines(strings.NewReader(read(d.t, path)), path)
	if err != nil {
		d.t.Fatal(err)
	}
	all = map[string]*item.Item{}
	for _, e := range o.Entries() {
		if e.Item == nil {
			d.t.Fatalf("%s:%d: %v", path, e.Line, e.Problems)
		}
		all[e.Item.ID()] = e.Item
	}
	return all, d.outlineOf(path)
}

// same compares a version with the one read elsewhere. The content of deleted outlines is not
// transferred.
func (d *desk) same(was, is *item.Version) {
	d.t.Helper()
	if !is.Same(was) || is.Missing != was.Missing || is.Undeleted != was.Undeleted || !was.Deleted && was.Content.Fuller(is.Content) {
		d.t.Errorf("it was\n%+v\n%s\nand is\n%+v\n%s", was, was.Content.XML(), is, is.Content.XML())
	}
}

// Everything in a shared outline passes through two endpoints unchanged: it is read, stored by
// SQLite, published, and read and published by the next endpoint.
func TestAnOutlineGoesThroughEndpointsWhole(t *testing.T) {
	for seed := range testsize.Of[uint64](4, 10) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			first, folder := newDesk(t), t.TempDir()
			second := first.at("second")
			foreign := filepath.Join(folder, "Wild.foreign.opml")
			if err := os.WriteFile(foreign, []byte(wildOutline(seed)), 0o600); err != nil {
				t.Fatal(err)
			}
			for i, d := range []*desk{first, second} {
				d.ok("list", "create", "Wild", "--kind", "outline")
				d.ok("publish", "Wild", folder)
				d.ok("subscription", "add", "Wild", folder)
				d.run("sync")
				if i == 0 {
					if err := os.Rename(foreign, first.file("foreign.opml")); err != nil {
						t.Fatal(err)
					}
				}
			}
			was, tree := first.outlines(first.file("foreign.opml"))
			last := filepath.Join(folder, "Wild.second.opml")
			is, now := first.outlines(last)
			if tree != now {
				t.Errorf("the tree was\n%s\nand is\n%s", tree, now)
			}
			for id, it := range was {
				got := is[id]
				if got == nil || len(got.Conflicts) != len(it.Conflicts) || got.Flagged != (it.Flagged || len(it.Conflicts) > 0) {
					t.Fatalf("%s was %+v, and is %+v", id, it, got)
				}
				first.same(it.Winner, got.Winner)
				for _, c := range it.Conflicts {
					for _, o := range got.Conflicts {
						if o.Top().By == c.Top().By {
							first.same(c, o)
						}
					}
				}
			}
			before := read(t, last)
			first.run("feed", "merge", last, first.file("foreign.opml"), "-o", last)
			if read(t, last) != before {
				t.Errorf("merging what was read changed\n%s\nto\n%s", before, read(t, last))
			}
		})
	}
}
