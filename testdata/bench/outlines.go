package main

import (
	"bytes"
	"fmt"
)

const sse091 = "http://www.microsoft.com/schemas/rss/sse"

const opmlHeader = `<?xml version="1.0" encoding="utf-8"?>
<opml version="2.0" xmlns:sx="` + sse091 + `" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"><head><title>Bench</title></head><body>
`

// folder is the number of outlines per folder.
const folder = 100

// outline writes an outline of about 600 bytes into the last folder.
func outline(to *bytes.Buffer, number int, text string, by ...string) {
	if number%folder == 0 {
		if number > 0 {
			to.WriteString("</outline>\n")
		}
		fmt.Fprintf(to, "<outline text=\"Folder %d\">\n", number)
		sync091(to, fmt.Sprint("folder-", number), fmt.Sprintf(` cf:order="%d"`, number/folder+1), number, []string{"phone"})
	}
	fmt.Fprintf(to, "<outline text=\"Item %d %s\" type=\"rss\" xmlUrl=\"http://example.com/feeds/%d.xml\" _note=\"%s\">\n", number, text[:20], number, text)
	order := fmt.Sprintf(` cf:order="%d" cf:parent="folder-%d"`, number%folder+1, number-number%folder)
	sync091(to, fmt.Sprint("item-", number), order, number, append([]string{"phone", "tablet"}, by...))
	to.WriteString("</outline>\n")
}

// history091 writes an sx:sync element of SSE 0.91.
func history091(to *bytes.Buffer, number int, by []string) {
	sync091(to, fmt.Sprint("item-", number), "", number, by)
}

// sync091 writes it with the attributes of a position, if there is one.
func sync091(to *bytes.Buffer, id, place string, number int, by []string) {
	last := len(by)
	if place != "" {
		place += fmt.Sprintf(" cf:version=\"%d\"", last)
	}
	fmt.Fprintf(to, "  <sx:sync id=\"%s\" version=\"%d\"%s>\n", id, last, place)
	fmt.Fprintf(to, "    <sx:history when=\"%s\" by=\"%s\">\n", updated(last, number).Format(rfc822), by[last-1])
	for n := last - 1; n > 0; n-- {
		fmt.Fprintf(to, "      <sx:update when=\"%s\" by=\"%s\"/>\n", updated(n, number).Format(rfc822), by[n-1])
	}
	to.WriteString("    </sx:history>\n  </sx:sync>\n")
}

const rfc822 = "Mon, 02 Jan 2006 15:04:05 GMT"
