package csx

import (
	"html"
	"net/url"
	"regexp"
	"strings"

	"crossfeed/engine/internal/xmlstream"
	"crossfeed/engine/record"
	"crossfeed/engine/transport"
)

// isAtom reports whether a namespace is that of Atom 1.0 or 0.3, or none.
func isAtom(space string) bool {
	switch strings.Replace(strings.TrimRight(space, "/#"), "https://", "http://", 1) {
	case "", "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns":
		return true
	}
	return false
}

// ofAtom returns the meaning of an element of an Atom feed. The feed's own updated date is
// ignored: publishers forget to change it, and the entries added since would be missed. The
// content of the feed decides whether it is newer.
func (b *builder) ofAtom(f *frame, parent meaning) meaning {
	if f.space != "" && f.space != b.space {
		return other
	}
	m, exact := ofAtom.of(f.name.Local)
	isSubtitle := strings.EqualFold(f.name.Local, "subtitle")
	switch {
	case m == item && (parent == channel || parent == item):
	case parent == channel && (m == title || m == atomLink || isSubtitle):
	case parent == item && m != item && !isSubtitle:
	default:
		return other
	}
	b.inCase(f, m, exact)
	return m
}

// idName returns the name of the element that identifies an item.
func (b *builder) idName() string {
	if b.inAtom {
		return "id"
	}
	return "guid"
}

// rfc3339 matches a date as Atom requires it (RFC 4287 §3.3).
var rfc3339 = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$`)

// textKind is how a text becomes the text of an Item. The zero value leaves it as it is.
type textKind byte

const (
	// plainText is a text that is not HTML, where an Item has HTML.
	plainText textKind = iota + 1
	// markup is HTML, where an Item has plain text.
	markup
	// inline is a text whose elements are part of it (type="xhtml").
	inline
)

// setKind determines the kind of a text of Atom (RFC 4287 §3.1.1, §4.1.3). Content that is not
// text, or elsewhere, is ignored.
func (b *builder) setKind(f *frame, attrs []xmlstream.Attr) {
	if !b.inAtom || !f.meaning.isLong() {
		return
	}
	kind := strings.ToLower(strings.TrimSpace(valueOf(attrs, "type")))
	switch {
	case f.meaning == description && b.item != nil && valueOf(attrs, "src") != "":
		f.meaning = other
	case kind == "html", kind == "text/html":
		if f.meaning == title {
			f.kind = markup
		}
	case kind == "xhtml", kind == "application/xhtml+xml":
		if f.meaning != title {
			f.kind = inline
		}
	case kind == "", strings.HasPrefix(kind, "text"):
		if f.meaning != title {
			f.kind = plainText
		}
	default:
		f.meaning = other
	}
}

// convert converts the text of an element to that of an Item.
func (f *frame) convert() {
	switch text := string(f.text); {
	case f.kind == markup:
		f.text = append(f.text[:0], record.PlainText(text)...)
	case f.kind == plainText && strings.ContainsAny(text, "<&"):
		f.text = append(f.text[:0], strings.ReplaceAll(html.EscapeString(trimmed(text)), "\n", "<br>\n")...)
	}
}

// openTag adds the start tag of an element that is part of a text.
func (b *builder) openTag(f *frame, attrs []xmlstream.Attr) {
	into := b.inside(f)
	if into == nil {
		return
	}
	tag := "<" + f.name.Local
	for _, name := range []string{"href", "src", "alt"} {
		if value := valueOf(attrs, name); value != "" {
			tag += " " + name + `="` + html.EscapeString(value) + `"`
		}
	}
	b.collect(into, tag+">")
}

// closeTag adds the end tag of an element that is part of a text.
func (b *builder) closeTag(f *frame) {
	if into := b.inside(f); into != nil && !isVoid[strings.ToLower(f.name.Local)] {
		b.collect(into, "</"+f.name.Local+">")
	}
}

// isVoid has the void elements of HTML, which have no end tag. Browsers read </br> as another <br>.
var isVoid = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true,
	"link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true,
}

// inside returns the text that an element is part of, or nil.
func (b *builder) inside(f *frame) *frame {
	if f.into < 0 || f.into == len(b.open)-1 || b.open[f.into].kind != inline {
		return nil
	}
	return &b.open[f.into]
}

// valueOf returns the value of an attribute without a prefix, or "".
func valueOf(attrs []xmlstream.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Prefix == "" && strings.EqualFold(a.Name.Local, name) {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}

// setBase processes xml:base (RFC 4287 §2).
func (b *builder) setBase(f *frame, attrs []xmlstream.Attr) {
	if !b.inAtom {
		return
	}
	for _, a := range attrs {
		if a.Name.Prefix == "xml" && a.Name.Local == "base" {
			if base, err := transport.Resolve(f.base, strings.TrimSpace(a.Value)); err == nil {
				f.base = base
			}
		}
	}
}

// atomLink processes a link of a feed or an entry. A link without rel is an alternate link.
func (b *builder) atomLink(f *frame, attrs []xmlstream.Attr) {
	href := valueOf(attrs, "href")
	switch strings.TrimPrefix(strings.ToLower(valueOf(attrs, "rel")), "http://www.iana.org/assignments/relation/") {
	case "", "alternate":
		into := &b.feed.Link
		if b.item != nil {
			into = &b.item.Link
		}
		if *into == "" {
			*into = absolute(f.base, href)
		}
	case "enclosure":
		b.addEnclosure(f, href)
	}
}

// absolute resolves a link for a browser, which may have any scheme and a fragment.
func absolute(base, href string) string {
	if u, err := url.Parse(href); err != nil || u.IsAbs() || href == "" {
		return href
	}
	reference, fragment, has := strings.Cut(href, "#")
	address := base
	if reference != "" {
		resolved, err := transport.Resolve(base, reference)
		if err != nil {
			return href
		}
		address = resolved
	}
	if has {
		address += "#" + fragment
	}
	return address
}

// addEnclosure records a file that an item has with it. A feed for browsers and players does
// not say that its files belong on this computer, so they are on demand.
func (b *builder) addEnclosure(f *frame, reference string) {
	if b.item == nil {
		return
	}
	address, err := transport.Resolve(f.base, reference)
	switch {
	case reference == "" || err != nil && len(reference) > longest:
		b.report(f.line, BadLink, "<%s> has no address; it is left out", f.name)
	case err != nil:
		b.report(f.line, BadLink, "<%s> is left out: %v", f.name, err)
	case b.item.enclosed[address]:
	case len(b.item.enclosures) == b.limits.Links:
		b.item.excess++
	default:
		if b.item.enclosed == nil {
			b.item.enclosed = map[string]bool{}
		}
		b.item.enclosed[address] = true
		b.item.enclosures = append(b.item.enclosures, Link{Address: address, Name: lastOf(address), OnDemand: true})
	}
}

// enclose adds the enclosures to the links of an item. An item that links to a nested feed
// has no files.
func (b *builder) enclose(d *draft) {
	left := d.excess
	if d.feeds > 0 {
		if left += len(d.enclosures); left > 0 {
			b.report(d.Line, OtherLinks, "the item links to a nested feed, and its %d enclosures are ignored", left)
		}
		return
	}
	for _, l := range d.enclosures {
		_, seen := d.seen[l.Address]
		switch {
		case seen:
		case len(d.Links) >= b.limits.Links:
			left++
		default:
			d.seen[l.Address] = len(d.Links)
			d.Links = append(d.Links, l)
		}
	}
	if left > 0 {
		b.report(d.Line, TooManyLinks, "the item has more than %d links; %d enclosures are left out", b.limits.Links, left)
	}
}
