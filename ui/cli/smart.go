package cli

import "crossfeed/engine"

type smartCommand struct {
	Kind string `arg:"" enum:"today,upcoming,overdue,tag" help:"today, upcoming, overdue or tag."`
	Tag  string `arg:"" optional:"" help:"The tag, for tag."`
}

// Help gives an example.
func (smartCommand) Help() string { return "Example:\n\n  crossfeed smart tag dairy" }

// Run lists todos of all lists that are not done.
func (c smartCommand) Run(r *run) error {
	if (c.Kind == "tag") != (c.Tag != "") {
		return misuse("a tag is named with tag, and only with it: crossfeed smart tag dairy")
	}
	return r.with(func(e *engine.Engine) error {
		rows, err := e.Smart(r.ctx, engine.Smart{Kind: engine.SmartKind(c.Kind), Tag: c.Tag})
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.smart(e, rows)
		}
		return r.table("no todos", append([]string{"LIST", "ID", ""}, todoHeading...), each(rows, func(row engine.InSet) []string {
			return append([]string{inOneLine(row.Set)}, todoCells(row.Row)...)
		}))
	})
}

// smart writes todos with the lists that they are in.
func (r *run) smart(e *engine.Engine, rows []engine.InSet) error {
	shapes := []itemShape{}
	for _, row := range rows {
		it, err := e.Item(r.ctx, row.Set, row.ID)
		if err != nil {
			return err
		}
		shape := describeItem(it, true)
		shape.Set = row.Set
		shapes = append(shapes, shape)
	}
	return r.json(shapes)
}
