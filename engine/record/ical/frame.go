package ical

import (
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Components at the top level of a calendar.
const (
	calendar = "VCALENDAR"
	todo     = "VTODO"
	timezone = "VTIMEZONE"
)

// topLevel lists the components that are only allowed directly in a calendar: if one begins,
// the END of the previous component is missing.
var topLevel = []string{calendar, todo, timezone, "VEVENT", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "VPOLL"}

// maxDepth is the maximum nesting depth of components.
const maxDepth = 8

// frame is a component with its content while it is read.
type frame struct {
	name string
	line int
	// body holds the lines between its BEGIN and its END; nested components are balanced.
	body []content
	// open lists the components without an END so far, from the frame's own to the innermost.
	open     []string
	problems []exchange.Problem
	// unreadable is the reason why the component cannot be used; nil if it can.
	unreadable *exchange.Problem
}

func (f *frame) isNeeded() bool {
	return f.unreadable == nil && (f.name == todo || f.name == timezone)
}

func (f *frame) add(c content) {
	switch {
	case !f.isNeeded():
	case len(f.body) == exchange.MaxLines:
		f.give(exchange.Problem{Kind: exchange.TooManyLines, Limit: exchange.MaxLines})
	default:
		f.body = append(f.body, c)
	}
}

// size returns the approximate number of bytes of its lines as elements.
func (f *frame) size() int {
	n := 0
	for _, c := range f.body {
		n += 2*len(c.Name) + len(c.Value) + 48
	}
	return n
}

func (f *frame) give(why exchange.Problem) { f.unreadable, f.body = &why, nil }

func (f *frame) begin(c content) {
	if len(f.open) == maxDepth {
		f.give(exchange.Problem{Kind: exchange.TooDeep})
		return
	}
	f.open = append(f.open, c.Value)
	f.add(c)
}

// end ends a component in the frame, or the frame itself, and all components in it that lack
// an END. It reports whether there was one to end.
func (f *frame) end(c content) bool {
	at := lastIndex(f.open, c.Value)
	if at < 0 {
		return false
	}
	f.close(c.number, at+1)
	f.open = f.open[:at]
	if at > 0 {
		f.add(c)
	}
	return true
}

// close ends components without an END, down to a depth but not the frame's own component.
func (f *frame) close(line, depth int) {
	for len(f.open) > max(depth, 1) {
		name := f.open[len(f.open)-1]
		f.remark(line, exchange.Problem{Kind: exchange.NoEnd, Name: name})
		f.add(take(endOf(name, line)))
		f.open = f.open[:len(f.open)-1]
	}
}

func (f *frame) remark(line int, p exchange.Problem) {
	p.Line = line
	f.problems = append(f.problems, p)
}

func lastIndex(names []string, name string) int {
	for i, n := range slices.Backward(names) {
		if n == name {
			return i
		}
	}
	return -1
}

// element is an xCal element. It supports only what such elements need: building trees with
// etree took half of the time of reading.
type element struct {
	tag string
	// text is the text of an element without children. The lines of the file are already valid
	// for XML (content.clean).
	text     string
	children []*element
	// foreign is an XML element of another namespace that replaces this one, or "".
	foreign string
}

// add appends a new child.
func (e *element) add(tag string) *element {
	c := &element{tag: tag}
	e.children = append(e.children, c)
	return c
}

func (e *element) addText(tag, text string) {
	e.children = append(e.children, &element{tag: tag, text: text})
}

// child returns the first child with that name, or nil.
func (e *element) child(tag string) *element {
	for _, c := range e.children {
		if c.tag == tag {
			return c
		}
	}
	return nil
}

// first returns the text of the first value of the first property with that name, or "".
func (e *element) first(tag string) string {
	p := e.child(tag)
	if p == nil {
		return ""
	}
	for _, v := range p.children {
		if v.tag != parametersTag {
			return v.text
		}
	}
	return ""
}

// xml returns a record with the element's children, in canonical form except for foreign
// elements.
func (e *element) xml(size int) string {
	var b strings.Builder
	b.Grow(size)
	b.WriteString("<" + e.tag + ` xmlns="` + exchange.NamespaceCal + `">`)
	e.inside(&b)
	b.WriteString("</" + e.tag + ">")
	return b.String()
}

func (e *element) write(b *strings.Builder) {
	if e.foreign != "" {
		b.WriteString(e.foreign)
		return
	}
	b.WriteByte('<')
	b.WriteString(e.tag)
	b.WriteByte('>')
	e.inside(b)
	b.WriteString("</")
	b.WriteString(e.tag)
	b.WriteByte('>')
}

func (e *element) inside(b *strings.Builder) {
	_, _ = escapes.WriteString(b, e.text)
	for _, c := range e.children {
		c.write(b)
	}
}

// escapes replaces characters as canonical XML does.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
