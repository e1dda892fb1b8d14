package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// kind is a format and dialect of generated feeds.
type kind struct {
	name, extension string
	// items is the number of items.
	items int
	// header and footer are written before and after the items.
	header, footer string
	// item writes an item with that text, updated first by phone and tablet and then by the
	// endpoints in by.
	item func(to *bytes.Buffer, number int, text string, by ...string)
	// moved also moves some of the items.
	moved bool
}

var kinds = []kind{
	{"RSS with FeedSync", ".xml", 5_000, channel("http://feedsync.org/2007/feedsync"), "</channel></rss>\n", rssItem(history), false},
	{"RSS with SSE 0.91", ".xml", 5_000, channel(sse091), "</channel></rss>\n", rssItem(history091), false},
	{"OPML with SSE 0.91", ".opml", 10_000, opmlHeader, "</outline></body></opml>\n", outline, false},
	{"OPML with SSE 0.91, some moved", ".opml", 10_000, opmlHeader, "", nil, true},
}

// generate writes two feeds of the same items: of a hundred, 91 are the same in both, 4 were
// changed in one and 4 in the other, and 1 was changed in both. In addition, one percent of
// the items are only in one of them.
func (k kind) generate(local, incoming string) error {
	if k.moved {
		return generateMoved(k.items, local, incoming)
	}
	random := rand.New(rand.NewPCG(1, 2))
	a, b := bytes.NewBufferString(k.header), bytes.NewBufferString(k.header)
	item, items := k.item, k.items
	for i := range items {
		text := words(random, 24)
		changed := words(random, 24)
		switch i % 100 {
		case 0, 1, 2, 3:
			item(a, i, text, "desk")
			item(b, i, changed, "desk", "laptop")
		case 4, 5, 6, 7:
			item(a, i, changed, "desk", "phone")
			item(b, i, text, "desk")
		case 8:
			item(a, i, text, "desk", "phone")
			item(b, i, changed, "desk", "laptop")
		default:
			item(a, i, text, "desk")
			item(b, i, text, "desk")
		}
	}
	for i := items; i < items+items/100; i++ {
		item(a, i, words(random, 24), "desk")
		item(b, i+items, words(random, 24), "laptop")
	}
	for path, doc := range map[string]*bytes.Buffer{local: a, incoming: b} {
		doc.WriteString(k.footer)
		if err := os.WriteFile(path, doc.Bytes(), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func channel(namespace string) string {
	return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="` + namespace + `"><channel>
<title>Bench</title><link>http://example.com/</link><description>Five thousand items</description>
`
}

// rssItem returns a function that writes items of about 900 bytes: the usual elements of an
// item, updates by phone and tablet, and then one by each endpoint in by.
func rssItem(history func(to *bytes.Buffer, number int, by []string)) func(to *bytes.Buffer, number int, text string, by ...string) {
	return func(to *bytes.Buffer, number int, text string, by ...string) {
		fmt.Fprintf(to, "<item>\n  <title>Item %d %s</title>\n", number, text[:20])
		fmt.Fprintf(to, "  <link>http://example.com/items/%d.html</link>\n", number)
		fmt.Fprintf(to, "  <description>%s</description>\n", text)
		fmt.Fprintf(to, "  <category>food</category>\n  <category domain=\"http://example.com/shops\">market</category>\n")
		fmt.Fprintf(to, "  <guid isPermaLink=\"false\">urn:example:%d</guid>\n  <pubDate>%s</pubDate>\n", number, updated(1, number).Format(time.RFC1123Z))
		history(to, number, append([]string{"phone", "tablet"}, by...))
		to.WriteString("</item>\n")
	}
}

// history writes an sx:sync element of FeedSync.
func history(to *bytes.Buffer, number int, by []string) {
	fmt.Fprintf(to, "  <sx:sync id=\"item-%d\" updates=\"%d\">\n", number, len(by))
	for n := len(by); n > 0; n-- {
		fmt.Fprintf(to, "    <sx:history sequence=\"%d\" when=\"%s\" by=\"%s\"/>\n", n, updated(n, number).Format(time.RFC3339), by[n-1])
	}
	to.WriteString("  </sx:sync>\n")
}

// updated returns the time of the nth update of an item.
func updated(n, number int) time.Time {
	return time.Date(2005, 5, 21, 9, n, number%60, 0, time.UTC)
}

const syllables = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu"

func words(random *rand.Rand, n int) string {
	all := strings.Fields(syllables)
	var b strings.Builder
	for range n {
		for range 2 + random.IntN(4) {
			b.WriteString(all[random.IntN(len(all))])
		}
		b.WriteByte(' ')
	}
	return b.String()
}
