package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/record/quickadd"
	"crossfeed/engine/store"
)

// listFlags select and sort the rows of a list.
type listFlags struct {
	Open      bool   `help:"Only todos that are neither completed nor cancelled."`
	Tag       string `placeholder:"TAG" help:"Only items with this tag."`
	DueAfter  string `placeholder:"DATE" help:"Only todos due on this day or later."`
	DueBefore string `placeholder:"DATE" help:"Only todos due on this day or earlier."`
	Sort      string `enum:",due,priority,title,changed,order" default:"" help:"Sort by due, priority, title, changed or order (manual). Default: order of creation."`
}

// query adds the conditions of the flags to q.
func (l listFlags) query(r *run, q store.Query) (_ store.Query, err error) {
	q.Open, q.Tag = l.Open, l.Tag
	if q.DueFrom, err = r.day("--due-after", l.DueAfter); err != nil {
		return q, err
	}
	q.DueTo, err = r.day("--due-before", l.DueBefore)
	return q, err
}

// day parses the date of a flag; "" means none.
func (r *run) day(flag, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	d, ok := quickadd.Date(text, r.now())
	if !ok {
		return "", misuse("%s %q: not a date; use for example 2026-11-27 or tomorrow", flag, text)
	}
	return d.Day().String(), nil
}

// order sorts rows. Rows without the field to sort by come last.
func (l listFlags) order(rows []store.Row) {
	by := map[string]func(a, b store.Row) int{
		"due":      func(a, b store.Row) int { return lastWithout(a.Due == "", b.Due == "", cmp.Compare(a.Due, b.Due)) },
		"priority": func(a, b store.Row) int { return lastWithout(a.Priority == 0, b.Priority == 0, a.Priority-b.Priority) },
		"changed":  func(a, b store.Row) int { return a.When.Compare(b.When) },
		"order":    func(a, b store.Row) int { return lastWithout(!a.Ordered, !b.Ordered, cmp.Compare(a.Order, b.Order)) },
	}[l.Sort]
	if l.Sort == "title" {
		store.SortByName(rows, func(r store.Row) string { return r.Title })
	}
	if by != nil {
		slices.SortStableFunc(rows, by)
	}
}

func lastWithout(a, b bool, otherwise int) int {
	switch {
	case a == b:
		return otherwise
	case a:
		return 1
	}
	return -1
}

// rows writes rows as a table. If there are todos, it has columns for them.
func (r *run) rows(e *engine.Engine, rows []store.Row) error {
	for _, row := range rows {
		if row.Damaged {
			r.attend("item %s: %v", row.ID, store.ErrDamagedItem)
		}
	}
	if slices.ContainsFunc(rows, func(row store.Row) bool { return row.Kind == record.Todo }) {
		return r.table("No items.", append([]string{"ID", ""}, todoHeading...), each(rows, todoCells))
	}
	person, err := r.people(e)
	if err != nil {
		return err
	}
	return r.table("No items.", rowHeading, each(rows, func(row store.Row) []string { return rowCells(row, person) }))
}

var todoHeading = []string{"TITLE", "DUE", "PRIORITY", "TAGS", ""}

func todoCells(row store.Row) []string {
	mark, priority := "[ ]", ""
	switch {
	case row.Done:
		mark = "[x]"
	case row.Cancelled:
		mark = "[-]"
	}
	if row.Priority > 0 {
		priority = strconv.Itoa(row.Priority)
	}
	return []string{row.ID, mark, inOneLine(row.Title), row.Due, priority, strings.Join(row.Tags, ", "), rowState(row)}
}

type smartCommand struct {
	Kind string `arg:"" enum:"today,upcoming,overdue,all,no-date,completed,tag" help:"today, upcoming, overdue, all, no-date, completed or tag."`
	Tag  string `arg:"" optional:"" help:"Name of the tag, for smart tag."`
}

// Run lists todos of all lists.
func (c smartCommand) Run(r *run) error {
	switch {
	case c.Kind == "tag" && c.Tag == "":
		return misuse("give the name of a tag: crossfeed smart tag NAME")
	case c.Kind != "tag" && c.Tag != "":
		return misuse("%s takes no tag; to list todos by tag: crossfeed smart tag NAME", c.Kind)
	}
	return r.with(func(e *engine.Engine) error {
		rows, err := e.Lists.Smart(r.ctx, lists.Smart{Kind: lists.SmartKind(c.Kind), Tag: c.Tag})
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.smart(e, rows)
		}
		return r.table("No todos.", append([]string{"LIST", "ID", ""}, todoHeading...), each(rows, func(row store.InSet) []string {
			return append([]string{inOneLine(row.Set)}, todoCells(row.Row)...)
		}))
	})
}

// smart writes todos with the names of their lists.
func (r *run) smart(e *engine.Engine, rows []store.InSet) error {
	shapes := []itemShape{}
	for _, row := range rows {
		it, err := e.Lists.Item(r.ctx, row.Set, row.ID)
		if err != nil {
			return err
		}
		shape := describeItem(it, true)
		shape.Set = row.Set
		shapes = append(shapes, shape)
	}
	return r.json(shapes)
}
