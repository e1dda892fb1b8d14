package record_test

import (
	"slices"
	"testing"

	"crossfeed/engine/record"
)

// A description keeps its lists, paragraphs and links when it is read.
func TestReadableTextKeepsListsParagraphsAndLinks(t *testing.T) {
	const base = "https://example.org/posts/1"
	for _, c := range []struct {
		description, want string
		links             []string
	}{
		{"Two < three & more.", "Two < three & more.", nil},
		{"See https://example.org/a, or not.", "See https://example.org/a, or not.", []string{"https://example.org/a"}},
		{"<p>Hello <b>world</b> &amp; all</p><p>More</p>", "Hello world & all\nMore", nil},
		{"Before<p>after</p>", "Before\nafter", nil},
		{"<p>One</p>\n<ul>\n<li>milk</li>\n<li><p>eggs</p><ul><li>brown</li></ul></li></ul>after", "One\n• milk\n• eggs\n– brown\nafter", nil},
		{"<ol><li>first<li>second</ol>", "1. first\n2. second", nil},
		{`<a href="https://example.com/x?a=1&amp;b=2">link</a> / x`, "link (https://example.com/x?a=1&b=2) / x", []string{"https://example.com/x?a=1&b=2"}},
		{`<a href="https://example.com">https://example.com</a>`, "https://example.com", []string{"https://example.com"}},
		{`<a href="2">next</a>, <a href="/posts/2">again</a>`, "next (https://example.org/posts/2), again (https://example.org/posts/2)", []string{"https://example.org/posts/2"}},
		{`<a href="javascript:x()">run</a> <a href="mailto:ada@example.org">mail</a> <a>none</a>`, "run mail none", nil},
		{"<script>x()</script>a<br>b", "a\nb", nil},
		{"</ul></li><li>alone", "• alone", nil},
	} {
		got, links := record.ReadableText(c.description, base)
		if got != c.want || !slices.Equal(links, c.links) {
			t.Errorf("%q:\n got %q %q\nwant %q %q", c.description, got, links, c.want, c.links)
		}
	}
}
