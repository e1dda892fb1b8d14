package ical

import (
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// preservedLines holds the lines preserved alongside a record, in a form that is safe in a file.
type preservedLines struct {
	// properties follow the record's properties, and components its components.
	properties, components []string
}

// preserve prepares the lines preserved alongside a record with these properties. Time zones are
// moved to the calendar.
func (w *writer) preserve(all []string, properties *etree.Element) (k preservedLines) {
	for len(all) > 0 {
		n := blockOf(all)
		block := make([]string, n)
		for i, l := range all[:n] {
			block[i] = safe(l, n > 1)
		}
		all = all[n:]
		switch {
		case n == 1:
			k.properties = append(k.properties, hiddenIfRepeated(block[0], properties))
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

// safe returns a line in a form that is safe in a file. Lines that other programs could not
// process are hidden in a property of our own: malformed lines, and unbalanced BEGIN or END
// lines.
func safe(text string, inBlock bool) string {
	c := take(exchange.Line{Text: text})
	switch {
	case strings.HasPrefix(c.text, wrapped+":"):
		return c.text
	case c.problem != nil || !isName(c.Name):
		return hidden(text)
	case c.frames() && inBlock, !c.frames() && isPlain(c):
		return c.text
	}
	return hidden(text)
}

// isPlain reports whether every program parses the line as we do.
func isPlain(c content) bool {
	for _, p := range c.Params {
		if !isName(p.Name) {
			return false
		}
	}
	return c.Group == "" && strings.EqualFold(c.Property.String(), c.text)
}

// hiddenIfRepeated hides a line of a property that a todo may have only once (RFC 5545 §3.6.2)
// if the record has it by now: other programs could read the line instead.
func hiddenIfRepeated(text string, properties *etree.Element) string {
	c := take(exchange.Line{Text: text})
	has := func(name string) bool { return exchange.Child(properties, strings.ToLower(name)) != nil }
	switch {
	case c.problem != nil:
		return text
	case definitionOf(c.Name).once && has(c.Name), c.Is("DURATION") && has("DUE"):
		return hidden(c.text)
	}
	return text
}

func hidden(text string) string {
	return exchange.Property{Name: wrapped, Value: exchange.Escape(text)}.String()
}

// blockOf returns the number of lines that belong together: a whole component from BEGIN to
// END if its content is balanced; otherwise 1.
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

// mayBegin reports whether a component may begin at a line of a block.
func mayBegin(component string, at int) bool {
	return !slices.Contains(topLevel, component) || component == timezone && at == 0
}

// described holds the definitions of time zones without duplicates.
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
