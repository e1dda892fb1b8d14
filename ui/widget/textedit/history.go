package textedit

import (
	"unicode"
	"unicode/utf8"
)

// kind is the cause of an edit. Consecutive edits of one kind can form one undo step.
type kind int

const (
	alone kind = iota
	typing
	erasing
)

// step is an edit that can be undone: the text that it removed at a byte offset and the text
// that it inserted there. cursor and anchor are the ends of the selection before the edit.
type step struct {
	at                int
	removed, inserted string
	cursor, anchor    int
}

func (s step) size() int { return len(s.removed) + len(s.inserted) }

// history holds the steps that can be undone, followed by those that can be redone.
type history struct {
	steps []step
	done  int
	// last is the kind of the last step while it can still grow, and alone afterwards.
	last kind
	size int
}

// mostUndone limits the bytes of text in a history; the oldest steps are dropped first.
const mostUndone = 32 << 20

func (h *history) add(s step, k kind) {
	for _, undone := range h.steps[h.done:] {
		h.size -= undone.size()
	}
	h.steps = h.steps[:h.done]
	h.size += s.size()
	grown := h.done > 0 && k == h.last && h.steps[h.done-1].grow(s, k)
	if h.last = k; grown {
		return
	}
	h.steps = append(h.steps, s)
	for h.size > mostUndone && len(h.steps) > 1 {
		h.size -= h.steps[0].size()
		h.steps = h.steps[1:]
	}
	h.done = len(h.steps)
}

// grow merges the next edit into this step, if a person considers them one: letters up to the
// end of a word and the blanks after it, or consecutive deletions.
func (s *step) grow(next step, k kind) bool {
	switch {
	case k == typing && next.removed == "" && next.at == s.at+len(s.inserted) && !s.beginsWord(next.inserted):
		s.inserted += next.inserted
	case k == erasing && next.at+len(next.removed) == s.at:
		s.at, s.removed = next.at, next.removed+s.removed
	case k == erasing && next.at == s.at:
		s.removed += next.removed
	default:
		return false
	}
	return true
}

// beginsWord reports whether letters begin a new word.
func (s *step) beginsWord(letters string) bool {
	last, _ := utf8.DecodeLastRuneInString(s.inserted)
	first, _ := utf8.DecodeRuneInString(letters)
	return unicode.IsSpace(last) && !unicode.IsSpace(first)
}

// seal makes the next edit begin a new step.
func (h *history) seal() { h.last = alone }

func (h *history) back() (step, bool) {
	h.seal()
	if h.done == 0 {
		return step{}, false
	}
	h.done--
	return h.steps[h.done], true
}

func (h *history) forth() (step, bool) {
	h.seal()
	if h.done == len(h.steps) {
		return step{}, false
	}
	h.done++
	return h.steps[h.done-1], true
}

func (h *history) canUndo() bool { return h.done > 0 }

func (h *history) canRedo() bool { return h.done < len(h.steps) }
