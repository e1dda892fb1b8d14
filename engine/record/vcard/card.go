package vcard

import (
	"strings"

	"crossfeed/engine/record/exchange"
)

// maxCard is the maximum number of bytes of the lines of one card: enough for a few pictures
// and for all texts that a person may write.
const maxCard = 8 << 20

// card collects the lines of one card.
type card struct {
	from  int
	lines []exchange.Line
	// size is the number of bytes and count the number of lines, including those that were not
	// stored because there are too many.
	size, count int
	open, ended bool
	// agent holds the lines of a nested card, and depth is its nesting depth.
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

// nests reports whether the line belongs to a nested card, and adds it. Such a card is the
// value of an otherwise empty AGENT in vCard 2.1 (§2.4.2). It becomes the text of the AGENT,
// as in 3.0 (RFC 2426 §3.5.4).
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

func (c *card) entry() exchange.Entry {
	c.closeAgent()
	switch {
	case c.count > exchange.MaxLines:
		return c.unreadable(exchange.Problem{Kind: exchange.CardTooManyLines, N: c.count, Limit: exchange.MaxLines})
	case c.size > maxCard:
		return c.unreadable(exchange.Problem{Kind: exchange.CardTooLarge, N: c.size >> 20, Limit: maxCard >> 20})
	}
	b := builder{version: c.version(), vcard: xcard{props: make([]prop, 0, len(c.lines)), size: c.size}}
	for _, line := range c.lines {
		b.add(line)
	}
	if !c.ended {
		b.remark(c.from, exchange.Problem{Kind: exchange.NoCardEnd})
	}
	if b.isEmpty() {
		return c.unreadable(exchange.Problem{Kind: exchange.EmptyCard})
	}
	return b.entry(c.from)
}

func (c *card) unreadable(p exchange.Problem) exchange.Entry {
	p.Line = c.from
	return exchange.Entry{Line: c.from, Problems: []exchange.Problem{p}}
}

// version returns the version of the card, or 3.0 if it has none.
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
