package conflict

import (
	"context"
	"slices"
	"strconv"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/wording"
)

// spot is what a row of the grid represents.
type spot struct {
	field string
	// hunk is the number of the hunk in a long text, or -1.
	hunk int
	// line is the first line of the row in the original of a long text. Received changes
	// renumber hunks, but not these lines.
	line int
	// fold names the fold, if the row is one, else "".
	fold string
}

// laid holds the rows of the grid, wrapped to the columns.
type laid struct {
	rows  []grid.Row
	spots map[string]spot
	// needed is the width that the numbers in the columns need.
	needed float32
}

// layer lays out a snapshot.
type layer struct {
	moment
	shape grid.Shape
	ruler *grid.Ruler
	open  map[string]bool
	// noting holds the columns that get a note in the row that is being laid out.
	noting map[int]bool
	laid
}

// lay compares the versions and wraps their values to the columns of a shape. open holds the
// folds that a person expanded. It stops when ctx ends.
func lay(ctx context.Context, m moment, shape grid.Shape, ruler *grid.Ruler, open map[string]bool) laid {
	l := &layer{moment: m, shape: shape, ruler: ruler, open: open}
	l.spots = map[string]spot{}
	alike := 0
	for _, f := range m.fields {
		switch {
		case l.internal(f):
		case f.Alike:
			alike++
		default:
			l.field(ctx, f)
		}
	}
	l.alike(ctx, alike)
	return l.laid
}

// fold adds a row that stands for hidden rows or, if the fold is open, is above them.
func (l *layer) fold(s spot, begins bool, text string) {
	arrow := "▸"
	if l.open[s.fold] {
		arrow = "▾"
	}
	l.add(s, grid.Row{Sign: arrow, Text: text, Begins: begins})
}

func (l *layer) add(s spot, r grid.Row) {
	switch {
	case s.fold != "":
		r.Key = "fold " + s.fold
	case s.hunk < 0:
		r.Key = "field " + s.field
	case r.Passed:
		r.Key = s.field + " =" + strconv.Itoa(s.line)
	default:
		r.Key = s.field + " " + strconv.Itoa(s.line)
	}
	for _, taken := l.spots[r.Key]; taken; _, taken = l.spots[r.Key] {
		r.Key += "'" // lines were added next to changed ones
	}
	l.rows, l.spots[r.Key] = append(l.rows, r), s
}

// near returns the key of the row that has the lines of a spot that no longer exists, or of
// the row above them; "" if there is none.
func (l laid) near(gone spot) (key string) {
	for _, r := range l.rows {
		at := l.spots[r.Key]
		if at.field != gone.field || at.fold != "" || r.Passed {
			continue
		}
		if key != "" && at.line > gone.line {
			break
		}
		key = r.Key
	}
	return key
}

func (l *layer) field(ctx context.Context, f cell) {
	l.moment = l.with(f.HasBase)
	switch {
	case f.Field == conflicts.Other:
		l.whole(f, l.unseen(f))
	case f.Field == conflicts.Place:
		l.place(f)
	case f.Form == record.Text && !(f.Alike && f.Result == ""):
		l.long(f, l.text(ctx, f))
		if l.most > 0 && !f.Alike {
			l.rows = append(l.rows, grid.Row{Key: "waiting", Text: comparingText(), Passed: true})
		}
	case f.Form.Rows():
		l.whole(f, l.set(f))
	default:
		l.whole(f, l.single(f))
	}
}

// whole adds a field as a single row.
func (l *layer) whole(f cell, bands []band) {
	l.noting = l.dropping(f.Field, -1)
	l.finish(f, l.row(bands))
}

// finish sets the name of a field's row, and adds notes and choices to its cells.
func (l *layer) finish(f cell, r grid.Row) {
	r.Name, r.Begins = wording.Field(f.Field), true
	last := len(r.Cells) - 1
	l.noted(&r.Cells[last], f)
	switch {
	case f.Open:
		r.Differs = grid.Open
		r.Cells[last].Lines = l.choices(f, f.Offers)
	case !f.Alike:
		r.Differs = grid.Differs
		l.marksDrops(&r, f.Field, -1)
	}
	l.silence(r.Cells)
	l.add(spot{field: f.Field, hunk: -1}, r)
}

// silence explains in empty cells why the version has no value.
func (l *layer) silence(cells []grid.Cell) {
	for i := range cells {
		if l.silent(i) {
			cells[i].Lines = []grid.Line{l.reasonOfSilence(i)}
		}
	}
}

func (l *layer) reasonOfSilence(column int) grid.Line {
	n := l.number(column)
	switch {
	case n < 0:
		return grid.Line{Spans: spansOf(noOriginal()), Style: grid.Quiet}
	case n == len(l.versions) && l.undecided:
		return grid.Line{Sign: "?", Spans: spansOf(wording.L("keep-or-delete", "Keep or delete?")), Style: grid.Asking}
	case n < len(l.versions) && l.versions[n].Missing:
		return grid.Line{Spans: spansOf(wording.L("not-stored", "not stored")), Style: grid.Quiet}
	}
	return grid.Line{Spans: spansOf(wording.L("deleted-2", "deleted")), Style: grid.Quiet}
}

func noOriginal() string { return wording.L("no-original", "no original") }

// alikeFields is the name of the fold for the fields that are equal in all versions.
const alikeFields = "alike"

// emptyFields is the name of the fold for the empty fields among them.
const emptyFields = "empty"

// alike adds the fold for the fields that are equal in all versions.
func (l *layer) alike(ctx context.Context, n int) {
	if n == 0 {
		return
	}
	l.fold(spot{hunk: -1, fold: alikeFields}, true,
		wording.N("n-fields-are-the-same-everywhere", "{{.N}} fields are the same everywhere", n, wording.Data{"N": n}))
	if l.open[alikeFields] {
		l.unfolded(ctx)
	}
}

// unfolded adds the fields that are equal in all versions. The empty ones are in another fold.
func (l *layer) unfolded(ctx context.Context) {
	var empty []cell
	for _, f := range l.fields {
		switch {
		case !f.Alike || l.internal(f):
		case l.empty(f):
			empty = append(empty, f)
		default:
			l.field(ctx, f)
		}
	}
	if n := len(empty); n > 0 {
		l.fold(spot{hunk: -1, fold: emptyFields}, true, wording.N("n-of-them-are-empty", "{{.N}} of them are empty", n, wording.Data{"N": n}))
	}
	for _, f := range empty {
		if l.open[emptyFields] {
			l.field(ctx, f)
		}
	}
}

// empty reports whether a field is empty in all columns.
func (m moment) empty(f cell) bool {
	return !slices.ContainsFunc(m.values(f), func(v string) bool { return v != "" })
}

// internal reports whether a field is of no interest to a person: the position in a list, if
// all versions agree on it.
func (*layer) internal(f cell) bool { return f.Alike && f.Form == record.Order }
