package textedit

import (
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// nextCluster returns the end of the user-perceived character at a byte offset.
func nextCluster(s string, at int) int {
	switch {
	case at >= len(s):
		return len(s)
	case s[at] < utf8.RuneSelf && (at+1 == len(s) || s[at+1] < utf8.RuneSelf):
		return at + 1
	}
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(s[at:], -1)
	return at + len(cluster)
}

// previousCluster returns the beginning of the character before a byte offset.
func previousCluster(s string, at int) int {
	begin := clusterBefore(s, at)
	for end := nextCluster(s, begin); end < at; end = nextCluster(s, end) {
		begin = end
	}
	return begin
}

// snap returns the first character boundary at or after a byte offset.
func snap(s string, at int) int {
	if at <= 0 || at >= len(s) {
		return min(max(at, 0), len(s))
	}
	return boundary(s, clusterBefore(s, at), at)
}

// boundary returns the first character boundary at or after a byte offset, reading from
// another boundary.
func boundary(s string, from, at int) int {
	for from < at {
		from = nextCluster(s, from)
	}
	return from
}

// clusterBefore returns a character boundary before a byte offset, not necessarily the nearest
// one. There is always one between two ASCII letters; if there are none for long, any offset
// must do.
func clusterBefore(s string, at int) int {
	const far = 4 << 10
	for i := at - 1; i > 0; i-- {
		if s[i] < utf8.RuneSelf && s[i-1] < utf8.RuneSelf || i < at-far && utf8.RuneStart(s[i]) {
			return i
		}
	}
	return 0
}

// class is the class of a letter for moving by words.
type class int

const (
	space class = iota
	word
	sign
)

func classOf(r rune) class {
	switch {
	case unicode.IsSpace(r):
		return space
	case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || unicode.IsNumber(r) || r == '\u200d':
		return word
	}
	return sign
}

// next returns the position one character after another one.
func (b *buffer) next(p Pos) Pos {
	text := b.lines[p.Line].text
	switch {
	case p.Col < len(text):
		return Pos{p.Line, nextCluster(text, p.Col)}
	case p.Line+1 < len(b.lines):
		return Pos{p.Line + 1, 0}
	}
	return p
}

// previous returns the position one character before another one.
func (b *buffer) previous(p Pos) Pos {
	switch {
	case p.Col > 0:
		return Pos{p.Line, previousCluster(b.lines[p.Line].text, p.Col)}
	case p.Line > 0:
		return Pos{p.Line - 1, len(b.lines[p.Line-1].text)}
	}
	return p
}

// nextWord returns the end of the word at or after a position, in the same line; at the end of
// a line, it returns the beginning of the next one.
func (b *buffer) nextWord(p Pos) Pos {
	text := b.lines[p.Line].text
	if p.Col == len(text) {
		return b.next(p)
	}
	inside := false
	for i, r := range text[p.Col:] {
		if is := classOf(r) == word; is {
			inside = true
		} else if inside {
			return Pos{p.Line, snap(text, p.Col+i)}
		}
	}
	return Pos{p.Line, len(text)}
}

// previousWord returns the beginning of the word at or before a position, in the same line; at
// the beginning of a line, it returns the end of the previous one.
func (b *buffer) previousWord(p Pos) Pos {
	text := b.lines[p.Line].text
	if p.Col == 0 {
		return b.previous(p)
	}
	at, inside := p.Col, false
	for at > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if is := classOf(r) == word; is {
			inside = true
		} else if inside {
			break
		}
		at -= size
	}
	return Pos{p.Line, snap(text, at)}
}

// wordAt returns the ends of what a double click at a position selects: a word, or the blanks
// or signs between words.
func (b *buffer) wordAt(p Pos) (from, to Pos) {
	text := b.lines[p.Line].text
	if text == "" {
		return p, p
	}
	at, size := p.Col, 0
	var r rune
	if r, _ = utf8.DecodeRuneInString(text[at:]); at == len(text) {
		r, size = utf8.DecodeLastRuneInString(text)
		at -= size
	}
	kind, begin, end := classOf(r), at, at
	for begin > 0 {
		r, size := utf8.DecodeLastRuneInString(text[:begin])
		if classOf(r) != kind {
			break
		}
		begin -= size
	}
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if classOf(r) != kind {
			break
		}
		end += size
	}
	return Pos{p.Line, snap(text, begin)}, Pos{p.Line, snap(text, end)}
}
