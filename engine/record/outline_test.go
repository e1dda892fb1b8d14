package record_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// outline returns a content with an outline with those attributes, and its title mirrored, as
// in a feed.
func outline(t testing.TB, title, attributes string) *item.Content {
	t.Helper()
	return content(t, `<title>`+title+`</title><outline xmlns=""`+attributes+`/>`)
}

// The attributes of an outline as in a file, their value in a field, and the attributes after
// a change.
var outlineAttributes = []struct{ name, field, before, shown, set, after string }{
	{"the text is the title", "title", ` text="a"`, "a", "b", ` text="b"`},
	{"a title that repeats the text goes along", "title", ` title="a" text="a"`, "a", "b", ` title="b" text="b"`},
	{"a title of its own stays", "title", ` text="a" title="A &amp; co"`, "a", "b", ` text="b" title="A &amp; co"`},
	{"a title stands for an empty text", "title", ` text="" title="a"`, "a", "b", ` text="b" title="b"`},
	{"a title stands for no text", "title", ` title="a" type="rss"`, "a", "b", ` title="b" type="rss" text="b"`},
	{"a text of spaces is one, where no title stands for it", "title", ` text="a" z="1"`, "a", " ", ` text=" " z="1"`},
	{"a title stands for a text of spaces", "title", ` text=" " title="a"`, "a", "  ", ` text="  " title="  "`},
	{"an outline is never without a text", "title", ` text="a" type="rss"`, "a", "", ` text="" type="rss"`},
	{"a note keeps its lines", "note", ` text="a" _note="x&#xA;y"`, "x\ny", "z\n\nz", ` text="a" _note="z&#xA;&#xA;z"`},
	{"an attribute is taken away", "note", ` text="a" _note="x" z="1"`, "x", "", ` text="a" z="1"`},
	{"an attribute is added last", "xmlUrl", ` text="a" z="1"`, "", "https://example.org/f", ` text="a" z="1" xmlUrl="https://example.org/f"`},
	{"an attribute is changed where it stands", "xmlUrl", ` xmlUrl="u" text="a"`, "u", "v", ` xmlUrl="v" text="a"`},
	{"a name in other letters is the same", "xmlUrl", ` text="a" xmlurl="u"`, "u", "v", ` text="a" xmlurl="v"`},
	{"the name as it should be counts before one in other letters", "htmlUrl", ` text="a" htmlurl="w" htmlUrl="u"`, "u", "v", ` text="a" htmlurl="w" htmlUrl="v"`},
	{"an attribute of another namespace is another one", "type", ` text="a" xmlns:x="urn:x" x:type="q"`, "", "rss", ` text="a" xmlns:x="urn:x" x:type="q" type="rss"`},
}

func TestAFieldOfAnOutlineIsAnAttribute(t *testing.T) {
	for _, c := range outlineAttributes {
		before := outline(t, "a", c.before)
		if got := record.Read(before).Get(c.field); got != c.shown {
			t.Errorf("%s: %q is shown, want %q", c.name, got, c.shown)
		}
		after := apply(t, before, record.Values{c.field: c.set})
		if want := `<outline xmlns=""` + c.after + `/>`; !strings.Contains(after.XML(), want) {
			t.Errorf("%s: got %s, want %s", c.name, after.XML(), want)
		}
		if got := record.Read(after).Get(c.field); got != c.set {
			t.Errorf("%s: %q is shown, and %q was set", c.name, got, c.set)
		}
		if want := record.Read(after).Get("title"); after.Title() != want {
			t.Errorf("%s: the mirror says %q, want %q", c.name, after.Title(), want)
		}
	}
}

func TestOfAnOutlineTheTextIsTheNote(t *testing.T) {
	c := outline(t, "a", ` text="a" _note="n"`)
	if r := record.Read(c); r.Kind != record.Outline || r.Get("text") != "n" || r.Get("note") != "n" {
		t.Errorf("%s says %q and %q", r.Kind, r.Get("text"), r.Get("note"))
	}
	if got := record.Read(apply(t, c, record.Values{"text": "m"})).Get("note"); got != "m" {
		t.Errorf("the note is %q", got)
	}
	if got := record.Read(item.Plain("a", "t")).Get("note"); got != "t" {
		t.Errorf("the note of a note is %q", got)
	}
}

func TestANewOutlineIsAnElementWithAText(t *testing.T) {
	c, err := record.New(record.Outline, record.Values{"title": "News", "note": "n", "xmlUrl": "https://example.org/f"})
	if err != nil {
		t.Fatal(err)
	}
	want := content(t, `<title>News</title><outline xmlns="" text="News" _note="n" xmlUrl="https://example.org/f"/>`)
	same(t, "new", c, want)
	empty, err := record.New(record.Outline, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(empty.XML(), `text=""`) {
		t.Errorf("an outline without a text: %s", empty.XML())
	}
}

func TestANoteThatBecomesAnOutlineSaysEverythingOnce(t *testing.T) {
	got, err := record.As(item.Plain("Milk", "two\nlitres"), record.Outline)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "as an outline", got, content(t, `<title>Milk</title><outline xmlns="" text="Milk" _note="two&#xA;litres"/>`))
}

