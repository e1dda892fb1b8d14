package item_test

import (
	"strings"
	"testing"

	"github.com/beevik/etree"
	"pgregory.net/rapid"

	"crossfeed/engine/item"
)

const atom = `<entry xmlns="http://www.w3.org/2005/Atom">`

func TestPlain(t *testing.T) {
	for _, c := range []struct{ title, text, xml string }{
		{"Eggs", "twelve", atom + `<title>Eggs</title><content>twelve</content></entry>`},
		{"", "twelve", atom + `<content>twelve</content></entry>`},
		{"Eggs", "", atom + `<title>Eggs</title></entry>`},
		{"a < b & c", "", atom + `<title>a &lt; b &amp; c</title></entry>`},
	} {
		x := item.Plain(c.title, c.text)
		if x.XML() != c.xml || x.Title() != c.title || x.Text() != c.text {
			t.Errorf("%q and %q: %s", c.title, c.text, x.XML())
		}
	}
	const empty = `<entry xmlns="http://www.w3.org/2005/Atom"/>`
	if got := item.Plain("", "").XML(); got != empty {
		t.Errorf("nothing: %s", got)
	}
}

// Characters that are invalid in XML become U+FFFD immediately, so that a content does not
// change when it is written and read.
func TestCharactersThatXMLCannotHold(t *testing.T) {
	for text, want := range map[string]string{
		"a\x00b":               "a\uFFFDb",
		"a\x0bb\x1fc":          "a\uFFFDb\uFFFDc",
		"a\xffb":               "a\uFFFDb",
		"\uFFFE\uFFFF":         "\uFFFD\uFFFD",
		"a\t\r\nb\u0085\u2028": "a\t\r\nb\u0085\u2028",
		"\U0001F600\U0010FFFF": "\U0001F600\U0010FFFF",
	} {
		c := item.Plain(text, text)
		if c.Title() != want || c.Text() != want {
			t.Errorf("%q: %q and %q", text, c.Title(), c.Text())
		}
		again, err := item.ParseContent(c.XML())
		if err != nil || again.Hash() != c.Hash() {
			t.Errorf("%q: read again, it is another content (%v)", text, err)
		}
	}
}

func TestTitleAndText(t *testing.T) {
	for _, c := range []struct{ name, children, title, text string }{
		{"as text", `<title>x</title><content>y</content>`, "x", "y"},
		{"in CDATA, in pieces", `<title>x<![CDATA[ < ]]>y</title>`, "x < y", ""},
		{"around a comment and an instruction", `<title>x<!-- c -->y<?p?>z</title>`, "xyz", ""},
		{"as HTML", `<title type="html">&lt;b>x&lt;/b></title>`, "<b>x</b>", ""},
		{"as XHTML", `<content type="xhtml"><div xmlns="">x &amp; <b>y</b></div></content>`, "", "x &amp; <b>y</b>"},
		{"as XHTML with elements that HTML readers want empty", `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x<br></br>y <img src="z"><!-- c --></img><b/></div></content>`,
			"", `x<br/>y <img src="z"/><b></b>`},
		{"as XHTML that is called like an attribute of another namespace", `<content f:type="text" type="xhtml"><div xmlns=""><b>y</b></div></content>`, "", "<b>y</b>"},
		{"as other markup", `<content type="application/xml"><f:e>y</f:e></content>`, "", `<f:e xmlns:f="urn:foreign">y</f:e>`},
		{"of two titles the first", `<title>x</title><title>y</title>`, "x", ""},
		{"not one of another namespace", `<f:title>x</f:title><title>y</title>`, "y", ""},
		{"a summary", `<summary>y</summary>`, "", "y"},
		{"content before a summary", `<summary>y</summary><content>z</content>`, "", "z"},
		{"nothing", ``, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := content(t, c.children)
			if x.Title() != c.title || x.Text() != c.text {
				t.Errorf("title %q, text %q", x.Title(), x.Text())
			}
			if got, want := x.OnlyTitle().Hash(), item.Plain(c.title, "").Hash(); got != want {
				t.Errorf("only the title: %s", x.OnlyTitle().XML())
			}
		})
	}
}

