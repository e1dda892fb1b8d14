package feed_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// The generators below create documents that other programs might write, from fragments that
// exercise the mapping between the formats.

// declared are the declarations on the roots of generated documents.
const declared = ` xmlns:x="urn:x" xmlns:y="urn:y" xmlns:a="http://www.w3.org/2005/Atom" xmlns:h="http://www.w3.org/1999/xhtml" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:ms="http://www.microsoft.com/schemas/sse"`

var (
	texts = rapid.SampledFrom([]string{
		"", "plain", " spaces ", "a &lt;b&gt; &amp;amp; c", "<![CDATA[<p>x</p>]]>", "one<![CDATA[ & ]]>two", "tab\tand&#13;return\r\nline", "ü€😀", "<!-- c -->text", "&#38;lt;",
	})
	attributes = rapid.SampledFrom([]string{"", "", "", ` x:p="1"`, ` xml:lang="de"`, ` xmlns:z="urn:z" z:q="a&quot;b&#10;c"`, ` y:p='2' x:p=''`, ` xml:space="preserve"`})
	xhtmls     = rapid.SampledFrom([]string{
		`<div xmlns="http://www.w3.org/1999/xhtml">a <b>b</b> &amp; c<br/></div>`, `<h:div>x<h:p x:y="z">p</h:p><!-- c --></h:div>`, `<h:div xml:lang="fr"/>`,
	})
	foreigns = rapid.SampledFrom([]string{
		`<x:a/>`, `<x:a y:b="c">text</x:a>`, `<x:a><none xmlns="">t</none></x:a>`, `<x:a><x:b><c xmlns="urn:c"><d/></c></x:b><![CDATA[ & ]]></x:a>`,
		`<q xmlns="urn:q" a="1"><r/><x:s/></q>`, `<z:k xmlns:z="urn:z"><z:l z:m="n"/></z:k>`, `<!-- between -->`, `<?pi data?>`, `<x:a xmlns="urn:q"><r/></x:a>`,
		`<x:o><inherits b="c"><deeper/></inherits></x:o>`, `<unknown a="b">t</unknown>`, `<sx:other/>`,
	})
	hrefs = rapid.SampledFrom([]string{"http://example.com/a?b=c&amp;d", "b.html", "", " spaced "})
)

// element generates an element of that name, with text.
func element(t *rapid.T, name, own string) string {
	return fmt.Sprintf("<%s%s%s>%s</%s>", name, own, attributes.Draw(t, "attributes"), texts.Draw(t, "text"), name)
}

// atomChild generates a shared child of an entry; p is the prefix of Atom.
func atomChild(t *rapid.T, p string) string {
	switch rapid.IntRange(0, 9).Draw(t, "child") {
	case 0:
		return element(t, p+"title", rapid.SampledFrom([]string{"", ` type="text"`, ` type="html"`}).Draw(t, "type"))
	case 1:
		return element(t, p+rapid.SampledFrom([]string{"content", "summary", "rights"}).Draw(t, "name"), rapid.SampledFrom([]string{"", ` type="html"`, ` type="text/plain"`}).Draw(t, "type"))
	case 2:
		return fmt.Sprintf(`<%scontent type="xhtml"%s>%s</%scontent>`, p, attributes.Draw(t, "attributes"), xhtmls.Draw(t, "xhtml"), p)
	case 3:
		return fmt.Sprintf(`<%scontent src="%s" type="image/png"/>`, p, hrefs.Draw(t, "src"))
	case 4, 5:
		return fmt.Sprintf(`<%slink href="%s"%s%s/>`, p, hrefs.Draw(t, "href"),
			rapid.SampledFrom([]string{"", ` rel="alternate"`, ` rel="related"`, ` rel="via" title="t"`, ` rel="enclosure"`, ` rel="enclosure" type="a/b" length="7"`, ` hreflang="de"`, ` rel=""`}).Draw(t, "rel"),
			attributes.Draw(t, "attributes"))
	case 6:
		return fmt.Sprintf(`<%scategory term="%s"%s%s/>`, p, texts.Filter(func(s string) bool { return !strings.Contains(s, "<") }).Draw(t, "term"),
			rapid.SampledFrom([]string{"", ` scheme="urn:s"`, ` label="l"`}).Draw(t, "scheme"), attributes.Draw(t, "attributes"))
	default:
		return foreigns.Draw(t, "foreign")
	}
}

