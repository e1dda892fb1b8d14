package textedit

import (
	"math"
	"sort"
)

// rowAt is a row of the wrapped text: a line, and the number of the row in it, counted from 0.
type rowAt struct{ line, row int }

func (r rowAt) before(s rowAt) bool { return r.line < s.line || r.line == s.line && r.row < s.row }

// view is the visible part of a text. Lines are only wrapped once they become visible; for the
// others, the number of rows is estimated.
type view struct {
	text *buffer
	wrap *wrapper
	// rows contains, for each line, where its rows begin, except for the first; nil if the
	// line has not been wrapped.
	rows [][]int
	// top is the first visible row, height the number of rows that fit.
	top    rowAt
	height int
}

func newView(text *buffer, measure func(string) float32) *view {
	v := &view{text: text, wrap: newWrapper(measure), height: 1}
	v.reset()
	return v
}

// reset discards the rows of all lines. The line at the top stays.
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

// resize sets the height in rows and the width of a row, and reports whether lines must be
// wrapped again.
func (v *view) resize(width float32, height int) bool {
	v.height = max(height, 1)
	if width != v.wrap.width {
		v.wrap.width = width
		v.reset()
		return true
	}
	return false
}

// changed updates the view after an edit: the rows of other lines stay as they are.
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

// of returns where the rows of a line begin, except for the first.
func (v *view) of(line int) []int {
	if v.rows[line] == nil {
		v.rows[line] = v.wrap.rows(v.text.lines[line].text)
	}
	return v.rows[line]
}

// span returns the bytes of a line that a row shows.
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

// shown returns the text of a row.
func (v *view) shown(r rowAt) string {
	from, to := v.span(r)
	return v.text.lines[r.line].text[from:to]
}

// rowOf returns the row of a position. Between two rows, that is the second one, or the first
// one if ends is set.
func (v *view) rowOf(p Pos, ends bool) rowAt {
	begins := v.of(p.Line)
	row := sort.SearchInts(begins, p.Col+1)
	if ends && row > 0 && begins[row-1] == p.Col {
		row--
	}
	return rowAt{p.Line, row}
}

// step returns the row that is by rows below another one, or above it if by is negative, but
// not beyond the first or last one.
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

// scroll scrolls by a number of rows, but not past the end.
func (v *view) scroll(by int) { v.scrollTo(v.step(v.top, by)) }

func (v *view) scrollTo(top rowAt) {
	if last := v.lastTop(); last.before(top) {
		top = last
	}
	v.top = top
}

// lastTop returns the top row when the end of the text is visible.
func (v *view) lastTop() rowAt {
	last := len(v.rows) - 1
	return v.step(rowAt{last, len(v.of(last))}, 1-v.height)
}

// reveal scrolls as little as possible to make a row visible.
func (v *view) reveal(r rowAt) {
	if r.before(v.top) {
		v.top = r
	} else if top := v.step(r, 1-v.height); v.top.before(top) {
		v.top = top
	}
	v.scrollTo(v.top)
}

// inSight returns the visible rows, starting at the top.
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

// x returns the x coordinate of a position in its row.
func (v *view) x(p Pos, r rowAt) float32 {
	from, to := v.span(r)
	return v.wrap.x(v.text.lines[r.line].text[from:to], min(max(p.Col-from, 0), to-from))
}

// at returns the position in a row that is nearest to x, and whether it is the end of a row
// within a line.
func (v *view) at(r rowAt, x float32) (p Pos, ends bool) {
	from, to := v.span(r)
	row := v.text.lines[r.line].text[from:to]
	col := from + v.wrap.at(row, x)
	return Pos{r.line, col}, col == to && r.row < len(v.of(r.line))
}

// total returns the number of rows of the text, and of those above the top; for lines that
// have not been wrapped, it is estimated.
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

// rowNumbered returns approximately the nth row, as counted by total.
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
