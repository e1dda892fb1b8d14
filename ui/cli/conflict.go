package cli

import (
	"fmt"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/conflicts/log"
	"crossfeed/engine/store"
)

type conflictCommands struct {
	List    conflictList    `cmd:"" help:"List the conflicts."`
	Show    conflictShow    `cmd:"" help:"Show the versions of an item side by side, and what is suggested."`
	Resolve conflictResolve `cmd:"" help:"Resolve a conflict, or many by a rule."`
	Undo    conflictUndo    `cmd:"" help:"Undo the last resolution."`
	Log     conflictLog     `cmd:"" help:"List the resolutions that were saved here."`
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
			return r.conflicted(e, c.Set)
		}
		open, err := e.Conflicts.List(r.ctx, c.Set...)
		if err != nil {
			return err
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.table("no conflicts", []string{"LIST", "ID", "TITLE", "CHANGED", "BY", ""},
			each(open, func(u store.InSet) []string {
				return append([]string{inOneLine(u.Set)}, rowCells(u.Row, person)...)
			}))
	})
}

// conflicted writes the items with open conflicts, with the lists that they are in.
func (r *run) conflicted(e *engine.Engine, sets []string) error {
	shapes := []itemShape{}
	err := e.Conflicts.Sessions(r.ctx, func(set string, s *conflicts.Session) {
		shape := describeAsked(s)
		shape.Set = set
		shapes = append(shapes, shape)
	}, sets...)
	if err != nil {
		return err
	}
	return r.json(shapes)
}

type conflictLog struct {
	Set      string `arg:"" optional:"" help:"Name of a list. Default: all."`
	ID       string `arg:"" optional:"" help:"Identifier of an item. Default: all."`
	Limit    int    `placeholder:"N" help:"At most that many, the newest first. Default: all."`
	Markdown bool   `help:"Write them as a Markdown document."`
}

// Run lists resolutions.
func (c conflictLog) Run(r *run) error {
	if c.Limit < 0 {
		return misuse("--limit %d: a number from 1", c.Limit)
	}
	if c.Markdown && r.flags.JSON {
		return misuse("--markdown and --json are different forms: name one")
	}
	return r.with(func(e *engine.Engine) error {
		if c.Set != "" {
			if _, err := e.Conflicts.List(r.ctx, c.Set); err != nil {
				return err
			}
		}
		all, err := e.Conflicts.Resolutions(r.ctx, c.Set, c.ID, c.Limit)
		if err != nil {
			return err
		}
		return c.write(r, e, all)
	})
}

func (c conflictLog) write(r *run, e *engine.Engine, all []conflicts.Resolution) error {
	person, err := r.people(e)
	switch {
	case err != nil:
		return err
	case c.Markdown:
		var text strings.Builder
		if err := log.Markdown(&text, all, person, r.zone()); err != nil {
			return fmt.Errorf("writing the resolutions: %w", err)
		}
		return r.print("%s", strings.TrimSuffix(text.String(), "\n"))
	case r.flags.JSON:
		return written(0, log.JSON(r.env.Stdout, all))
	}
	return r.table("no resolutions", []string{"AT", "LIST", "ID", "TITLE", "UPDATE", "RESOLUTION"},
		each(all, func(d conflicts.Resolution) []string { return r.decided(d, person) }))
}

// decided are the cells of a resolution.
func (r *run) decided(d conflicts.Resolution, person func(string) string) []string {
	what := log.Sentence(d.Decision, person)
	if d.Undone {
		what += " (undone)"
	}
	return []string{instant(d.At), inOneLine(d.Set), d.Item, inOneLine(d.Title), strconv.Itoa(d.Update), what}
}

type conflictShow struct {
	oneItem
	All bool `help:"Show the fields too that are the same in all versions."`
}

// Run shows the versions of an item side by side, what is suggested and why, and
// what saving would do.
func (c conflictShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		s, err := e.Conflicts.Session(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			shape := r.describeResolving(s)
			shape.Proposal = results(s)
			return r.json(shape)
		}
		view, err := r.view(e)
		if err != nil {
			return err
		}
		view.All, view.Where = c.All, r.whereIn(e, c.Set)
		if err := r.lines(view.Draw(s)); err != nil {
			return err
		}
		return r.lines(append([]string{""}, ways(resolveOf(c.Set, c.ID), s)...))
	})
}

// ways are the commands that resolve a conflict, one for each version and for the
// suggestion.
func ways(command string, s *conflicts.Session) []string {
	var all []string
	for _, c := range s.Candidates() {
		switch {
		case c.Number == 0:
			all = append(all, fmt.Sprintf("%s --keep", command))
		case !c.Missing:
			all = append(all, fmt.Sprintf("%s --take %d", command, c.Number))
		}
		if !c.Missing {
			all[len(all)-1] += "  # " + c.Letter
		}
	}
	if s.Situation() == conflicts.Orphaned {
		return []string{command + " --keep  # restores what was deleted", command + " --original  # moves the item"}
	}
	return append(all, strings.Join(append([]string{command, "--merge"}, remedies(s)...), " "))
}

// remedies are the flags that fill what the suggestion leaves open.
func remedies(s *conflicts.Session) []string {
	var all []string
	for _, name := range s.Open() {
		all = append(all, remedy(s, name))
	}
	return all
}

func remedy(s *conflicts.Session, name string) string {
	switch name {
	case "":
		return "--stay"
	case conflicts.Other:
		return fmt.Sprintf("--from %q", name+"="+firstLiving(s))
	case conflicts.Place:
		return "--from " + name + "=" + firstLiving(s)
	}
	for _, c := range s.Cells() {
		if c.Field == name && c.Lines {
			return fmt.Sprintf("--from %s=%s", name, firstLiving(s))
		}
	}
	return fmt.Sprintf("--field %s=…", name)
}

// firstLiving is the letter of the first version that is not deleted.
func firstLiving(s *conflicts.Session) string {
	for _, c := range s.Candidates() {
		if !c.Version.Deleted {
			return c.Letter
		}
	}
	return "A"
}
