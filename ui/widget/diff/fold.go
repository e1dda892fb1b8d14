package diff

import "crossfeed/engine/merge"

// Equal rows that stay in sight on both sides of a difference, and how many
// have to be hidden for a fold to be worth its own row.
const (
	context   = 3
	worthFold = 3
)

// Fold replaces stretches of equal rows by one row each, but for those that are
// open. Stretches are counted from 0, whether they are long enough or not, so
// that their numbers do not change with the width.
func Fold(lines []Line, open map[int]bool) []Line {
	var folded []Line
	stretch := 0
	for i := 0; i < len(lines); {
		if !foldable(lines[i]) {
			folded = append(folded, lines[i])
			i++
			continue
		}
		end := i
		for end < len(lines) && foldable(lines[end]) && lines[end].Group == lines[i].Group {
			end++
		}
		if open[stretch] {
			folded = append(folded, lines[i:end]...)
		} else {
			folded = append(folded, shorten(lines[i:end], stretch, i == 0, end == len(lines))...)
		}
		stretch++
		i = end
	}
	return folded
}

func foldable(l Line) bool { return l.Heading == "" && l.Kind == merge.Equal }

// shorten keeps the edges of a stretch that border on a difference.
func shorten(stretch []Line, number int, first, last bool) []Line {
	head, tail := context, context
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	hidden := len(stretch) - head - tail
	if hidden < worthFold {
		return stretch
	}
	short := append([]Line(nil), stretch[:head]...)
	short = append(short, Line{Group: stretch[0].Group, Folded: hidden, Stretch: number})
	return append(short, stretch[len(stretch)-tail:]...)
}
