package feed_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// shopping is an OPML document with several levels and every kind of content.
const shopping = `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:x="urn:x">
<head>
  <title>Shopping</title><dateCreated>Sat, 21 May 2005 11:00:00 GMT</dateCreated><dateModified>Sat, 21 May 2005 11:43:33 GMT</dateModified>
  <ownerName>desk</ownerName><ownerEmail>desk@example.com</ownerEmail><expansionState>1,2</expansionState>
  <x:colour>red</x:colour>
  <sx:sharing version="0.91" until="Sat, 21 May 2005 11:43:33 GMT"/>
</head>
<body xml:lang="en">
  <outline text="Food" x:a="1" created="now" _note="two&#10;lines">
    <sx:sync id="food" version="1"><sx:history by="A"/></sx:sync>
    <x:own><x:b/></x:own>
    <!-- a shelf -->
    <outline text="Fruit">
      <outline title="Apples" xml:lang="de"><sx:sync id="apples" version="2"><sx:history by="B"><sx:update by="A"/></sx:history></sx:sync></outline>
    </outline>
    <outline text="Milk"><sx:sync id="milk" version="1"><sx:history by="A"/></sx:sync></outline>
    words
  </outline>
  <outline text="Feeds" type="rss" xmlurl="http://x/" xmlUrl="http://y/"/>
</body>
</opml>
`