func TestATitleThatAPlainReaderWroteIsAnEditOfTheOutline(t *testing.T) {
	c := outline(t, "a", ` text="a" title="a" z="1"`).WithTitle("b")
	if got := record.Read(c).Get("title"); got != "b" {
		t.Errorf("the title is %q", got)
	}
	got := apply(t, c, record.Values{"type": "rss"})
	same(t, "with the next change", got, outline(t, "b", ` text="b" title="b" z="1" type="rss"`))
}

func TestWhatNoFieldOfAnOutlineShowsIsOtherData(t *testing.T) {
	for _, c := range []struct{ name, attributes, want string }{
		{"all is shown", ` text="a" title="a" _note="n" type="rss" xmlUrl="u" htmlUrl="h"`, ""},
		{"custom attributes, a line each, in any order", ` z="1" text="a" category="/News,/Tech"`, "category=\"/News,/Tech\"\nz=\"1\""},
		{"a title of its own", ` text="a" title="b"`, `title="b"`},
		{"another namespace, whatever its prefix", ` text="a" xmlns:x="urn:x" x:y="1"`, `{urn:x}y="1"`},
		{"several lines in one", ` text="a" z="1&#xA;2"`, `z="1\n2"`},
	} {
		if got := record.Rest(outline(t, "a", c.attributes)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	beside := content(t, `<title>a</title><outline xmlns="" text="a"/><x:y xmlns:x="urn:x">1</x:y>`)
	if got := record.Rest(beside); !strings.Contains(got, "<x:y") {
		t.Errorf("what stands beside an outline is not in %q", got)
	}
}

func TestListsAreToldWhetherAnOutlineIsAFeed(t *testing.T) {
	for attributes, want := range map[string]bool{` text="a"`: false, ` text="a" xmlUrl=" "`: false, ` text="a" xmlUrl="u"`: true} {
		if f := record.FactsOf(outline(t, "a", attributes)); f.Kind != record.Outline || f.Feed != want {
			t.Errorf("%s: %+v", attributes, f)
		}
	}
}

func TestOutlinesAreFoundByAllTheirFields(t *testing.T) {
	words := strings.Join(record.Searched(outline(t, "alpha", ` text="alpha" _note="beta" xmlUrl="https://gamma.example"`)), " ")
	for _, want := range []string{"alpha", "beta", "gamma"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is not in %q", want, words)
		}
	}
}

func TestAFileSaysOfAnOutlineOnlyWhatItNames(t *testing.T) {
	here := content(t, `<title>a</title><outline xmlns="" text="a" _note="mine" z="1"/><x:y xmlns:x="urn:x">1</x:y>`)
	file := outline(t, "b", ` text="b" z="2" xmlUrl="u"`)
	got, err := record.Replace(here, file)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "replaced", got, content(t, `<title>b</title><outline xmlns="" text="b" _note="mine" z="2" xmlUrl="u"/><x:y xmlns:x="urn:x">1</x:y>`))
}

func TestSettingAFieldOfAnOutlineLeavesEverythingElse(t *testing.T) {
	value := rapid.OneOf(rapid.Just(""), rapid.StringN(0, 12, -1))
	fields := record.Fields(record.Outline)
	rapid.Check(t, func(t *rapid.T) {
		v := record.Values{}
		for _, f := range fields {
			v[f.Name] = value.Draw(t, f.Name)
		}
		c, err := record.New(record.Outline, v)
		if err != nil {
			t.Fatal(err)
		}
		before, err := item.ParseContent(strings.Replace(c.XML(), `<outline xmlns=""`, `<outline xmlns="" z="1"`, 1))
		if err != nil {
			t.Fatal(err)
		}
		f, text := rapid.SampledFrom(fields).Draw(t, "field"), value.Draw(t, "value")
		canonical, _ := f.Canonical(text)
		after := set(t, before, f, text)
		if was, is := record.Rest(before), record.Rest(after); was != is {
			t.Errorf("the rest was %q and is %q", was, is)
		}
		was, is := record.Read(before).Values(), record.Read(after).Values()
		was[f.Name] = canonical
		for name, want := range was {
			if is[name] != want {
				t.Errorf("setting %s to %q: %s is %q, want %q", f.Name, text, name, is[name], want)
			}
		}
	})
}

func TestWhatNoOutlineHasIsSaidInGoodEnglish(t *testing.T) {
	_, err := record.Find(record.Outline, "due")
	if err == nil || !strings.HasPrefix(err.Error(), `an outline has no field "due"; the fields are `) {
		t.Errorf("the error is %v", err)
	}
}
