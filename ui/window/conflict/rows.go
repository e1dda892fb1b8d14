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

// spot is what a row of the grid stands for.
type spot struct {
	field string
	// hunk is the number of the stretch of a long text, or -1.
	hunk int
	// line is the first line of the row in the original of a long text: what arrives
	// renumbers stretches, and their lines stay.
	line int
	// fold names the lines or fields that the row stands for, or shows; "" for
	// none.
	fold string
}

// laid are the rows of the grid as they fit into its columns.
type laid struct {
	rows  []grid.Row
	spots map[string]spot
}

// layer lays a moment out.
type layer struct {
	moment
	shape grid.Shape
	ruler *grid.Ruler
	open  map[string]bool
	// noting are the columns in which what is laid out now gets a note.
	noting map[int]bool
	laid
}

// lay compares the versions and wraps what they say to the columns of a shape.
// open are the folds that a person unfolded. It gives up where ctx ends.
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

// fold adds a row that stands for others, or is above them.
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
		r.Key += "'" // lines were added where others were changed
	}
	l.rows, l.spots[r.Key] = append(l.rows, r), s
}

// near is the key of the row that has the lines of a spot, or the row above them, in
// place of one that is gone; "" where there is none.
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

// field adds the rows of a field.
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

// whole adds a field as one row.
func (l *layer) whole(f cell, bands []band) {
	l.noting = l.dropping(f.Field, -1)
	l.finish(f, l.row(bands))
}

// finish names the row of a field and says what is to be said in its cells.
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

// silence says in the cells of versions that say nothing about their fields why
// that is.
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
		return grid.Line{Spans: spansOf(noOriginal()), Look: grid.Quiet}
	case n == len(l.versions) && l.undecided:
		return grid.Line{Sign: "?", Spans: spansOf(wording.L("Keep or delete?")), Look: grid.Asking}
	case n < len(l.versions) && l.versions[n].Missing:
		return grid.Line{Spans: spansOf(wording.L("not stored")), Look: grid.Quiet}
	}
	return grid.Line{Spans: spansOf(wording.L("deleted")), Look: grid.Quiet}
}

// noOriginal says of what has no original that this is so.
func noOriginal() string { return wording.L("no original") }

// alikeFields is the fold of the fields that are the same in all.
const alikeFields = "alike"

// emptyFields is that of those among them that say nothing.
const emptyFields = "empty"

// alike is the line that stands for the fields that are the same in all.
func (l *layer) alike(ctx context.Context, n int) {
	if n == 0 {
		return
	}
	l.fold(spot{hunk: -1, fold: alikeFields}, true,
		wording.N("{{.N}} fields are the same everywhere", n, wording.Data{"N": n}))
	if l.open[alikeFields] {
		l.unfolded(ctx)
	}
}

// unfolded are the fields that are the same in all; those that are empty are folded
// once more.
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
		l.fold(spot{hunk: -1, fold: emptyFields}, true, wording.N("{{.N}} of them are empty", n, wording.Data{"N": n}))
	}
	for _, f := range empty {
		if l.open[emptyFields] {
			l.field(ctx, f)
		}
	}
}

// empty tells whether no column says anything about a field.
func (m moment) empty(f cell) bool {
	return !slices.ContainsFunc(m.values(f), func(v string) bool { return v != "" })
}

// internal tells whether a field is of no use to a person: where something stands
// in a list, when all agree on it.
func (*layer) internal(f cell) bool { return f.Alike && f.Form == record.Order }
