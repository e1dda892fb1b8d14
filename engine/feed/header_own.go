package feed

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
)

// own reads an element that the format defines. Atom's names count in RSS, too.
func (h *header) own(e *etree.Element, _ int) {
	d, text := &h.doc, strings.TrimSpace(textOf(e))
	isAtom := e.NamespaceURI() == item.NamespaceAtom
	switch e.Tag {
	case "title":
		d.Title = text
	case "ownerName":
		if d.Author != "" && d.Author != text {
			d.Unsaid = append(d.Unsaid, "ownerEmail")
		}
		d.Author = text
	case "ownerEmail", "managingEditor":
		h.author(e, text)
	case "subtitle", "description":
		d.Subtitle = text
	case "id":
		d.ID = text
	case "author":
		h.author(e, nameOf(e))
	case "link":
		h.link(e, isAtom, text)
	case "updated":
		d.Updated, _ = ParseRFC3339(text)
	case "lastBuildDate", "dateModified":
		d.Updated, _ = ParseRFC822(text)
	case "pubDate", "dateCreated":
		if d.Updated.IsZero() {
			d.Updated, _ = ParseRFC822(text)
		}
	case "ttl":
		d.TTL = minutes(text)
		h.unsaid(e)
	default:
		h.unsaid(e)
	}
}

// minutes is a whole number of minutes; 0 where it is none, or more than a year.
func minutes(text string) time.Duration {
	const year = 365 * 24 * 60
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > year {
		return 0
	}
	return time.Duration(n) * time.Minute
}

// author takes what an element says of the author, of which the first counts.
func (h *header) author(e *etree.Element, name string) {
	h.doc.Author = first(h.doc.Author, name)
	if h.doc.Author != name || len(e.ChildElements()) > 1 {
		h.unsaid(e)
	}
}

// nameOf is the name of a person (RFC 4287 §3.2.1).
func nameOf(person *etree.Element) string {
	for _, e := range person.ChildElements() {
		if e.Tag == "name" && e.NamespaceURI() == item.NamespaceAtom {
			return strings.TrimSpace(textOf(e))
		}
	}
	return ""
}

func (h *header) link(e *etree.Element, isAtom bool, text string) {
	rel := attrText(e, "rel")
	switch href := strings.TrimSpace(attrText(e, "href")); {
	case !isAtom:
		h.doc.Link = text
	case rel == "self":
		h.doc.Self = href
	case (rel == "" || rel == "alternate") && (h.doc.Link == "" || h.doc.Link == href):
		h.doc.Link = href
	default:
		h.unsaid(e)
	}
}

// ofDocument are the elements that tell of the document and of the program that wrote it,
// and not of the feed.
var ofDocument = []string{"generator", "docs", "expansionState", "vertScrollState", "windowTop", "windowLeft", "windowBottom", "windowRight"}

// mostUnsaid is how many are noted: no format has more elements than that.
const mostUnsaid = 50

// unsaid notes an element that no field of the document says, if it says anything.
func (h *header) unsaid(e *etree.Element) {
	if len(h.doc.Unsaid) == mostUnsaid {
		return
	}
	if says := len(e.Attr) > 0 || strings.TrimSpace(textOf(e)) != ""; says && !slices.Contains(ofDocument, e.Tag) && !slices.Contains(h.doc.Unsaid, e.Tag) {
		h.doc.Unsaid = append(h.doc.Unsaid, e.Tag)
	}
}
