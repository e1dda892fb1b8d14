package opml

import (
	"encoding/xml"
	"fmt"
	"strings"

	"crossfeed/engine/record/exchange"
)

func (rd *reader) token(t xml.Token) error {
	switch t := t.(type) {
	case xml.StartElement:
		rd.declare(t)
		if rd.depth++; rd.depth > MaxLevel {
			return fmt.Errorf("elements stand in each other more than %d deep: move some of them up", MaxLevel)
		}
		return rd.start(t)
	case xml.EndElement:
		rd.depth--
		rd.end()
	case xml.CharData:
		if rd.foreign == nil || !rd.foreign.text(string(t)) {
			rd.leave("text", string(t))
		}
	case xml.Comment:
		rd.leave("a comment", string(t))
	case xml.ProcInst:
		rd.leave("a processing instruction", t.Target)
	}
	return nil
}

// leave tells of what stands between the elements of an outline and has no place in an
// item.
func (rd *reader) leave(what, text string) {
	n := len(rd.open)
	if text = strings.Join(strings.Fields(text), " "); text == "" || n == 0 || rd.foreign != nil && rd.foreign.sync {
		return
	}
	const enough = 40
	if short := []rune(text); len(short) > enough {
		text = string(short[:enough]) + "…"
	}
	o := rd.open[n-1]
	o.problems = append(o.problems, exchange.Problem{Line: rd.line, Text: fmt.Sprintf("%s in the outline is left out: “%s”", what, text)})
}

// declare remembers the prefixes of namespaces.
func (rd *reader) declare(t xml.StartElement) {
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" && !strings.HasPrefix(a.Name.Local, "xml") && !strings.Contains(a.Name.Local, ":") {
			rd.prefixes[a.Value] = a.Name.Local
		}
	}
}

func (rd *reader) start(t xml.StartElement) error {
	switch {
	case rd.foreign != nil:
		rd.foreign.start(t, rd.prefixes)
	case rd.depth == 1:
		if rd.opml = strings.EqualFold(t.Name.Local, "opml"); !rd.opml {
			return ErrNone
		}
	case rd.depth == 2:
		rd.body = strings.EqualFold(t.Name.Local, "body")
		rd.found = rd.found || rd.body
	case rd.body && rd.depth == 3+len(rd.open):
		return rd.within(t)
	}
	return nil
}

// within takes an element of the body or of an outline.
func (rd *reader) within(t xml.StartElement) error {
	switch {
	case t.Name.Space == "" && t.Name.Local == "outline":
		if len(rd.outlines) == MaxOutlines {
			return fmt.Errorf("there are more than %d outlines: import parts of it", MaxOutlines)
		}
		o := newOutline(t, rd.line, len(rd.open), rd.prefixes)
		rd.outlines, rd.open = append(rd.outlines, o), append(rd.open, o)
	case len(rd.open) > 0:
		rd.foreign = newForeign(rd.open[len(rd.open)-1], rd.depth)
		rd.foreign.start(t, rd.prefixes)
	}
	return nil
}

// end closes what was begun at the depth below.
func (rd *reader) end() {
	switch {
	case rd.foreign != nil:
		if rd.foreign.end(); rd.depth < rd.foreign.depth {
			rd.foreign = nil
		}
	case rd.body && len(rd.open) > 0 && rd.depth == 2+len(rd.open)-1:
		rd.open = rd.open[:len(rd.open)-1]
	case rd.depth == 1:
		rd.body = false
	}
}