func TestNotAContent(t *testing.T) {
	for name, xml := range map[string]string{
		"nothing":               ``,
		"no element":            `<!-- c -->`,
		"cut off":               `<entry xmlns="http://www.w3.org/2005/Atom"><title>`,
		"another element":       `<feed xmlns="http://www.w3.org/2005/Atom"/>`,
		"another namespace":     `<entry xmlns="urn:x"/>`,
		"no namespace":          `<entry/>`,
		"with a prefix":         `<a:entry xmlns:a="http://www.w3.org/2005/Atom"/>`,
		"an undefined entity":   `<entry xmlns="http://www.w3.org/2005/Atom">&nbsp;</entry>`,
		"elements out of order": `<entry xmlns="http://www.w3.org/2005/Atom"><a><b></a></b></entry>`,
	} {
		if c, err := item.ParseContent(xml); err == nil || c != nil {
			t.Errorf("%s: %v, %v", name, c, err)
		}
	}
	if c, err := item.NewContent(etree.NewElement("item")); err == nil || c != nil {
		t.Errorf("an RSS item: %v, %v", c, err)
	}
}

// Data dropped by a format or a tombstone is missing from the less full of two contents.
func TestFuller(t *testing.T) {
	for _, c := range []struct{ name, fuller, poorer string }{
		{"a tombstone's data", `<title>x</title><content>y</content>`, `<title>x</title>`},
		{"a category's label", `<category term="x" label="X"/>`, `<category term="x"/>`},
		{"a link's title", `<link href="u" title="U"/>`, `<link href="u"/>`},
		{"the kind of a text", `<title type="html">x</title>`, `<title>x</title>`},
	} {
		x, y := content(t, c.fuller), content(t, c.poorer)
		if !x.Fuller(y) || y.Fuller(x) || x.Fuller(x) {
			t.Errorf("%s: %v and %v", c.name, x.Fuller(y), y.Fuller(x))
		}
	}
	if x, y := content(t, `<link href="u"/>`), content(t, `<link rel="alternate" href="u"/>`); x.Fuller(y) || y.Fuller(x) {
		t.Error("two ways of saying the same: one is said to be fuller")
	}
}

// An element belongs to the caller: changing it does not change the content.
func TestElementIsFreeToBeChanged(t *testing.T) {
	c := item.Plain("x", "y")
	before := c.XML()
	c.Element().RemoveChildAt(0)
	if c.XML() != before || c.Element().SelectElement("title") == nil {
		t.Errorf("changed: %s", c.XML())
	}
}

func TestAContentOfPartsIsTheOneThatItsXMLGives(t *testing.T) {
	text := rapid.StringOf(rapid.RuneFrom([]rune("aä<>&\"'\n\r\t "), nil...))
	rapid.Check(t, func(t *rapid.T) {
		foreign := ""
		for range rapid.IntRange(0, 2).Draw(t, "elements") {
			e := etree.NewElement("record")
			e.CreateAttr("xmlns", "urn:example:record")
			e.CreateElement("value").CreateText(text.Draw(t, "value"))
			foreign += item.Canonical(e)
		}
		got := item.OfParts(text.Draw(t, "title"), text.Draw(t, "text"), foreign)
		want, err := item.ParseContent(got.XML())
		if err != nil {
			t.Fatal(err)
		}
		if got.Known() != want.Known() || got.Text() != want.Text() {
			t.Fatalf("%s: got %+v and %q, want %+v and %q", got.XML(), got.Known(), got.Text(), want.Known(), want.Text())
		}
	})
}

// around is data next to title and text that must be preserved.
const around = `<!-- c --><f:e p="1">x<![CDATA[ < ]]><!-- d --><f:d/></f:e><category term="t" label="T"/><?p i?>`

func TestEditingChangesNothingElse(t *testing.T) {
	title := func(c *item.Content) *item.Content { return c.WithTitle("new & <b>") }
	text := func(c *item.Content) *item.Content { return c.WithText("new & <b>") }
	const escaped = "new &amp; &lt;b&gt;"
	for _, c := range []struct {
		name         string
		edit         func(*item.Content) *item.Content
		before, want string
	}{
		{"the title", title, around + `<title>x</title>`, around + `<title>` + escaped + `</title>`},
		{"the title's attributes", title, `<title f:k="1" type="html">x</title>`, `<title f:k="1" type="html">` + escaped + `</title>`},
		{"Atom with a prefix", title, `<a:title>x</a:title>`, `<a:title>` + escaped + `</a:title>`},
		{"only the first of two", title, `<title>x</title><title>y</title>`, `<title>` + escaped + `</title><title>y</title>`},
		{"a title of another namespace", title, `<f:title>x</f:title>`, `<title>` + escaped + `</title><f:title>x</f:title>`},
		{"a new title, at the beginning", title, around, `<title>` + escaped + `</title>` + around},
		{"the text", text, `<content>x</content>` + around, `<content>` + escaped + `</content>` + around},
		{"the text in CDATA", text, `<content><![CDATA[x]]></content>`, `<content>` + escaped + `</content>`},
		{"a new text, at the end", text, around, around + `<content>` + escaped + `</content>`},
		{"a summary, where there is only that", text, `<summary>x</summary>`, `<summary>` + escaped + `</summary>`},
		{"not the summary beside a content", text, `<summary>x</summary><content>y</content>`, `<summary>x</summary><content>` + escaped + `</content>`},
		{"XHTML becomes HTML", text, `<content type="xhtml"><div><b>x</b></div></content>`, `<content type="html">` + escaped + `</content>`},
		{"other markup becomes HTML", text, `<content type="image/svg+xml"><f:e/></content>`, `<content type="html">` + escaped + `</content>`},
		{"other text stays what it is", text, `<content type="text/markdown">x</content>`, `<content type="text/markdown">` + escaped + `</content>`},
		{"a text that stood elsewhere", text, `<content src="http://example.com/"/>`, `<content>` + escaped + `</content>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := content(t, c.before)
			xml := before.XML()
			if got, want := c.edit(before).XML(), content(t, c.want).XML(); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
			if before.XML() != xml {
				t.Errorf("what was edited is now %s", before.XML())
			}
		})
	}
}

// Setting the present value returns the same content, including CDATA and markup.
func TestEditingThatChangesNothing(t *testing.T) {
	c := content(t, `<title><![CDATA[x]]></title><content type="xhtml"><div xmlns=""><b>y</b></div></content>`)
	if c.WithTitle(c.Title()) != c || c.WithText(c.Text()) != c {
		t.Errorf("changed: %s", c.WithTitle(c.Title()).WithText(c.Text()).XML())
	}
}

// Deleting a text leaves its element, empty.
func TestEmptying(t *testing.T) {
	c := item.Plain("x", "y").WithTitle("").WithText("")
	if c.Title() != "" || c.Text() != "" || strings.Contains(c.XML(), "x<") {
		t.Errorf("left: %s", c.XML())
	}
	if c.Hash() != item.Plain("", "").Hash() {
		t.Error("an empty title counts")
	}
}

func TestMeasureCountsMarkupAndWords(t *testing.T) {
	for xml, want := range map[string][2]int{
		"":                                  {0, 0},
		"<title>Mind  the gap</title>":      {1, 3},
		"<title>Mind\n the gap</title><x/>": {2, 3},
		`<title>a</title><x a="1" b="x &gt; y"/>`:                         {4, 1},
		`<t:x xmlns:t="urn:t" t:a="1">b<t:y>c</t:y></t:x>`:                {3, 2},
		`<a xmlns="urn:a">&lt;b c="d"></a>`:                               {1, 2},
		`<title>a</title><!-- not this --><category term="b" label="c"/>`: {3, 1},
	} {
		c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + xml + `</entry>`)
		if err != nil {
			t.Fatal(err)
		}
		if markup, words := c.Measure(); markup != want[0] || words != want[1] {
			t.Errorf("%s: %d and %d, want %v", xml, markup, words, want)
		}
	}
}
