package cli

import (
	"cmp"
	"strconv"
	"strings"

	"crossfeed/engine/feed"
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
	d, items, problems, err := document.InOrder(r.source(c.File))
	if err != nil {
		return err
	}
	problems = append(append([]feed.Problem{}, d.Problems...), problems...)
	r.problems(c.File, problems)
	if r.flags.JSON {
		describe := func(s document.Standing) itemShape { return describeIn(d.Dialect, s) }
		return r.json(documentShape{d.Format, d.Dialect, d.Title, sharing(d), each(items, describe), problems})
	}
	if err := r.print("%s (%s, %s)\n", inOneLine(d.Title), d.Format, d.Dialect); err != nil {
		return err
	}
	return r.table("no items", []string{"ID", "TITLE", "UPDATES", "CHANGED", ""}, each(items, documentCells))
}

// describeIn says what an item of a document is. The updates of SSE 0.91 have no
// sequences.
func describeIn(d feed.Dialect, s document.Standing) itemShape {
	shape := describeItem(s.Item, false)
	shape.Parent = s.Parent
	if d == feed.SSE091 {
		withoutSequences(shape)
	}
	return shape
}

func withoutSequences(shape itemShape) {
	for i := range shape.History {
		shape.History[i].Sequence = 0
	}
	for _, c := range shape.Conflicts {
		withoutSequences(c)
	}
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

// identifier is who made an update in a document: such a view is for who wants to see what
// is written there.
func identifier(by string) string { return cmp.Or(by, "somebody") }

// documentCells is a row of a document: a title stands in as deep as its outline does.
func documentCells(s document.Standing) []string {
	w := s.Item.Winner
	return []string{w.ID, strings.Repeat("  ", s.Depth) + inOneLine(w.Title()), strconv.Itoa(w.Updates), changed(w, identifier), joined(state(w.Deleted, len(s.Item.Conflicts)), mark(s.Item.Flagged, len(s.Item.Conflicts)))}
}
