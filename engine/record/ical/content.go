// Package ical reads and writes calendar files (RFC 5545) with todos. A todo becomes the xCal
// vtodo (RFC 6321) of an item's content; data that xCal cannot represent is preserved
// alongside it as lines (exchange.Keep).
//
// Package exchange reads the content lines. The decoder of github.com/emersion/go-ical is
// unsuitable:
//
//   - it stops at the first malformed line, and panics on "DUE;VALUE=DATE" or a
//     letter after a closing quotation mark;
//   - it provides no line numbers, so remarks could not give any;
//   - it returns properties as a map, without their order;
//   - parsing a parameter takes quadratic time;
//   - Prop.Text ends a text at the first comma that a program forgot to escape,
//     and fails on a backslash before any other character.
//
// Its encoder does not fold lines, sorts properties, and rejects a whole calendar if one todo
// has two summaries. Every line would have to be parsed before it is passed to the encoder,
// and again by the encoder; that alone takes about half of the time needed for reading here.
// Tests compare both directions with the library: files without quirks are read as it reads
// them, it reads everything written here, and it finds no errors in the output for valid
// todos.
package ical

import (
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

// Names of the lines around a component.
const (
	begin = "BEGIN"
	end   = "END"
)

// content is a parsed line of a file in UTF-8.
type content struct {
	number int
	text   string
	exchange.Property
	// problem is the reason why it cannot be parsed; nil if it can.
	problem *exchange.Problem
	// remarks lists the repairs made to the line.
	remarks []exchange.Kind
	// lost reports whether the line is not worth preserving.
	lost bool
}

// wrapped is the property in which Write hides a line that other programs could not process.
const wrapped = "X-CROSSFEED-LINE"

// take parses a line.
func take(l exchange.Line) content {
	c := content{number: l.Number, text: l.Text}
	c.clean()
	c.parse()
	c.unwrap()
	if l.Left > 0 {
		c.cut()
	}
	return c
}

// cut reports that the line was too long. A truncated attachment is useless.
func (c *content) cut() {
	c.lost = c.Param("ENCODING") != ""
	c.problem = &exchange.Problem{Kind: exchange.LineCut, Limit: exchange.MaxLine}
	if c.lost {
		c.problem = &exchange.Problem{Kind: exchange.PropertyTooLong, Name: c.Name, Limit: exchange.MaxLine >> 10}
	}
}

// unwrap extracts the line that Write hid. A line that would begin or end a component remains
// hidden.
func (c *content) unwrap() {
	for c.problem == nil && c.Is(wrapped) {
		inner := content{text: exchange.OneLine(exchange.Unescape(c.Value))}
		inner.parse()
		if inner.frames() {
			inner = content{text: hidden(inner.text), problem: exchange.Because(exchange.NoMarker)}
		}
		c.text, c.Property, c.problem = inner.text, inner.Property, inner.problem
	}
}

// clean makes the text valid for XML.
func (c *content) clean() {
	if !utf8.ValidString(c.text) {
		c.text, _ = exchange.UTF8(c.text, "")
		c.remark(exchange.OtherEncoding)
	}
	if hasControl(c.text) {
		c.text = strings.Map(replaceControl, c.text)
		c.remark(exchange.ControlCharacters)
	}
}

func (c *content) remark(k exchange.Kind) { c.remarks = append(c.remarks, k) }

// hasControl reports whether there are characters that are invalid in XML. It only checks
// bytes, because it is called for every line.
func hasControl(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' && c != '\t':
			return true
		case c == 0xEF && (strings.HasPrefix(text[i:], "\uFFFE") || strings.HasPrefix(text[i:], "\uFFFF")):
			return true
		}
	}
	return false
}

func replaceControl(r rune) rune {
	if r < ' ' && r != '\t' || r == '\uFFFE' || r == '\uFFFF' {
		return '\uFFFD'
	}
	return r
}

// parse parses the text. A BEGIN or END without a valid component name is treated as a
// malformed line.
func (c *content) parse() {
	p, err := exchange.ParseProperty(c.text)
	p.Name = strings.ToUpper(p.Name)
	c.Property, c.problem = p, nil
	switch {
	case err != nil:
		c.Property, c.problem = exchange.Property{}, exchange.Because(err)
	case c.frames() && c.component() == "":
		c.Property, c.problem = exchange.Property{}, exchange.Because(exchange.NoComponentName)
	case c.frames():
		c.Value = c.component()
		c.text = c.Name + ":" + c.Value
	}
}

// frames reports whether the line begins or ends a component.
func (c *content) frames() bool { return c.Is(begin) || c.Is(end) }

// component returns the name of the component that the line begins or ends.
func (c *content) component() string {
	name := strings.ToUpper(strings.TrimSpace(c.Value))
	if c.Group != "" || len(c.Params) > 0 || !isName(name) {
		return ""
	}
	return name
}

// speak copies title and text from the entry to the record: if they differ, a program without
// support for records edited the entry. An entry with neither leaves the record unchanged; if
// it has only a title, its text was deleted.
func speak(properties *etree.Element, c *item.Content) {
	title, text := c.Title(), c.Text()
	if title == "" && text == "" {
		return
	}
	if title != "" {
		setText(properties, "summary", title)
	}
	setText(properties, "description", text)
}

// setText sets a property unless it differs only in line endings and surrounding white space.
func setText(properties *etree.Element, tag, text string) {
	switch p := exchange.Child(properties, tag); {
	case exchange.Alike(exchange.FirstText(p), text):
	case text == "":
		properties.RemoveChild(p)
	default:
		exchange.SetValues(exchange.EnsureChild(properties, tag), exchange.TextType, text)
	}
}
