package cli

import (
	"errors"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

type itemCommands struct {
	List    itemList    `cmd:"" help:"List the items of a list."`
	Show    itemShow    `cmd:"" help:"Show an item."`
	Add     itemAdd     `cmd:"" help:"Make an item."`
	Edit    itemEdit    `cmd:"" help:"Change fields of an item."`
	Make    itemMake    `cmd:"" help:"Make a todo or a contact of a note, which it may have been before a program that knows none changed it."`
	Delete  itemDelete  `cmd:"" help:"Delete an item, for everyone."`
	Restore itemRestore `cmd:"" help:"Bring a deleted item back, or any version in its history, for everyone."`
	Move    itemMove    `cmd:"" help:"Move items to another list, or to another place in an outline."`
	Copy    itemCopy    `cmd:"" help:"Make copies of items in another list."`
	History itemHistory `cmd:"" help:"Draw how an item came about, and list every version of it that this store ever held."`
	Attach  itemAttach  `cmd:"" help:"Attach files to an item. They come along wherever the item goes."`
	Detach  itemDetach  `cmd:"" help:"Take a file from an item."`
	Files   itemFiles   `cmd:"" help:"List the files of an item, and copy them elsewhere."`
	Compare itemCompare `cmd:"" help:"Compare two versions of an item, by their numbers in its history."`
}

// Help gives an example.
func (itemCommands) Help() string {
	return "Example:\n\n  crossfeed item add Groceries --title Eggs --text 'brown ones'"
}

// oneItem names an item of a list.
type oneItem struct {
	Set string `arg:"" help:"Name of the list."`
	ID  string `arg:"" help:"Identifier of the item."`
}

type itemList struct {
	Set      string `arg:"" help:"Name of the list."`
	Search   string `placeholder:"TEXT" help:"Only items with that in their title or text."`
	Deleted  bool   `help:"The deleted items instead of the others."`
	ToSettle bool   `help:"Only items with open conflicts."`
	listFlags
}

// Run lists the items of a list.
func (c itemList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		q, err := c.query(r, store.Query{Search: c.Search, Deleted: c.Deleted, ToSettle: c.ToSettle})
		if err != nil {
			return err
		}
		ordered, err := r.ordered(e, c.Set)
		if err != nil {
			return err
		}
		if ordered && q == (store.Query{}) && c.Sort == "" {
			return r.outline(e, c.Set)
		}
		rows, err := e.Items(r.ctx, c.Set, q)
		if err != nil {
			return err
		}
		c.order(rows)
		if r.flags.JSON {
			return r.items(e, c.Set, rows)
		}
		return r.rows(e, rows)
	})
}

// items writes items of a list in machine-readable output.
func (r *run) items(e *engine.Engine, set string, rows []store.Row) error {
	shapes, err := r.shapes(e, set, rows)
	if err != nil {
		return err
	}
	return r.json(shapes)
}

func (r *run) shapes(e *engine.Engine, set string, rows []store.Row) ([]itemShape, error) {
	shapes := []itemShape{}
	for _, row := range rows {
		it, err := e.Item(r.ctx, set, row.ID)
		if errors.Is(err, store.ErrDamagedItem) {
			r.attend("item %s: %v", row.ID, store.ErrDamagedItem)
			shapes = append(shapes, itemShape{Set: set, ID: row.ID, Title: row.Title, Damaged: true, History: []historyShape{}, Conflicts: []itemShape{}})
			continue
		}
		if err != nil {
			return nil, err
		}
		shapes = append(shapes, describeRow(it, row))
	}
	return shapes, nil
}

// describeRow is describeItem for an item of a list.
func describeRow(it *item.Item, row store.Row) itemShape {
	shape := describeItem(it, true)
	shape.Conflict = row.ToSettle()
	return shape
}

var rowHeading = []string{"ID", "TITLE", "CHANGED", "BY", ""}

func rowCells(row store.Row, person func(by string) string) []string {
	return []string{row.ID, inOneLine(row.Title), dash(instant(row.When)), person(row.By), rowState(row)}
}

// rowState is what is unusual about an item of a list, in words.
func rowState(row store.Row) string {
	if row.Damaged {
		return "damaged"
	}
	return joined(state(row.Deleted, row.Conflicts), mark(row.Flagged, row.Conflicts))
}

// mark says that an item is one to look at, where no version of it has to be settled.
func mark(flagged bool, conflicts int) string {
	if flagged && conflicts == 0 {
		return "marked to look at"
	}
	return ""
}

func joined(a, b string) string { return strings.Trim(a+", "+b, ", ") }

// state is what is unusual about an item, in words.
func state(deleted bool, conflicts int) string {
	var all []string
	if deleted {
		all = append(all, "deleted")
	}
	if conflicts > 0 {
		all = append(all, strconv.Itoa(1+conflicts)+" versions to settle")
	}
	return strings.Join(all, ", ")
}
