package pseudocode

import (
	"encoding/xml"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// namespace is "The XML namespace URI for the XML data format described".
const namespace = "http://schemas.microsoft.com/rss/2007/contentsyncextensions"

// Link is a <csx:link>: its address, and whether it is a nested feed.
type Link struct {
	Address string
	Nested  bool
}

// feed is the part of a document that the algorithm needs.
type feed struct {
	document []byte
	date     time.Time
	items    []item
}

// item is the part of an <item> that the algorithm needs. Its links are the effective ones.
type item struct {
	id, title, text string
	date            time.Time
	links           []link
}

type link struct {
	Link
	onDemand bool
}

// item returns the item with an identifier.
func (f feed) item(id string) (item, bool) {
	for _, i := range f.items {
		if i.id == id {
			return i, true
		}
	}
	return item{}, false
}

// element is any XML element.
type element struct {
	XMLName    xml.Name
	Attributes []xml.Attr `xml:",any,attr"`
	Children   []element  `xml:",any"`
	Text       string     `xml:",chardata"`
	Inner      string     `xml:",innerxml"`
}

// read reads a feed: "A's first channel" and its items.
func read(address string, document []byte) feed {
	var rss element
	if err := xml.Unmarshal(document, &rss); err != nil {
		panic("pseudocode reads well-formed feeds alone: " + err.Error())
	}
	f := feed{document: document, date: year1601}
	channels := rss.named("", "channel")
	if len(channels) == 0 {
		return f
	}
	f.date = dated(channels[0].text("", "lastBuildDate"), channels[0].text("", "pubDate"))
	for _, e := range channels[0].named("", "item") {
		f.put(readItem(address, e))
	}
	return f
}

// put adds an item. If several items share an identifier, the last one counts.
func (f *feed) put(i item) {
	f.items = slices.DeleteFunc(f.items, func(other item) bool { return other.id == i.id })
	f.items = append(f.items, i)
}

func readItem(feed string, e element) item {
	i := item{
		title: e.text("", "title"),
		text:  fmt.Sprint(e.Attributes, e.Inner),
		date:  dated(e.text(namespace, "lastBuildDate"), e.text("", "pubDate")),
		links: counting(descendants(feed, e)),
	}
	i.id = i.identifier(e)
	return i
}

// identifier returns the guid. Without a guid, an item is identified by its links, else by its
// RSS link, else by its title.
func (i item) identifier(e element) string {
	if guid := e.text("", "guid"); guid != "" {
		return "guid " + guid
	}
	links := ""
	for at, l := range i.links {
		if !slices.ContainsFunc(i.links[:at], l.leadsThere) {
			links += " " + l.Address
		}
	}
	if links != "" {
		return "links" + links
	}
	if page := e.text("", "link"); page != "" {
		return "link " + page
	}
	return "title " + e.text("", "title")
}

// descendants returns the links of an item, including those "nested within other elements that
// are children of the RSS <item>". "Relative URL's are treated as relative to the URL of the
// enclosing feed."
func descendants(feed string, e element) (found []link) {
	for _, child := range e.Children {
		if child.XMLName != (xml.Name{Space: namespace, Local: "link"}) {
			found = append(found, descendants(feed, child)...)
			continue
		}
		address := resolve(feed, strings.TrimSpace(child.Text))
		found = append(found, link{Link{address, child.marked("nestedFeed")}, child.marked("onDemand")})
	}
	return found
}

// counting returns the links that are not ignored: "Only one <csx:link> per <item> can be
// flagged as a nested feed. If a <csx:link> has been flagged as a nested feed, all other
// <csx:link>'s in the item will be ignored." If two are flagged, the first counts.
func counting(all []link) []link {
	for _, l := range all {
		if l.Nested {
			return []link{l}
		}
	}
	return all
}

// resolve resolves a reference without its fragment, which does not affect the download.
func resolve(feed, reference string) string {
	base, err := url.Parse(feed)
	if err != nil {
		panic(err)
	}
	at, err := base.Parse(reference)
	if err != nil {
		panic(err)
	}
	at.Fragment, at.RawFragment = "", ""
	return at.String()
}

func (e element) named(space, local string) (found []element) {
	for _, child := range e.Children {
		if child.XMLName.Space == space && child.XMLName.Local == local {
			found = append(found, child)
		}
	}
	return found
}

func (e element) text(space, local string) string {
	for _, child := range e.named(space, local) {
		return strings.TrimSpace(child.Text)
	}
	return ""
}

func (e element) marked(attribute string) bool {
	for _, a := range e.Attributes {
		if a.Name.Space == "" && a.Name.Local == attribute {
			return a.Value == "true"
		}
	}
	return false
}
