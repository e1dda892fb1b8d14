package cli

import (
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

type contactCommands struct {
	Duplicates contactDuplicates `cmd:"" help:"List possible duplicates."`
	Join       contactJoin       `cmd:"" help:"Merge two contacts into one."`
}

type contactDuplicates struct {
	List string `arg:"" help:"Name of the list."`
}

// duplicateShape is a pair of possible duplicates in machine-readable output.
type duplicateShape struct {
	A   string          `json:"a"`
	B   string          `json:"b"`
	Why []record.Reason `json:"why"`
}

func (c contactDuplicates) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		duplicates, err := e.Lists.Duplicates(r.ctx, c.List)
		if err != nil {
			return err
		}
		shapes := each(duplicates, func(t lists.Duplicate) duplicateShape { return duplicateShape{t.A.ID(), t.B.ID(), t.Why} })
		return r.jsonOrTable(shapes, "No possible duplicates.", []string{"ID", "NAME", "ID", "NAME", "REASON"}, each(duplicates, func(t lists.Duplicate) []string {
			why := strings.Join(each(t.Why, func(one record.Reason) string { return string(one) }), ", ")
			return []string{t.A.ID(), inOneLine(t.A.Winner.Title()), t.B.ID(), inOneLine(t.B.Winner.Title()), why}
		}))
	})
}

type contactJoin struct {
	List  string `arg:"" help:"Name of the list."`
	Keep  string `arg:"" help:"ID of the contact to keep."`
	Other string `arg:"" help:"ID of the contact to merge into it and delete."`
}

// Run merges two contacts. Undo separates them again.
func (c contactJoin) Run(r *run) error {
	if c.Keep == c.Other {
		return misuse("cannot merge %s with itself", c.Keep)
	}
	return r.with(func(e *engine.Engine) error {
		keep, err := e.Lists.Item(r.ctx, c.List, c.Keep)
		if err != nil {
			return err
		}
		other, err := e.Lists.Item(r.ctx, c.List, c.Other)
		if err != nil {
			return err
		}
		a, b := record.Read(keep.Winner.Content), record.Read(other.Winner.Content)
		for _, name := range record.Differences(a, b) {
			r.message("%s: kept %q, discarded %q", name, inOneLine(a.Get(name)), inOneLine(b.Get(name)))
		}
		it, err := e.Edit.Join(r.ctx, c.List, keep, other, record.Join(a, b))
		conflicted := c.Keep
		if row, err := e.Lists.Row(r.ctx, c.List, c.Keep); err == nil && row.Conflicts == 0 {
			conflicted = c.Other
		}
		return r.changedItem(e, c.List, conflicted, it, err)
	})
}
