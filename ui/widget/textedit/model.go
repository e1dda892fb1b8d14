package textedit

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// model is a text with cursor, selection and undo history. It draws nothing.
type model struct {
	buffer
	// cursor is where typing inserts, anchor the other end of the selection.
	cursor, anchor Pos
	history        history
	// changed is called after every edit.
	changed func(change)
}

func newModel(text string) *model {
	return &model{buffer: newBuffer(text), changed: func(change) {}}
}

// selection returns the ends of the selection in order; they are equal if nothing is selected.
func (m *model) selection() (from, to Pos) {
	if m.anchor.before(m.cursor) {
		return m.anchor, m.cursor
	}
	return m.cursor, m.anchor
}

func (m *model) selects() bool { return m.cursor != m.anchor }

func (m *model) selected() string { return m.between(m.selection()) }

// moveTo moves the cursor; with extend, the other end of the selection stays.
func (m *model) moveTo(p Pos, extend bool) {
	m.cursor = p
	if !extend {
		m.anchor = p
	}
	m.history.seal()
}

// nearest returns a position of another text as one of this text.
func (m *model) nearest(p Pos) Pos {
	if p.Line >= len(m.lines) {
		return m.end()
	}
	return Pos{p.Line, snap(m.lines[p.Line].text, p.Col)}
}

func (m *model) selectFrom(from, to Pos) {
	m.moveTo(from, false)
	m.moveTo(to, true)
}

func (m *model) selectAll() { m.selectFrom(Pos{}, m.end()) }

// typed replaces the selection by typed text.
func (m *model) typed(text string) {
	if text = m.fitting(text); text != "" {
		from, to := m.selection()
		m.edit(from, to, text, typing)
	}
}

// insert replaces the selection by a text, as a separate undo step.
func (m *model) insert(text string) {
	if text = m.fitting(text); text != "" || m.selects() {
		from, to := m.selection()
		m.edit(from, to, text, alone)
	}
}

// erase deletes the selection, or else the text between the cursor and a position.
func (m *model) erase(other Pos) {
	from, to := m.selection()
	kind := alone
	if from == to {
		kind = erasing
		if to = other; to.before(from) {
			from, to = to, from
		}
	}
	if from != to {
		m.edit(from, to, "", kind)
	}
}

// fitting removes what no item can hold from a text: invalid UTF-8 and the control characters
// that XML does not allow. It converts line ends to those around the cursor.
func (m *model) fitting(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return r
		case r < ' ', r == '\ufffe', r == '\uffff':
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	from, _ := m.selection()
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	return strings.ReplaceAll(text, "\n", m.newline(from))
}

func (m *model) edit(from, to Pos, with string, kind kind) {
	at := m.offset(from)
	s := step{at: at, removed: m.between(from, to), inserted: with, cursor: m.offset(m.cursor), anchor: m.offset(m.anchor)}
	if s.removed != with {
		m.history.add(s, kind)
		m.replaceAt(at, len(s.removed), with)
	}
	m.put(at+len(with), at+len(with))
}

func (m *model) replaceAt(at, removed int, with string) {
	m.changed(m.replace(at, at+removed, with))
}

// put moves both ends of the selection to byte offsets.
func (m *model) put(anchor, cursor int) {
	m.anchor, m.cursor = m.snapped(anchor), m.snapped(cursor)
}

func (m *model) snapped(offset int) Pos {
	p := m.pos(offset)
	return Pos{p.Line, snap(m.lines[p.Line].text, p.Col)}
}

// undo reverts the last step, and reports whether there was one.
func (m *model) undo() bool {
	s, any := m.history.back()
	if any {
		m.replaceAt(s.at, len(s.inserted), s.removed)
		m.put(s.anchor, s.cursor)
	}
	return any
}

// redo repeats the step that was undone last, and reports whether there was one.
func (m *model) redo() bool {
	s, any := m.history.forth()
	if any {
		m.replaceAt(s.at, len(s.removed), s.inserted)
		m.put(s.at+len(s.inserted), s.at+len(s.inserted))
	}
	return any
}

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
