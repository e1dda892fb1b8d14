package conflict

import (
	"context"
	"strings"

	"github.com/rivo/uniseg"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/merge"
	"crossfeed/ui/display"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Places maps the texts of positions (conflicts.PlaceText) to where these are.
type Places map[string]lists.Position

// ancestorsShown is the number of ancestors that a small tree shows, the innermost ones. A
// single line stands for those further out.
const ancestorsShown = 3

// twig is a line of a small tree.
type twig struct {
	sign, text string
	depth      int
	// own is set for the item itself.
	own bool
}

// twigs returns the lines of the small tree of a position: the item's ancestors, and the items
// before and after it.
func twigs(w lists.Position, title string) []twig {
	var all []twig
	path := w.Path
	if more := len(path) - ancestorsShown; more > 0 {
		all, path = append(all, twig{text: "…"}), path[more:]
	}
	depth := len(all)
	for _, p := range path {
		all = append(all, twig{text: wording.Title(p.Title), depth: depth})
		depth++
	}
	if w.Deleted.ID != "" {
		all = append(all, twig{text: wording.DeletedTitle(w.Deleted.Title), depth: depth})
		w.Before, w.After = lists.Spot{}, lists.Spot{}
		depth++
	}
	beside := func(s lists.Spot) {
		if s.ID != "" {
			all = append(all, twig{sign: "·", text: wording.Title(s.Title), depth: depth})
		}
	}
	beside(w.Before)
	all = append(all, twig{sign: "→", text: wording.Title(title), depth: depth, own: true})
	beside(w.After)
	return all
}

// place adds the positions of the item in all columns, as small trees.
func (l *layer) place(f cell) {
	values := l.values(f)
	r := grid.Row{Cells: make([]grid.Cell, len(values))}
	for i, v := range values {
		r.Cells[i].Lines = l.treeOf(v, i, v != values[l.ref])
	}
	l.finish(f, r)
}

// treeOf returns the lines of a position in a column. The item is highlighted if its position
// differs from that in the reference column.
func (l *layer) treeOf(value string, column int, moved bool) []grid.Line {
	if value == "" {
		return []grid.Line{{Spans: spansOf(nothing), Style: grid.Quiet}}
	}
	where, known := l.places[value]
	if !known {
		return []grid.Line{{Spans: spansOf(wording.Place(where)), Style: grid.Quiet}}
	}
	var lines []grid.Line
	result := column == l.columns()-1
	for n, t := range twigs(where, l.title) {
		room := l.shape.Text(result)
		if result && n == 0 {
			room -= l.shape.Note
		}
		lines = append(lines, l.lineOf(t, room, moved))
	}
	return append(lines, l.oddity(where, result)...)
}

// step is the indentation for each ancestor.
const step = "    "

// lineOf draws a line of a small tree, cut off at the width.
func (l *layer) lineOf(t twig, room float32, moved bool) grid.Line {
	before := strings.Repeat(step, t.depth)
	spans := []grid.Span{{Text: before}}
	if t.sign != "" { // separate, because the letters use another font
		before += t.sign + " "
		spans = append(spans, grid.Span{Text: t.sign}, grid.Span{Text: " "})
	}
	text := l.cutTo(t.text, room-l.ruler.Width(before, grid.Plain, false), t.own)
	line := grid.Line{Spans: append(spans, grid.Span{Text: text}), RightToLeft: display.RightToLeft(t.text)}
	if t.own && moved {
		line.Spans[len(line.Spans)-1].Mark = grid.MarkAdded
		line.Kind, line.Sign = merge.Changed, signOf(merge.Changed)
	}
	return line
}

// cutTo shortens a text to a width.
func (l *layer) cutTo(text string, room float32, firm bool) string {
	if l.ruler.Width(text, grid.Plain, firm) <= room {
		return text
	}
	short := ""
	for g := uniseg.NewGraphemes(text); g.Next(); {
		if l.ruler.Width(short+g.Str()+"…", grid.Plain, firm) > room {
			break
		}
		short += g.Str()
	}
	return short + "…"
}

// oddity adds a remark if the parent is missing.
func (l *layer) oddity(w lists.Position, result bool) []grid.Line {
	if !w.Absent {
		return nil
	}
	return l.wrap(sideOf(wording.L("its-parent-is-missing", "its parent is missing"), merge.Equal, grid.Quiet), result, false)
}

// movesText says who moved the item where. It returns "" if no version is known to have moved
// it.
func movesText(shown Shown, speaker wording.Speaker) string {
	for _, c := range shown.Session.Cells() {
		if c.Field == conflicts.Place {
			if moves := movesOf(c, shown); len(moves) > 0 {
				return wording.L("it-was-moves", "It was {{.Moves}}.", wording.Data{"Moves": speaker.Moves(moves)})
			}
		}
	}
	return ""
}

func movesOf(c conflicts.Cell, shown Shown) []wording.Move {
	var moves []wording.Move
	for n, candidate := range shown.Session.Candidates() {
		at, known := shown.Places[c.Values[n]]
		if known && c.Values[n] != "" && !(c.HasBase && c.Values[n] == c.Base) {
			moves = append(moves, wording.Move{Where: at, By: candidate.Version.Top().By})
		}
	}
	return moves
}

// circleText explains why an item was moved out of another one. It returns "" for all other
// items.
func circleText(shown Shown) string {
	winner := shown.Session.Item().Winner
	if shown.Session.Circle() == "" {
		return ""
	}
	other := shown.Places[conflicts.PlaceText(winner.Place)].Cycle
	if other.Title == "" {
		return wording.Situation(conflicts.Circle)
	}
	return wording.Circle(other.Title, winner.Title())
}

// orphanText says that the parent of an item is deleted. It returns "" for all other items.
func orphanText(shown Shown) string {
	winner := shown.Session.Item().Winner
	if !shown.Session.Orphaned() {
		return ""
	}
	return wording.Orphan(shown.Places[conflicts.PlaceText(winner.Place)].Deleted.Title, winner.Title())
}

// untyped reports whether the value of a field can only be taken from a version, and not be
// typed.
func untyped(field string) bool { return field == conflicts.Other || field == conflicts.Place }

// placesOf reads the positions of the versions of an item, and of their original. It returns
// nil for an item that is not in an outline.
func (c *Controller) placesOf(ctx context.Context, it snapshot.Item, s *conflicts.Session) (Places, error) {
	var places []item.Place
	versions := s.Item().Versions()
	for _, candidate := range s.Candidates() {
		versions = append(versions, candidate.Version)
	}
	if s.Base().Known() {
		versions = append(versions, s.Base().Version)
	}
	seen := map[string]bool{"": true}
	add := func(p item.Place) {
		if text := conflicts.PlaceText(p); !seen[text] {
			places, seen[text] = append(places, p), true
		}
	}
	for _, v := range versions {
		add(v.Place)
	}
	for _, cell := range s.Cells() {
		if cell.Field == conflicts.Place {
			add(conflicts.ParsePlace(cell.Base))
		}
	}
	if len(places) == 0 {
		return nil, nil
	}
	found, err := c.lists.Positions(ctx, it.Set, it.ID, places...)
	if err != nil {
		return nil, err
	}
	all := Places{}
	for i, p := range places {
		all[conflicts.PlaceText(p)] = found[i]
	}
	return all, nil
}
