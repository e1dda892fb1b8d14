package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"time"
)

// merge are two feeds that are merged.
type merge struct {
	name, extension string
	items           int
	write           func(items int) (local, incoming []byte)
}

var merges = []merge{
	{"5,000 RSS items with FeedSync", "xml", 5_000, mergeable("http://feedsync.org/2007/feedsync", history)},
	{"5,000 RSS items with SSE 0.91", "xml", 5_000, mergeable(sse091, history091)},
	{"10,000 outlines", "opml", 10_000, outlines(false)},
	{"10,000 outlines, some moved", "opml", 10_000, outlines(true)},
}

// measure merges two feeds, alternating with xmllint, so that both run under the same
// conditions.
func (m merge) measure(b *bench) (measured, yardstick float64) {
	local, incoming := b.in("local."+m.extension), b.in("incoming."+m.extension)
	ours, theirs := m.write(m.items)
	b.check(os.WriteFile(local, ours, 0o600))
	b.check(os.WriteFile(incoming, theirs, 0o600))
	var lint, merge []float64
	for range 19 {
		lint = append(lint, b.run(0, "xmllint", "--noout", local, incoming).cpu)
		merge = append(merge, b.run(1, b.crossfeed, "feed", "merge", local, incoming, "-o", b.in("out."+m.extension), "--overwrite").cpu)
	}
	return median(merge), median(lint)
}

// mergeable writes two feeds of RSS items of about 900 bytes. Of a hundred, 91 are the same in
// both, 4 were changed in one and 4 in the other, and 1 was changed in both. In addition, one
// percent of the items are only in one of them.
func mergeable(namespace string, history func(to io.Writer, number int, by []string)) func(items int) (local, incoming []byte) {
	return func(items int) (local, incoming []byte) {
		random := rand.New(rand.NewPCG(1, 2))
		a, b := bytes.NewBufferString(channel(namespace, "Bench")), bytes.NewBufferString(channel(namespace, "Bench"))
		add := func(to *bytes.Buffer, number int, text string, by ...string) {
			fmt.Fprintf(to, "<item>\n  <title>Item %d %s</title>\n", number, text[:20])
			fmt.Fprintf(to, "  <link>http://example.com/items/%d.html</link>\n", number)
			fmt.Fprintf(to, "  <description>%s</description>\n", text)
			fmt.Fprintf(to, "  <category>food</category>\n  <category domain=\"http://example.com/shops\">market</category>\n")
			fmt.Fprintf(to, "  <guid isPermaLink=\"false\">urn:example:%d</guid>\n  <pubDate>%s</pubDate>\n", number, updated(1, number).Format(time.RFC1123Z))
			history(to, number, append([]string{"phone", "tablet"}, by...))
			to.WriteString("</item>\n")
		}
		for i := range items {
			text, changed := words(random, 24), words(random, 24)
			switch n := i % 100; {
			case n < 4:
				add(a, i, text, "desk")
				add(b, i, changed, "desk", "laptop")
			case n < 8:
				add(a, i, changed, "desk", "phone")
				add(b, i, text, "desk")
			case n == 8:
				add(a, i, text, "desk", "phone")
				add(b, i, changed, "desk", "laptop")
			default:
				add(a, i, text, "desk")
				add(b, i, text, "desk")
			}
		}
		for i := items; i < items+items/100; i++ {
			add(a, i, words(random, 24), "desk")
			add(b, i+items, words(random, 24), "laptop")
		}
		a.WriteString(footer)
		b.WriteString(footer)
		return a.Bytes(), b.Bytes()
	}
}
