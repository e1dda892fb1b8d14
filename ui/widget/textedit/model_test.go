package textedit

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"pgregory.net/rapid"
)

// A text is the same, byte by byte, whatever its lines end with.
func TestATextIsTheSameWhateverItsLinesEndWith(t *testing.T) {
	for text, lines := range map[string]int{
		"": 1, "a": 1, "a\n": 2, "a\r\nb": 2, "a\rb\r": 3, "\n\r\n\r": 4, "a\r\n\nb\r\r\n": 5, "broken \xff\xfe text\r": 2,
	} {
		m := newModel(text)
		m.whole = false
		if m.text() != text || len(m.lines) != lines {
			t.Errorf("%q became %q in %d lines", text, m.text(), len(m.lines))
		}
	}
}

// Bytes that were not edited are preserved. Enter and pasted lines use the line ends of the
// surrounding lines.
func TestAnEditTouchesNothingElse(t *testing.T) {
	for _, c := range []struct {
		text   string
		at     Pos
		insert string
		want   string
	}{
		{"one\r\ntwo\rthree\nfour", Pos{0, 3}, "\n", "one\r\n\r\ntwo\rthree\nfour"},
		{"one\r\ntwo\rthree\nfour", Pos{1, 1}, "x\ny", "one\r\ntx\rywo\rthree\nfour"},
		{"one\r\ntwo", Pos{1, 3}, "\n", "one\r\ntwo\r\n"},
		{"one", Pos{0, 3}, "\r\n", "one\n"},
		{"one\n", Pos{0, 0}, "\x00a\x1b\xffb\u0000", "a�bone\n"},
	} {
		m := newModel(c.text)
		m.moveTo(c.at, false)
		m.insert(c.insert)
		if m.text() != c.want {
			t.Errorf("%q with %q: %q, want %q", c.text, c.insert, m.text(), c.want)
		}
		if !m.undo() || m.text() != c.text || m.undo() {
			t.Errorf("%q with %q: undone it is %q", c.text, c.insert, m.text())
		}
	}
}

// Deleting the text between a carriage return and a line feed leaves a single line end.
func TestEndsThatMeetBecomeOne(t *testing.T) {
	m := newModel("a\rb\nc")
	m.moveTo(Pos{1, 1}, false)
	m.erase(Pos{1, 0})
	if m.text() != "a\r\nc" || len(m.lines) != 2 || m.cursor != (Pos{0, 1}) {
		t.Errorf("%q in %d lines, cursor %v", m.text(), len(m.lines), m.cursor)
	}
	m.undo()
	if m.text() != "a\rb\nc" || len(m.lines) != 3 {
		t.Errorf("undone: %q in %d lines", m.text(), len(m.lines))
	}
}

// Undo goes back by words, and consecutive deletions are restored together.
func TestUndoGoesBackByWords(t *testing.T) {
	m := newModel("")
	for _, r := range "one two  three" {
		m.typed(string(r))
	}
	for range 5 {
		m.erase(m.previous(m.cursor))
	}
	var seen []string
	for m.undo() {
		seen = append(seen, m.text())
	}
	if want := []string{"one two  three", "one two  ", "one ", ""}; !slices.Equal(seen, want) {
		t.Errorf("undone: %q", seen)
	}
	for m.redo() {
	}
	if m.text() != "one two  " {
		t.Errorf("done again: %q", m.text())
	}
	m.undo()
	m.typed("x")
	if m.redo() {
		t.Error("a step can be done again after something else was typed")
	}
}

// Word boundaries are where a person expects them, in any script.
func TestMovingByWords(t *testing.T) {
	m := newModel("Öl, don't  naïve_x\n\nשלום ab")
	var right, left []Pos
	for p := (Pos{}); p != m.end(); right = append(right, p) {
		p = m.nextWord(p)
	}
	for p := m.end(); p != (Pos{}); left = append(left, p) {
		p = m.previousWord(p)
	}
	if want := []Pos{{0, 3}, {0, 8}, {0, 10}, {0, 20}, {1, 0}, {2, 0}, {2, 8}, {2, 11}}; !slices.Equal(right, want) {
		t.Errorf("to the right %v", right)
	}
	if want := []Pos{{2, 9}, {2, 0}, {1, 0}, {0, 20}, {0, 12}, {0, 9}, {0, 5}, {0, 0}}; !slices.Equal(left, want) {
		t.Errorf("to the left %v", left)
	}
	if from, to := m.wordAt(Pos{0, 14}); m.between(from, to) != "naïve_x" {
		t.Errorf("the word is %q", m.between(from, to))
	}
}

