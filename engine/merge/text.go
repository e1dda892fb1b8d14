package merge

import (
	"context"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/sergi/go-diff/diffmatchpatch"
)

// Kind is the relation between a line of the left text and the right one.
type Kind int

const (
	// Equal lines are on both sides. Their ends may differ.
	Equal Kind = iota
	// Added lines are only on the right, Removed ones only on the left.
	Added
	Removed
	// Changed lines are on both sides and differ in some words.
	Changed
)

// Span is a piece of a line, never empty; Marked pieces differ from the other side. Spans
// never split grapheme clusters or numbers.
type Span struct {
	Text   string
	Marked bool
}

// Row is a line of the left text next to the corresponding line of the right text. A side
// without a line has Number 0 and no spans.
type Row struct {
	Kind        Kind
	Left, Right Side
}

// Side is one line of one text. Only Changed rows have marked spans: Added and Removed lines
// differ as a whole.
type Side struct {
	// Number counts the lines from 1.
	Number int
	// Spans are the line without its end; an empty line has none.
	Spans []Span
	// End is the line end: CRLF, LF, CR, or "" after the last line. A text that ends in a line
	// end has an empty last line.
	End string
}

// Text compares two texts by lines and, within changed lines, by words, at the boundaries of
// grapheme clusters. It ignores line ends. An empty text has no lines.
//
// Huge texts are compared coarsely. If more than maxLines lines remain between the common
// beginning and end, they are split at lines that occur once in each text; if there are none,
// all of them count as removed and added. Changed lines of more than maxWords words are
// treated in the same way, word by word. Only in lines of up to maxTidied bytes are chance
// matches of words marked as part of the surrounding change.
func Text(left, right string) []Row {
	// The background context is never cancelled, so there is no error.
	rows, _ := TextContext(context.Background(), left, right)
	return rows
}

// TextContext is Text with cancellation: soon after ctx is done, it returns only the error of
// ctx. Otherwise, the result does not depend on time.
func TextContext(ctx context.Context, left, right string) ([]Row, error) {
	t := table{left: lines(left), right: lines(right)}
	for _, d := range diffLines(ctx, t.left, t.right) {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case d.equal > 0:
			t.equal(d.equal)
		default:
			t.block(ctx, d.removed, d.added)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t.rows, nil
}

// table arranges the lines of two texts in rows.
type table struct {
	left, right []line
	// l and r are the numbers of lines arranged so far.
	l, r int
	rows []Row
}

func (t *table) equal(n int) {
	for range n {
		t.rows = append(t.rows, Row{Equal, whole(t.left[t.l], t.l), whole(t.right[t.r], t.r)})
		t.l++
		t.r++
	}
}

func (t *table) removed() {
	t.rows = append(t.rows, Row{Kind: Removed, Left: whole(t.left[t.l], t.l)})
	t.l++
}

func (t *table) added() {
	t.rows = append(t.rows, Row{Kind: Added, Right: whole(t.right[t.r], t.r)})
	t.r++
}

func (t *table) changed(ctx context.Context) {
	a, b := t.left[t.l], t.right[t.r]
	row := Row{Changed, side(a, t.l), side(b, t.r)}
	row.Left.Spans, row.Right.Spans = diffWords(ctx, a.text, b.text)
	t.rows = append(t.rows, row)
	t.l++
	t.r++
}

// block arranges removed lines next to the corresponding added lines. Between two such rows,
// removed lines come first. Once ctx is done, it does nothing, because the result is
// discarded.
func (t *table) block(ctx context.Context, removed, added int) {
	if ctx.Err() != nil {
		return
	}
	endL, endR := t.l+removed, t.r+added
	for _, p := range pairs(t.left[t.l:endL], t.right[t.r:endR]) {
		t.apart(endL-removed+p.left, endR-added+p.right)
		t.changed(ctx)
	}
	t.apart(endL, endR)
}

// apart arranges the lines before two given ones, each in a row of its own.
func (t *table) apart(l, r int) {
	for t.l < l {
		t.removed()
	}
	for t.r < r {
		t.added()
	}
}

// stretch is a section of a line, in bytes, or of a sequence, in indices.
type stretch struct{ from, to int }

// mark divides two lines into spans. Common sections are narrowed until they begin and end at
// boundaries of grapheme clusters on both sides.
func mark(left, right string, diffs []diffmatchpatch.Diff) (l, r []Span) {
	onLeft, onRight := borders(left), borders(right)
	var sameLeft, sameRight []stretch
	a, b := 0, 0
	for _, d := range diffs {
		n := len(d.Text)
		if d.Type == diffmatchpatch.DiffEqual {
			if s := narrow(onLeft[a:a+n+1], onRight[b:b+n+1]); s.from < s.to {
				sameLeft = append(sameLeft, stretch{a + s.from, a + s.to})
				sameRight = append(sameRight, stretch{b + s.from, b + s.to})
			}
		}
		if d.Type != diffmatchpatch.DiffInsert {
			a += n
		}
		if d.Type != diffmatchpatch.DiffDelete {
			b += n
		}
	}
	return spans(left, sameLeft), spans(right, sameRight)
}

// borders reports, for each byte and for the end, whether it is a boundary between grapheme
// clusters that is not inside a number: of a number with another digit, all is different.
func borders(s string) []bool {
	all := make([]bool, len(s)+1)
	all[0] = true
	for state, rest := -1, s; rest != ""; {
		_, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		all[len(s)-len(rest)] = !insideNumber(s, len(s)-len(rest))
	}
	return all
}

// insideNumber reports whether the byte at i is in a number, and not the first byte of it:
// digits with points, commas, colons, slashes or hyphens between them, such as an amount, a
// time or a date.
func insideNumber(s string, i int) bool {
	is := func(at int) bool { return at >= 0 && at < len(s) && digit(s[at]) }
	joint := func(at int) bool { return is(at-1) && is(at+1) && strings.IndexByte(".,:/-", s[at]) >= 0 }
	return i < len(s) && (is(i-1) && is(i) || joint(i) || joint(i-1))
}

// narrow returns the section between the first and the last common boundary.
func narrow(left, right []bool) stretch {
	s := stretch{0, len(left) - 1}
	for s.from < s.to && !(left[s.from] && right[s.from]) {
		s.from++
	}
	for s.from < s.to && !(left[s.to] && right[s.to]) {
		s.to--
	}
	return s
}

// spans marks a line except for the sections that are the same on the other side.
func spans(s string, same []stretch) []Span {
	var all []Span
	at := 0
	add := func(to int, marked bool) {
		if n := len(all); at < to && n > 0 && all[n-1].Marked == marked {
			all[n-1].Text += s[at:to]
		} else if at < to {
			all = append(all, Span{s[at:to], marked})
		}
		at = to
	}
	for _, k := range same {
		add(k.from, true)
		add(k.to, false)
	}
	add(len(s), true)
	return all
}
