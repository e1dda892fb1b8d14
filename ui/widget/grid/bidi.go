package grid

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Fyne draws a text whose letters all run one way correctly, and puts texts of
// several directions in the order in which they are stored. So a line is cut into
// runs of one direction, which are drawn in the order in which they are read.

// RightToLeft reports whether a line is laid out from right to left: its first
// letter that has a direction runs that way.
func RightToLeft(line string) bool {
	for i, r := range line {
		if r < firstRightToLeft && !isLetter(r) {
			continue
		}
		switch p, _ := bidi.LookupString(line[i:]); p.Class() {
		case bidi.L:
			return false
		case bidi.R, bidi.AL:
			return true
		}
	}
	return false
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > '~' }

// firstRightToLeft is the first letter that runs from right to left.
const firstRightToLeft = 0x590

// oneWay reports whether nothing in a line runs from right to left.
func oneWay(spans []Span) bool {
	return !slices.ContainsFunc(spans, func(s Span) bool { return strings.ContainsFunc(s.Text, turns) })
}

// turns reports whether a letter or a sign may make text run from right to left.
func turns(r rune) bool {
	if r < firstRightToLeft {
		return false
	}
	switch classOf(r) {
	case bidi.R, bidi.AL, bidi.AN, bidi.Control:
		return true
	}
	return false
}

// visual cuts the pieces of a row into runs of one direction, from left to right.
func visual(spans []Span, rightToLeft bool) []Span {
	if !rightToLeft && oneWay(spans) {
		return spans
	}
	l := newLevels(spans, rightToLeft)
	all := l.reordered()
	for i, r := range all {
		all[i].Text = l.textOf(r)
	}
	out := make([]Span, len(all))
	for i, r := range all {
		out[i] = r.Span
	}
	return out
}

// levels is a row with the embedding level of each letter (UAX #9).
type levels struct {
	runes []rune
	marks []Mark
	level []int
}

func newLevels(spans []Span, rightToLeft bool) *levels {
	l := &levels{}
	for _, s := range spans {
		for _, r := range s.Text {
			l.runes, l.marks = append(l.runes, r), append(l.marks, s.Mark)
		}
	}
	base, lead := 0, "\u200e" // a mark without a width says which way the row runs
	if rightToLeft {
		base, lead = 1, "\u200f"
	}
	l.level = slices.Repeat([]int{base}, len(l.runes))
	var p bidi.Paragraph
	if _, err := p.SetString(lead + string(l.runes)); err != nil {
		return l
	}
	order, err := p.Order()
	if err != nil {
		return l
	}
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, to := run.Pos()
		l.set(max(from-1, 0), min(to, len(l.runes)), run.Direction() == bidi.RightToLeft, base)
	}
	return l
}

// set gives a run its level. Package bidi says the direction only: numbers that
// follow letters from right to left are one level deeper than other text from
// left to right.
func (l *levels) set(from, to int, rightToLeft bool, base int) {
	numbers := from
	if base == 0 && !rightToLeft && from > 0 {
		for i := from; i < to && !isNeutral(l.runes[i]); i++ {
			if isNumber(l.runes[i]) {
				numbers = i + 1
			}
		}
	}
	for i := from; i < to; i++ {
		switch {
		case rightToLeft:
			l.level[i] = 1
		case base == 1 || i < numbers:
			l.level[i] = 2
		default:
			l.level[i] = 0
		}
	}
}

func isNumber(r rune) bool {
	c := classOf(r)
	return c == bidi.EN || c == bidi.AN
}

// isNeutral reports whether a letter ends the number in front of it.
func isNeutral(r rune) bool {
	switch classOf(r) {
	case bidi.EN, bidi.AN, bidi.ES, bidi.CS, bidi.ET, bidi.NSM:
		return false
	}
	return true
}

func classOf(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// run is a part of a row that is drawn at once.
type run struct {
	Span
	from, to, level int
}

// reordered are the runs from left to right (UAX #9, rule L2).
func (l *levels) reordered() []run {
	var all []run
	for from := 0; from < len(l.runes); {
		to := from + 1
		for to < len(l.runes) && l.level[to] == l.level[from] && (combining(l.runes[to]) || l.together(from, to)) {
			to++
		}
		all = append(all, run{Span{Mark: l.marks[from]}, from, to, l.level[from]})
		from = to
	}
	for level := 2; level > 0; level-- {
		for i := 0; i < len(all); i++ {
			j := i
			for j < len(all) && all[j].level >= level {
				j++
			}
			slices.Reverse(all[i:j])
			i = max(i, j-1)
		}
	}
	return all
}

// together reports whether two letters of a level are drawn at once. Where they run
// from right to left, letters and signs are drawn apart: Fyne takes these from
// different fonts, and puts what it takes from different fonts side by side from left
// to right.
func (l *levels) together(a, b int) bool {
	return l.marks[a] == l.marks[b] && (l.level[a] != 1 || isRightToLeft(l.runes[a]) == isRightToLeft(l.runes[b]))
}

// combining reports whether a letter is drawn onto the one before it.
func combining(r rune) bool { return classOf(r) == bidi.NSM || r == joiner }

// joiner makes Arabic letters join what is not drawn with them.
const joiner = '\u200d'

// textOf is what Fyne has to draw for a run. Fyne takes its direction from its
// letters: where it has none, signs that run from right to left are turned round
// here. Letters of one word that are drawn apart, since only one of them is marked,
// still join.
func (l *levels) textOf(r run) string {
	text := string(l.runes[r.from:r.to])
	if r.level != 1 {
		return text
	}
	if !strings.ContainsFunc(text, isRightToLeft) {
		return bidi.ReverseString(text)
	}
	if r.from > 0 && joins(l.runes[r.from-1], l.runes[r.from]) {
		text = string(joiner) + text
	}
	if r.to < len(l.runes) && joins(l.runes[r.to-1], l.runes[r.to]) {
		text += string(joiner)
	}
	return text
}

func isRightToLeft(r rune) bool {
	c := classOf(r)
	return c == bidi.R || c == bidi.AL
}

// joins reports whether two letters are of a script whose letters join.
func joins(a, b rune) bool { return classOf(a) == bidi.AL && classOf(b) == bidi.AL }
