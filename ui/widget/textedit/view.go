package textedit

import (
	"math"
	"sort"
)

// rowAt is a row of the wrapped text: a line, and its row, counted from 0.
type rowAt struct{ line, row int }

func (r rowAt) before(s rowAt) bool { return r.line < s.line || r.line == s.line && r.row < s.row }

// view is the part of a text that is in sight. Of the lines only those are wrapped that
// were in sight; for the others the number of rows is an estimate.
type view struct {
	text *buffer
	wrap *wrapper
	// rows are where the rows of each line begin, without the first; nil of a line that
	// was not wrapped yet.
	rows [][]int
	// top is the first row in sight, height how many there is room for.
	top    rowAt
	height int
}

func newView(text *buffer, measure func(string) float32) *view {
	v := &view{text: text, wrap: newWrapper(measure), height: 1}
	v.reset()
	return v
}

// reset forgets the rows of all lines. What is at the top stays there.
func (v *view) reset() {
	at := Pos{v.top.line, 0}
	if v.top.line < len(v.rows) && v.top.row > 0 && v.top.row <= len(v.rows[v.top.line]) {
		at.Col = v.rows[v.top.line][v.top.row-1]
	}
	v.rows = make([][]int, len(v.text.lines))
	v.top = rowAt{min(at.Line, len(v.rows)-1), 0}
	if at.Col > 0 && at.Line < len(v.rows) && at.Col <= len(v.text.lines[at.Line].text) {
		v.top = v.rowOf(at, false)
	}
}

// resize gives the view another size, in rows and in the width of a row, and reports
// whether lines are to be wrapped again.
func (v *view) resize(width float32, height int) bool {
	v.height = max(height, 1)
	if width != v.wrap.width {
		v.wrap.width = width
		v.reset()
		return true
	}
	return false
}

// changed follows an edit: the rows of other lines stay as they are.
func (v *view) changed(c change) {
	v.rows = splice(v.rows, c)
	clear(v.rows[c.line : c.line+c.inserted])
	switch {
	case c.line+c.removed <= v.top.line:
		v.top.line += c.inserted - c.removed
	case c.line <= v.top.line:
		v.top = rowAt{min(v.top.line, len(v.rows)-1), v.top.row}
		v.top.row = min(v.top.row, len(v.of(v.top.line)))
	}
}

// of are where the rows of a line begin, without the first.
func (v *view) of(line int) []int {
	if v.rows[line] == nil {
		v.rows[line] = v.wrap.rows(v.text.lines[line].text)
	}
	return v.rows[line]
}

// span are the bytes of a line that a row shows.
func (v *view) span(r rowAt) (from, to int) {
	begins := v.of(r.line)
	if r.row > 0 {
		from = begins[r.row-1]
	}
	if to = len(v.text.lines[r.line].text); r.row < len(begins) {
		to = begins[r.row]
	}
	return from, to
}

// shown is the text of a row.
func (v *view) shown(r rowAt) string {
	from, to := v.span(r)
	return v.text.lines[r.line].text[from:to]
}

// rowOf is the row of a position. Where two rows meet that is the second, or the end of
// the first.
func (v *view) rowOf(p Pos, ends bool) rowAt {
	begins := v.of(p.Line)
	row := sort.SearchInts(begins, p.Col+1)
	if ends && row > 0 && begins[row-1] == p.Col {
		row--
	}
	return rowAt{p.Line, row}
}

// step is the row so many rows below another one, or above it; the first or the last one
// where there are fewer.
func (v *view) step(r rowAt, by int) rowAt {
	for ; by > 0; by-- {
		switch {
		case r.row < len(v.of(r.line)):
			r.row++
		case r.line+1 < len(v.rows):
			r = rowAt{r.line + 1, 0}
		default:
			return r
		}
	}
	for ; by < 0; by++ {
		switch {
		case r.row > 0:
			r.row--
		case r.line > 0:
			r = rowAt{r.line - 1, len(v.of(r.line - 1))}
		default:
			return r
		}
	}
	return r
}

// scroll moves what is in sight by so many rows, but not past the end.
func (v *view) scroll(by int) { v.scrollTo(v.step(v.top, by)) }

func (v *view) scrollTo(top rowAt) {
	if last := v.lastTop(); last.before(top) {
		top = last
	}
	v.top = top
}

// lastTop is the top where the end of the text is in sight.
func (v *view) lastTop() rowAt {
	last := len(v.rows) - 1
	return v.step(rowAt{last, len(v.of(last))}, 1-v.height)
}

// reveal scrolls as little as it can to bring a row into sight.
func (v *view) reveal(r rowAt) {
	if r.before(v.top) {
		v.top = r
	} else if top := v.step(r, 1-v.height); v.top.before(top) {
		v.top = top
	}
	v.scrollTo(v.top)
}

// inSight are the rows in sight, from the top on.
func (v *view) inSight() []rowAt {
	rows := []rowAt{v.top}
	for len(rows) < v.height {
		r := rows[len(rows)-1]
		next := v.step(r, 1)
		if next == r {
			break
		}
		rows = append(rows, next)
	}
	return rows
}

// x is where a position is in its row.
func (v *view) x(p Pos, r rowAt) float32 {
	from, to := v.span(r)
	return v.wrap.x(v.text.lines[r.line].text[from:to], min(max(p.Col-from, 0), to-from))
}

// at is the position in a row that is nearest to x, and whether it is the end of a row
// after which the line goes on.
func (v *view) at(r rowAt, x float32) (p Pos, ends bool) {
	from, to := v.span(r)
	row := v.text.lines[r.line].text[from:to]
	col := from + v.wrap.at(row, x)
	return Pos{r.line, col}, col == to && r.row < len(v.of(r.line))
}

// total is the number of rows of the text, and above that of the rows above the top;
// lines that were not wrapped count by their length.
func (v *view) total() (above, total int) {
	letter := max(v.wrap.clusterWidth("n"), 1)
	perRow := max(float64(v.wrap.width/letter), 1)
	for i := range v.rows {
		if i == v.top.line {
			above = total + v.top.row
		}
		if total++; v.rows[i] != nil {
			total += len(v.rows[i])
		} else {
			total += int(math.Floor(float64(len(v.text.lines[i].text)) / perRow))
		}
	}
	return above, total
}

// rowNumbered is about the row with a number, as total counts them.
func (v *view) rowNumbered(n int) rowAt {
	letter := max(v.wrap.clusterWidth("n"), 1)
	perRow := max(float64(v.wrap.width/letter), 1)
	for i := range v.rows {
		rows := 1
		if v.rows[i] != nil {
			rows += len(v.rows[i])
		} else {
			rows += int(math.Floor(float64(len(v.text.lines[i].text)) / perRow))
		}
		if n < rows {
			return rowAt{i, min(max(n, 0), len(v.of(i)))}
		}
		n -= rows
	}
	return v.lastTop()
}