// pieces are the parts of random texts: letters of all widths, combining marks, flags and
// emoji families, right-to-left script, and line ends.
var pieces = []string{
	"a", "b", " ", "\t", "ß", "e\u0301", "\u0301", "中", "文", "😀", "👩\u200d👩\u200d👧", "🇩🇪", "🇫", "ש", "ل", "\u200f", "\n", "\r\n", "\r", "_", ",", "z\u0335\u0321",
}

func randomText(t *rapid.T, most int, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, most).Draw(t, label), "")
}

// naive is the simplest possible model: a string, and all its earlier values.
type naive struct {
	text         string
	past, future []string
}

func (n *naive) set(text string) {
	if text != n.text {
		n.past, n.future = append(n.past, n.text), nil
		n.text = text
	}
}

// Random edits, moves and undos give the same text and lines as the same operations on a
// string, and leave the cursor between characters.
func TestRandomEditsAgainstAString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := naive{text: randomText(t, 30, "text")}
		m := newModel(n.text)
		seal := func() { m.moveTo(m.cursor, true) } // every edit is a separate step
		erase := func(to func(Pos) Pos) func(*rapid.T) {
			return func(*rapid.T) {
				seal()
				from, until := m.selection()
				if !m.selects() {
					from, until = m.cursor, to(m.cursor)
				}
				begin, end := m.offset(from), m.offset(until)
				want := n.text[:min(begin, end)] + n.text[max(begin, end):]
				m.erase(to(m.cursor))
				n.set(want)
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"type": func(t *rapid.T) {
				letters := rapid.SampledFrom(pieces).Draw(t, "letters")
				from, to := m.selection()
				want := n.text[:m.offset(from)] + m.fitting(letters) + n.text[m.offset(to):]
				seal()
				m.typed(letters)
				n.set(want)
			},
			"paste": func(t *rapid.T) {
				pasted := randomText(t, 10, "pasted")
				from, to := m.selection()
				want := n.text[:m.offset(from)] + m.fitting(pasted) + n.text[m.offset(to):]
				m.insert(pasted)
				n.set(want)
			},
			"backspace":  erase(m.previous),
			"delete":     erase(m.next),
			"erase word": erase(m.previousWord),
			"move": func(t *rapid.T) {
				move := rapid.SampledFrom([]func(Pos) Pos{m.next, m.previous, m.nextWord, m.previousWord}).Draw(t, "move")
				m.moveTo(move(m.cursor), rapid.Bool().Draw(t, "extend"))
			},
			"jump": func(t *rapid.T) {
				m.put(rapid.IntRange(0, len(n.text)).Draw(t, "anchor"), rapid.IntRange(0, len(n.text)).Draw(t, "cursor"))
				m.history.seal()
			},
			"double click": func(t *rapid.T) { m.selectFrom(m.wordAt(m.cursor)) },
			"undo": func(t *rapid.T) {
				if m.undo() != (len(n.past) > 0) {
					t.Fatalf("undone, with %d steps before", len(n.past))
				}
				if last := len(n.past) - 1; last >= 0 {
					n.future = append(n.future, n.text)
					n.text, n.past = n.past[last], n.past[:last]
				}
			},
			"redo": func(t *rapid.T) {
				if m.redo() != (len(n.future) > 0) {
					t.Fatalf("done again, with %d steps", len(n.future))
				}
				if last := len(n.future) - 1; last >= 0 {
					n.past = append(n.past, n.text)
					n.text, n.future = n.future[last], n.future[:last]
				}
			},
			"": func(t *rapid.T) {
				if m.text() != n.text {
					t.Fatalf("the text is %q, want %q", m.text(), n.text)
				}
				if !slices.Equal(m.lines, split(n.text, true)) {
					t.Fatalf("the lines are %q of %q", m.lines, n.text)
				}
				for _, p := range []Pos{m.cursor, m.anchor} {
					if !betweenClusters(m.lines[p.Line].text, p.Col) {
						t.Fatalf("%v is inside a character of %q", p, m.lines[p.Line].text)
					}
				}
				if utf8.ValidString(n.text) != utf8.ValidString(m.text()) {
					t.Fatalf("%q is no text", m.text())
				}
			},
		})
	})
}

// betweenClusters reports whether a byte offset of a line is a character boundary, by reading
// the line from its beginning.
func betweenClusters(s string, at int) bool {
	end := 0
	for rest, state := s, -1; rest != "" && end < at; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		end += len(cluster)
	}
	return end == at
}
