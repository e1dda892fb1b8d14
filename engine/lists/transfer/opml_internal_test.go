package transfer

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

func opmlEntries(t *testing.T, text string) []exchange.Entry {
	t.Helper()
	var all []exchange.Entry
	err := readOPML(strings.NewReader(text), func(e exchange.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func opmlFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../../testdata/opml", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// entryLines returns the titles, indented by their level, with the feeds' addresses.
func entryLines(all []exchange.Entry) string {
	var b strings.Builder
	for _, e := range all {
		r := record.Read(e.Content)
		fmt.Fprintf(&b, "%s%s %s\n", strings.Repeat("  ", e.Level), r.Get("title"), r.Get("xmlUrl"))
	}
	return b.String()
}

func TestListsOfManyReadersAreRead(t *testing.T) {
	for name, want := range map[string]string{
		"folders.opml": `News 
  Example Times https://times.example.org/rss
  Example Weekly https://weekly.example.org/feed.xml?a=1&b=2
Reading 
  Long 
    Example Weekly https://weekly.example.org/feed.xml?a=1&b=2
  Example Weekly https://weekly.example.org/feed.xml?a=1&b=2
  Example Weekly https://weekly.example.org/feed.xml?a=1&b=2
Comics https://comics.example.net/atom.xml
`,
		"flat.opml": `Example Times https://times.example.org/rss
Comics https://comics.example.net/atom.xml
 https://untitled.example.net/feed
A link 
`,
		"terminal.opml": `Example Times https://times.example.org/rss
Example "Cast" https://podcast.example.org/feed
`,
		"bom.opml": `feeds 
  Beispiel – täglich https://podcast.example.org/daily
  Notes 
`,
		"latin1.opml": `Zeitungen & Bücher 
  Übersee http://uebersee.example.org/rss.xml
`,
	} {
		if got := entryLines(opmlEntries(t, opmlFile(t, name))); got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func TestEveryFileIsDescribed(t *testing.T) {
	names, err := filepath.Glob("../../../testdata/opml/*.opml")
	if err != nil || len(names) < 6 {
		t.Fatalf("%d files, %v", len(names), err)
	}
	page := opmlFile(t, "README.md")
	for _, name := range names {
		if name = filepath.Base(name); !strings.Contains(page, "- `"+name+"`") {
			t.Errorf("README.md says nothing of %s", name)
		}
	}
}

func TestAnOutlineKeepsAllThatIsInIt(t *testing.T) {
	all := opmlEntries(t, opmlFile(t, "bom.opml"))
	for i, want := range map[int]string{
		1: `<title>Beispiel – täglich</title><outline xmlns="" type="rss" text="Beispiel – täglich" xmlUrl="https://podcast.example.org/daily" xmlns:app="https://example.org/reader" app:autoDownload="true" app:count="3"/>`,
		2: `<title>Notes</title><outline xmlns="" text="Notes" _note="first line&#xA;second line" isComment="true"/><tag xmlns="https://example.org/reader">later</tag>`,
	} {
		content, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + want + `</entry>`)
		if err != nil {
			t.Fatal(err)
		}
		if all[i].Content.Hash() != content.Hash() {
			t.Errorf("got  %s\nwant %s", all[i].Content.XML(), content.XML())
		}
	}
	if all[2].Line != 10 {
		t.Errorf("the note stands in line %d", all[2].Line)
	}
}

func TestTheMirrorSaysTheTitle(t *testing.T) {
	for _, e := range opmlEntries(t, opmlFile(t, "flat.opml")) {
		if got, want := e.Content.Title(), record.Read(e.Content).Get("title"); got != want {
			t.Errorf("the mirror says %q, the outline %q", got, want)
		}
	}
}

func TestOfASharedFileTheIdentifiersAreGiven(t *testing.T) {
	for _, space := range []string{"http", "https"} {
		all := opmlEntries(t, `<opml version="1.0" xmlns:s="`+space+`://www.microsoft.com/schemas/rss/sse"><head><s:sharing version="0.91"/></head><body>
<outline text="Work"><s:sync id="w" version="2"><s:history by="a"/><s:update by="b"/>
 <s:conflicts><s:conflict by="c" version="1"><outline text="Old"><s:sync id="x" version="1" deleted="true"/></outline></s:conflict></s:conflicts></s:sync>
 <outline text="Gone"><s:sync id="g" version="3" deleted="true"/><outline text="Child"><s:sync id="c" version="1"/></outline></outline>
</outline><outline text="Own"/></body></opml>`)
		var got []string
		for _, e := range all {
			got = append(got, fmt.Sprint(e.UID, e.Level, e.Deleted, e.Content == nil))
		}
		if want := "[w0 false false g1 true true c2 false false 0 false false]"; fmt.Sprint(got) != want {
			t.Errorf("got %v, want %s", got, want)
		}
		if xml := all[0].Content.XML(); strings.Contains(xml, "sync") || strings.Contains(xml, "Old") {
			t.Errorf("the content has what is no data: %s", xml)
		}
	}
}

// outlinesToWrite returns entries as outlines to write.
func outlinesToWrite(all []exchange.Entry) []exchange.Out {
	var outs []exchange.Out
	for _, e := range all {
		outs = append(outs, exchange.Out{Content: e.Content, Level: e.Level})
	}
	return outs
}

func writtenOPML(t *testing.T, all []exchange.Out) string {
	t.Helper()
	var b bytes.Buffer
	if err := writeOPML(&b, "My feeds & more", all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWhatIsWrittenSaysWhatWasRead(t *testing.T) {
	for _, name := range []string{"folders.opml", "flat.opml", "terminal.opml", "bom.opml", "latin1.opml", "liferea.opml"} {
		before := opmlEntries(t, opmlFile(t, name))
		text := writtenOPML(t, outlinesToWrite(before))
		after := opmlEntries(t, text)
		if len(before) != len(after) {
			t.Fatalf("%s: %d outlines became %d", name, len(before), len(after))
		}
		for i := range before {
			was, is := record.Read(before[i].Content), record.Read(after[i].Content)
			if fmt.Sprint(was.Values()) != fmt.Sprint(is.Values()) || record.Rest(before[i].Content) != record.Rest(after[i].Content) || before[i].Level != after[i].Level {
				t.Errorf("%s: %s\nbecame %s", name, before[i].Content.XML(), after[i].Content.XML())
			}
		}
		if again := writtenOPML(t, outlinesToWrite(after)); again != text {
			t.Errorf("%s: written twice it is\n%s\nand\n%s", name, text, again)
		}
	}
}

func TestAListIsWrittenAsOtherProgramsReadIt(t *testing.T) {
	got := writtenOPML(t, outlinesToWrite(opmlEntries(t, `<opml><body>
<outline title="a &amp; &quot;b&quot;" z="1"><outline text="c" _note="x&#10;y" xmlUrl="u?a&amp;b"/><outline text="d"><outline text="e"/></outline></outline>
<outline xmlns:p="urn:p" p:q="1" text="f"><p:g>1</p:g></outline></body></opml>`)))
	want := `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>My feeds &amp; more</title>
  </head>
  <body>
    <outline text="a &amp; &quot;b&quot;" title="a &amp; &quot;b&quot;" z="1">
      <outline text="c" _note="x&#10;y" xmlUrl="u?a&amp;b"/>
      <outline text="d">
        <outline text="e"/>
      </outline>
    </outline>
    <outline xmlns:p="urn:p" p:q="1" text="f">
      <g xmlns="urn:p">1</g>
    </outline>
  </body>
</opml>
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if empty := writtenOPML(t, nil); len(opmlEntries(t, empty)) != 0 {
		t.Error("an empty list has outlines")
	}
}
