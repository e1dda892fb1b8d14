package cli

import (
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

type itemShow struct{ oneItem }

// Run shows an item.
func (c itemShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		it, err := e.Item(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		row, err := e.Row(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		lost, err := e.Lost(r.ctx, c.Set, c.ID)
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

// itemCells are the facts about an item, by name, and what is unusual about it.
func itemCells(it *item.Item, state string, person func(by string) string) [][]string {
	cells := [][]string{{"id", it.ID()}}
	content := record.Read(it.Winner.Content)
	for _, f := range record.Fields(content.Kind) {
		if value := content.Get(f.Name); value != "" || content.Kind == record.Note && f.Form != record.Files {
			cells = append(cells, fieldCells(f.Name, value)...)
		}
	}
	cells = append(cells, []string{"changed", changed(it.Winner, person)})
	if parent := it.Winner.Place.Parent; parent != "" {
		cells = append(cells, []string{"stands in", parent})
	}
	if state != "" {
		cells = append(cells, []string{"state", state})
	}
	if it.Winner.NoConflicts {
		cells = append(cells, []string{"noconflicts", "Only the winning version of this item is kept when it is changed in two places. The others are in the history of whoever made them."})
	}
	return cells
}

// fieldCells is a field's value, a row for each of its lines.
func fieldCells(name, value string) [][]string {
	var cells [][]string
	for _, line := range strings.Split(value, "\n") {
		cells = append(cells, []string{name, strings.TrimRight(line, "\r")})
		name = ""
	}
	return cells
}

// changed says which update a version is, when it was made and by whom.
func changed(v *item.Version, person func(by string) string) string {
	top := v.Top()
	when := whenOf(top)
	if when == "" {
		when = "at an unknown time"
	}
	return strings.Join([]string{when, "by", person(top.By)}, " ")
}
