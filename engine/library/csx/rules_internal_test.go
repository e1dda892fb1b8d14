package csx

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const address = "https://example.com/library/feed.xml"

// around returns a document with a channel of that content.
func around(content string) string {
	return `<rss version="2.0" xmlns:csx="` + Namespace + `"><channel>` + content + `</channel></rss>`
}

// simple is an item with a guid and a link.
const simple = `<item><guid>1</guid><csx:link>a.jpg</csx:link></item>`

// wrongs lists faults with the expected items: "guid[ hidden]: address[ nested][ on demand],
// …; …".
var wrongs = []struct {
	rule, name, document string
	limits               Limits
	want                 string
}{
	{NotWellFormed, "an end tag is missing", around(`<item><guid>1</guid><p>x<csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{NotWellFormed, "the end of an item is missing", around(`<item><guid>1</guid><csx:link>a.jpg</csx:link><item><guid>2</guid><csx:link>b.jpg</csx:link></item>`), Limits{}, "1: a.jpg; 2: b.jpg"},
	{NotWellFormed, "an end tag is misspelled", around(`<item><guid>1</gid><csx:link>a.jpg</csx:lnk><csx:link onDemand="true">b.jpg</csx:link></item>`), Limits{}, "1: a.jpg, b.jpg on demand"},
	{NotWellFormed, "a guid without an end", around(`<item><guid>1<csx:link>a.jpg</csx:link></item>` + `<item><guid>2</guid></item>`), Limits{}, "1: a.jpg; 2:"},
	{NotWellFormed, "a link without an end", around(`<item><guid>1</guid><csx:link>a.jpg<csx:link>b.jpg</csx:link></item>`), Limits{}, "1: b.jpg, a.jpg"},
	{NotWellFormed, "a bare ampersand", around(`<item><guid>1</guid><csx:link>a.jpg?x=1&copy=2&nbsp=3</csx:link></item>`), Limits{}, "1: a.jpg?x=1&copy=2&nbsp=3"},
	{NotWellFormed, "an entity of HTML", around(`<item><guid>caf&eacute;</guid></item>`), Limits{}, "café:"},
	{NotWellFormed, "HTML in a description", around(`<item><description><title>no</title><br><p>x</description><guid>1</guid><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{NotWellFormed, "an attribute twice", around(`<item><guid>1</guid><csx:link onDemand="true" onDemand="true">a.jpg</csx:link></item>`), Limits{}, "1: a.jpg on demand"},
	{WrongEncoding, "a NUL byte", around("<item><guid>\x001</guid><csx:link>a\x00.jpg</csx:link></item>"), Limits{}, "1: a.jpg"},
	{NotWellFormed, "a document type", `<!DOCTYPE rss SYSTEM "rss-0.91.dtd">` + around(simple), Limits{}, "1: a.jpg"},
	{NotWellFormed, "entities that stand for entities", `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>` + around(`<item><guid>1</guid><title>&b;</title><csx:link>&a;</csx:link></item>`), Limits{}, "1: &a;"},
	{NotWellFormed, "an entity of a file", `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>` + around(`<item><guid>&f;</guid></item>`), Limits{}, "&f;:"},
	{NotWellFormed, "a declaration without its end", `<?xml version="1.0">` + around(simple), Limits{}, "1: a.jpg"},
	{NotWellFormed, "white space before the declaration", "\n<?xml version=\"1.0\"?>" + around(simple), Limits{}, "1: a.jpg"},
	{NotWellFormed, "something behind the root", around(simple) + `<p>x</p><item><guid>2</guid></item>`, Limits{}, "1: a.jpg"},
	{NotWellFormed, "no end of the root", strings.TrimSuffix(around(simple), "</rss>"), Limits{}, "1: a.jpg"},
	{WrongEncoding, "bytes that are no UTF-8", around("<item><guid>K\xfcche</guid></item>"), Limits{}, "Küche:"},
	{WrongEncoding, "UTF-8 that is said to be UTF-16", `<?xml version="1.0" encoding="UTF-16"?>` + around(simple), Limits{}, "1: a.jpg"},
	{WrongEncoding, "an encoding that nobody knows", `<?xml version="1.0" encoding="EBCDIC-X"?>` + around(simple), Limits{}, "1: a.jpg"},
	{TooLarge, "more attributes than are read", around(`<item` + many(1100, ` a%d="x"`) + `><guid>1</guid><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{ElementCase, "RSS", around(`<Item><GUID>1</GUID><csx:link>a.jpg</csx:link></Item>`), Limits{}, "1: a.jpg"},
	{ElementCase, "the root", strings.NewReplacer("<rss", "<RSS", "</rss", "</RSS", "channel", "Channel").Replace(around(simple)), Limits{}, "1: a.jpg"},
	{ElementCase, "csx:Link", around(`<item><guid>1</guid><csx:Link>a.jpg</csx:Link></item>`), Limits{}, "1: a.jpg"},
	{ElementCase, "an attribute", around(`<item><guid>1</guid><csx:link nestedfeed="true" ONDEMAND="true">f.xml</csx:link></item>`), Limits{}, "1: f.xml nested on demand"},
	{UnquotedAttribute, "on demand", around(`<item><guid>1</guid><csx:link onDemand=true>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg on demand"},
	{UndeclaredPrefix, "that of the text", `<rss><channel>` + simple + `</channel></rss>`, Limits{}, "1: a.jpg"},
	{UndeclaredPrefix, "another", around(`<item><guid>1</guid><media:link>b.jpg</media:link><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{WrongNamespace, "https, and a slash", strings.Replace(around(simple), Namespace, "https://schemas.microsoft.com/rss/2007/ContentSyncExtensions/", 1), Limits{}, "1: a.jpg"},
	{NoChannel, "items in the root", `<rss xmlns:csx="` + Namespace + `">` + simple + `</rss>`, Limits{}, "1: a.jpg"},
	{NoChannel, "RSS 1.0", `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:csx="` + Namespace + `"><channel><title>t</title></channel>` + simple + `</r:RDF>`, Limits{}, "1: a.jpg"},
	{BadDate, "no date", around(`<item><guid>1</guid><csx:lastBuildDate>yesterday</csx:lastBuildDate><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{LenientDate, "RFC 3339", around(`<item><guid>1</guid><pubDate>2006-10-02T01:35:12Z</pubDate></item>`), Limits{}, "1 2006-10-02T01:35:12Z:"},
	{LenientDate, "a month in full", around(`<item><guid>1</guid><pubDate>Monday, 2 October 2006 01:35:12 GMT</pubDate></item>`), Limits{}, "1 2006-10-02T01:35:12Z:"},
	{MissingGUID, "known by its links", around(`<item><csx:link>a.jpg</csx:link></item>`), Limits{}, "sha256: a.jpg"},
	{MissingGUID, "an empty one", around(`<item><guid> </guid><title>t</title></item>`), Limits{}, "sha256:"},
	{Twice, "the last counts", around(`<item><guid>1</guid><csx:link>old.jpg</csx:link></item><item><guid>2</guid></item>` + simple), Limits{}, "2:; 1: a.jpg"},
	{BadLink, "empty", around(`<item><guid>1</guid><csx:link> </csx:link><csx:link/><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{BadLink, "an address that cannot be fetched", around(`<item><guid>1</guid><csx:link>mailto:a@example.com</csx:link><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{BadLink, "a user in it", around(`<item><guid>1</guid><csx:link>https://member:hunter2@example.com/</csx:link><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{BadLink, "longer than an address can be", around(`<item><guid>1</guid><csx:link>` + strings.Repeat("a", 9000) + `</csx:link><csx:link>a.jpg</csx:link></item>`), Limits{}, "1: a.jpg"},
	{BadLink, "outside of an item", around(`<csx:link>b.jpg</csx:link>` + simple), Limits{}, "1: a.jpg"},
	{TwoNested, "the first counts", around(`<item><guid>1</guid><csx:link nestedFeed="true">a.xml</csx:link><csx:link nestedFeed="true">b.xml</csx:link></item>`), Limits{}, "1: a.xml nested"},
	{OtherLinks, "beside a nested feed", around(`<item><guid>1</guid><csx:link>a.jpg</csx:link><csx:link nestedFeed="true">f.xml</csx:link><csx:link>b.jpg</csx:link></item>`), Limits{}, "1: f.xml nested"},
	{BadValue, "yes", around(`<item><guid>1</guid><csx:link nestedFeed="yes">f.xml</csx:link></item>`), Limits{}, "1: f.xml"},
	{BadValue, "True", around(`<item><guid>1</guid><csx:link onDemand="True">a.jpg</csx:link></item>`), Limits{}, "1: a.jpg on demand"},
	{BadValue, "hidden", around(`<item csx:hiddenItem="1"><guid>1</guid></item>`), Limits{}, "1:"},
	{HiddenElement, "true", around(`<item><csx:hiddenItem>true</csx:hiddenItem><guid>1</guid></item>`), Limits{}, "1 hidden:"},
	{TooManyLinks, "the first count", around(`<item><guid>1</guid>` + many(5, `<csx:link>%d.jpg</csx:link>`) + `</item>`), Limits{Links: 2}, "1: 0.jpg, 1.jpg"},
	{TooManyItems, "the first count", around(many(5, `<item><guid>%d</guid></item>`)), Limits{Items: 2}, "0:; 1:"},
	{TextCut, "a description", around(`<item><guid>1</guid><description>` + strings.Repeat("é", 40) + `</description></item>`), Limits{Text: 21}, "1:"},
	{TooDeep, "a link that is too deep", around(`<item><guid>1</guid><a><b><csx:link>b.jpg</csx:link></b></a><csx:link>a.jpg</csx:link></item>`), Limits{Depth: 5}, "1: a.jpg"},
}

// many repeats a format with consecutive numbers.
func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// said formats items like the table above.
func said(items []Item) string {
	var all []string
	for _, i := range items {
		s := i.ID
		if strings.HasPrefix(s, "sha256:") {
			s = "sha256"
		}
		if i.Hidden {
			s += " hidden"
		}
		if !i.Built.IsZero() {
			s += " " + i.Built.Format("2006-01-02T15:04:05Z07:00")
		}
		s += ":"
		for n, l := range i.Links {
			s += map[bool]string{true: " ", false: ", "}[n == 0] + strings.TrimPrefix(l.Address, "https://example.com/library/")
			s += map[bool]string{true: " nested"}[l.Nested] + map[bool]string{true: " on demand"}[l.OnDemand]
		}
		all = append(all, s)
	}
	return strings.Join(all, "; ")
}

func TestWhatIsWrongInAFeed(t *testing.T) {
	for _, c := range wrongs {
		t.Run(c.rule+"/"+c.name, func(t *testing.T) {
			var items []Item
			f, err := Read(strings.NewReader(c.document), address, c.limits, func(i Item) error {
				items = append(items, i)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := said(items); got != c.want {
				t.Errorf("read as %q, want %q", got, c.want)
			}
			at := slices.IndexFunc(f.Problems, func(p Problem) bool { return p.Rule == c.rule })
			if at < 0 {
				t.Fatalf("it is not told: %+v", f.Problems)
			}
			p := f.Problems[at]
			if p.Line < 1 || p.Text == "" || p.Section == "" || strings.Contains(p.Text, "hunter") {
				t.Errorf("%+v", p)
			}
			t.Log(p.Line, p.Item, p.Text)
		})
	}
}

func TestEveryRuleHasATestAndALineInTheDocumentation(t *testing.T) {
	tested := map[string]bool{ForbiddenLink: true} // contentsync reports it
	for _, c := range wrongs {
		tested[c.rule] = true
	}
	b, err := os.ReadFile("../../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllSubmatch(b, -1) {
		told[string(m[1])] = true
	}
	for rule := range sections {
		if !tested[rule] || !told[rule] {
			t.Errorf("%s: tested %v, in docs/protocol.md %v", rule, tested[rule], told[rule])
		}
	}
	for rule := range maps.Keys(told) {
		if sections[rule] == "" {
			t.Errorf("docs/protocol.md tells of %s, which is no rule", rule)
		}
	}
}
