package cli

import (
	"cmp"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

type itemCommands struct {
	List    itemList    `cmd:"" help:"List the items of a list."`
	Show    itemShow    `cmd:"" help:"Show an item."`
	Add     itemAdd     `cmd:"" help:"Create an item."`
	Edit    itemEdit    `cmd:"" help:"Change an item."`
	Make    itemMake    `cmd:"" help:"Turn a note into a todo or contact, for example after another program removed its fields."`
	Delete  itemDelete  `cmd:"" help:"Delete an item for everyone; in an outline, with everything under it."`
	Restore itemRestore `cmd:"" help:"Restore a deleted item, or any earlier version, for everyone."`
	Empty   itemEmpty   `cmd:"" name:"empty-trash" help:"Remove the deleted items of all lists from the Trash. They stay deleted for everyone."`
	Move    itemMove    `cmd:"" help:"Move items to another list, or within an outline."`
	Copy    itemCopy    `cmd:"" help:"Copy items to another list."`
	History itemHistory `cmd:"" help:"Show the history of an item: all versions stored here."`
	Attach  itemAttach  `cmd:"" help:"Attach files to an item."`
	Detach  itemDetach  `cmd:"" help:"Remove a file from an item."`
	Files   itemFiles   `cmd:"" help:"List the files of an item, or save copies of them."`
	Compare itemCompare `cmd:"" help:"Compare two versions of an item."`
}

// oneItem names an item of a list.
type oneItem struct {
	List string `arg:"" help:"Name of the list."`
	ID   string `arg:"" help:"ID of the item."`
}

type itemList struct {
	List      string `arg:"" help:"Name of the list."`
	Search    string `placeholder:"TEXT" help:"Only items whose title or text contains this."`
	Deleted   bool   `help:"List deleted items instead."`
	Conflicts bool   `help:"Only items with open conflicts."`
	listFlags
}

func (c itemList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		q, err := c.query(r, store.Query{Search: c.Search, Trash: c.Deleted, Conflicted: c.Conflicts})
		if err != nil {
			return err
		}
		ordered, err := r.ordered(e, c.List)
		if err != nil {
			return err
		}
		if ordered && q == (store.Query{}) && c.Sort == "" {
			return r.outline(e, c.List)
		}
		rows, err := e.Lists.Items(r.ctx, c.List, q)
		if err != nil {
			return err
		}
		c.order(rows)
		if r.flags.JSON {
			return r.items(e, c.List, rows)
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
	shapes := make([]itemShape, 0, len(rows))
	err := e.Lists.Each(r.ctx, set, rows, func(row store.Row, it *item.Item, damaged error) error {
		if damaged != nil {
			r.attend("item %s: %v", row.ID, store.ErrDamagedItem)
			shapes = append(shapes, itemShape{Set: set, ID: row.ID, Title: row.Title, Damaged: true, History: []historyShape{}, Conflicts: []itemShape{}})
			return nil
		}
		shapes = append(shapes, describeRow(it, row))
		return nil
	})
	return shapes, err
}

// describeRow is describeItem for an item of a list.
func describeRow(it *item.Item, row store.Row) itemShape {
	shape := describeItem(it, true)
	shape.Conflict = row.Conflicted()
	return shape
}

var rowHeading = []string{"ID", "TITLE", "CHANGED", "BY", ""}

func rowCells(row store.Row, person func(by string) string) []string {
	return []string{row.ID, inOneLine(row.Title), dash(instant(row.When)), person(row.By), rowState(row)}
}

// rowState returns what is unusual about an item of a list, in words.
func rowState(row store.Row) string {
	if row.Damaged {
		return "damaged"
	}
	return joined(state(row.Deleted, row.Conflicts), mark(row.Flagged, row.Conflicts))
}

// mark returns a note if an item is flagged as a conflict although it has no other version.
func mark(flagged bool, conflicts int) string {
	if flagged && conflicts == 0 {
		return "marked as a conflict"
	}
	return ""
}

func joined(a, b string) string { return strings.Trim(a+", "+b, ", ") }

// state returns what is unusual about an item, in words.
func state(deleted bool, conflicts int) string {
	var all []string
	if deleted {
		all = append(all, "deleted")
	}
	if conflicts > 0 {
		all = append(all, strconv.Itoa(1+conflicts)+" conflicting versions")
	}
	return strings.Join(all, ", ")
}

type itemShow struct{ oneItem }

func (c itemShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := e.Lists.Item(r.ctx, c.List, c.ID)
		if err != nil {
			return err
		}
		row, err := e.Lists.Row(r.ctx, c.List, c.ID)
		if err != nil {
			return err
		}
		lost, err := e.Lists.Lost(r.ctx, c.List, c.ID)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			shape := describeRow(it, row)
			shape.Lost = string(lost)
			return r.json(shape)
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.columns(append(itemCells(it, rowState(row), person), c.lostCells(lost)...))
	})
}

