package cli

import (
	"strconv"

	"crossfeed/engine"
)

type setCommands struct {
	New    setNew    `cmd:"" help:"Make a list."`
	List   setList   `cmd:"" help:"List the lists, with the numbers of their items."`
	Rename setRename `cmd:"" help:"Give a list another name."`
	Delete setDelete `cmd:"" help:"Hide a list. Its items stay in the store."`
}

// Help gives an example.
func (setCommands) Help() string {
	return "Example:\n\n  crossfeed set new Groceries --kind todo"
}

type setNew struct {
	Name    string `arg:"" help:"Name of the list."`
	Kind    string `enum:"todo,contact,note,outline" default:"note" help:"What the items are: todo, contact, note or outline."`
	Format  string `enum:"rss,atom" default:"rss" help:"Format of the published feed: rss or atom."`
	Dialect string `enum:"feedsync-1.0,sse-0.93" default:"feedsync-1.0" help:"Dialect of the published feed: feedsync-1.0 or sse-0.93."`
}

// Run makes a list.
func (c setNew) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		list, err := e.NewSet(r.ctx, engine.NewSet(c))
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(describeSet(list))
		}
		r.say("%s is made", list.Name)
		return nil
	})
}

type setList struct{}

// Run lists the lists.
func (setList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		lists, err := e.Lists(r.ctx)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(each(lists, describeSet))
		}
		return r.table("there is no list yet: crossfeed set new NAME",
			[]string{"LIST", "KIND", "ITEMS", "TO SETTLE", "DELETED", "PUBLISHED AT"},
			each(lists, func(l engine.List) []string {
				return []string{inOneLine(l.Name), l.Kind, strconv.Itoa(l.Counts.Items),
					strconv.Itoa(l.ToSettle), strconv.Itoa(l.Counts.Deleted), l.Location}
			}))
	})
}

type setRename struct {
	Name string `arg:"" help:"Name of the list."`
	To   string `arg:"" help:"The new name."`
}

// Run renames a list.
func (c setRename) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.RenameSet(r.ctx, c.Name, c.To) })
}

type setDelete struct {
	Name string `arg:"" help:"Name of the list."`
}

// Run hides a list.
func (c setDelete) Run(r *run) error {
	return r.with(func(e *engine.Engine) error { return e.DeleteSet(r.ctx, c.Name) })
}

// setShape is a list in machine-readable output.
type setShape struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Format   string `json:"format"`
	Dialect  string `json:"dialect"`
	Location string `json:"location"`
	Items    int    `json:"items"`
	ToSettle int    `json:"to_settle"`
	Deleted  int    `json:"deleted"`
}

func describeSet(l engine.List) setShape {
	return setShape{l.Name, l.Kind, l.Format, l.Dialect, l.Location, l.Counts.Items, l.ToSettle, l.Counts.Deleted}
}

// each gives what f makes of every element; never nil, so that JSON has a list.
func each[A, B any](all []A, f func(A) B) []B {
	made := make([]B, 0, len(all))
	for _, a := range all {
		made = append(made, f(a))
	}
	return made
}
