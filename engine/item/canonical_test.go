package item_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"crossfeed/engine/item"
)

// content returns an entry with those children. The prefix a is Atom's, too.
func content(t testing.TB, children string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom" xmlns:a="http://www.w3.org/2005/Atom"` +
		` xmlns:f="urn:foreign" xmlns:g="urn:foreign" xmlns:o="urn:other">` + children + `</entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Contents that are equivalent in every feed format have the same hash.
func TestSameHash(t *testing.T) {
	for _, c := range []struct{ name, x, y string }{
		{"a prefix for Atom", `<title>x</title>`, `<a:title>x</a:title>`},
		{"the order of known children", `<title>x</title><content>y</content>`, `<content>y</content><title>x</title>`},
		{"known and unknown among each other", `<f:e/><title>x</title>`, `<title>x</title><f:e/>`},
		{"the kind of a text", `<title>x</title>`, `<title type="html">x</title>`},
		{"CDATA", `<title>x &lt; y</title>`, `<title><![CDATA[x < y]]></title>`},
		{"CDATA in an unknown element", `<f:e>x &lt; y</f:e>`, `<f:e><![CDATA[x < ]]>y</f:e>`},
		{"comments", `<f:e>xy</f:e>`, `<!-- c --><f:e>x<!-- c -->y</f:e>`},
		{"comments in a text", `<title>xy</title>`, `<title>x<!-- c -->y</title>`},
		{"an empty title and none", ``, `<title/>`},
		{"white space between children", `<title>x</title><f:e/>`, "\n <title>x</title>\n <f:e/>\n"},
		{"a category's label", `<category term="x"/>`, `<category term="x" label="X"/>`},
		{"an empty scheme", `<category term="x"/>`, `<category term="x" scheme=""/>`},
		{"the relation that is meant", `<link href="u"/>`, `<link rel="alternate" href="u"/>`},
		{"a link's title and language", `<link href="u"/>`, `<link href="u" title="U" hreflang="en"/>`},
		{"a link's type, but for enclosures", `<link href="u"/>`, `<link href="u" type="text/html"/>`},
		{"an enclosure of unknown length and type", `<link rel="enclosure" href="u"/>`,
			`<link rel="enclosure" href="u" length="0" type="application/octet-stream"/>`},
		{"XHTML and its markup as HTML", `<content type="html">a &lt;b>c&lt;/b> &amp;amp;</content>`,
			`<content type="xhtml"><div xmlns="">a <b>c</b> &amp;</div></content>`},
		{"XHTML's empty elements, however they are written", `<content type="html">a&lt;br/>b&lt;i>&lt;/i></content>`,
			`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a<br></br>b<i/></div></content>`},
		{"a known attribute under a prefix before the one without", `<link href="u" f:rel="via" rel="alternate"/>`, `<link f:rel="via" rel="alternate" href="u"/>`},
		{"an attribute of another namespace that is called like a known one", `<link f:rel="via" href="u"/>`, `<link rel="alternate" f:rel="via" href="u"/>`},
		{"the order of attributes", `<f:e p="1" q="2"/>`, `<f:e q="2" p="1"/>`},
		{"quotes and white space in tags", `<f:e p="1"></f:e>`, `<f:e  p='1' />`},
		{"unused declarations", `<f:e/>`, `<f:e xmlns:u="urn:unused"/>`},
		{"prefixes of attributes that are known", `<category term="x" f:k="1"/>`, `<category term="x" g:k="1"/>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y := content(t, c.x), content(t, c.y)
			if x.Hash() != y.Hash() || x.Compare(y) != 0 {
				t.Errorf("%s and %s have two hashes", c.x, c.y)
			}
		})
	}
}

// Contents with a different meaning have different hashes and are ordered.
func TestOtherHash(t *testing.T) {
	for _, c := range []struct{ name, x, y string }{
		{"the title", `<title>x</title>`, `<title>y</title>`},
		{"the case of a title", `<title>x</title>`, `<title>X</title>`},
		{"white space in a text", `<title>x</title>`, `<title> x</title>`},
		{"content and summary", `<content>x</content>`, `<summary>x</summary>`},
		{"rights", `<rights>x</rights>`, ``},
		{"where a text stands", `<content src="u"/>`, `<content src="v"/>`},
		{"the term", `<category term="x"/>`, `<category term="y"/>`},
		{"the scheme", `<category term="x"/>`, `<category term="x" scheme="s"/>`},
		{"the order of categories", `<category term="x"/><category term="y"/>`, `<category term="y"/><category term="x"/>`},
		{"a relation", `<link href="u"/>`, `<link href="u" rel="via"/>`},
		{"the length of an enclosure", `<link rel="enclosure" href="u"/>`, `<link rel="enclosure" href="u" length="9"/>`},
		{"an unknown element", ``, `<f:e/>`},
		{"its namespace", `<f:e/>`, `<o:e/>`},
		{"the order of unknown elements", `<f:e/><f:d/>`, `<f:d/><f:e/>`},
		{"white space in an unknown element", `<f:e><f:d/></f:e>`, `<f:e> <f:d/></f:e>`},
		{"a processing instruction in it", `<f:e/>`, `<f:e><?p i?></f:e>`},
		{"markup and its text", `<content type="image/svg+xml"><f:e p="1"/></content>`, `<content type="image/svg+xml"><f:e p="2"/></content>`},
		{"an attribute of another namespace", `<title>x</title>`, `<title f:k="1">x</title>`},
		{"one such attribute or two", `<title f:k="1&quot; {urn:foreign}l=&quot;2">x</title>`, `<title f:k="1" f:l="2">x</title>`},
		{"Atom's element and one in no namespace", `<title>x</title>`, `<title xmlns="">x</title>`},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y := content(t, c.x), content(t, c.y)
			if x.Hash() == y.Hash() {
				t.Errorf("%s and %s have one hash", c.x, c.y)
			}
			if x.Compare(y) == 0 || x.Compare(y) != -y.Compare(x) {
				t.Errorf("compared: %d and %d", x.Compare(y), y.Compare(x))
			}
		})
	}
}