// itemCells returns the facts about an item, by name, and what is unusual about it.
func itemCells(it *item.Item, state string, person func(by string) string) [][]string {
	cells := [][]string{{"id", it.ID()}}
	content := record.Read(it.Winner.Content)
	for _, f := range record.Fields(content.Kind) {
		if value := content.Get(f.Name); value != "" || content.Kind == record.Note && f.Form != record.Files {
			cells = append(cells, fieldCells(f.Name, begun(value, longestOf(f.Form)))...)
		}
	}
	cells = append(cells, []string{"changed", changed(it.Winner, person)})
	if parent := it.Winner.Place.Parent; parent != "" {
		cells = append(cells, []string{"parent", parent})
	}
	if state != "" {
		cells = append(cells, []string{"state", state})
	}
	if it.Winner.NoConflicts {
		cells = append(cells, []string{"noconflicts", "If two devices change this item at once, only the winning version is kept. The other one stays in the history of the device that made it."})
	}
	return cells
}

// longestOf returns how many characters of a value are shown.
func longestOf(f record.Form) int {
	if f == record.Text || f == record.Files {
		return feed.LongestText
	}
	return feed.LongestLine
}

// fieldCells returns a field's value, one row per line.
func fieldCells(name, value string) [][]string {
	var cells [][]string
	for _, line := range strings.Split(value, "\n") {
		cells = append(cells, []string{name, strings.TrimRight(line, "\r")})
		name = ""
	}
	return cells
}

// changed returns the number of an update, when it was made and by whom.
func changed(v *item.Version, person func(by string) string) string {
	top := v.Top()
	return timed(whenOf(top), person(top.By))
}

// timed returns when something was made, and by whom.
func timed(when, who string) string {
	return cmp.Or(when, "at an unknown time") + " by " + who
}

// itemShape is an item or a version in machine-readable output.
type itemShape struct {
	Set         string `json:"set,omitempty"`
	ID          string `json:"id"`
	Updates     int    `json:"updates"`
	Deleted     bool   `json:"deleted"`
	NoConflicts bool   `json:"noconflicts"`
	Conflict    bool   `json:"conflict"`
	Parent      string `json:"parent"`
	Depth       *int   `json:"depth,omitempty"`
	Damaged     bool   `json:"damaged,omitempty"`
	Title       string `json:"title"`
	// Lost is the kind that a note may have had before. It is only set when a single item is
	// shown.
	Lost      string         `json:"lost,omitempty"`
	Data      string         `json:"data"`
	Fields    map[string]any `json:"fields,omitempty"`
	History   []historyShape `json:"history"`
	Conflicts []itemShape    `json:"conflicts"`
}

type historyShape struct {
	Sequence int    `json:"sequence,omitempty"`
	When     string `json:"when"`
	By       string `json:"by"`
}

// describe returns the shape of a version, optionally with its fields.
func describe(v *item.Version, fields bool) itemShape {
	s := itemShape{
		ID: v.ID, Updates: v.Updates, Deleted: v.Deleted, NoConflicts: v.NoConflicts,
		Parent: v.Place.Parent, Title: v.Title(), Data: v.Content.Hash().String(),
		Conflicts: []itemShape{},
	}
	for _, h := range v.History {
		s.History = append(s.History, historyShape{h.Sequence, whenOf(h), h.By})
	}
	if fields {
		s.Fields = fieldValues(v.Content)
	}
	return s
}

// describeItem returns the shape of an item: its winner, with its conflicts.
func describeItem(it *item.Item, fields bool) itemShape {
	s := describe(it.Winner, fields)
	s.Conflict = len(it.Conflicts) > 0 || it.Flagged
	for _, c := range it.Conflicts {
		s.Conflicts = append(s.Conflicts, describe(c, fields))
	}
	return s
}

// whenOf returns the time of an update as it was read if that is in RFC 3339 format, and
// otherwise converted to it: documents in SSE 0.91 use other formats.
func whenOf(h item.History) string {
	text := h.When.String()
	if _, err := feed.ParseRFC3339(text); err != nil && text != "" {
		return feed.FormatRFC3339(h.When.Time())
	}
	return text
}
