package ical

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// Components that stand on their own in a calendar.
const (
	calendar = "VCALENDAR"
	todo     = "VTODO"
	timezone = "VTIMEZONE"
)

// standing are the components that are never inside another but a calendar: one
// that begins shows that the one before has no END.
var standing = []string{calendar, todo, timezone, "VEVENT", "VJOURNAL", "VFREEBUSY", "VAVAILABILITY", "VPOLL"}

// maxDepth is how many components may be in each other.
const maxDepth = 8

// frame is a component as it is read, with all that is in it.
type frame struct {
	name string
	line int
	// body are the lines between its BEGIN and its END; those of components in
	// it are well nested.
	body []content
	// open names the components that are begun and not ended, the innermost
	// last; its own is the first.
	open     []string
	problems []exchange.Problem
	// unreadable is why nothing can be made of it, or "".
	unreadable string
}

// newFrame begins a component. The lines may take the room of those of one that
// is read.
func newFrame(c content, room []content) *frame {
	return &frame{name: c.Value, line: c.number, open: []string{c.Value}, body: room[:0]}
}

// keeps tells whether the lines of the frame are of use.
func (f *frame) keeps() bool {
	return f.unreadable == "" && (f.name == todo || f.name == timezone)
}

func (f *frame) add(c content) {
	switch {
	case !f.keeps():
	case len(f.body) == exchange.MaxLines:
		f.give(fmt.Sprintf("it has more than %d lines: it was left out", exchange.MaxLines))
	default:
		f.body = append(f.body, c)
	}
}

// size is about how many bytes its lines take as elements.
func (f *frame) size() int {
	n := 0
	for _, c := range f.body {
		n += 2*len(c.Name) + len(c.Value) + 48
	}
	return n
}

// give gives the component up.
func (f *frame) give(why string) { f.unreadable, f.body = why, nil }

func (f *frame) begin(c content) {
	if len(f.open) == maxDepth {
		f.give("too many components are in each other in it: it was left out")
		return
	}
	f.open = append(f.open, c.Value)
	f.add(c)
}

// end ends a component in the frame, or the frame itself, and all in it that
// have no END. It tells whether there was one to end.
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

// close ends what has no END, down to the frame's own component or to a depth.
func (f *frame) close(line, depth int) {
	for len(f.open) > max(depth, 1) {
		name := f.open[len(f.open)-1]
		f.remark(line, name+" has no END")
		f.add(take(endOf(name, line)))
		f.open = f.open[:len(f.open)-1]
	}
}

func (f *frame) remark(line int, text string) {
	f.problems = append(f.problems, exchange.Problem{Line: line, Text: text})
}

func lastIndex(names []string, name string) int {
	for i, n := range slices.Backward(names) {
		if n == name {
			return i
		}
	}
	return -1
}

// element is one of xCal as it is read. It holds no more than such a one can:
// trees of etree took half of the time of reading.
type element struct {
	tag string
	// text is what stands in it where it has no children. The lines of a file
	// were made such that XML can hold it (content.clean).
	text     string
	children []*element
	// foreign is the XML of another namespace that stands in its place, or "".
	foreign string
}

// add appends a new child.
func (e *element) add(tag string) *element {
	c := &element{tag: tag}
	e.children = append(e.children, c)
	return c
}

// say appends a child with a text.
func (e *element) say(tag, text string) {
	e.children = append(e.children, &element{tag: tag, text: text})
}

// child is the first child of that name, or nil.
func (e *element) child(tag string) *element {
	for _, c := range e.children {
		if c.tag == tag {
			return c
		}
	}
	return nil
}

// first is the text of the first value of the first property of that name, or
// "".
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

// xml is a record of the element's children, in canonical form but for what is
// foreign.
func (e *element) xml(size int) string {
	var b strings.Builder
	b.Grow(size)
	b.WriteString("<" + e.tag + ` xmlns="` + xprop.NamespaceCal + `">`)
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

// escapes are what canonical XML writes in place of characters.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\r", "&#xD;")
