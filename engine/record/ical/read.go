package ical

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beevik/etree"

	"crossfeed/engine/record/exchange"
)

// Read calls each for every todo of a file, and with an entry without content for anything
// else. It holds one component at a time in memory, as well as the definitions of time zones
// and the todos whose time zones have not been defined yet.
//
// Malformed input does not stop it: an error comes from r or from each.
func Read(r io.Reader, each func(exchange.Entry) error) error {
	in := exchange.NewLineReader(r)
	rd := reader{each: each, zones: zones{described: map[string][]string{}, iana: map[string]bool{}}}
	for {
		l, err := in.Next()
		switch {
		case err == io.EOF:
			return rd.finish(rd.last)
		case err != nil:
			return fmt.Errorf("reading a calendar file: %w", err)
		}
		if err := rd.line(take(l)); err != nil {
			return err
		}
	}
}

// reader is the state between two lines.
type reader struct {
	each func(exchange.Entry) error
	// frame is the current component; nil between components.
	frame *frame
	// inside reports whether a calendar is open.
	inside bool
	// garbage reports whether the previous line was already reported as not part of a
	// calendar.
	garbage bool
	zones   zones
	// held holds todos whose time zones have not been defined yet.
	held []draft
	// last is the number of the last line read.
	last int
	// room is the memory of the previous frame's lines, which are no longer used.
	room []content
}

func (rd *reader) line(c content) error {
	rd.last = c.number
	switch {
	case c.Is(begin):
		return rd.begin(c)
	case c.Is(end):
		return rd.end(c)
	case rd.frame != nil:
		rd.frame.add(c)
		return nil
	}
	return rd.outside(c)
}

func (rd *reader) begin(c content) error {
	rd.garbage = false
	if rd.frame != nil && slices.Contains(topLevel, c.Value) {
		if err := rd.cut(c.number); err != nil {
			return err
		}
	}
	switch {
	case c.Value == calendar:
		return rd.calendar(true)
	case rd.frame != nil:
		rd.frame.begin(c)
	default:
		rd.frame = &frame{name: c.Value, line: c.number, open: []string{c.Value}, body: rd.room[:0]}
	}
	return nil
}

func (rd *reader) end(c content) error {
	switch {
	case c.Value == calendar:
		return rd.finish(c.number)
	case rd.frame == nil:
		return rd.outside(c)
	case !rd.frame.end(c):
		rd.frame.remark(c.number, exchange.Problem{Kind: exchange.EndsNothing, Value: c.text})
	case len(rd.frame.open) == 0:
		return rd.complete()
	}
	return nil
}

// outside reports lines outside all components, once for each run of lines. Properties of the
// calendar itself (METHOD, PRODID, X-WR-CALNAME) are ignored: they do not belong to an item.
func (rd *reader) outside(c content) error {
	if rd.garbage || rd.inside && c.problem == nil && !c.frames() {
		return nil
	}
	rd.garbage = true
	return rd.leave(c.number, exchange.Problem{Kind: exchange.OutsideCalendar, Value: exchange.Shortened(c.text)})
}

// finish ends everything that is open.
func (rd *reader) finish(line int) error {
	if rd.frame != nil {
		if err := rd.cut(line); err != nil {
			return err
		}
	}
	return rd.calendar(false)
}

// calendar ends the previous calendar: its zones do not apply to the next one.
func (rd *reader) calendar(inside bool) error {
	rd.inside = inside
	held := rd.held
	rd.held = nil
	for _, d := range held {
		if err := rd.each(d.entry(&rd.zones)); err != nil {
			return err
		}
	}
	clear(rd.zones.described)
	return nil
}

// cut ends a component that has no END.
func (rd *reader) cut(line int) error {
	rd.frame.close(line, 1)
	rd.frame.remark(line, exchange.Problem{Kind: exchange.NoEnd, Name: rd.frame.name})
	return rd.complete()
}

// complete processes a finished component.
func (rd *reader) complete() error {
	f := rd.frame
	rd.frame, rd.room = nil, f.body
	switch {
	case f.unreadable != nil:
		return rd.leave(f.line, *f.unreadable)
	case f.name == timezone:
		rd.zones.learn(f)
		return nil
	case f.name != todo:
		return rd.leave(f.line, noTodo(f.name))
	}
	d := newDraft(f)
	if rd.zones.lack(d.tzids) {
		rd.held = append(rd.held, d)
		return nil
	}
	return rd.each(d.entry(&rd.zones))
}

// leave reports an entry for something other than a todo.
func (rd *reader) leave(line int, p exchange.Problem) error {
	p.Line = line
	return rd.each(exchange.Entry{Line: line, Problems: []exchange.Problem{p}})
}

func noTodo(component string) exchange.Problem {
	if component == "VALARM" {
		return exchange.Problem{Kind: exchange.AlarmAlone}
	}
	return exchange.Problem{Kind: exchange.OtherComponent, Name: component}
}

// A file represents an element of another namespace among the properties as the text of a
// property XML (RFC 6321 §4.2).

// addXML replaces p with the element in value.
func addXML(p *element, value string) (ok bool) {
	doc := etree.NewDocument()
	doc.ReadSettings = etree.ReadSettings{MaxDepth: maxXMLDepth}
	if err := doc.ReadFromString(exchange.Unescape(value)); err != nil {
		return false
	}
	root := doc.Root()
	if root == nil || !bound(root) || root.NamespaceURI() == "" || root.NamespaceURI() == exchange.NamespaceCal {
		return false
	}
	p.foreign = xmlOf(root)
	return p.foreign != ""
}

// maxXMLDepth is the maximum nesting depth of foreign elements.
const maxXMLDepth = 32

// bound reports whether all prefixes in e are declared and it contains no elements of
// iCalendar.
func bound(e *etree.Element) bool {
	if e.Space != "" && e.NamespaceURI() == "" || e.NamespaceURI() == exchange.NamespaceCal {
		return false
	}
	for _, a := range e.Attr {
		if a.Space != "" && a.Space != "xmlns" && a.Space != "xml" && a.NamespaceURI() == "" {
			return false
		}
	}
	for _, child := range e.ChildElements() {
		if !bound(child) {
			return false
		}
	}
	return true
}

// xmlOf returns the text of a property XML: the element with all namespace declarations that
// it inherits.
func xmlOf(e *etree.Element) string {
	alone := e.Copy()
	for around := e.Parent(); around != nil; around = around.Parent() {
		for _, a := range around.Attr {
			if (a.Space == "xmlns" || a.Space == "" && a.Key == "xmlns") && alone.SelectAttr(a.FullKey()) == nil {
				alone.CreateAttr(a.FullKey(), a.Value)
			}
		}
	}
	doc := etree.NewDocument()
	doc.SetRoot(alone)
	doc.WriteSettings = etree.WriteSettings{CanonicalText: true, CanonicalAttrVal: true}
	text, err := doc.WriteToString()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(text)
}
