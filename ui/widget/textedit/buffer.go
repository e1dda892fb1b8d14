package textedit

import "strings"

// Pos is a position between two characters: a line, counted from 0, and a byte offset in its
// text.
type Pos struct{ Line, Col int }

func (p Pos) before(q Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// line is a line of a text without its end, and its end: "\n", "\r\n" or "\r", or "" in the
// last line only.
type line struct{ text, end string }

func (l line) size() int { return len(l.text) + len(l.end) }

// change describes which lines an edit replaced: removed lines, starting with line, by
// inserted ones.
type change struct{ line, removed, inserted int }

// buffer holds a text as lines. Joined they are the text, byte by byte: an edit replaces only
// the lines that it touches.
type buffer struct {
	lines []line
	// joined caches the whole text; whole is false after an edit.
	joined string
	whole  bool
}

func newBuffer(text string) buffer {
	return buffer{lines: split(text, true), joined: text, whole: true}
}

// split splits a text into lines. With last, the part after the last line end is a line, too,
// even if it is empty.
func split(text string, last bool) []line {
	lines := make([]line, 0, strings.Count(text, "\n")+1)
	for {
		at := strings.IndexAny(text, "\r\n")
		if at < 0 {
			break
		}
		end := at + 1
		if strings.HasPrefix(text[at:], "\r\n") {
			end++
		}
		lines = append(lines, line{text[:at], text[at:end]})
		text = text[end:]
	}
	if last || text != "" {
		lines = append(lines, line{text, ""})
	}
	return lines
}

// text returns the whole text.
func (b *buffer) text() string {
	if !b.whole {
		var joined strings.Builder
		joined.Grow(b.offset(b.end()))
		for _, l := range b.lines {
			joined.WriteString(l.text)
			joined.WriteString(l.end)
		}
		b.joined, b.whole = joined.String(), true
	}
	return b.joined
}

// empty reports whether there is no text at all.
func (b *buffer) empty() bool { return len(b.lines) == 1 && b.lines[0].text == "" }

func (b *buffer) end() Pos {
	last := len(b.lines) - 1
	return Pos{last, len(b.lines[last].text)}
}

// offset converts a position into a byte offset in the whole text.
func (b *buffer) offset(p Pos) int {
	bytes := p.Col
	for _, l := range b.lines[:p.Line] {
		bytes += l.size()
	}
	return bytes
}

// pos converts a byte offset in the whole text into a position. Within a line end, it is the
// end of that line.
func (b *buffer) pos(offset int) Pos {
	i, begin := b.lineAt(offset)
	return Pos{i, min(offset-begin, len(b.lines[i].text))}
}

// lineAt returns the line that contains a byte offset of the whole text, and the offset of its
// beginning.
func (b *buffer) lineAt(offset int) (i, begin int) {
	for last := len(b.lines) - 1; i < last && offset >= begin+b.lines[i].size(); i++ {
		begin += b.lines[i].size()
	}
	return i, begin
}

// replace replaces bytes of the whole text.
func (b *buffer) replace(from, to int, with string) change {
	first, begin := b.lineAt(from)
	if first > 0 && from == begin && b.lines[first-1].end == "\r" {
		first-- // a following line feed now joins the carriage return into one line end
		begin -= b.lines[first].size()
	}
	last, lastBegin := b.lineAt(to)
	head := b.lines[first].text + b.lines[first].end
	tail := b.lines[last].text + b.lines[last].end
	made := split(head[:from-begin]+with+tail[to-lastBegin:], last == len(b.lines)-1)
	c := change{first, last - first + 1, len(made)}
	b.lines, b.whole = splice(b.lines, c, made...), false
	return c
}

// splice applies a change to a slice that has one element per line.
func splice[T any](of []T, c change, made ...T) []T {
	if c.removed == c.inserted && len(made) == c.inserted {
		copy(of[c.line:], made)
		return of
	}
	if len(made) == 0 {
		made = make([]T, c.inserted)
	}
	var none T
	tail := len(of) - c.line - c.removed
	grown := len(of) + c.inserted - c.removed
	for len(of) < grown {
		of = append(of, none)
	}
	copy(of[c.line+c.inserted:grown], of[c.line+c.removed:c.line+c.removed+tail])
	copy(of[c.line:], made)
	clear(of[grown:])
	return of[:grown]
}

// between returns the text between two positions.
func (b *buffer) between(from, to Pos) string {
	if from.Line == to.Line {
		return b.lines[from.Line].text[from.Col:to.Col]
	}
	var part strings.Builder
	part.WriteString(b.lines[from.Line].text[from.Col:] + b.lines[from.Line].end)
	for _, l := range b.lines[from.Line+1 : to.Line] {
		part.WriteString(l.text)
		part.WriteString(l.end)
	}
	part.WriteString(b.lines[to.Line].text[:to.Col])
	return part.String()
}

// newline returns the line end to use for a new line at a position: that of the surrounding
// lines.
func (b *buffer) newline(at Pos) string {
	for _, i := range []int{at.Line, at.Line - 1} {
		if i >= 0 && b.lines[i].end != "" {
			return b.lines[i].end
		}
	}
	return "\n"
}
