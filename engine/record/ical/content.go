// Package ical reads and writes calendar files (RFC 5545) with todos. A todo
// becomes the xCal vtodo (RFC 6321) of an item's content; what xCal cannot carry
// of it stays beside it, in lines (exchange.Keep).
//
// The content lines are read by package exchange, and not by the decoder of
// github.com/emersion/go-ical, for what that decoder does:
//
//   - the first line that is none ends the file, and "DUE;VALUE=DATE" or a
//     letter behind a closed quotation mark is a panic;
//   - it tells no line numbers, so a remark could not say where;
//   - properties come in a map, so their order is lost;
//   - a parameter takes time by the square of its length;
//   - Prop.Text ends a text at the first comma that a program forgot to escape,
//     and fails at a backslash before any other character.
//
// Its encoder does not fold, sorts, and refuses a calendar for one todo with two
// summaries. Every line would have to be taken apart before it is given one and
// again by it; that alone takes about half of the time that reading takes
// here. Tests hold both directions against it: what has no quirks reads as it
// reads it, it reads whatever is written here, and it finds no fault in what is
// written of todos without faults.
package ical

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/internal/xprop"
)

// Names of the lines around a component.
const (
	begin = "BEGIN"
	end   = "END"
)

// content is a line of a file, in UTF-8 and taken apart.
type content struct {
	number int
	text   string
	exchange.Property
	// problem is why it cannot be taken apart, or "".
	problem string
	// remarks are what was done to make it readable.
	remarks []string
	// lost tells that nothing of it is worth keeping.
	lost bool
}

// wrapped is the property in which Write hides a line that would spoil the file
// for other programs.
const wrapped = "X-CROSSFEED-LINE"

// take reads a line.
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

// cut tells that the line was too long. Half of an attachment is of no use.
func (c *content) cut() {
	c.lost = c.Param("ENCODING") != ""
	c.problem = fmt.Sprintf("longer than %d bytes: the rest was left out", exchange.MaxLine)
	if c.lost {
		c.problem = fmt.Sprintf("%s has more than %d bytes: it was left out, and nothing else", c.Name, exchange.MaxLine)
	}
}

// unwrap takes the line that Write hid. One that would begin or end a component
// stays hidden, so that it never does.
func (c *content) unwrap() {
	for c.problem == "" && c.Is(wrapped) {
		inner := content{text: oneLine(exchange.Unescape(c.Value))}
		inner.parse()
		if inner.frames() {
			inner = content{text: hidden(inner.text), problem: "no component begins or ends here"}
		}
		c.text, c.Property, c.problem = inner.text, inner.Property, inner.problem
	}
}

// clean makes the text one that XML can hold.
func (c *content) clean() {
	if !utf8.ValidString(c.text) {
		c.text, _ = exchange.UTF8(c.text, "")
		c.remark("it is not in UTF-8: it was read as Windows-1252")
	}
	if hasControl(c.text) {
		c.text = strings.Map(replaceControl, c.text)
		c.remark("it has control characters: they were replaced")
	}
}

func (c *content) remark(text string) { c.remarks = append(c.remarks, text) }

// hasControl tells whether there are characters that XML cannot hold, and looks
// at bytes only: every line of every file is asked.
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

// parse takes the text apart. A BEGIN or END that names no component is a line
// like others, and none that can be understood.
func (c *content) parse() {
	p, err := exchange.ParseProperty(c.text)
	p.Name = strings.ToUpper(p.Name)
	c.Property, c.problem = p, ""
	switch {
	case err != nil:
		c.Property, c.problem = exchange.Property{}, err.Error()
	case c.frames() && c.component() == "":
		c.Property, c.problem = exchange.Property{}, "it names no component"
	case c.frames():
		c.Value = c.component()
		c.text = c.Name + ":" + c.Value
	}
}

// frames tells whether the line begins or ends a component.
func (c *content) frames() bool { return c.Is(begin) || c.Is(end) }

// component is the name of the component that the line begins or ends.
func (c *content) component() string {
	name := strings.ToUpper(strings.TrimSpace(c.Value))
	if c.Group != "" || len(c.Params) > 0 || !isName(name) {
		return ""
	}
	return name
}

// short keeps messages readable whatever a file holds.
func short(text string) string {
	const enough = 60
	if r := []rune(text[:min(len(text), 4*enough)]); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return text
}

func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
}

// speak gives the record what the entry says in title and text: where that
// differs, a program that knows no records changed it there. An entry that has
// neither lets the record speak; one that has only a title had its text cleared.
func speak(properties *etree.Element, c *item.Content) {
	title, text := c.Title(), c.Text()
	if title == "" && text == "" {
		return
	}
	if title != "" {
		say(properties, "summary", title)
	}
	say(properties, "description", text)
}

// say sets a property. Line ends and white space around a text are no
// difference.
func say(properties *etree.Element, tag, text string) {
	switch p := xprop.Child(properties, tag); {
	case alike(textIn(p), text):
	case text == "":
		properties.RemoveChild(p)
	default:
		xprop.SetValues(xprop.Ensure(properties, tag), xprop.Text, text)
	}
}

// textIn is the first text of a property, or "" where there is none.
func textIn(p *etree.Element) string {
	if p == nil {
		return ""
	}
	_, text := xprop.Value(p)
	return text
}

func alike(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
}
