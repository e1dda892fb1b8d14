package cli

import (
	"crossfeed/engine"
	"crossfeed/engine/conflicts"
)

type conflictCommands struct {
	List    conflictList    `cmd:"" help:"List the items that were changed in two places."`
	Show    conflictShow    `cmd:"" help:"Show the versions of an item side by side, and what is proposed."`
	Resolve conflictResolve `cmd:"" help:"Settle an item, or many by a rule."`
	Undo    conflictUndo    `cmd:"" help:"Undo the last resolution."`
	Log     conflictLog     `cmd:"" help:"List the decisions that were made here."`
}

// Help gives an example.
func (conflictCommands) Help() string {
	return "Example:\n\n  crossfeed conflict show Groceries 4f2a\n  crossfeed conflict resolve Groceries 4f2a --merge --field title=Eggs"
}

type conflictList struct {
	Set []string `arg:"" optional:"" help:"Names of lists. Default: all."`
}

// Run lists the items with open conflicts.
func (c conflictList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if r.flags.JSON {
			return r.unsettled(e, c.Set)
		}
		open, err := e.Unsettled(r.ctx, c.Set...)
		if err != nil {
			return err
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.table("no conflicts", []string{"LIST", "ID", "TITLE", "CHANGED", "BY", ""},
			each(open, func(u engine.InSet) []string {
				return append([]string{inOneLine(u.Set)}, rowCells(u.Row, person)...)
			}))
	})
}

// unsettled writes the items with open conflicts, with the lists that they are in.
func (r *run) unsettled(e *engine.Engine, sets []string) error {
	shapes := []itemShape{}
	err := e.Sessions(r.ctx, func(set string, s *conflicts.Session) {
		shape := describeAsked(s)
		shape.Set = set
		shapes = append(shapes, shape)
	}, sets...)
	if err != nil {
		return err
	}
	return r.json(shapes)
}
