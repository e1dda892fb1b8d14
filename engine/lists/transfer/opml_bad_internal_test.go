package transfer

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
)

func TestAFileThatCannotBeReadSaysWhyAndWhereAndGivesNothing(t *testing.T) {
	const start = "<opml>\n<body>\n<outline text='a'/>\n"
	for name, c := range map[string]struct{ text, want string }{
		"it is cut off":                {start + "<outline text='b'", "line 4: it is not well-formed XML"},
		"an element is not closed":     {start + "</opml>", "line 4: it is not well-formed XML: element <body> closed by </opml>"},
		"an ampersand stands alone":    {start + "<outline xmlUrl='u?a&b=1'/></body></opml>", "line 4: it is not well-formed XML"},
		"it is another document":       {"<rss><channel/></rss>", "there is no <opml>"},
		"it has no body":               {"<opml><head/></opml>", "there is no <opml> with a <body>"},
		"it is empty":                  {"", "there is no <opml>"},
		"its encoding is not known":    {`<?xml version="1.0" encoding="x-none"?>` + start, `the encoding "x-none" is not known: save the file as UTF-8`},
		"it is not in its encoding":    {start + "<outline text='\xff'/></body></opml>", "line 4: it is not well-formed XML: invalid UTF-8"},
		"outlines are nested too deep": {start + strings.Repeat("<outline>", 100_000), "line 4: outlines are nested more than 1000 levels deep"},
		"others are nested too deep":   {start + "<outline>" + strings.Repeat("<x>", 100_000), "line 4: outlines are nested more than 1000 levels deep"},
		"it has too many outlines":     {start + strings.Repeat("<outline/>", maxOutlines), "line 4: there are more than 200000 outlines"},
	} {
		given := 0
		err := readOPML(strings.NewReader(c.text), func(exchange.Entry) error { given++; return nil })
		if err == nil || !strings.Contains(err.Error(), c.want) || given > 0 {
			t.Errorf("%s: got %d outlines and %v; want %s", name, given, err, c.want)
		}
	}
}

func TestAnErrorOfWhoTakesTheOutlinesEndsTheReading(t *testing.T) {
	full := errors.New("full")
	err := readOPML(strings.NewReader("<opml><body><outline/><outline/></body></opml>"), func(exchange.Entry) error { return full })
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsOddIsRead(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"UTF-16 with its mark":                   {"\xff\xfe" + utf16("<?xml version='1.0' encoding='UTF-16'?><opml><body><outline text='ä'/></body></opml>"), "ä \n"},
		"UTF-8 under another name with its mark": {"\xef\xbb\xbf<?xml version='1.0' encoding='utf8'?><opml><body><outline text='ä'/></body></opml>", "ä \n"},
		"Windows-1252":                           {"<?xml version='1.0' encoding='windows-1252'?><opml><body><outline text='\x80'/></body></opml>", "€ \n"},
		"entities of HTML":                       {"<opml><body><outline text='a&nbsp;&ouml;'/></body></opml>", "a\u00a0ö \n"},
		"capital letters":                        {"<OPML><BODY><outline TEXT='a' XMLURL='u'/></BODY></OPML>", "a u\n"},
		"text between outlines":                  {"<opml><body>x<outline text='a'>y</outline>z</body></opml>", "a \n"},
		"outlines outside of the body":           {"<opml><head><outline text='b'/></head><body><x><outline text='c'/></x><outline text='a'/></body></opml>", "a \n"},
		"an attribute of a prefix unknown":       {"<opml><body><outline text='a' q:z='1'/></body></opml>", "a \n"},
		"colons in names":                        {"<opml><body><outline :='1' a:='2' text='a' xmlns:xmlns='u' xmlns:d='u' d:e='3'><:f/></outline></body></opml>", "a \n"},
		"two bodies":                             {"<opml><body><outline text='a'/></body><body><outline text='b'/></body></opml>", "a \nb \n"},
	} {
		if got := entryLines(opmlEntries(t, c.text)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// utf16 encodes a text of the Basic Multilingual Plane in little-endian UTF-16.
func utf16(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	return b.String()
}

// TestWhatHasNoPlaceInAnItemIsNamed checks that no part of a file is left out silently.
func TestWhatHasNoPlaceInAnItemIsNamed(t *testing.T) {
	all := opmlEntries(t, `<opml><!-- of no outline --><body> of none
<outline text="a"> <!-- of   a -->
loose
 words<outline text="b"/><![CDATA[more]]><x:y xmlns:x="urn:x">kept<!-- in y --></x:y><?pi z?></outline>
<outline text="c"><sync xmlns="http://www.microsoft.com/schemas/rss/sse" id="c"><!-- no data -->nor this</sync></outline>
</body></opml>`)
	want := map[string]string{
		"a": `[2: comment-left-out "of a" 2: text-left-out "loose words" ` +
			`4: text-left-out "more" 4: comment-left-out "in y" 4: instruction-left-out "pi"]`,
		"b": "[]", "c": "[]",
	}
	for _, e := range all {
		title := record.Read(e.Content).Get("title")
		if got := fmt.Sprint(e.Problems); got != want[title] {
			t.Errorf("of %s: %s\nwant %s", title, got, want[title])
		}
	}
}

// FuzzReadOPML checks that any outlines read are written as equivalent OPML.
func FuzzReadOPML(f *testing.F) {
	paths, _ := filepath.Glob("../../../testdata/opml/*.opml")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`<opml><body><outline a:b='1' xmlns:a='u' c='&#13;'><x xmlns='v'><y z="&lt;"/></x>t<outline/></outline></body></opml>`)
	f.Fuzz(func(t *testing.T, text string) {
		var before, after []exchange.Entry
		if readOPML(strings.NewReader(text), func(e exchange.Entry) error { before = append(before, e); return nil }) != nil {
			return
		}
		var file bytes.Buffer
		var all []exchange.Out
		for _, e := range before {
			if e.Content != nil {
				all = append(all, exchange.Out{Content: e.Content, Level: e.Level})
			}
		}
		if err := writeOPML(&file, "", all); err != nil {
			t.Fatal(err)
		}
		if err := readOPML(&file, func(e exchange.Entry) error { after = append(after, e); return nil }); err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, file.String())
		}
		if len(after) != len(all) {
			t.Fatalf("%d outlines became %d", len(all), len(after))
		}
		for i := range after {
			if was, is := record.Rest(all[i].Content), record.Rest(after[i].Content); was != is {
				t.Fatalf("the rest was\n%s\nand is\n%s", was, is)
			}
			for name, was := range record.Read(all[i].Content).Values() {
				if is := record.Read(after[i].Content).Get(name); is != was {
					t.Fatalf("%s was %q and is %q", name, was, is)
				}
			}
		}
	})
}
