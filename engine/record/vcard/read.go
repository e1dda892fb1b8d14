// Package vcard reads and writes .vcf files: vCard 2.1, 3.0 (RFC 2426) and 4.0 (RFC 6350). A
// card becomes a content with an xCard (RFC 6351) that has all its properties, parameters and
// groups in the order of the file.
//
// Differences between the versions are normalised: types are in lower case, TYPE=pref is the
// parameter pref, dates are in the format of vCard 4.0, and pictures are data URIs. Data that
// an xCard cannot represent is preserved alongside it (exchange.Keep) and written to files
// again.
//
// The tests compare reading and writing with github.com/emersion/go-vcard. Its decoder and
// encoder are unsuitable, because they lose data that has to be preserved. Tests demonstrate
// each of these problems:
//
//   - a card is a map: the order of the properties is lost, and writing sorts them;
//   - values are unescaped before they can be split: "a\\;b" and "a\;b" become
//     the same, so N, ADR and ORG cannot be recovered;
//   - "\;" and "\N" are not unescaped, and a comma in quotation marks splits the
//     value of a parameter;
//   - malformed lines are dropped silently, and a card without END swallows the
//     one after it;
//   - parameters are written without quotation marks, so that a colon in one ends
//     the line's head, and the comma of a data URI is escaped with a backslash;
//     nothing is folded.
//
// It does not support quoted-printable, charsets, CR alone, or parameters without a name. It
// would only be useful to find the colon, and each property written with Encode would have to
// be cut out of a card of its own.
package vcard

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Read calls each for every card of a file, in order. Problems of a card are in its Entry and
// do not stop the rest; lines that belong to no card are an Entry without Content. The error
// comes from r or from each.
func Read(r io.Reader, each func(exchange.Entry) error) error {
	in := reader{each: each}
	for file := exchange.NewLineReader(r); ; {
		line, err := file.Next()
		if errors.Is(err, io.EOF) {
			return in.end()
		}
		if err != nil {
			return fmt.Errorf("reading cards: %w", err)
		}
		if err := in.take(line); err != nil {
			return err
		}
	}
}

// reader finds the beginning and end of each card in a file.
type reader struct {
	each func(exchange.Entry) error
	// card is the current card. stray counts the lines outside all cards, of which from is the
	// first.
	card  card
	stray int
	from  exchange.Line
}

func (in *reader) take(line exchange.Line) error {
	switch {
	case in.card.open && in.card.nests(line):
		return nil
	case isMarker(line.Text, "BEGIN"):
		if err := in.end(); err != nil {
			return err
		}
		in.card.begin(line)
	case !in.card.open:
		if in.stray == 0 {
			in.from = line
		}
		in.stray++
	case isMarker(line.Text, "END"):
		in.card.ended = true
		return in.end()
	default:
		in.card.add(line)
	}
	return nil
}

// end passes on a finished card, or the lines between two cards.
func (in *reader) end() error {
	if in.stray > 0 {
		in.stray = 0
		return in.each(exchange.Entry{Line: in.from.Number, Problems: []exchange.Problem{{
			Line: in.from.Number, Kind: exchange.OutsideCard, Value: shortened(in.from.Text),
		}}})
	}
	if !in.card.open {
		return nil
	}
	in.card.open = false
	return in.each(in.card.entry())
}

// isMarker reports whether a line begins or ends a card.
func isMarker(line, which string) bool {
	if len(line) < len(which)+len(":VCARD") || !strings.EqualFold(line[:len(which)], which) {
		return false
	}
	what, found := strings.CutPrefix(line[len(which):], ":")
	return found && strings.EqualFold(strings.TrimSpace(what), "VCARD")
}

// shortened returns a text of any encoding for a message.
func shortened(text string) string {
	text, _ = exchange.UTF8(text, "")
	return exchange.Shortened(text)
}

// Version is the version of a card.
type Version string

// Versions of cards. All can be read; V3 and V4 can be written.
const (
	V21 Version = "2.1"
	V3  Version = "3.0"
	V4  Version = "4.0"
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
