package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/wording"
)

type conflictCommands struct {
	List    conflictList    `cmd:"" help:"List open conflicts."`
	Show    conflictShow    `cmd:"" help:"Show the versions of an item side by side, with the merged result and suggestions."`
	Resolve conflictResolve `cmd:"" help:"Resolve one conflict, or many by a rule."`
	Undo    conflictUndo    `cmd:"" help:"Undo the last resolution."`
	Log     conflictLog     `cmd:"" help:"List the resolutions saved on this device."`
}

type conflictList struct {
	List []string `arg:"" optional:"" help:"Lists to include. Default: all."`
}

func (c conflictList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if r.flags.JSON {
			return r.conflicted(e, c.List)
		}
		open, err := e.Conflicts.List(r.ctx, c.List...)
		if err != nil {
			return err
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		return r.table("No conflicts.", []string{"LIST", "ID", "TITLE", "CHANGED", "BY", ""},
			each(open, func(u store.InSet) []string {
				return append([]string{inOneLine(u.Set)}, rowCells(u.Row, person)...)
			}))
	})
}

// conflicted writes the items with open conflicts, with the names of their lists.
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
	List     string `arg:"" optional:"" help:"Name of the list. Default: all lists."`
	ID       string `arg:"" optional:"" help:"ID of the item. Default: all items."`
	Limit    int    `placeholder:"N" help:"Print at most N resolutions, newest first. Default: all."`
	Markdown bool   `help:"Print the log as Markdown."`
}

func (c conflictLog) Run(r *run) error {
	if c.Limit < 0 {
		return misuse("--limit %d: must not be negative", c.Limit)
	}
	if c.Markdown && r.flags.JSON {
		return misuse("--markdown and --json cannot be combined")
	}
	return r.with(func(e *engine.Engine) error {
		if c.List != "" {
			if _, err := e.Conflicts.List(r.ctx, c.List); err != nil {
				return err
			}
		}
		all, err := e.Conflicts.Resolutions(r.ctx, c.List, c.ID, c.Limit)
		if err != nil {
			return err
		}
		return c.write(r, e, all)
	})
}

func (c conflictLog) write(r *run, e *engine.Engine, all []conflicts.Resolution) error {
	speaker, err := r.speaker(e)
	switch {
	case err != nil:
		return err
	case c.Markdown:
		var text strings.Builder
		if err := speaker.WriteResolutions(&text, all); err != nil {
			return fmt.Errorf("writing the resolutions: %w", err)
		}
		return r.print("%s", strings.TrimSuffix(text.String(), "\n"))
	case r.flags.JSON:
		return written(0, conflicts.WriteLog(r.env.Stdout, all))
	}
	return r.table("No resolutions.", []string{"AT", "LIST", "ID", "TITLE", "UPDATE", "RESOLUTION"},
		each(all, func(d conflicts.Resolution) []string { return decided(d, speaker) }))
}

// decided returns the cells of a resolution.
func decided(d conflicts.Resolution, speaker wording.Speaker) []string {
	what := inOneLine(speaker.Decided(d.Decision))
	if d.Undone {
		what += " (undone)"
	}
	return []string{instant(d.At), inOneLine(d.Set), d.Item, inOneLine(d.Title), strconv.Itoa(d.Update), what}
}

type conflictShow struct {
	oneItem
	All bool `help:"Also show fields that are the same in all versions."`
}

// Run shows the versions of an item side by side, the suggestions with their reasons, and what
// saving would do.
func (c conflictShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		s, err := e.Conflicts.Session(r.ctx, c.List, c.ID)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			shape := r.describeResolution(s)
			shape.Proposal, shape.Suggestions = results(s), suggestions(s)
			return r.json(shape)
		}
		view, err := r.view(e)
		if err != nil {
			return err
		}
		view.all, view.where = c.All, r.whereIn(e, c.List)
		if err := r.lines(append(view.draw(s), view.suggested(s)...)); err != nil {
			return err
		}
		return r.lines(append([]string{""}, ways(resolveOf(c.List, c.ID), s)...))
	})
}

// ways returns the commands that resolve a conflict: one for each version, one for the
// original if there is one, and one for each kind of merge that leaves less open than the
// previous one.
func ways(command string, s *conflicts.Session) []string {
	if s.Situation() == conflicts.Orphaned {
		return []string{command + " --keep  # restores the deleted parent", command + " --original  # moves the item back"}
	}
	var all []string
	add := func(flags string, open []string) {
		all = append(all, strings.Join(append([]string{command, flags}, remedies(s, open)...), " "))
	}
	for _, c := range s.Candidates() {
		switch {
		case c.Number == 0 && c.Missing:
			add("--keep", nil)
		case c.Number == 0:
			add("--keep  # "+c.Letter, nil)
		case !c.Missing:
			add(fmt.Sprintf("--take %d  # %s", c.Number, c.Letter), nil)
		}
	}
	if open, possible := tried(s, s.TakeOriginal); possible && len(s.Candidates()) > 1 {
		add("--original", open)
	}
	add("--merge", s.Open())
	if open, possible := tried(s, s.AcceptSuggested); possible && len(open) < len(s.Open()) {
		add("--merge --words", open)
	}
	both := bothOf(s)
	if open, possible := tried(s, func() error { return s.TakeBoth(both...) }); possible && len(open) < len(s.Open()) {
		add("--both "+strings.Join(each(both, conflicts.Letter), ","), open)
	}
	return all
}

// suggestions returns the values that suggested fields have once these are accepted.
func suggestions(s *conflicts.Session) (values map[string]any) {
	open := s.Open()
	_ = s.Try(s.AcceptSuggested, func() { // without a result nothing is suggested
		values = results(s)
		left := s.Open()
		maps.DeleteFunc(values, func(field string, _ any) bool {
			return !slices.Contains(open, field) || slices.Contains(left, field)
		})
	})
	return values
}

// tried returns what a choice would leave open, and whether it is possible.
func tried(s *conflicts.Session, choice func() error) (open []string, possible bool) {
	err := s.Try(choice, func() { open = s.Open() })
	return open, err == nil
}

// bothOf returns the versions that --both would take one after the other: those that changed
// the open fields. If that differs between fields or hunks, it returns none: otherwise the
// text of a version that did not change anything there would be added for no reason.
func bothOf(s *conflicts.Session) []int {
	var both []int
	for _, c := range s.Cells() {
		if !c.Open || c.Merge != record.MergeText && c.Merge != record.MergeSet {
			continue
		}
		changed := [][]int{c.Changed}
		if hunks := s.Hunks(c.Field); hunks != nil {
			changed = each(slices.DeleteFunc(hunks, func(h conflicts.Hunk) bool { return !h.Open }), func(h conflicts.Hunk) []int { return h.Changed })
		}
		for _, numbers := range changed {
			if len(numbers) == 0 { // there is no base
				numbers = living(s)
			}
			if both != nil && !slices.Equal(both, numbers) {
				return nil
			}
			both = numbers
		}
	}
	return both
}

// living returns the versions that are neither deleted nor missing.
func living(s *conflicts.Session) []int {
	var all []int
	for _, c := range s.Candidates() {
		if !c.Version.Deleted && !c.Missing {
			all = append(all, c.Number)
		}
	}
	return all
}

// remedies returns the flags that fill the open fields.
func remedies(s *conflicts.Session, open []string) []string {
	return each(open, func(name string) string { return remedy(s, name) })
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

// firstLiving returns the letter of the first version that is not deleted.
func firstLiving(s *conflicts.Session) string {
	for _, c := range s.Candidates() {
		if !c.Version.Deleted {
			return c.Letter
		}
	}
	return "A"
}
