package vcf

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
