package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// edition is a feed of a list at some time.
type edition struct {
	name, description string
	// changed and conflicts are shares of its items, in thousandths: those with a newer update
	// than in the first edition, and those with one made independently of the first's.
	changed, conflicts int
}

// conflicts is the share of items with a second update in the first edition, in thousandths.
const conflicts = 105

var (
	first       = edition{"first", "A list", 0, 0}
	renewed     = edition{"renewed", "The same list", 0, 0}
	fewChanged  = edition{"few", "A list", 9, 1}
	mostChanged = edition{"most", "A list", 990 - conflicts, conflicts}
)

// feed returns the path of an edition with that many items of about 360 bytes each.
func (b *bench) feed(e edition, items int) (path string) {
	path = b.in(fmt.Sprintf("%s-%d.xml", e.name, items))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	f, err := os.Create(path)
	b.check(err)
	to := bufio.NewWriter(f)
	to.WriteString(channel("http://feedsync.org/2007/feedsync", e.description))
	for i := range items {
		n := i * 7919 % 1000 // spreads the shares over the feed
		by, text := []string{"phone"}, uint64(1)
		if n < conflicts {
			by = append(by, "tablet")
		}
		switch {
		case n < e.conflicts:
			by[1], text = "laptop", 2
		case n >= conflicts && n < conflicts+e.changed:
			by, text = append(by, "phone"), 2
		}
		random := rand.New(rand.NewPCG(uint64(i), text))
		fmt.Fprintf(to, "<item><title>Item %d %s</title><description>%s</description>", i, words(random, 2), words(random, 20))
		history(to, i, by)
		to.WriteString("</item>\n")
	}
	to.WriteString(footer)
	b.check(errors.Join(to.Flush(), f.Close()))
	return path
}

const footer = "</channel></rss>\n"

func channel(namespace, description string) string {
	return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:sx="` + namespace + `"><channel>
<title>Bench</title><link>http://example.com/</link><description>` + description + `</description>
`
}

// history writes an sx:sync element of FeedSync.
func history(to io.Writer, number int, by []string) {
	fmt.Fprintf(to, "<sx:sync id=\"item-%d\" updates=\"%d\">", number, len(by))
	for n := len(by); n > 0; n-- {
		fmt.Fprintf(to, "<sx:history sequence=\"%d\" when=\"%s\" by=\"%s\"/>", n, updated(n, number).Format(time.RFC3339), by[n-1])
	}
	fmt.Fprint(to, "</sx:sync>")
}

// updated returns the time of the nth update of an item.
func updated(n, number int) time.Time {
	return time.Date(2005, 5, 21, 9, n, number%60, 0, time.UTC)
}

const syllables = "ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu"

var all = strings.Fields(syllables)

func words(random *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		for range 2 + random.IntN(4) {
			b.WriteString(all[random.IntN(len(all))])
		}
		b.WriteByte(' ')
	}
	return b.String()
}