// outlines reads all entries of an OPML document.
func outlines(t *testing.T, document string) ([]*feed.Entry, feed.Document) {
	t.Helper()
	var list []*feed.Entry
	r := feed.NewReader(strings.NewReader(document), "f.opml")
	for {
		e, err := r.Next()
		if err == io.EOF {
			return list, r.Document()
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
}

// TestOutlines checks that each outline, shared or not, is returned after its children and
// with its position.
func TestOutlines(t *testing.T) {
	list, _ := outlines(t, shopping)
	var got []string
	for _, e := range list {
		id := "-"
		if e.Item != nil {
			id = e.Item.ID()
		}
		got = append(got, fmt.Sprintf("%d in %d, line %d: %s", e.Outline.Number, e.Outline.Parent, e.Line, id))
	}
	want := []string{"3 in 2, line 15: apples", "2 in 1, line 14: -", "4 in 1, line 17: milk", "1 in 0, line 10: food", "5 in 0, line 20: -"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestOutlineContent checks that the content has every attribute in order, foreign children,
// and the title that mirrors the text, but neither sx:sync nor child outlines.
func TestOutlineContent(t *testing.T) {
	list, _ := outlines(t, shopping)
	for i, want := range map[int]string{
		0: `<entry xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Apples</title><outline xmlns="" title="Apples"/></entry>`,
		3: `<entry xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xmlns:x="urn:x"><title>Food</title>` +
			`<outline xmlns="" text="Food" x:a="1" created="now" _note="two&#xA;lines"/><x:own><x:b/></x:own><!-- a shelf -->words</entry>`,
	} {
		if got := list[i].Item.Winner.Content.XML(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if h := list[0].Item.Winner.History; fmt.Sprint(h) != "[2@-@B 1@-@A]" {
		t.Errorf("history %v", h)
	}
}

// TestOutlineRaw checks that Raw excludes child outlines and layout.
func TestOutlineRaw(t *testing.T) {
	list, _ := outlines(t, shopping)
	for i, want := range map[int]string{
		1: `<outline text="Fruit"></outline>`,
		3: `<outline text="Food" x:a="1" created="now" _note="two&#10;lines"><sx:sync id="food" version="1"><sx:history by="A"/></sx:sync><x:own><x:b/></x:own><!-- a shelf -->` + "\n    words\n  </outline>",
		4: `<outline text="Feeds" type="rss" xmlurl="http://x/" xmlUrl="http://y/"/>`,
	} {
		if got := string(list[i].Raw); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestOPMLHead reads the head of OPML 1.0 and 2.0.
func TestOPMLHead(t *testing.T) {
	_, d := outlines(t, shopping)
	want := feed.Document{
		Format: item.OPML, Dialect: item.SSE091, Title: "Shopping", Author: "desk", Updated: time.Date(2005, 5, 21, 11, 43, 33, 0, time.UTC),
		Foreign: `<foreign xmlns:x="urn:x"><x:colour>red</x:colour></foreign>`,
		Sharing: &feed.Sharing{Version: "0.91", Until: "Sat, 21 May 2005 11:43:33 GMT", Related: []feed.Related{}},
		Unsaid:  []string{"ownerEmail"},
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got %+v\nwant %+v", d, want)
	}
	_, d = outlines(t, `<opml version="1.0"><head><dateCreated>Sat, 21 May 2005 11:00:00 GMT</dateCreated><ownerEmail>a@example.com</ownerEmail></head><body/></opml>`)
	if d.Dialect != item.SSE091 || d.Author != "a@example.com" || !d.Updated.Equal(time.Date(2005, 5, 21, 11, 0, 0, 0, time.UTC)) {
		t.Errorf("OPML 1.0 without sx: %+v", d)
	}
}

// TestOutlineNames checks that names are case-sensitive, so that other spellings by feed
// readers are preserved.
func TestOutlineNames(t *testing.T) {
	list, _ := outlines(t, `<opml><body><OUTLINE text="x"><outline text="no"/></OUTLINE><outline Text="a" xmlurl="b" XMLURL="c"/></body></opml>`)
	if len(list) != 1 || list[0].Item != nil || string(list[0].Raw) != `<outline Text="a" xmlurl="b" XMLURL="c"/>` {
		t.Errorf("%d outlines, %s", len(list), list[0].Raw)
	}
}

// TestOutlineSpaces checks that an attribute keeps its namespace, wherever that was declared,
// and a line break that is written as a reference.
func TestOutlineSpaces(t *testing.T) {
	const sync = `<s:sync xmlns:s="https://www.microsoft.com/schemas/rss/sse" id="i" version="1"><s:history by="A"/></s:sync>`
	list, _ := outlines(t, `<opml xmlns:a="urn:a"><body xmlns:b="urn:b" xml:base="http://x/y/"><outline text="o" xmlns:c="urn:c"><outline c:p="1" text="&#13;&#10;&#9;x
y" a:q="2" xml:base="z/" xmlns:d="urn:d" d:r="3">`+sync+`<e xmlns="urn:e" d:s="4"/></outline></outline></body></opml>`)
	want := `<entry xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/y/z/" xmlns:c="urn:c" xmlns:a="urn:a" xmlns:d="urn:d"><title>&#xD;
	x y</title><outline xmlns="" c:p="1" text="&#xD;&#xA;&#x9;x y" a:q="2" d:r="3"/><e xmlns="urn:e" d:s="4"/></entry>`
	if got := list[0].Item.Winner.Content.XML(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if c, err := item.ParseContent(want); err != nil || c.Hash() != list[0].Item.Winner.Content.Hash() {
		t.Errorf("%v", err)
	}
}

// TestOutlineLanguage checks that the language of an outline is its own or inherited.
func TestOutlineLanguage(t *testing.T) {
	list, _ := outlines(t, `<opml xmlns:s="http://www.microsoft.com/schemas/rss/sse"><body xml:lang="en"><outline xml:lang="de" xml:base="http://x/a/"><outline xml:base="b/"><outline text="o">`+
		`<s:sync id="i" version="1"><s:history by="A"/></s:sync></outline></outline></outline></body></opml>`)
	want := `<entry xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="http://x/a/b/"><title>o</title><outline xmlns="" text="o"/></entry>`
	if got := list[0].Item.Winner.Content.XML(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestGivenPlaces checks that the positions in our attributes are returned as they are: a
// parent that would form a cycle or does not exist does no harm.
func TestGivenPlaces(t *testing.T) {
	given := func(id, parent string) string {
		return fmt.Sprintf(`<outline text="%s"><sx:sync id="%s" version="1" cf:order="1/1" cf:parent="%s" cf:cycle="c"><sx:history by="A"/></sx:sync></outline>`, id, id, parent)
	}
	list, _ := outlines(t, `<opml xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:cf="`+namespaceOwn+`"><body>`+given("a", "b")+given("b", "a")+given("self", "self")+given("lost", "nobody")+"</body></opml>")
	for i, parent := range []string{"b", "a", "self", "nobody"} {
		if e := list[i]; e.Item == nil || e.Outline.Given != (item.Place{Parent: parent, Key: "1/1", Cycle: "c"}) || e.Item.Winner.Place != (item.Place{}) || e.Item.Winner.Extra != "" {
			t.Errorf("%+v %+v", e, e.Outline)
		}
	}
}

// TestOutlineInAConflict checks that outlines inside an outline of sx:conflicts are items of
// their own, and not part of the losing version.
func TestOutlineInAConflict(t *testing.T) {
	document := opmlWith(conflict091("<outline text='lost'>\n" + strings.Repeat("<outline text='in it'>", 100) + strings.Repeat("</outline>", 100) + good091 + "</outline>"))
	list, _ := outlines(t, document)
	if len(list) != 2 || len(list[0].Item.Conflicts) != 1 || len(list[0].Problems) != 1 || list[0].Problems[0].Rule != "outline-in-conflict" || list[0].Problems[0].Line != 8 {
		t.Fatalf("%+v", list[0])
	}
	if got := list[0].Item.Conflicts[0].Content.XML(); got != `<entry xmlns="http://www.w3.org/2005/Atom"><title>lost</title><outline xmlns="" text="lost"/></entry>` {
		t.Errorf("got %s", got)
	}
}

// TestOPMLFiles reads lists that feed readers exported, in any encoding, and checks that no
// problems are found.
func TestOPMLFiles(t *testing.T) {
	names, err := filepath.Glob("../../testdata/opml/*.opml")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no lists: ", err)
	}
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list, d := outlines(t, string(b))
		if d.Format != item.OPML || len(list) == 0 {
			t.Errorf("%s: %+v, %d outlines", name, d, len(list))
		}
		addresses := 0
		for _, e := range list {
			if e.Item == nil && e.Outline != nil && strings.Contains(string(e.Raw), "xmlUrl=") {
				addresses++
			}
		}
		if addresses == 0 {
			t.Errorf("%s: no feed in %d outlines", name, len(list))
		}
		for _, p := range checked(t, string(b)) {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// TestPublishersOwnInOutlines checks that elements that are publisher-specific in Atom stay in
// their outline, even if that is rewritten.
func TestPublishersOwnInOutlines(t *testing.T) {
	o, err := feed.ReadOutlines(strings.NewReader(opmlOpen+"<outline text='a' xmlns:atom='http://www.w3.org/2005/Atom'><atom:id>x</atom:id>"+
		"<sx:sync id='i' version='1'><sx:history by='A'/></sx:sync></outline></body></opml>"), "f")
	if err != nil {
		t.Fatal(err)
	}
	it := o.Entries()[0].Item
	changed := *it.Winner
	changed.Content, changed.Updates = item.Plain("b", ""), 2
	var written strings.Builder
	if err := o.Write(&written, []feed.Arranged{{Item: &item.Item{Winner: &changed}}}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(written.String(), `text="b"`) || !strings.Contains(written.String(), ">x</atom:id>") {
		t.Errorf("%s", written.String())
	}
}
