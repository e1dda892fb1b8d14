package ical

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// kept are the lines beside a record, as they can stand in a file.
type kept struct {
	// properties stand among those of the record, and components behind its.
	properties, components []string
}

// keep takes in the lines beside a record with these properties. Those of time
// zones go to the calendar.
func (w *writer) keep(all []string, properties *etree.Element) (k kept) {
	for len(all) > 0 {
		n := blockOf(all)
		block := make([]string, n)
		for i, l := range all[:n] {
			block[i] = safe(l, n > 1)
		}
		all = all[n:]
		switch {
		case n == 1:
			k.properties = append(k.properties, hiddenIfSaid(block[0], properties))
		case block[0] == begin+":"+timezone:
			w.zones.add(block)
		default:
			k.components = append(k.components, block...)
		}
	}
	return k
}

func (w *writer) all(beside []string) {
	for _, l := range beside {
		w.lines.Line(l)
		w.usage.note(take(exchange.Line{Text: l}).Property)
	}
}

// safe is the line as it can stand in a file. One that would spoil the file for
// other programs is hidden in a property of our own: no content line, or one
// that begins or ends a component as it likes.
func safe(text string, inBlock bool) string {
	c := take(exchange.Line{Text: text})
	switch {
	case strings.HasPrefix(c.text, wrapped+":"):
		return c.text
	case c.problem != "" || !isName(c.Name):
		return hidden(text)
	case c.frames() && inBlock, !c.frames() && isPlain(c):
		return c.text
	}
	return hidden(text)
}

// isPlain tells whether every program reads the line as we do.
func isPlain(c content) bool {
	for _, p := range c.Params {
		if !isName(p.Name) {
			return false
		}
	}
	return c.Group == "" && strings.EqualFold(c.Property.String(), c.text)
}

// hiddenIfSaid hides a line of a property of which a todo has at most one (RFC
// 5545 §3.6.2), where the record says it by now: other programs would read the
// line in its place.
func hiddenIfSaid(text string, properties *etree.Element) string {
	c := take(exchange.Line{Text: text})
	has := func(name string) bool { return xprop.Child(properties, strings.ToLower(name)) != nil }
	switch {
	case c.problem != "":
		return text
	case definitionOf(c.Name).once && has(c.Name), c.Is("DURATION") && has("DUE"):
		return hidden(c.text)
	}
	return text
}

func hidden(text string) string {
	return exchange.Property{Name: wrapped, Value: exchange.Escape(text)}.String()
}

// blockOf is how many of the lines belong together: those of a component from
// its BEGIN to its END, if what is in it is well nested; else one.
func blockOf(all []string) int {
	var open []string
	for i, l := range all {
		c := take(exchange.Line{Text: l})
		switch {
		case c.Is(begin) && mayBegin(c.Value, i) && len(open) < maxDepth:
			open = append(open, c.Value)
		case c.Is(end) && len(open) > 0 && open[len(open)-1] == c.Value:
			open = open[:len(open)-1]
		case c.frames():
			return 1
		}
		if len(open) == 0 {
			return i + 1
		}
	}
	return 1
}

// mayBegin tells whether a component may begin at a line of a block.
func mayBegin(component string, at int) bool {
	return !slices.Contains(standing, component) || component == timezone && at == 0
}

// described are the descriptions of time zones, each once.
type described struct {
	tzids []string
	all   []string
}

func (d *described) add(block []string) {
	for _, l := range block {
		c := take(exchange.Line{Text: l})
		if !c.Is("TZID") {
			continue
		}
		if tzid := exchange.Unescape(c.Value); !d.has(tzid) {
			d.put(tzid, block)
		}
		return
	}
}

func (d *described) has(tzid string) bool { return slices.Contains(d.tzids, tzid) }

func (d *described) put(tzid string, block []string) {
	d.tzids = append(d.tzids, tzid)
	d.all = append(d.all, block...)
}
