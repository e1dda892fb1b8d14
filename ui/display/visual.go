package display

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// Fyne draws text in one direction correctly, but draws text with mixed directions in logical
// order. So a line is cut into runs of one direction, which are drawn in visual order.

// RightToLeft reports whether a line is laid out from right to left: the direction of its
// first letter that has one and is not isolated.
func RightToLeft(line string) bool {
	isolated := 0
	for i, r := range line {
		switch {
		case r == firstStrongIsolate:
			isolated++
		case r == popDirectionalIsolate:
			isolated = max(isolated-1, 0)
		}
		if isolated > 0 || r < firstRightToLeft && !isLetter(r) {
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

// firstRightToLeft is the first right-to-left letter.
const firstRightToLeft = 0x590

// OneWay reports whether a text contains nothing that runs from right to left.
func OneWay(text string) bool { return !strings.ContainsFunc(text, turns) }

// turns reports whether a character may make text run from right to left.
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

// Visual cuts the pieces of a line into runs of one direction, in visual order. The isolates
// are applied and removed.
func Visual[M comparable](pieces []Piece[M], rightToLeft bool) []Piece[M] {
	if !rightToLeft && !slices.ContainsFunc(pieces, func(p Piece[M]) bool { return !OneWay(p.Text) }) {
		return pieces
	}
	l := newLevels(pieces, rightToLeft)
	var all []Piece[M]
	for _, r := range l.reordered() {
		if text := l.textOf(r); text != "" {
			all = append(all, Piece[M]{text, l.marks[r.from]})
		}
	}
	return all
}

// levels is a line with the embedding level of each letter (UAX #9).
type levels[M comparable] struct {
	runes []rune
	marks []M
	level []int
}

func newLevels[M comparable](pieces []Piece[M], rightToLeft bool) *levels[M] {
	l := &levels[M]{}
	for _, p := range pieces {
		for _, r := range p.Text {
			l.runes, l.marks = append(l.runes, r), append(l.marks, p.Mark)
		}
	}
	base := 0
	if rightToLeft {
		base = 1
	}
	l.level = levelsOf(l.runes, base)
	return l
}

// levelsOf returns the embedding levels of a line, or of an isolated part of it. To the
// letters around it, an isolated part counts as one neutral character.
func levelsOf(runes []rune, base int) []int {
	const sign = '\ufffc'
	level := make([]int, len(runes))
	var seen []rune
	for i := 0; i < len(runes); i++ {
		level[i] = len(seen) // until the levels of these are known
		if runes[i] != firstStrongIsolate {
			seen = append(seen, runes[i])
			continue
		}
		seen = append(seen, sign)
		for end := isolateEnd(runes, i); i < end; i++ {
			level[i+1] = level[i]
		}
	}
	of := flatLevels(seen, base%2)
	for i, n := range level {
		level[i] = base - base%2 + of[n]
	}
	for i := 0; i < len(runes); i++ {
		if runes[i] != firstStrongIsolate {
			continue
		}
		end := isolateEnd(runes, i)
		part := runes[i+1 : end+1]
		inner := base + 1
		if (inner%2 == 1) != RightToLeft(string(part)) {
			inner++
		}
		copy(level[i+1:], levelsOf(part, inner))
		i = end
	}
	return level
}

// isolateEnd returns the last character of the isolated part that begins at a position: its
// terminator, or the end of the line.
func isolateEnd(runes []rune, from int) int {
	open := 0
	for i, r := range runes[from:] {
		switch r {
		case firstStrongIsolate:
			open++
		case popDirectionalIsolate:
			if open--; open == 0 {
				return from + i
			}
		}
	}
	return len(runes) - 1
}

// flatLevels returns the levels of letters without isolates: base is 1 if they are read from
// right to left, and else 0.
func flatLevels(runes []rune, base int) []int {
	l := flat{runes, slices.Repeat([]int{base}, len(runes))}
	lead := "\u200e" // a zero-width mark that sets the direction of the line
	if base == 1 {
		lead = "\u200f"
	}
	var p bidi.Paragraph
	if _, err := p.SetString(lead + string(runes)); err != nil {
		return l.level
	}
	order, err := p.Order()
	if err != nil {
		return l.level
	}
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, to := run.Pos()
		l.set(max(from-1, 0), min(to, len(runes)), run.Direction() == bidi.RightToLeft, base)
	}
	return l.level
}

type flat struct {
	runes []rune
	level []int
}

// set sets the level of a run. Package bidi only provides the direction, but numbers after
// right-to-left letters are one level deeper than other left-to-right text.
func (l flat) set(from, to int, rightToLeft bool, base int) {
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

// run is a part of a line that is drawn at once.
type run struct{ from, to, level int }

// reordered returns the runs in visual order (UAX #9, rule L2).
func (l *levels[M]) reordered() []run {
	var all []run
	for from := 0; from < len(l.runes); {
		to := from + 1
		for to < len(l.runes) && l.level[to] == l.level[from] && (combining(l.runes[to]) || l.together(from, to)) {
			to++
		}
		all = append(all, run{from, to, l.level[from]})
		from = to
	}
	for level := slices.Max(append(l.level, 0)); level > 0; level-- {
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

// together reports whether two letters of one level are drawn at once. Right-to-left letters
// and signs are drawn separately: Fyne takes them from different fonts, and arranges text from
// different fonts from left to right.
func (l *levels[M]) together(a, b int) bool {
	return l.marks[a] == l.marks[b] && (l.level[a]%2 == 0 || isRightToLeft(l.runes[a]) == isRightToLeft(l.runes[b]))
}

// combining reports whether a letter is drawn onto the previous one.
func combining(r rune) bool { return classOf(r) == bidi.NSM || r == joiner }

// joiner makes Arabic letters join letters that are drawn separately.
const joiner = '\u200d'

// textOf returns the text that Fyne must draw for a run. Fyne determines the direction from
// the letters; if there are none, right-to-left signs are reversed here. Letters of one word
// that are drawn separately, because only some of them are marked, still join.
func (l *levels[M]) textOf(r run) string {
	text := WithoutIsolates(string(l.runes[r.from:r.to]))
	if r.level%2 == 0 {
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
	if r < firstRightToLeft {
		return false
	}
	c := classOf(r)
	return c == bidi.R || c == bidi.AL
}

// joins reports whether two letters belong to a script whose letters join.
func joins(a, b rune) bool { return classOf(a) == bidi.AL && classOf(b) == bidi.AL }
