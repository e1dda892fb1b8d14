package csx

import (
	"path"
	"slices"
	"strings"

	"crossfeed/engine/transport"
)

// attributes processes the attributes that have a meaning here.
func (b *builder) attributes(f *frame, e *event) {
	switch f.meaning {
	case enclosure:
		b.addEnclosure(f, valueOf(e.attrs, "url"))
	case atomLink:
		b.setBase(f, e.attrs)
		b.atomLink(f, e.attrs)
	default:
		b.setBase(f, e.attrs)
		b.setKind(f, e.attrs)
	}
	for i := range e.attrs {
		a := &e.attrs[i]
		if f.meaning == other && a.Name.Prefix == "" && a.Name.Local == "name" {
			f.file = fileName(a.Value)
		}
		into := f.flagOf(strings.ToLower(a.Name.Local), b)
		if into == nil || !b.isOurs(a.Name.Prefix, e.line) {
			continue
		}
		if a.Name.Local != "nestedFeed" && a.Name.Local != "onDemand" && a.Name.Local != "hiddenItem" {
			b.reportOnce(a.Name.Local, e.line, ElementCase, "the attribute %s is not written in the case that its name has; it counts all the same", a.Name)
		}
		*into = b.flag(e.line, a.Name.String(), a.Value)
	}
}

// isOurs reports whether an attribute belongs to the extensions. Most are written without a
// prefix.
func (b *builder) isOurs(prefix string, line int) bool {
	return prefix == "" || b.spaceOf(prefix, line) == Namespace
}

// flagOf returns the field that an attribute sets, or nil.
func (f *frame) flagOf(name string, b *builder) *bool {
	switch {
	case f.meaning == csxLink && name == "nestedfeed":
		return &f.nested
	case f.meaning == csxLink && name == "ondemand":
		return &f.onDemand
	case f.meaning == item && name == "hiddenitem":
		return &b.item.Hidden
	}
	return nil
}

// flag parses true or false. Any other value counts as false.
func (b *builder) flag(line int, name, value string) bool {
	value = strings.TrimSpace(value)
	if value == "true" || value == "false" {
		return value == "true"
	}
	meant := strings.ToLower(strings.Trim(value, "“”„‘’\"'")) // typographic quotes from a word processor
	if meant == "true" || meant == "false" {
		b.report(line, BadValue, "%s is %q; it counts as %s", name, value, meant)
		return meant == "true"
	}
	b.report(line, BadValue, "%s is %q, and may be true or false; it counts as false", name, cut(value, min(len(value), 80)))
	return false
}

// link processes a finished csx:link.
func (b *builder) link(f *frame) {
	reference := trimmed(string(f.text))
	switch {
	case f.cut:
		b.report(f.line, BadLink, "<%s> is longer than %d bytes; it is left out", f.name, longest)
		return
	case reference == "":
		b.report(f.line, BadLink, "<%s> is empty; it is left out", f.name)
		return
	}
	address, err := transport.Resolve(b.address, reference)
	if err != nil {
		b.report(f.line, BadLink, "<%s> is left out: %v", f.name, err)
		return
	}
	b.item.add(Link{Address: address, Name: b.named(address), Nested: f.nested, OnDemand: f.onDemand}, b.limits.Links, f.line)
}

// add records a link, once per address. If one of two links to an address is not on demand,
// the address is not on demand. Of nested feeds, only the first link counts.
func (d *draft) add(l Link, most, line int) {
	into, key := &d.links, l.Address
	if l.Nested {
		into, key = &d.nested, "\n"+key
		d.feeds++
	}
	d.all++
	if at, ok := d.seen[key]; ok {
		(*into)[at].OnDemand = (*into)[at].OnDemand && (l.OnDemand || l.Nested)
		return
	}
	if len(*into) == most || l.Nested && len(*into) > 0 {
		if d.over == 0 {
			d.over = line
		}
		return
	}
	d.seen[key] = len(*into)
	*into = append(*into, l)
}

// choose selects the links of an item that count.
func (b *builder) choose(d *draft) {
	files := d.all - d.feeds
	switch {
	case d.feeds > 0:
		d.Links = d.nested
		if d.feeds > 1 {
			b.report(d.Line, TwoNested, "the item has %d links to nested feeds; the first counts", d.feeds)
		}
		if files > 0 {
			b.report(d.Line, OtherLinks, "the item links to a nested feed, and its other %d links are ignored", files)
		}
	default:
		d.Links = slices.Clip(d.links)
		if d.over > 0 {
			b.report(d.over, TooManyLinks, "the item has %d links; the first %d count, and the others are left out", files, b.limits.Links)
		}
	}
}

// named returns the file name for a link that just ended.
func (b *builder) named(address string) string {
	if name := b.open[len(b.open)-2].file; name != "" {
		return name
	}
	return lastOf(address)
}

// lastOf returns the last segment of an address, or the host if none exists.
func lastOf(address string) string {
	if name := fileName(transport.Name(address)); name != "" {
		return name
	}
	return strings.Trim(strings.TrimPrefix(transport.PlaceOf(address), "https://"), "/")
}

// fileName turns a name from a feed into a valid file name.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, name)
	name = strings.TrimSpace(path.Base("/" + strings.ReplaceAll(name, `\`, "/")))
	if name == "/" || name == "." || name == ".." {
		return ""
	}
	return cut(name, min(len(name), 255))
}
