package cli

import "crossfeed/engine/item"

// itemShape is an item or a version in machine-readable output.
type itemShape struct {
	Set         string         `json:"set,omitempty"`
	ID          string         `json:"id"`
	Updates     int            `json:"updates"`
	Deleted     bool           `json:"deleted"`
	NoConflicts bool           `json:"noconflicts"`
	Conflict    bool           `json:"conflict"`
	Parent      string         `json:"parent"`
	Depth       *int           `json:"depth,omitempty"`
	Title       string         `json:"title"`
	Data        string         `json:"data"`
	Fields      map[string]any `json:"fields,omitempty"`
	History     []historyShape `json:"history"`
	Conflicts   []itemShape    `json:"conflicts"`
}

type historyShape struct {
	Sequence int    `json:"sequence"`
	When     string `json:"when"`
	By       string `json:"by"`
}

// describe says what a version is; its fields too where they are asked for.
func describe(v *item.Version, fields bool) itemShape {
	s := itemShape{
		ID: v.ID, Updates: v.Updates, Deleted: v.Deleted, NoConflicts: v.NoConflicts,
		Parent: v.Place.Parent, Title: v.Title(), Data: v.Content.Hash().String(),
		Conflicts: []itemShape{},
	}
	for _, h := range v.History {
		s.History = append(s.History, historyShape{h.Sequence, h.When.String(), h.By})
	}
	if fields {
		s.Fields = fieldValues(v.Content)
	}
	return s
}

// describeItem says what an item is: its winner, with the conflicts in it.
func describeItem(it *item.Item, fields bool) itemShape {
	s := describe(it.Winner, fields)
	s.Conflict = len(it.Conflicts) > 0 || it.Flagged
	for _, c := range it.Conflicts {
		s.Conflicts = append(s.Conflicts, describe(c, fields))
	}
	return s
}
