// Package vcard reads and writes .vcf files: vCard 2.1, 3.0 (RFC 2426) and 4.0
// (RFC 6350). A card becomes a content that holds an xCard (RFC 6351) with every
// property, parameter and group of it, in the order of the file.
//
// What differs between the versions is made one: types are in lower case,
// TYPE=pref is the parameter pref, dates are written as vCard 4.0 has them, and
// pictures are data URIs. What an xCard cannot carry stays beside it
// (exchange.Keep), and goes into the file again.
//
// The tests hold what is read and written against github.com/emersion/go-vcard. Its
// decoder and its encoder cannot do the work, because they lose what has to stay; a test
// shows each of these:
//
//   - a card is a map: the order of the properties is lost, and writing sorts them;
//   - values are unescaped before anyone can split them: "a\\;b" and "a\;b" become
//     the same, so N, ADR and ORG cannot be told from what it gives;
//   - "\;" and "\N" stay as they are, and a comma in quotation marks splits the
//     value of a parameter;
//   - a line that it cannot read is dropped without a word, and a card without END
//     swallows the one after it;
//   - it writes parameters without quotation marks, so that one with a colon ends
//     the line's head, and a backslash before the comma of a data URI; it folds
//     nothing.
//
// Quoted-printable, charsets, CR alone, and parameters without a name are unknown to
// it. What would be left for it is the search for the colon; a property written
// with Encode would have to be cut out of a card of its own.
package vcard

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/record/exchange"
)

// Read gives every card of a file, in order. What is wrong with one is told in
// its Entry, and the rest goes on; lines that belong to no card are an Entry
// without Content. The error is that of the file, or what each returned.
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

// reader finds where the cards of a file begin and end.
type reader struct {
	each func(exchange.Entry) error
	// card is the one that the line belongs to; stray counts the lines outside
	// of all, the first of which is from.
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

// end gives what is complete: a card, or the lines between two of them.
func (in *reader) end() error {
	if in.stray > 0 {
		in.stray = 0
		return in.each(exchange.Entry{Line: in.from.Number, Problems: []exchange.Problem{{
			Line: in.from.Number,
			Text: fmt.Sprintf("%q is outside of any card, which is from BEGIN:VCARD to END:VCARD; it was passed over", shortened(in.from.Text)),
		}}})
	}
	if !in.card.open {
		return nil
	}
	in.card.open = false
	return in.each(in.card.entry())
}

// isMarker tells whether a line begins or ends a card.
func isMarker(line, which string) bool {
	if len(line) < len(which)+len(":VCARD") || !strings.EqualFold(line[:len(which)], which) {
		return false
	}
	what, found := strings.CutPrefix(line[len(which):], ":")
	return found && strings.EqualFold(strings.TrimSpace(what), "VCARD")
}

// shortened keeps messages readable, whatever stands in the file.
func shortened(text string) string {
	const enough = 60
	text, _ = exchange.UTF8(text, "")
	if r := []rune(text[:min(len(text), 4*enough)]); len(r) > enough {
		return string(r[:enough]) + "…"
	}
	return text
}

// Version is that of a card.
type Version string

// Versions of cards. All are read; V3 and V4 are written.
const (
	V21 Version = "2.1"
	V3  Version = "3.0"
	V4  Version = "4.0"
)
