package feed

import (
	"strings"

	"crossfeed/engine/internal/xmlstream"
	"github.com/beevik/etree"
)

// raw writes what stands between elements, on a line of its own.
func (e *encoder) raw(t *xmlstream.Token) {
	e.line()
	e.out.Write(t.Raw)
}

func (e *encoder) element(x *etree.Element) {
	e.line()
	x.WriteTo(&e.out, &written)
}

// leafElement writes an element of the format that holds just text.
func (e *encoder) leafElement(name, text string) {
	e.line()
	e.text("<", name, ">")
	e.escaped(text)
	e.text("</", name, ">")
}

func (e *encoder) line() {
	e.out.WriteString(e.lead)
	for range min(e.depth, deepest) {
		e.out.WriteString(e.step)
	}
}

func (e *encoder) text(parts ...string) {
	for _, p := range parts {
		e.out.WriteString(p)
	}
}

func (e *encoder) escaped(text string) { _, _ = textEscaper.WriteString(&e.out, text) }

func (e *encoder) attr(name, value string) {
	e.text(" ", name, `="`)
	if strings.ContainsAny(value, "&<\"\t\n\r") {
		value = attrEscaper.Replace(value)
	}
	e.text(value, `"`)
}
