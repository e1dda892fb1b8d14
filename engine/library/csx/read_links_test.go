package csx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"crossfeed/engine/library/csx"
)

// addresses formats links as "name=address".
func addresses(i csx.Item) string {
	var all []string
	for _, l := range i.Links {
		all = append(all, l.Name+"="+strings.TrimPrefix(l.Address, "https://example.com/library/"))
	}
	return strings.Join(all, " ")
}

func TestWhichLinksAnItemHas(t *testing.T) {
	const other = ` xmlns:c="` + csx.Namespace + `" xmlns="` + csx.Namespace + `"`
	for _, c := range []struct{ name, content, want string }{
		{"at any depth", `<a><b x="y"><c><csx:link>a.jpg</csx:link></c></b></a><csx:link>b.jpg</csx:link>`, "a.jpg=a.jpg b.jpg=b.jpg"},
		{"in elements of other formats", `<m:group xmlns:m="urn:m"><item><title><csx:link>a.jpg</csx:link></title></item></m:group>`, "a.jpg=a.jpg"},
		{"in a description of HTML", `<description><p>x <csx:link>a.jpg</csx:link></p></description>`, "a.jpg=a.jpg"},
		{"in an item that syncs both ways", `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync" id="i" updates="1"><sx:history sequence="1" by="A"/></sx:sync><csx:link>a.jpg</csx:link>`, "a.jpg=a.jpg"},
		{"not in its conflicts", `<sx:sync xmlns:sx="http://feedsync.org/2007/feedsync" id="i" updates="1"><sx:conflicts><item><guid>2</guid><csx:link>b.jpg</csx:link></item></sx:conflicts></sx:sync><csx:link>a.jpg</csx:link>`, "a.jpg=a.jpg"},
		{"nor in those of 0.91", `<s:sync xmlns:s="http://www.microsoft.com/schemas/rss/sse" id="i" version="1"><s:conflicts><s:conflict version="1"><item><csx:link>b.jpg</csx:link></item></s:conflict></s:conflicts></s:sync>`, ""},
		{"under any prefix, or none", `<c:link` + other + `>a.jpg</c:link><link` + other + `>b.jpg</link>`, "a.jpg=a.jpg b.jpg=b.jpg"},
		{"not under its prefix with another namespace", `<csx:link xmlns:csx="urn:x">a.jpg</csx:link>`, ""},
		{"nor those of RSS and Atom", `<link>a.jpg</link><a:link xmlns:a="http://www.w3.org/2005/Atom">b.jpg</a:link>`, ""},
		{"and its enclosures, last", `<enclosure url="c.jpg"/><enclosure url="b.jpg"/><enclosure/><csx:link>a.jpg</csx:link><csx:link>b.jpg</csx:link><x><enclosure url="d.jpg"/></x>`, "a.jpg=a.jpg b.jpg=b.jpg c.jpg=c.jpg"},
		{"which an item with a nested feed does not have", `<enclosure url="c.jpg"/><csx:link nestedFeed="true">n.xml</csx:link>`, "n.xml=n.xml"},
		{"each address once", `<csx:link>a.jpg</csx:link><csx:link>./a.jpg</csx:link><csx:link>https://example.com/library/a.jpg#x</csx:link>`, "a.jpg=a.jpg"},
		{"with white space and CDATA", "<csx:link>\n  a.jpg\n</csx:link><csx:link><![CDATA[b.jpg?x=1&y=2]]></csx:link><csx:link>c&amp;d&#46;jpg</csx:link>", "a.jpg=a.jpg b.jpg=b.jpg?x=1&y=2 c&d.jpg=c&d.jpg"},
		{"with a comment in it", `<csx:link>a<!-- x -->.jpg</csx:link>`, "a.jpg=a.jpg"},
		{"named by the element around", `<file name="Invoice.pdf"><csx:link>files/0f.pdf</csx:link></file>`, "Invoice.pdf=files/0f.pdf"},
		{"but not by what is no name of a file", `<file name=".."><csx:link>a.jpg</csx:link></file><file name="/etc/passwd"><csx:link>b.jpg</csx:link></file><file name="C:\x&#9;y"><csx:link>c.jpg</csx:link></file>`, "a.jpg=a.jpg passwd=b.jpg xy=c.jpg"},
		{"nor by what is no name at all", `<file name="."><csx:link>a.jpg</csx:link></file><file name="x&#x7f;y"><csx:link>b.jpg</csx:link></file>`, "a.jpg=a.jpg xy=b.jpg"},
		{"nor by an element of RSS, nor by an attribute of another format", `<title name="T.jpg"><csx:link>a.jpg</csx:link></title><file xmlns:m="urn:m" m:name="M.jpg"><csx:link>b.jpg</csx:link></file>`, "a.jpg=a.jpg b.jpg=b.jpg"},
		{"cut where it is longer than names of files are", `<file name="` + strings.Repeat("n", 256) + `"><csx:link>a.jpg</csx:link></file>`, strings.Repeat("n", 255) + "=a.jpg"},
		{"nor by the name of a person", `<Photographer Name="John Doe"><csx:link>a.jpg</csx:link></Photographer>`, "a.jpg=a.jpg"},
		{"named by the server where there is no path", `<csx:link>https://photos.example/</csx:link>`, "photos.example=https://photos.example/"},
		{"with escapes", `<csx:link>K%C3%BCche/a%20b.jpg</csx:link><csx:link>Küche/c d.jpg</csx:link>`, "a b.jpg=K%C3%BCche/a%20b.jpg c d.jpg=K%C3%BCche/c%20d.jpg"},
		{"to the feed itself", `<csx:link>#top</csx:link>`, "feed.xml=feed.xml"},
	} {
		_, items := read(t, rss(`<item><guid>1</guid>`+c.content+`</item>`))
		if len(items) != 1 {
			t.Errorf("%s: %d items", c.name, len(items))
		} else if got := addresses(items[0]); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestALinkThatIsThereTwiceIsOnDemandWhereNoneOfTheFilesIsFetched(t *testing.T) {
	for _, c := range []struct {
		name, content string
		onDemand      bool
	}{
		{"once and once not", `<csx:link onDemand="true">a.jpg</csx:link><csx:link>a.jpg</csx:link>`, false},
		{"once not and once", `<csx:link>a.jpg</csx:link><csx:link onDemand="true">a.jpg</csx:link>`, false},
		{"both", `<csx:link onDemand="true">a.jpg</csx:link><csx:link onDemand="true">a.jpg</csx:link>`, true},
		{"of feeds the first counts", `<csx:link nestedFeed="true" onDemand="true">a.xml</csx:link><csx:link nestedFeed="true">a.xml</csx:link>`, true},
	} {
		_, items := read(t, rss(`<item><guid>1</guid>`+c.content+`</item>`))
		if l := items[0].Links; len(l) != 1 || l[0].OnDemand != c.onDemand {
			t.Errorf("%s: %+v", c.name, l)
		}
	}
}

// An item is hidden if its attribute or its element says so, and only then.
func TestWhichItemsAreHidden(t *testing.T) {
	for _, c := range []struct {
		document string
		hidden   bool
	}{
		{`<item hiddenItem="true"><guid>1</guid></item>`, true},
		{`<item hiddenItem="true"><guid>1</guid><csx:hiddenItem>false</csx:hiddenItem></item>`, true},
		{`<item><guid>1</guid><csx:hiddenItem>true</csx:hiddenItem></item>`, true},
		{`<item rel="true"><guid>1</guid></item>`, false},
		{`<item><guid>1</guid><x hiddenItem="true"/><csx:link hiddenItem="true">a.jpg</csx:link></item>`, false},
	} {
		if _, items := read(t, rss(c.document)); items[0].Hidden != c.hidden {
			t.Errorf("%s: %+v", c.document, items[0])
		}
	}
}

// Items beyond the limit are reported once, and their contents not at all.
func TestItemsBeyondTheMostAreToldOnce(t *testing.T) {
	const one = `<item><guid>1</guid><csx:link>a.jpg</csx:link><csx:link> </csx:link>`
	for document, want := range map[string]string{
		rss(strings.Repeat(one+`</item>`, 3)): "bad-link too-many-items",
		rss(strings.Repeat(one, 3)):           "bad-link not-well-formed too-many-items", // each ends where the next begins
	} {
		f, err := csx.Read(strings.NewReader(document), at, csx.Limits{Items: 1}, func(csx.Item) error { return nil })
		told := strings.Fields(rules(f))
		slices.Sort(told)
		if got := strings.Join(told, " "); err != nil || got != want {
			t.Errorf("told %s, want %s, %v", got, want, err)
		}
	}
}

// However many items lack an end tag, each ends where the next begins, and none is nested.
func TestItemsWithoutAnEndAreNotNested(t *testing.T) {
	var b strings.Builder
	for i := range 20 {
		fmt.Fprintf(&b, "<item><guid>%d</guid><title>x", i)
	}
	items := 0
	f, err := csx.Read(strings.NewReader(rss(b.String())), at, csx.Limits{Depth: 10}, func(csx.Item) error { items++; return nil })
	if err != nil || items != 20 || strings.Contains(rules(f), "too-deep") {
		t.Errorf("%d items, %s, %v", items, rules(f), err)
	}
}

func TestTheFirstChannelSaysWhatTheFeedIs(t *testing.T) {
	f, items := read(t, `<rss><channel><image><title>no</title><link>no</link></image><item><guid>1</guid><title>no</title></item><title> One </title>
		<description>First</description><link>http://example.com/1</link><pubDate>Mon, 02 Oct 2006 12:00:00 GMT</pubDate></channel>
		<channel><title>Two</title><lastBuildDate>Tue, 03 Oct 2006 12:00:00 GMT</lastBuildDate><item><guid>2</guid></item></channel></rss>`)
	if f.Title != "One" || f.Text != "First" || f.Link != "http://example.com/1" || !f.Built.Equal(october(2, 12, 0, 0)) || len(items) != 2 {
		t.Errorf("%+v, %d items", f, len(items))
	}
	f, _ = read(t, `<rss><channel><pubDate>Mon, 02 Oct 2006 12:00:00 GMT</pubDate><lastBuildDate>Sun, 01 Oct 2006 12:00:00 GMT</lastBuildDate></channel></rss>`)
	if !f.Built.Equal(october(1, 12, 0, 0)) {
		t.Errorf("the lastBuildDate goes before the pubDate: %s", f.Built)
	}
	f, _ = read(t, rss(`<csx:lastBuildDate>Mon, 02 Oct 2006 12:00:00 GMT</csx:lastBuildDate><lastBuildDate>Sun, 01 Oct 2006 12:00:00 GMT</lastBuildDate>`))
	if !f.Built.Equal(october(1, 12, 0, 0)) {
		t.Errorf("and before that of the extensions: %s", f.Built)
	}
}

func TestAnItemThatEndsAnotherHasItsOwnNamespaces(t *testing.T) {
	_, items := read(t, `<rss><channel><item><guid>1</guid><item xmlns:c="`+csx.Namespace+`"><guid>2</guid><c:link>a.jpg</c:link></item></channel></rss>`)
	if len(items) != 2 || addresses(items[1]) != "a.jpg=a.jpg" {
		t.Errorf("%+v", items)
	}
}

func TestTheDatesOfAnItem(t *testing.T) {
	const pub, built = `<pubDate>Sun, 01 Oct 2006 12:00:00 GMT</pubDate>`, `<csx:lastBuildDate>Mon, 02 Oct 2006 12:00:00 GMT</csx:lastBuildDate>`
	for _, c := range []struct {
		content string
		day     int
	}{{pub + built, 2}, {built + pub, 2}, {pub, 1}, {built, 2}, {"", 0},
		{`<lastBuildDate>Mon, 02 Oct 2006 12:00:00 GMT</lastBuildDate>`, 0}, {`<csx:lastBuildDate>never</csx:lastBuildDate>` + pub, 1}} {
		_, items := read(t, rss(`<item><guid>1</guid>`+c.content+`</item>`))
		if got := items[0].Built; c.day == 0 && !got.IsZero() || c.day > 0 && !got.Equal(october(c.day, 12, 0, 0)) {
			t.Errorf("%s: %s", c.content, got)
		}
	}
}

// TestAnItemWithoutAGUIDStaysTheSame checks that the generated ID is stable while its source
// is.
func TestAnItemWithoutAGUIDStaysTheSame(t *testing.T) {
	id := func(content string) string {
		t.Helper()
		_, items := read(t, rss(`<item>`+content+`</item>`))
		return items[0].ID
	}
	links := `<csx:link>a.jpg</csx:link><csx:link>b.jpg</csx:link>`
	if id(links+`<title>t</title>`) != id(links+`<title>u</title><link>http://x</link>`) {
		t.Error("with the same csx:links it is the same")
	}
	if id(`<csx:link>a.jpg</csx:link><title>t</title>`) != id(`<csx:link>a.jpg</csx:link><title>u</title>`) {
		t.Error("with the same csx:link, too")
	}
	if id(links) == id(`<csx:link>a.jpg</csx:link>`) || id(`<link>http://x</link><title>t</title>`) != id(`<link>http://x</link>`) {
		t.Error("then its link counts")
	}
	if id(`<title>t</title><description>a</description>`) != id(`<title>t</title>`) || id(`<title>t</title>`) == id(`<title>u</title>`) {
		t.Error("then its title")
	}
	if id(`<description>a</description>`) == id(`<description>b</description>`) {
		t.Error("and then all of it")
	}
}

func TestTheMarkOfAnItemIsWhatItSays(t *testing.T) {
	mark := func(content string) string {
		t.Helper()
		_, items := read(t, rss(content))
		return items[0].Mark
	}
	const one = `<item><guid>1</guid><csx:link onDemand="true">a.jpg</csx:link></item>`
	for name, other := range map[string]string{
		"quotes":              `<item ><guid>1</guid><csx:link onDemand='true'>a.jpg</csx:link></item >`,
		"references":          `<item><guid>&#49;</guid><csx:link onDemand="true"><![CDATA[a.jpg]]></csx:link></item>`,
		"a comment in a text": `<item><guid>1</guid><csx:link onDemand="true">a<!-- x -->.jpg</csx:link></item>`,
		"a comment":           `<item><!-- x --><guid>1</guid><csx:link onDemand="true">a.jpg</csx:link></item>`,
		"another prefix":      `<item xmlns:c="` + csx.Namespace + `"><guid>1</guid><c:link onDemand="true">a.jpg</c:link></item>`,
		"what follows":        one + `<item><guid>2</guid></item>`,
	} {
		if mark(other) != mark(one) {
			t.Errorf("%s change it", name)
		}
	}
	for _, other := range []string{
		`<item><guid>1</guid><csx:link>a.jpg</csx:link></item>`, `<item><guid>1</guid><csx:link onDemand="true">b.jpg</csx:link></item>`,
		`<item><guid>1</guid><csx:link onDemand="false">a.jpg</csx:link></item>`, `<item><guid>1</guid><csx:link nestedFeed="true">a.jpg</csx:link></item>`,
		`<item><title>1</title><csx:link onDemand="true">a.jpg</csx:link></item>`, `<item><guid>1</guid><x:link xmlns:x="urn:x" onDemand="true">a.jpg</x:link></item>`,
		`<item><guid>1</guid><x><csx:link onDemand="true">a.jpg</csx:link></x></item>`, `<item csx:hiddenItem="true"><guid>1</guid><csx:link onDemand="true">a.jpg</csx:link></item>`,
	} {
		if mark(other) == mark(one) {
			t.Errorf("%s has the same", other)
		}
	}
}

func TestEncodings(t *testing.T) {
	const text = `<item><guid>Küche €</guid></item>`
	inUTF16 := func(s string, big bool) string {
		var b strings.Builder
		for _, u := range utf16.Encode([]rune(s)) {
			pair := []byte{byte(u), byte(u >> 8)}
			if big {
				pair[0], pair[1] = pair[1], pair[0]
			}
			b.Write(pair)
		}
		return b.String()
	}
	latin := strings.NewReplacer("ü", "\xfc", "€", "\x80")
	for _, fault := range []string{"", "<p>"} { // well formed or not
		for name, document := range map[string]string{
			"UTF-8":                       rss(text + fault),
			"UTF-8 with a mark":           "\uFEFF" + rss(text+fault),
			"windows-1252":                `<?xml version="1.0" encoding="windows-1252"?>` + latin.Replace(rss(text+fault)),
			"UTF-16, big endian":          inUTF16("\uFEFF"+`<?xml version="1.0" encoding="UTF-16"?>`+rss(text+fault), true),
			"UTF-16, little endian":       inUTF16("\uFEFF"+rss(text+fault), false),
			"UTF-16 that claims UTF-8":    inUTF16("\uFEFF"+`<?xml version="1.0" encoding="utf-8"?>`+rss(text+fault), false),
			"UTF-8 that claims UTF-16":    `<?xml version="1.0" encoding="UTF-16"?>` + rss(text+fault),
			"a mark against its encoding": "\uFEFF" + `<?xml version="1.0" encoding="iso-8859-1"?>` + rss(text+fault),
		} {
			if _, items := read(t, document); len(items) != 1 || items[0].ID != "Küche €" {
				t.Errorf("%s %s: %+v", name, fault, items)
			}
		}
	}
}

func TestLinesAreCounted(t *testing.T) {
	for _, newline := range []string{"\n", "\r\n", "\r"} {
		for _, fault := range []string{"", "<p>"} {
			document := strings.ReplaceAll(rss("\n<!-- x\n -->\n<item>\n<guid>1</guid>\n<csx:link> </csx:link>"+fault+"</item>"), "\n", newline)
			f, items := read(t, document)
			if items[0].Line != 4 || f.Problems[len(f.Problems)-1].Line != 6 {
				t.Errorf("%q %s: line %d, %+v", newline, fault, items[0].Line, f.Problems)
			}
		}
	}
}