// xmllint's Exclusive C14N is the reference. It preserves comments, of which the documents
// have none.
func TestCanonicalAsXmllintHasIt(t *testing.T) {
	for name, document := range map[string]string{
		"nothing":               `<a/>`,
		"texts":                 `<a>x &lt; y &amp;&amp; z &gt; "w" 'v' &#13; &#x1F600;</a>`,
		"CDATA":                 `<a>x<![CDATA[ < & ]] > "]]>y</a>`,
		"attribute values":      `<a b='x "y" &lt; > &amp; &#9;&#10;&#13; &apos;'/>`,
		"attribute order":       `<a z="1" xmlns:p="urn:b" xmlns:q="urn:a" p:a="2" q:z="3" q:b="4" b="5"/>`,
		"one namespace twice":   `<a xmlns:p="urn:a" xmlns:q="urn:a" q:a="1" p:b="2"><p:c/><q:c/></a>`,
		"unused declarations":   `<a xmlns:p="urn:p" xmlns:q="urn:q"><b><q:c/></b></a>`,
		"declared below":        `<p:a xmlns:p="urn:p"><b xmlns:p="urn:p"><p:c xmlns:p="urn:q"/><p:d/></b></p:a>`,
		"default on and off":    `<a xmlns="urn:a"><b xmlns=""><c/><d xmlns="urn:d"/></b><e/></a>`,
		"default in the middle": `<p:a xmlns:p="urn:p" xmlns="urn:d"><p:b><c><p:d/></c></p:b></p:a>`,
		"default and attribute": `<a xmlns="urn:a" xmlns:p="urn:a" p:b="1" c="2"><p:d e="3"/></a>`,
		"siblings":              `<a xmlns:p="urn:p"><p:b/><p:b/><c p:d="1"/></a>`,
		"xml attributes":        `<a xml:lang="en" xml:space="preserve" b="1"> <b xml:lang="de"/> </a>`,
		"instructions":          `<a><?p  some data?><?q?>x</a>`,
		"line ends":             "<a>x\r\ny\rz\n</a>",
		"deep":                  strings.Repeat(`<p:a xmlns:p="urn:p" q="1">`, 50) + strings.Repeat(`</p:a>`, 50),
	} {
		t.Run(name, func(t *testing.T) {
			if got, want := item.Canonical(parsed(t, document)), xmllint(t, document); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func xmllint(t *testing.T, document string) string {
	t.Helper()
	cmd := exec.Command("xmllint", "--exc-c14n", "-")
	cmd.Stdin = strings.NewReader(document)
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("xmllint (libxml2's) is needed: %v: %s", err, &errors)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// The canonical form of a part resolves its prefixes with the enclosing elements, and leaves
// out comments.
func TestCanonicalOfAPart(t *testing.T) {
	root := parsed(t, `<a xmlns="urn:a" xmlns:p="urn:p" xmlns:q="urn:q"><p:b><!-- c --><d/></p:b></a>`)
	const want = `<p:b xmlns:p="urn:p"><d xmlns="urn:a"></d></p:b>`
	if got := item.Canonical(root.ChildElements()[0]); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCanonicalManyAttributes checks that prefixes are resolved quickly, however many
// attributes the enclosing elements have.
func TestCanonicalManyAttributes(t *testing.T) {
	const deep, wide, many = 60, 500, 50_000
	var tag strings.Builder
	tag.WriteString("<f:e")
	for n := range wide {
		fmt.Fprintf(&tag, ` f:a%d=""`, n)
	}
	c := content(t, strings.Repeat(tag.String()+">", deep)+strings.Repeat("<f:i/>", many)+strings.Repeat("</f:e>", deep))
	got := item.Canonical(c.Element())
	if strings.Count(got, "xmlns:f=") != 1 || strings.Count(got, "<f:i></f:i>") != many {
		t.Errorf("%.200s", got)
	}
}
