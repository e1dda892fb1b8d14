package item_test

import (
	"testing"

	"github.com/beevik/etree"

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

// Characters that XML cannot hold become U+FFFD at once, so that a content is
// the same before and after it was written.
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

// What a format or a tombstone dropped is missing from the poorer of two
// contents.
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

// An element is the reader's own: changing it changes no content.
func TestElementIsFreeToBeChanged(t *testing.T) {
	c := item.Plain("x", "y")
	before := c.XML()
	c.Element().RemoveChildAt(0)
	if c.XML() != before || c.Element().SelectElement("title") == nil {
		t.Errorf("changed: %s", c.XML())
	}
}
