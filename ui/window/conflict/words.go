package conflict

import (
	"strings"

	"crossfeed/engine/merge"
	"crossfeed/ui/widget/grid"
)

// wordsOf is a changed line as the version that changed it shows it: what it
// removed is struck out where it was, before what took its place.
func wordsOf(before, now []merge.Span) []grid.Span {
	var all []grid.Span
	add := func(text string, mark grid.Mark) {
		if n := len(all); n > 0 && all[n-1].Mark == mark {
			all[n-1].Text += text
			return
		}
		all = append(all, grid.Span{Text: text, Mark: mark})
	}
	old, fresh := words{spans: before}, words{spans: now}
	for old.more() || fresh.more() {
		switch {
		case old.marked():
			add(old.take(len(old.rest())), grid.MarkRemoved)
		case fresh.marked():
			add(fresh.take(len(fresh.rest())), grid.MarkAdded)
		default:
			n := min(len(old.rest()), len(fresh.rest()))
			if n == 0 || old.rest()[:n] != fresh.rest()[:n] {
				return marksOf(now, grid.MarkAdded) // they were not compared with each other
			}
			old.take(n)
			add(fresh.take(n), grid.MarkNone)
		}
	}
	return all
}

// marksOf are the spans of a line, of which those that differ have a mark.
func marksOf(spans []merge.Span, mark grid.Mark) []grid.Span {
	all := make([]grid.Span, len(spans))
	for i, s := range spans {
		all[i].Text = s.Text
		if s.Marked {
			all[i].Mark = mark
		}
	}
	return all
}

// words walks through the spans of a line.
type words struct {
	spans []merge.Span
	// used is the length of what was taken of the first span.
	used int
}

func (w *words) more() bool { return len(w.spans) > 0 }

func (w *words) marked() bool { return w.more() && w.spans[0].Marked }

func (w *words) rest() string {
	if !w.more() {
		return ""
	}
	return w.spans[0].Text[w.used:]
}

func (w *words) take(n int) string {
	text := w.rest()[:n]
	if w.used += n; w.rest() == "" {
		w.spans, w.used = w.spans[1:], 0
	}
	return text
}

// present is a line without what was removed from it.
func present(spans []grid.Span) []grid.Span {
	var all []grid.Span
	for _, s := range spans {
		if s.Mark != grid.MarkRemoved {
			all = append(all, s)
		}
	}
	return all
}

// lost marks in a line of the original what some version does not have:
// the parts that are marked in any of others, which are the same line.
func lost(line string, others [][]merge.Span) []grid.Span {
	gone := make([]bool, len(line))
	for _, spans := range others {
		at := 0
		for _, s := range spans {
			for i := at; s.Marked && i < min(at+len(s.Text), len(line)); i++ {
				gone[i] = true
			}
			at += len(s.Text)
		}
	}
	var all []grid.Span
	for from := 0; from < len(line); {
		to := from + 1
		for to < len(line) && gone[to] == gone[from] {
			to++
		}
		mark := grid.MarkNone
		if gone[from] {
			mark = grid.MarkLost
		}
		all, from = append(all, grid.Span{Text: line[from:to], Mark: mark}), to
	}
	return all
}

func textOf(spans []grid.Span) string {
	if len(spans) == 1 {
		return spans[0].Text
	}
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}
