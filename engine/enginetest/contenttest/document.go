package contenttest

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"strings"
	"time"
)

// document writes a feed. Equal feeds give equal documents: the choice of notation (zones,
// forms of references, elements around links) is derived from the content.
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

// elements writes the dates that are not zero.
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

// drawn returns a random generator seeded by a text.
func drawn(text string) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // hashing does not fail
	return rand.New(rand.NewPCG(h.Sum64(), 0))
}

// reference writes an address in one of the forms that a feed may use: absolute, without its
// scheme, relative to the host's root or to the feed's folder, with detours, with characters
// that should be escaped, with a fragment.
func reference(r *rand.Rand, feed, to string) string {
	from, at := parsed(feed), parsed(to)
	text := to
	switch {
	case from.Scheme != at.Scheme:
	case from.Host == "": // a local folder
		whole := at.EscapedPath()
		beside := relative(from.EscapedPath(), whole)
		text = one(r, to, whole, beside, beside, "./"+beside, "x/../"+beside)
	case from.Host != at.Host:
		text = one(r, to, strings.TrimPrefix(to, at.Scheme+":"))
	default:
		whole := strings.TrimPrefix(to, at.Scheme+"://"+at.Host)
		beside := relative(from.EscapedPath(), whole)
		text = one(r, to, strings.TrimPrefix(to, at.Scheme+":"), whole, beside, beside, "./"+beside, "x/../"+beside, "x/./y/../../"+beside)
	}
	switch r.IntN(6) {
	case 0:
		text = strings.ReplaceAll(text, "%20", " ")
	case 1:
		text = strings.ReplaceAll(text, "%C3%A4", "ä")
	case 2:
		text += "#part"
	}
	return text
}

// relative returns a reference from a document to a path on the same host.
func relative(from, to string) string {
	folder, target := strings.Split(from, "/"), strings.Split(to, "/")
	folder = folder[:len(folder)-1]
	same := 0
	for same < len(folder) && same < len(target)-1 && folder[same] == target[same] {
		same++
	}
	text := strings.Repeat("../", len(folder)-same) + strings.Join(target[same:], "/")
	if first, _, _ := strings.Cut(text, "/"); strings.Contains(first, ":") {
		return "./" + text // otherwise it would parse as a scheme
	}
	return text
}

func parsed(address string) *url.URL {
	u, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return u
}

func one(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }
