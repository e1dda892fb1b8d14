package ics

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"crossfeed/engine/record/exchange"
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
