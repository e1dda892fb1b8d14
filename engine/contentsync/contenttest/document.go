package contenttest

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"
)

// document writes a feed. The same feed is the same document: how it is written (zones,
// forms of references, elements around links) is drawn from what is written.
func (w *World) document(f *feed) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
	b.WriteString(`<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel>` + "\n")
	b.WriteString(element("title", "Feed "+f.address))
	b.WriteString(f.elements("lastBuildDate"))
	for _, i := range f.items {
		b.WriteString(i.element(f))
	}
	b.WriteString("</channel></rss>\n")
	return b.String()
}

func (i *item) element(f *feed) string {
	var b strings.Builder
	b.WriteString("<item")
	if i.hidden {
		b.WriteString(` csx:hiddenItem="true"`)
	}
	b.WriteString(">\n")
	if i.guid != "" {
		b.WriteString(element("guid", i.guid))
	}
	b.WriteString(element("title", i.title))
	b.WriteString(i.elements("csx:lastBuildDate"))
	for _, l := range i.links {
		b.WriteString(l.element(f))
	}
	b.WriteString("</item>\n")
	return b.String()
}

func (l *link) element(f *feed) string {
	h := drawn(f.address + " " + l.to)
	var attributes string
	if l.nested {
		attributes += ` nestedFeed="true"`
	} else if h.IntN(5) == 0 {
		attributes += ` nestedFeed="false"`
	}
	if l.onDemand {
		attributes += ` onDemand="true"`
	} else if h.IntN(5) == 0 {
		attributes += ` onDemand="false"`
	}
	space := []string{"", "", "", "\n  "}[h.IntN(4)]
	text := fmt.Sprintf("<csx:link%s>%s%s%s</csx:link>", attributes, space, escaped(reference(h, f.address, l.to)), space)
	for n := range l.deep {
		text = fmt.Sprintf("<around%d name=\"&lt;%d&gt;\">%s</around%d>", n, n, text, n)
	}
	return text + "\n"
}

// elements are those of dates that there are.
func (d dates) elements(built string) (text string) {
	if !d.built.IsZero() {
		text += element(built, written(d.built))
	}
	if !d.published.IsZero() {
		text += element("pubDate", written(d.published))
	}
	return text
}

// written writes a date in one of the forms of RFC 822.
func written(at time.Time) string {
	switch at.Minute() % 3 {
	case 0:
		return at.Format("Mon, 02 Jan 2006 15:04:05 GMT")
	case 1:
		return at.Format(time.RFC1123Z)
	}
	return at.In(time.FixedZone("", -5*60*60)).Format(time.RFC1123Z)
}

func element(name, text string) string {
	return fmt.Sprintf("<%s>%s</%s>\n", name, escaped(text), name)
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // writing to memory does not fail
	return b.String()
}

// drawn draws from a text.
func drawn(text string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // hashing does not fail
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}
