package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// milk returns a todo as Crossfeed writes it, with title and text in both the record and the
// entry.
func milk(t testing.TB) *item.Content {
	t.Helper()
	c, err := record.New(record.Todo, record.Values{"title": "Milk", "text": "two\nlitres"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Edits in the entry of a todo called "Milk" with the text "two\nlitres", and the values
// shown.
func TestAPlainReadersEditIsShown(t *testing.T) {
	for _, c := range []struct{ name, entry, title, text string }{
		{"nothing edited", `<title>Milk</title><content>two` + "\n" + `litres</content>`, "Milk", "two\nlitres"},
		{"a title", `<title>Oat milk</title><content>two` + "\n" + `litres</content>`, "Oat milk", "two\nlitres"},
		{"a text", `<title>Milk</title><content>three</content>`, "Milk", "three"},
		{"a text that was cleared", `<title>Milk</title>`, "Milk", ""},
		{"a text that was emptied", `<title>Milk</title><content/>`, "Milk", ""},
		{"a title that was cleared says nothing", `<content>two` + "\n" + `litres</content>`, "Milk", "two\nlitres"},
		{"no mirrors at all", ``, "Milk", "two\nlitres"},
		{"other ends of lines", `<title>Milk</title><content>two&#xD;` + "\n" + `litres</content>`, "Milk", "two\nlitres"},
		{"white space around", `<title> Milk` + "\n" + `</title><content>` + "\n" + `two` + "\n" + `litres </content>`, "Milk", "two\nlitres"},
		{"white space inside is an edit", `<title>Mi lk</title><content>two  litres</content>`, "Mi lk", "two  litres"},
		{"a summary for a content", `<title>Milk</title><summary>three</summary>`, "Milk", "three"},
		{"the same as markup", `<title type="html">&lt;b&gt;Milk&lt;/b&gt;</title><content type="html">two&lt;br&gt;litres</content>`, "Milk", "two\nlitres"},
		{"the same as XHTML", `<title>Milk</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>two</p><p>litres</p></div></content>`, "Milk", "two\nlitres"},
		{"another text as markup", `<title>Milk</title><content type="html">&lt;p&gt;three &amp;amp; a half&lt;/p&gt;</content>`, "Milk", "three & a half"},
		{"markup without its source's lines", `<title>Milk</title><content type="html">&lt;style&gt;p{}&lt;/style&gt;&lt;p&gt;three` + "\n  " + `litres&lt;/p&gt; &lt;ul&gt;&lt;li&gt;oat&lt;/li&gt;&lt;li&gt;soy&lt;/li&gt;&lt;/ul&gt;</content>`, "Milk", "three litres\noat\nsoy"},
		{"what only looks like markup", `<title>Milk</title><content>a &lt;b&gt; &amp;amp;</content>`, "Milk", "a <b> &amp;"},
	} {
		r := record.Read(content(t, c.entry+todoStart+`<properties><summary><text>Milk</text></summary><description><text>two`+"\n"+`litres</text></description></properties></vtodo>`))
		if r.Get("title") != c.title || r.Get("text") != c.text {
			t.Errorf("%s: %q and %q, want %q and %q", c.name, r.Get("title"), r.Get("text"), c.title, c.text)
		}
	}
}

// RSS does not say whether a description is text or HTML: a text with "<" or "&" is read as
// HTML. A description that is literally the text of the record was not edited.
func TestATextThatLooksLikeHTMLIsNoEdit(t *testing.T) {
	for _, text := range []string{"<a", "2 < 3 & 4 > 1", "<b>Milk</b>", "&amp;", "a <br> b"} {
		escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
		r := record.Read(content(t, `<title type="html">`+escaped+`</title><content type="html">`+escaped+`</content>`+todoStart+
			`<properties><summary><text>`+escaped+`</text></summary><description><text>`+escaped+`</text></description></properties></vtodo>`))
		if r.Get("title") != text || r.Get("text") != text {
			t.Errorf("%q became %q and %q", text, r.Get("title"), r.Get("text"))
		}
	}
}

func TestAPlainReadersEditGoesIntoTheRecordWithTheNextChange(t *testing.T) {
	edited := milk(t).WithTitle("Oat milk").WithText("three")
	want, err := record.New(record.Todo, record.Values{"title": "Oat milk", "due": "2026-11-27", "text": "three"})
	if err != nil {
		t.Fatal(err)
	}
	got := apply(t, edited, record.Values{"due": "2026-11-27"})
	if got.Title() != "Oat milk" || got.Text() != "three" {
		t.Errorf("the entry says %q and %q", got.Title(), got.Text())
	}
	got, want = apply(t, got.WithTitle("").WithText(""), record.Values{"priority": "1"}), apply(t, want.WithTitle("").WithText(""), record.Values{"priority": "1"})
	for _, f := range record.Fields(record.Todo) {
		if a, b := record.Read(got).Get(f.Name), record.Read(want).Get(f.Name); a != b {
			t.Errorf("%s: the record says %q, want %q", f.Name, a, b)
		}
	}
}

func TestAChangeOfTheFieldItselfReplacesAPlainReadersEdit(t *testing.T) {
	edited := milk(t).WithTitle("Oat milk")
	for _, title := range []string{"Soy milk", "Milk"} {
		if got := apply(t, edited, record.Values{"title": title}); got.Title() != title || record.Read(got).Get("title") != title {
			t.Errorf("set to %q, the entry says %q and the record %q", title, got.Title(), record.Read(got).Get("title"))
		}
	}
	if got := apply(t, edited, record.Values{"title": "Oat milk"}); got != edited {
		t.Error("a value that changes nothing made a new content")
	}
}

func TestATextThatAPlainReaderClearedIsTakenAway(t *testing.T) {
	got := apply(t, milk(t).WithText(""), record.Values{"priority": "1"})
	same(t, "cleared", got, content(t, `<title>Milk</title>`+todoStart+
		`<properties><summary><text>Milk</text></summary><priority><integer>1</integer></priority></properties></vtodo>`))
}

func TestMarkupInTheMirrorStaysWhileItSaysTheSame(t *testing.T) {
	const html = `<title>Milk</title><content type="html">&lt;b&gt;two&lt;/b&gt;</content>`
	record1 := func(more string) string {
		return todoStart + `<properties><summary><text>Milk</text></summary><description><text>two</text></description>` + more + `</properties></vtodo>`
	}
	got := apply(t, content(t, html+record1(``)), record.Values{"priority": "1"})
	same(t, "markup", got, content(t, html+record1(`<priority><integer>1</integer></priority>`)))
	got = apply(t, got, record.Values{"text": "a <b>\n& c"})
	if shown := record.Read(got).Get("text"); got.Text() != "a &lt;b&gt;<br>&amp; c" || shown != "a <b>\n& c" {
		t.Errorf("plain readers get %q, and %q is shown", got.Text(), shown)
	}
}

func TestARecordWithoutMirrorsSpeaksAndGetsSome(t *testing.T) {
	c := todo(t, `<summary><text>Milk</text></summary><description><text>two</text></description>`)
	got := apply(t, c, record.Values{"priority": "1"})
	if got.Title() != "Milk" || got.Text() != "two" {
		t.Errorf("the entry says %q and %q", got.Title(), got.Text())
	}
}

// A tombstone preserves only the title: it is a note, not a record whose text was deleted.
func TestATombstoneIsANoteOfItsTitle(t *testing.T) {
	r := record.Read(milk(t).OnlyTitle())
	if r.Kind != record.Note || r.Get("title") != "Milk" || r.Get("text") != "" {
		t.Errorf("%s %q %q", r.Kind, r.Get("title"), r.Get("text"))
	}
}

func TestWhatAPlainReaderWroteIsAdoptedForAFile(t *testing.T) {
	c, err := record.New(record.Contact, record.Values{"name": "Given Family", "phones": "1"})
	if err != nil {
		t.Fatal(err)
	}
	if same, err := record.Adopt(c); err != nil || same != c {
		t.Errorf("nothing to adopt, and it is another content: %v", err)
	}
	adopted, err := record.Adopt(c.WithTitle("Another Family"))
	if err != nil || !strings.Contains(adopted.XML(), "<fn><text>Another Family</text></fn>") {
		t.Errorf("%v: %s", err, adopted.XML())
	}
}

// A description may be text or HTML, and is read accordingly.
func TestThePlainTextOfADescription(t *testing.T) {
	for description, want := range map[string]string{
		"two\nlines":                       "two\nlines",
		"1 < 2 && 3 > 2":                   "1 < 2 && 3 > 2",
		"<p>one<br/>two</p>\n<p>three</p>": "one\ntwo\nthree",
		"Fish &amp; chips":                 "Fish & chips",
		"<script>alert(1)</script>safe":    "safe",
	} {
		if got := record.PlainText(description); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}
