package grid

import fynetheme "fyne.io/fyne/v2/theme"

// Mark moves the mark and scrolls to it, without calling OnMarked.
func (g *Grid) Mark(at At) {
	g.at = At{min(max(at.Row, Head), len(g.rows)-1), min(max(at.Column, 0), g.columns)}
	g.see()
	g.draw()
}

// MarkKey moves the mark to the row with a key, and reports whether there is one.
func (g *Grid) MarkKey(key string, column int) bool {
	for i, r := range g.rows {
		if r.Key == key {
			g.Mark(At{i, column})
			return true
		}
	}
	return false
}

// goTo moves the mark for a person.
func (g *Grid) goTo(at At) {
	g.Mark(at)
	if g.OnMarked != nil {
		g.OnMarked()
	}
}

// beside moves to the column to the left or right.
func (g *Grid) beside(step int) { g.goTo(At{g.at.Row, g.at.Column + step}) }

// step moves to the row below or above. A row that is taller than the window is scrolled
// through first.
func (g *Grid) step(by int) {
	if g.scrollsThrough(by) {
		return
	}
	for row := g.at.Row + by; row >= Head && row < len(g.rows); row += by {
		if row == Head || !g.rows[row].Passed {
			g.goTo(At{row, g.at.Column})
			return
		}
	}
}

// page moves down or up by as many rows as fit into the window.
func (g *Grid) page(by int) {
	if g.at.Row == Head && by < 0 {
		return
	}
	target := g.lineOf(max(g.at.Row, 0)) + by*max(g.fitting()-1, 1)
	if g.tall() {
		g.scrollTo(g.top() + by*max(g.fitting()-1, 1))
	}
	row := Head
	if target >= 0 && len(g.of) > 0 {
		row = g.of[min(target, len(g.of)-1)]
	}
	g.nearest(row, by)
}

// nearest marks a row, or the nearest one that can be marked, in either direction.
func (g *Grid) nearest(row, by int) {
	for _, direction := range []int{by, -by} {
		for r := row; r >= Head && r < len(g.rows); r += direction {
			if r == Head || !g.rows[r].Passed {
				g.goTo(At{r, g.at.Column})
				return
			}
		}
	}
}

// see scrolls as far as needed to show the mark.
func (g *Grid) see() {
	g.seeColumn()
	g.heads.lay()
	if g.at.Row == Head {
		g.scrollTo(0)
		return
	}
	from := g.lineOf(g.at.Row)
	to := from + g.rows[g.at.Row].height()
	switch top, fit := g.top(), g.fitting(); {
	case from < top || to-from > fit:
		g.scrollTo(from)
	case to > top+fit:
		g.scrollTo(to - fit)
	}
}

// seeColumn scrolls horizontally as far as needed to show the mark.
func (g *Grid) seeColumn() {
	if c := g.at.Column; c >= g.shape.Stay && c < g.columns {
		g.left = min(max(g.left, c-g.shape.Count+1), c-g.shape.Stay)
	}
}

// tall reports whether the marked row is taller than the window.
func (g *Grid) tall() bool {
	return g.at.Row != Head && len(g.rows) > 0 && g.rows[g.at.Row].height() > g.fitting()
}

// scrollsThrough scrolls within a tall row until its end is visible.
func (g *Grid) scrollsThrough(by int) bool {
	if !g.tall() {
		return false
	}
	from := g.lineOf(g.at.Row)
	to, top := from+g.rows[g.at.Row].height(), g.top()
	if by > 0 && top+g.fitting() < to || by < 0 && top > from {
		g.scrollTo(top + by)
		return true
	}
	return false
}

func (g *Grid) lineOf(row int) int {
	if row < len(g.first) {
		return g.first[row]
	}
	return 0
}

// top returns the first line that is completely visible, fitting the number of such lines.
func (g *Grid) top() int {
	return int((g.GetScrollOffset() + lineHeight()/2) / linePitch())
}

func (g *Grid) fitting() int {
	return max(int((g.Size().Height+fynetheme.Padding())/(lineHeight()+fynetheme.Padding())), 1)
}

func (g *Grid) scrollTo(line int) {
	g.ScrollToOffset(float32(max(line, 0)) * linePitch())
}
