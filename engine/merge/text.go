package merge

import "context"

// Kind says what became of a line of the left text in the right one.
type Kind int

const (
	// Equal lines stand on both sides. Their ends may differ.
	Equal Kind = iota
	// Added lines stand only on the right, Removed ones only on the left.
	Added
	Removed
	// Changed lines stand on both sides and differ in some words.
	Changed
)

// Span is a piece of a line, never empty; Marked pieces differ from the other
// side. No grapheme cluster is ever split between two spans.
type Span struct {
	Text   string
	Marked bool
}

// Row is a line of the left text beside the line of the right text that it
// corresponds to. A side without one has Number 0 and no spans.
type Row struct {
	Kind        Kind
	Left, Right Side
}

// Side is one line of one text. Only in Changed rows are spans marked: of an
// Added or Removed line, all differs.
type Side struct {
	// Number counts the lines from 1.
	Number int
	// Spans are the line without its end; an empty line has none.
	Spans []Span
	// End is the line end: CRLF, LF, CR, or "" after the last line. A text that
	// ends in a line end has an empty last line.
	End string
}

// Text compares two texts: by lines, and inside changed lines by words, on the
// borders of grapheme clusters. Line ends do not count. An empty text has no
// lines.
//
// Huge texts are compared coarsely. Where more than maxLines lines are left
// between the lines that both texts begin and end with, they are split at the
// lines that stand once in each text, and where there are none, all of them
// count as removed and added. Changed lines of more than maxWords words are
// treated likewise, word by word. Only in lines of up to maxTidied bytes are
// words that are equal by chance marked with what surrounds them.
func Text(left, right string) []Row {
	// Nothing cancels the background, so there is no error.
	rows, _ := TextContext(context.Background(), left, right)
	return rows
}

// TextContext is Text for whoever may stop waiting: soon after ctx is done it
// gives nothing but the error of ctx. What it gives otherwise does not depend on
// time.
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

// table lays out the lines of two texts row by row.
type table struct {
	left, right []line
	// l and r are the lines that were laid out so far.
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

// block lays out removed lines beside the added ones that they correspond to.
// Between two such rows the removed lines come first. Once ctx is done it lays
// out nothing: nobody will see it.
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

// apart lays out the lines before two given ones, each on its own.
func (t *table) apart(l, r int) {
	for t.l < l {
		t.removed()
	}
	for t.r < r {
		t.added()
	}
}
