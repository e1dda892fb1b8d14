package cli

import (
	"fmt"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
)

type conflictShow struct {
	oneItem
	All bool `help:"Show the fields too that are the same in all versions."`
}

// Run shows the versions of an item side by side, what is proposed and why, and
// what saving would do.
func (c conflictShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		s, err := e.Session(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			shape := r.describeSettling(s)
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

// ways are the commands that settle an item, one for each version and for the
// proposal.
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

// remedies are the flags that fill what is open beside a proposal.
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
