package textedit

import (
	"strings"
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
