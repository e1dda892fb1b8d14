package grid

import (
	"fmt"
	"strings"

	"crossfeed/engine/conflicts"
)

// Hunks draws a long text stretch by stretch. Those that differ are numbered
// from 1, in their order.
func (v View) Hunks(s *conflicts.Session, field string) []string {
	var all []string
	number := 0
	for _, h := range s.Hunks(field) {
		if h.Alike && h.Taken == nil {
			all = append(all, v.common(h)...)
			continue
		}
		number++
		all = append(all, v.Entry(fmt.Sprintf("%d  ", number), v.stateOf(s, h))...)
		all = append(all, v.sides(s, h)...)
	}
	return all
}

// common draws a stretch that is the same in all: its first and last line.
func (v View) common(h conflicts.Hunk) []string {
	text := textLines(h.Result)
	if len(text) <= 2*around+1 {
		return v.indentedText("=  ", text)
	}
	all := v.line("=  ", text[0])
	all = append(all, v.Entry("   … ", fmt.Sprintf("%d lines are the same in all", len(text)-2))...)
	return append(all, v.line("   ", text[len(text)-1])...)
}

// stateOf says what a stretch of the result holds.
func (v View) stateOf(s *conflicts.Session, h conflicts.Hunk) string {
	switch {
	case h.Open:
		return "choose"
	case h.Taken == nil && h.From >= 0:
		return "proposed, from " + v.numbered(s, []int{h.From})
	case h.Taken == nil:
		return "proposed"
	case len(h.Taken) == 0:
		return "you took it out"
	}
	var names []string
	for _, n := range h.Taken {
		names = append(names, v.numbered(s, []int{n}))
	}
	return "you took that of " + strings.Join(names, ", then ")
}

// sides draws the original, each version, and the result.
func (v View) sides(s *conflicts.Session, h conflicts.Hunk) []string {
	var all []string
	switch {
	case h.NoBase:
		all = append(all, v.sideOf("base", "no original")...)
	case s.Base().Found():
		all = append(all, v.sideOf("base", h.Base)...)
	}
	for i, c := range s.Candidates() {
		if !c.Version.Deleted && !c.Missing && i < len(h.Texts) {
			all = append(all, v.sideOf(v.label(c), h.Texts[i])...)
		}
	}
	if h.Open {
		return append(all, v.sideOf("RESULT", "choose…")...)
	}
	return append(all, v.sideOf("RESULT", h.Result)...)
}

func (v View) sideOf(label, text string) []string {
	before := "      " + pad(label, len("RESULT")) + "  "
	if text == "" {
		return []string{strings.TrimRight(before+"—", " ")}
	}
	return v.indentedText(before, textLines(text))
}

func (v View) indentedText(before string, text []string) []string {
	var all []string
	for _, line := range text {
		all = append(all, wrap(line, v.width()-Width(before))...)
	}
	return indented(before, all)
}

// textLines are the lines of a text; the end of the last one begins none.
func textLines(text string) []string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return lines(strings.TrimSuffix(text, "\n"))
}
