package cli

import (
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

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
	// Lost is what a note may have been, of an item that is shown alone.
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

// describe says what a version is; its fields too where they are asked for.
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

// describeItem says what an item is: its winner, with the conflicts in it.
func describeItem(it *item.Item, fields bool) itemShape {
	s := describe(it.Winner, fields)
	s.Conflict = len(it.Conflicts) > 0 || it.Flagged
	for _, c := range it.Conflicts {
		s.Conflicts = append(s.Conflicts, describe(c, fields))
	}
	return s
}

// whenOf is the time of an update as it was read, where that is one of RFC 3339. SSE 0.91
// writes others, which only documents have.
func whenOf(h item.History) string {
	text := h.When.String()
	if _, err := feed.ParseRFC3339(text); err != nil && text != "" {
		return feed.FormatRFC3339(h.When.Time())
	}
	return text
}
