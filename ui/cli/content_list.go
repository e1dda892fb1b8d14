package cli

import (
	"strings"

	"crossfeed/engine"
)

type contentList struct {
	Name   string `arg:"" optional:"" help:"Name of a library, its address, or its number: then what is in it. Default: list the libraries."`
	Hidden bool   `help:"List items that their publisher hides, too."`
}

// Run lists the libraries, or what is in one.
func (c contentList) Run(r *run) error {
	if c.Name == "" {
		return r.with(func(e *engine.Engine) error {
			all, err := e.Libraries(r.ctx)
			if err != nil {
				return err
			}
			if r.flags.JSON {
				return r.json(each(all, describeLibrary))
			}
			if err := r.table("there is no library yet: crossfeed content add LOCATION", libraryHeading, each(all, libraryCells)); err != nil {
				return err
			}
			for _, l := range all {
				if l.Health.Error != "" {
					r.say("%s: %s", l.Name, inOneLine(l.Health.Error))
				}
			}
			return nil
		})
	}
	return r.inLibrary(c.Name, func(e *engine.Engine, l engine.Library) error {
		if r.flags.JSON {
			return c.json(r, e, l)
		}
		return c.tree(r, e, l)
	})
}

// tree writes what is in a library, each item below the one whose feed it is in.
func (c contentList) tree(r *run, e *engine.Engine, l engine.Library) error {
	var rows [][]string
	var failed []engine.ContentEntryFile
	var pages []engine.ContentPage
	hidden := 0
	t := contentTree{run: r, engine: e, library: l, page: func(p engine.ContentPage) { pages = append(pages, p) }}
	t.entry = func(i engine.ContentEntry, depth int) bool {
		_, leads := nestedIn(i)
		if i.Hidden && !c.Hidden && !leads {
			hidden++
			return false
		}
		rows = append(rows, entryRows(i, depth)...)
		for _, f := range i.Files {
			if f.Error != "" {
				failed = append(failed, f)
			}
		}
		return true
	}
	if err := t.walk(""); err != nil {
		return err
	}
	if err := r.table("nothing of "+l.Name+" is here yet: crossfeed content sync "+quotedName(l.Name), []string{"TITLE", "STATE", "SIZE", "ADDRESS"}, rows); err != nil {
		return err
	}
	for _, p := range pages {
		r.sayProblems(p.Address, p.Wrong, p.Problems)
	}
	for _, f := range failed {
		r.say("%s", named(f.Address, inOneLine(f.Error)))
	}
	if hidden > 0 {
		r.say("%d hidden: --hidden lists them", hidden)
	}
	return nil
}

// entryRows are the rows of an item: one, or where it has several files one each below it.
func entryRows(i engine.ContentEntry, depth int) (rows [][]string) {
	indent := strings.Repeat("  ", depth)
	title := inOneLine(i.Title)
	switch len(i.Files) {
	case 0:
		return [][]string{{indent + titleOr(title, i.ID), "", "", ""}}
	case 1:
		return [][]string{fileCells(indent+titleOr(title, i.Files[0].Name), i.Files[0])}
	}
	rows = append(rows, []string{indent + titleOr(title, i.ID), "", "", ""})
	for _, f := range i.Files {
		rows = append(rows, fileCells(indent+"  "+inOneLine(f.Name), f))
	}
	return rows
}

func titleOr(title, other string) string {
	if title == "" {
		return inOneLine(other)
	}
	return title
}