// rssChild generates a shared child of an item.
func rssChild(t *rapid.T) string {
	switch rapid.IntRange(0, 9).Draw(t, "child") {
	case 0, 1:
		return element(t, rapid.SampledFrom([]string{"title", "description"}).Draw(t, "name"), "")
	case 2:
		return fmt.Sprintf("<link%s>%s</link>", attributes.Draw(t, "attributes"), hrefs.Draw(t, "href"))
	case 3:
		return element(t, "category", rapid.SampledFrom([]string{"", ` domain="urn:s"`}).Draw(t, "domain"))
	case 4:
		return fmt.Sprintf(`<enclosure url="%s"%s%s/>`, hrefs.Draw(t, "url"), rapid.SampledFrom([]string{"", ` type="a/b" length="7"`, ` length="0"`, ` strange="1"`}).Draw(t, "type"), attributes.Draw(t, "attributes"))
	case 5, 6:
		return atomChild(t, "a:")
	default:
		return foreigns.Draw(t, "foreign")
	}
}

// syncOf generates an sx:sync with conflicting versions from conflict.
func syncOf(t *rapid.T, conflict func(t *rapid.T, depth int) string, depth int) string {
	p := rapid.SampledFrom([]string{"sx", "ms"}).Draw(t, "dialect")
	var b strings.Builder
	fmt.Fprintf(&b, `<%s:sync id="i" updates="%d"%s>`, p, rapid.IntRange(1, 1<<31-1).Draw(t, "updates"),
		rapid.SampledFrom([]string{"", ` deleted="true"`, ` deleted="false"`, ` noconflicts="true"`, ` x:extra="1" more="2"`, ` sx:own="3"`}).Draw(t, "flags"))
	for range rapid.IntRange(1, 3).Draw(t, "histories") {
		fmt.Fprintf(&b, `<%s:history sequence="%d" %s%s`, p, rapid.IntRange(1, 9).Draw(t, "sequence"),
			rapid.SampledFrom([]string{`by="A"`, `when="2005-05-21T11:43:33Z"`, `when="2005-05-21t13:43:33.5+02:00" by="B"`}).Draw(t, "who"),
			rapid.SampledFrom([]string{"/>", ` y:device="phone"/>`, "><x:a/><!-- c --></" + p + ":history>"}).Draw(t, "rest"))
	}
	b.WriteString(rapid.SampledFrom([]string{"", `<x:child>t</x:child>`, `<orphan/>`, "<" + p + ":future/>"}).Draw(t, "child"))
	if n := rapid.IntRange(0, 2-depth).Draw(t, "conflicts"); n > 0 {
		fmt.Fprintf(&b, "<%s:conflicts>", p)
		for range n {
			b.WriteString(conflict(t, depth+1))
		}
		fmt.Fprintf(&b, "</%s:conflicts>", p)
	}
	return b.String() + "</" + p + ":sync>"
}

func atomItem(t *rapid.T, depth int) string {
	p := rapid.SampledFrom([]string{"", "a:"}).Draw(t, "prefix")
	children := strings.Join(rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string { return atomChild(t, p) }), 0, 5).Draw(t, "children"), "\n")
	return fmt.Sprintf("<%sentry%s><id>urn:x</id>%s%s</%sentry>", p, attributes.Draw(t, "attributes"), children, syncOf(t, atomItem, depth), p)
}

func rssItem(t *rapid.T, depth int) string {
	children := strings.Join(rapid.SliceOfN(rapid.Custom(rssChild), 0, 5).Draw(t, "children"), "\n")
	return fmt.Sprintf("<item%s><guid>g</guid>%s%s</item>", attributes.Draw(t, "attributes"), children, syncOf(t, rssItem, depth))
}

// atomDocument generates a feed, sometimes with a default language.
func atomDocument(t *rapid.T) string {
	lang := rapid.SampledFrom([]string{"", ` xml:lang="en"`, ` xml:base="http://example.com/f/"`}).Draw(t, "around")
	return `<feed xmlns="http://www.w3.org/2005/Atom"` + declared + lang + "><title>t</title>" + atomItem(t, 0) + "\n</feed>"
}

func rssDocument(t *rapid.T) string {
	lang := rapid.SampledFrom([]string{"", ` xml:lang="en"`, ` xml:base="http://example.com/f/"`}).Draw(t, "around")
	return `<rss version="2.0"` + declared + lang + "><channel><title>t</title>" + rssItem(t, 0) + "\n</channel></rss>"
}
