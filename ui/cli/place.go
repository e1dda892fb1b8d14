package cli

import (
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// placeFlags say where items of an outline go.
type placeFlags struct {
	Parent *string `placeholder:"ID" help:"In an outline: into that item, or into none where it is ''. Default: where --after stands."`
	After  *string `placeholder:"ID" help:"In an outline: after that item, or first where it is ''. Default: last."`
}

// spot is where items of an outline go, as the engine is told.
type spot struct {
	parent, after string
	atEnd         bool
}

// given tells whether a place is asked for.
func (f placeFlags) given() bool { return f.Parent != nil || f.After != nil }

// spot finds the place that the flags name in a list. Without any it is the end of the
// list.
func (f placeFlags) spot(r *run, e *engine.Engine, set string) (s spot, err error) {
	if f.Parent != nil {
		s.parent = *f.Parent
	}
	if f.After == nil {
		s.atEnd = true
		return s, nil
	}
	if s.after = *f.After; s.after == "" {
		return s, nil
	}
	it, err := e.Item(r.ctx, set, s.after)
	if err != nil {
		return s, err
	}
	stands, err := shownIn(r, e, set, it)
	if err != nil {
		return s, err
	}
	if f.Parent != nil && stands != s.parent {
		return s, misuse("--after %s: it does not stand directly in %q", s.after, s.parent)
	}
	s.parent = stands
	return s, nil
}

// shownIn is the item that another one is in, or the nearest that is shown where that
// is deleted.
func shownIn(r *run, e *engine.Engine, set string, it *item.Item) (string, error) {
	at, err := e.Whereabouts(r.ctx, set, it.ID(), it.Winner.Place)
	if err != nil || at[0].Deleted.ID == "" {
		return it.Winner.Place.Parent, err
	}
	if path := at[0].Path; len(path) > 0 {
		return path[len(path)-1].ID, nil
	}
	return "", nil
}

// ordered tells whether a list is an outline.
func (r *run) ordered(e *engine.Engine, set string) (bool, error) {
	s, err := e.Set(r.ctx, set)
	return feed.Ordered(feed.Format(s.Format)), err
}

// needOrder refuses places in a list that has none.
func (f placeFlags) needOrder(ordered bool, set string) error {
	if f.given() && !ordered {
		return misuse("--parent and --after are for outlines, and %q is none", set)
	}
	return nil
}

// lastIn is the last item directly in a parent that is shown, but for those that move.
func lastIn(rows []engine.OutlineRow, parent string, moving []string) string {
	found := ""
	for _, row := range rows {
		if row.Place.Parent == parent && !slices.Contains(moving, row.ID) {
			found = row.ID
		}
	}
	return found
}

// outlineCells is a row of an outline: its title stands in as deep as the item does.
func outlineCells(row engine.OutlineRow, person func(by string) string) []string {
	cells := rowCells(row.Row, person)
	cells[1] = strings.Repeat("  ", row.Depth) + cells[1]
	return cells
}

// outline writes an outline as a tree.
func (r *run) outline(e *engine.Engine, set string) error {
	rows, err := e.Outline(r.ctx, set)
	if err != nil {
		return err
	}
	if !r.flags.JSON {
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.table("no items", rowHeading, each(rows, func(row engine.OutlineRow) []string { return outlineCells(row, person) }))
	}
	shapes, err := r.shapes(e, set, each(rows, func(row engine.OutlineRow) store.Row { return row.Row }))
	for i := range shapes {
		shapes[i].Depth = &rows[i].Depth
	}
	if err != nil {
		return err
	}
	return r.json(shapes)
}
