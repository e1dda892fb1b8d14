package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
)

// severalItems names items of a list.
type severalItems struct {
	List string   `arg:"" help:"Name of the list."`
	ID   []string `arg:"" help:"IDs of the items."`
}

type itemMove struct {
	severalItems
	To      string `placeholder:"LIST" help:"List to move or copy to."`
	Convert bool   `help:"Convert the items if the list is for todos or contacts and they are of another kind."`
	placeFlags
}

// Run moves items to another list, or within an outline.
func (c itemMove) Run(r *run) error {
	switch {
	case c.To != "" && c.given():
		return misuse("--to moves to another list, --parent and --after move within an outline; they cannot be combined")
	case c.To != "":
		return c.send(r, "moved", c.To, c.Convert, (*edit.Service).MoveExposes, (*edit.Service).Move)
	case c.Convert:
		return misuse("--convert needs --to LIST")
	case !c.given():
		return misuse("give a destination: --to LIST, or in an outline --parent ID or --after ID")
	}
	return r.with(func(e *engine.Engine) error { return c.place(r, e) })
}

// place moves items within an outline.
func (c itemMove) place(r *run, e *engine.Engine) error {
	ordered, err := r.ordered(e, c.List)
	if err != nil {
		return err
	}
	if err := c.needOrder(ordered, c.List); err != nil {
		return err
	}
	s, err := c.spot(r, e, c.List)
	if err != nil {
		return err
	}
	if s.atEnd {
		rows, err := e.Lists.Outline(r.ctx, c.List)
		if err != nil {
			return err
		}
		s.after = lastIn(rows, s.parent, c.ID)
	}
	if err := e.Edit.Place(r.ctx, c.List, c.ID, s.parent, s.after); err != nil {
		return pointed(err, "crossfeed conflict list")
	}
	return c.placed(r, e)
}

// placed reports where the items are now.
func (c itemMove) placed(r *run, e *engine.Engine) error {
	var shapes []itemShape
	for _, id := range c.ID {
		it, err := e.Lists.Item(r.ctx, c.List, id)
		if err != nil {
			return err
		}
		shapes = append(shapes, describeItem(it, true))
	}
	if r.flags.JSON {
		return r.json(shapes)
	}
	for _, s := range shapes {
		if err := r.print("%s: update %d", s.ID, s.Updates); err != nil {
			return err
		}
	}
	return nil
}

type itemCopy struct {
	severalItems
	To      string `required:"" placeholder:"LIST" help:"List to move or copy to."`
	Convert bool   `help:"Convert the items if the list is for todos or contacts and they are of another kind."`
}

func (c itemCopy) Run(r *run) error {
	return c.send(r, "copied", c.To, c.Convert, (*edit.Service).CopyExposes, (*edit.Service).Copy)
}

// sending is what the engine does, or would do, with items that go to a list.
type sending[T any] = func(e *edit.Service, ctx context.Context, items []edit.Ref, to string) (T, error)

// send moves or copies items, and reports which arrived. If none did, it returns an error.
func (c severalItems) send(r *run, how, to string, convert bool, exposes sending[edit.Exposure], do sending[edit.Outcome]) error {
	return r.with(func(e *engine.Engine) error {
		items := each(c.ID, func(id string) edit.Ref { return edit.Ref{Set: c.List, ID: id} })
		if !convert {
			if err := needConvert(r, e, items, to); err != nil {
				return err
			}
		}
		x, err := exposes(e.Edit, r.ctx, items, to)
		if err != nil {
			return err
		}
		if x.Items > 0 {
			r.warnExposed("Your "+count(x.Items, "item"), x.At)
		}
		o, err := do(e.Edit, r.ctx, items, to)
		if err != nil {
			return err
		}
		if len(o.Done) == 0 && len(o.Refused) > 0 {
			return refusal(o.Refused[0])
		}
		for _, refused := range o.Refused {
			r.attend("%s: %v", refused.ID, refusal(refused))
		}
		if r.flags.JSON {
			return r.json(each(o.Done, func(ref edit.Ref) map[string]string { return map[string]string{"set": ref.Set, "id": ref.ID} }))
		}
		for _, ref := range o.Done {
			if err := r.print("%s: %s to %s", ref.ID, how, inOneLine(ref.Set)); err != nil {
				return err
			}
		}
		return nil
	})
}

