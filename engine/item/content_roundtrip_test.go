package item_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	"pgregory.net/rapid"

	"crossfeed/engine/item"
)

// entries draws trees of the neutral form: nested known and foreign elements with attributes,
// CDATA, comments and processing instructions.
func entries() *rapid.Generator[*etree.Element] {
	return rapid.Custom(func(t *rapid.T) *etree.Element {
		root := etree.NewElement("entry")
		root.CreateAttr("xmlns", item.NamespaceAtom)
		root.CreateAttr("xmlns:f", "urn:foreign")
		root.CreateAttr("xmlns:a", item.NamespaceAtom)
		fill(t, root, 3)
		return root
	})
}

func fill(t *rapid.T, e *etree.Element, depth int) {
	for range rapid.IntRange(0, 4).Draw(t, "children") {
		switch kind := rapid.IntRange(0, 6).Draw(t, "kind"); {
		case kind == 0:
			e.CreateCData(strings.ReplaceAll(texts.Draw(t, "cdata"), "\r", "\n"))
		case kind == 1:
			e.CreateComment(rapid.StringMatching(`[a-z <&>]{0,5}`).Draw(t, "comment"))
		case kind == 2:
			e.CreateProcInst("p", rapid.StringMatching(`([a-z<&]{1,5})?`).Draw(t, "instruction"))
		case kind == 3 || depth == 0:
			e.CreateText(texts.Draw(t, "text"))
		default:
			child := e.CreateElement(names.Draw(t, "name"))
			for _, key := range rapid.SliceOfNDistinct(keys, 0, 2, rapid.ID).Draw(t, "keys") {
				child.CreateAttr(key, values.Draw(t, "value"))
			}
			fill(t, child, depth-1)
		}
	}
}

var (
	names  = rapid.SampledFrom([]string{"title", "content", "summary", "category", "link", "a:title", "f:e", "f:title", "e"})
	keys   = rapid.SampledFrom([]string{"type", "term", "rel", "href", "label", "f:k", "xml:lang"})
	runes  = rapid.RuneFrom([]rune("ab <>&\"']\t\n\r\u00e9\uFFFD\U0001F600"))
	values = rapid.StringOf(runes)
	texts  = rapid.StringOfN(runes, 1, -1, -1)
)

// Written content is read as the same content, and written again as the same text.
func TestParseContentReadsWhatXMLWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, err := item.NewContent(entries().Draw(t, "entry"))
		if err != nil {
			t.Fatal(err)
		}
		again, err := item.ParseContent(c.XML())
		if err != nil {
			t.Fatalf("%s: %v", c.XML(), err)
		}
		expectEqual(t, again, c)
		expectEqual(t, item.StoredContent(c.XML(), c.Known()), c)
		rebuilt, err := item.NewContent(again.Element())
		if err != nil {
			t.Fatal(err)
		}
		expectEqual(t, rebuilt, c)
	})
}

func expectEqual(t *rapid.T, got, want *item.Content) {
	t.Helper()
	if got.XML() != want.XML() {
		t.Fatalf("\n got %s\nwant %s", got.XML(), want.XML())
	}
	if got.Hash() != want.Hash() || got.Title() != want.Title() || got.Text() != want.Text() {
		t.Fatalf("%s: hash %s and %s, title %q and %q", got.XML(), got.Hash(), want.Hash(), got.Title(), want.Title())
	}
	if got.Fuller(want) || want.Fuller(got) {
		t.Fatalf("%s: one of two equal contents is said to be fuller", got.XML())
	}
}

// Compare is a total order in which only contents with the same hash are equal.
func TestCompareIsATotalOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []*item.Content
		for range 4 {
			c, err := item.NewContent(entries().Draw(t, "entry"))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
		}
		slices.SortFunc(all, (*item.Content).Compare)
		for i, x := range all {
			for j, y := range all {
				want := cmp.Compare(i, j)
				if x.Hash() == y.Hash() {
					want = 0
				}
				if got := x.Compare(y); got != want {
					t.Fatalf("%s and %s: %d, want %d", x.XML(), y.XML(), got, want)
				}
			}
		}
	})
}
