package item_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
)

// around is what stands beside title and text and must stay as it is.
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

// Setting what is there already leaves the very content, CDATA and markup
// included.
func TestEditingThatChangesNothing(t *testing.T) {
	c := content(t, `<title><![CDATA[x]]></title><content type="xhtml"><div xmlns=""><b>y</b></div></content>`)
	if c.WithTitle(c.Title()) != c || c.WithText(c.Text()) != c {
		t.Errorf("changed: %s", c.WithTitle(c.Title()).WithText(c.Text()).XML())
	}
}

// A text that is taken away leaves its element, empty.
func TestEmptying(t *testing.T) {
	c := item.Plain("x", "y").WithTitle("").WithText("")
	if c.Title() != "" || c.Text() != "" || strings.Contains(c.XML(), "x<") {
		t.Errorf("left: %s", c.XML())
	}
	if c.Hash() != item.Plain("", "").Hash() {
		t.Error("an empty title counts")
	}
}
