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
