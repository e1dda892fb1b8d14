package vcard

import (
	"fmt"
	"strings"

	"crossfeed/engine/record/exchange"
)

// maxCard is the number of bytes that the lines of one card may have: a few
// pictures, and all texts that a person can write.
const maxCard = 8 << 20

// card collects the lines of one card.
type card struct {
	from  int
	lines []exchange.Line
	// size is the number of bytes of the lines, count that of the lines, those
	// included that were not kept because they are too many.
	size, count int
	open, ended bool
	// agent are the lines of a card inside this one, and depth how deep it is.
	agent []string
	depth int
}

func (c *card) begin(line exchange.Line) {
	*c = card{from: line.Number, lines: c.lines[:0], open: true}
}

func (c *card) add(line exchange.Line) {
	c.count++
	c.size += len(line.Text)
	if c.fits() {
		c.lines = append(c.lines, line)
	}
}

func (c *card) fits() bool { return c.count <= exchange.MaxLines && c.size <= maxCard }

// nests takes the line where it belongs to a card inside this one, as the value
// of an AGENT without one has it in vCard 2.1 (§2.4.2). The card inside becomes
// the text of the AGENT, as it is in 3.0 (RFC 2426 §3.5.4).
func (c *card) nests(line exchange.Line) bool {
	begins := isMarker(line.Text, "BEGIN")
	if c.depth == 0 && !(begins && c.awaitsAgent()) {
		return false
	}
	c.count++
	c.size += len(line.Text)
	if c.fits() {
		c.agent = append(c.agent, line.Text)
	}
	switch {
	case begins:
		c.depth++
	case isMarker(line.Text, "END"):
		c.depth--
	}
	if c.depth == 0 {
		c.closeAgent()
	}
	return true
}

func (c *card) awaitsAgent() bool {
	if len(c.lines) == 0 {
		return false
	}
	p, err := exchange.ParseProperty(c.lines[len(c.lines)-1].Text)
	return err == nil && p.Is("AGENT") && strings.TrimSpace(p.Value) == ""
}

func (c *card) closeAgent() {
	if len(c.agent) == 0 {
		return
	}
	c.lines[len(c.lines)-1].Text += exchange.Escape(strings.Join(c.agent, "\n"))
	c.agent, c.depth = nil, 0
}

// entry is what the card says.
func (c *card) entry() exchange.Entry {
	c.closeAgent()
	switch {
	case c.count > exchange.MaxLines:
		return c.unreadable("the card has %d lines, more than the %d that are read; divide it, or take away what is repeated", c.count, exchange.MaxLines)
	case c.size > maxCard:
		return c.unreadable("the card has %d MB, more than the %d MB that are read; take pictures or long texts out of it", c.size>>20, maxCard>>20)
	}
	b := builder{version: c.version(), vcard: xcard{props: make([]prop, 0, len(c.lines)), size: c.size}}
	for _, line := range c.lines {
		b.add(line)
	}
	if !c.ended {
		b.remark(c.from, "END:VCARD is missing: the card may not be whole")
	}
	if b.isEmpty() {
		return c.unreadable("the card says nothing; it was passed over")
	}
	return b.entry(c.from)
}

func (c *card) unreadable(format string, args ...any) exchange.Entry {
	return exchange.Entry{Line: c.from, Problems: []exchange.Problem{{Line: c.from, Text: fmt.Sprintf(format, args...)}}}
}

// version is that of the card; 3.0 where it says none.
func (c *card) version() Version {
	for _, line := range c.lines {
		if v, found := cutPrefixFold(line.Text, "VERSION:"); found {
			return Version(strings.TrimSpace(v))
		}
	}
	return V3
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}
