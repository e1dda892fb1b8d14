package cli

import (
	"strconv"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/ui/cli/document"
)

type feedShow struct {
	File string `arg:"" help:"The feed."`
}

// documentShape is a document in machine-readable output.
type documentShape struct {
	Format   feed.Format    `json:"format"`
	Dialect  feed.Dialect   `json:"dialect"`
	Title    string         `json:"title"`
	Sharing  feed.Sharing   `json:"sharing"`
	Items    []itemShape    `json:"items"`
	Problems []feed.Problem `json:"problems"`
}

// Run lists the items of a feed.
func (c feedShow) Run(r *run) error {
	var items []*item.Item
	var problems []feed.Problem
	d, err := document.Read(r.source(c.File), func(e *feed.Entry) {
		if e.Item != nil {
			items = append(items, e.Item)
		}
		problems = append(problems, e.Problems...)
	})
	if err != nil {
		return err
	}
	problems = append(append([]feed.Problem{}, d.Problems...), problems...)
	r.problems(c.File, problems)
	if r.flags.JSON {
		return r.json(documentShape{d.Format, d.Dialect, d.Title, sharing(d),
			each(items, func(it *item.Item) itemShape { return describeItem(it, false) }), problems})
	}
	if err := r.print("%s (%s, %s)\n", inOneLine(d.Title), d.Format, d.Dialect); err != nil {
		return err
	}
	return r.table("no items", []string{"ID", "TITLE", "UPDATES", "CHANGED", ""}, each(items, documentCells))
}

// sharing is what a feed says about its sharing, in the same shape where it says
// nothing.
func sharing(d feed.Document) feed.Sharing {
	var s feed.Sharing
	if d.Sharing != nil {
		s = *d.Sharing
	}
	if s.Related == nil {
		s.Related = []feed.Related{}
	}
	return s
}

func documentCells(it *item.Item) []string {
	w := it.Winner
	return []string{w.ID, inOneLine(w.Title()), strconv.Itoa(w.Updates), changed(w), state(w.Deleted, len(it.Conflicts))}
}