// needConvert refuses to convert items to the kind that a list is for.
func needConvert(r *run, e *engine.Engine, items []edit.Ref, to string) error {
	c, err := e.Edit.Converts(r.ctx, items, to)
	if err != nil || c.Items == 0 {
		return err
	}
	return misuse("%s is a list of %ss. Use --convert to convert %s: title, notes, tags and files are kept, other fields stay in the history only", to, c.To, count(c.Items, "item"))
}

// refusal explains why an item was left, and how to resolve the conflict that blocks it: its
// own, or that of an item below it.
func refusal(r edit.Refused) error {
	by := r.ID
	if held := new(edit.HeldError); errors.As(r.Err, &held) {
		by = held.By
	}
	return pointed(r.Err, resolveOf(r.Set, by))
}

// placeFlags give a position in an outline.
type placeFlags struct {
	Parent *string `placeholder:"ID" help:"In an outline: ID of the parent, or empty for the top level. Default: the parent of --after."`
	After  *string `placeholder:"ID" help:"In an outline: put it after this item, or first if ID is empty. Default: last."`
}

// spot is a position in an outline, as the engine expects it.
type spot struct {
	parent, after string
	atEnd         bool
}

// given reports whether the flags give a position.
func (f placeFlags) given() bool { return f.Parent != nil || f.After != nil }

// spot finds the position given by the flags in a list. The default is the end of the list.
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
	it, err := e.Lists.Item(r.ctx, set, s.after)
	if err != nil {
		return s, err
	}
	stands, err := shownIn(r, e, set, it)
	if err != nil {
		return s, err
	}
	if f.Parent != nil && stands != s.parent {
		return s, misuse("--after %s: not a child of %q", s.after, s.parent)
	}
	s.parent = stands
	return s, nil
}

// shownIn returns the parent of an item, or if that is deleted its nearest ancestor that is
// shown.
func shownIn(r *run, e *engine.Engine, set string, it *item.Item) (string, error) {
	at, err := e.Lists.Positions(r.ctx, set, it.ID(), it.Winner.Place)
	if err != nil || at[0].Deleted.ID == "" {
		return it.Winner.Place.Parent, err
	}
	if path := at[0].Path; len(path) > 0 {
		return path[len(path)-1].ID, nil
	}
	return "", nil
}

// ordered reports whether a list is an outline.
func (r *run) ordered(e *engine.Engine, set string) (bool, error) {
	s, err := e.Lists.Named(r.ctx, set)
	return s.Format.Ordered(), err
}

// needOrder refuses positions in a list that is not an outline.
func (f placeFlags) needOrder(ordered bool, set string) error {
	if f.given() && !ordered {
		return misuse("--parent and --after need an outline, and %q is not one", set)
	}
	return nil
}

// lastIn returns the last visible direct child of a parent that is not being moved.
func lastIn(rows []lists.OutlineRow, parent string, moving []string) string {
	found := ""
	for _, row := range rows {
		if row.Place.Parent == parent && !slices.Contains(moving, row.ID) {
			found = row.ID
		}
	}
	return found
}

// outlineCells returns a row of an outline, with its title indented by its depth.
func outlineCells(row lists.OutlineRow, person func(by string) string) []string {
	cells := rowCells(row.Row, person)
	cells[1] = strings.Repeat("  ", row.Depth) + cells[1]
	return cells
}

// outline writes an outline as a tree.
func (r *run) outline(e *engine.Engine, set string) error {
	rows, err := e.Lists.Outline(r.ctx, set)
	if err != nil {
		return err
	}
	if !r.flags.JSON {
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.table("No items.", rowHeading, each(rows, func(row lists.OutlineRow) []string { return outlineCells(row, person) }))
	}
	shapes, err := r.shapes(e, set, each(rows, func(row lists.OutlineRow) store.Row { return row.Row }))
	for i := range shapes {
		shapes[i].Depth = &rows[i].Depth
	}
	if err != nil {
		return err
	}
	return r.json(shapes)
}
