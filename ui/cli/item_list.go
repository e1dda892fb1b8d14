package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/record/quick"
	"crossfeed/engine/store"
)

// listFlags say which rows of a list are shown, and in which order.
type listFlags struct {
	Open      bool   `help:"Only todos that are neither done nor cancelled."`
	Tag       string `placeholder:"TAG" help:"Only items with that tag."`
	DueAfter  string `placeholder:"DATE" help:"Only todos that are due on that day or later."`
	DueBefore string `placeholder:"DATE" help:"Only todos that are due on that day or earlier."`
	Sort      string `enum:",due,priority,title,changed,order" default:"" help:"Sort by due, priority, title, changed or order (by hand). Default: as they were made."`
}

// query is q with what the flags ask for.
func (l listFlags) query(r *run, q store.Query) (_ store.Query, err error) {
	q.Open, q.Tag = l.Open, l.Tag
	if q.DueFrom, err = r.day("--due-after", l.DueAfter); err != nil {
		return q, err
	}
	q.DueTo, err = r.day("--due-before", l.DueBefore)
	return q, err
}

// day reads a date of a flag; "" is none.
func (r *run) day(flag, text string) (string, error) {
	if text == "" {
		return "", nil
	}
	d, ok := quick.Date(text, r.now())
	if !ok {
		return "", misuse("%s %q: a day is wanted, such as 2026-11-27 or tomorrow", flag, text)
	}
	return d.Day().String(), nil
}

// order sorts rows; what lacks what is sorted by comes last.
func (l listFlags) order(rows []store.Row) {
	by := map[string]func(a, b store.Row) int{
		"due":      func(a, b store.Row) int { return lastWithout(a.Due == "", b.Due == "", cmp.Compare(a.Due, b.Due)) },
		"priority": func(a, b store.Row) int { return lastWithout(a.Priority == 0, b.Priority == 0, a.Priority-b.Priority) },
		"title":    func(a, b store.Row) int { return cmp.Compare(store.Fold(a.Title), store.Fold(b.Title)) },
		"changed":  func(a, b store.Row) int { return a.When.Compare(b.When) },
		"order":    func(a, b store.Row) int { return lastWithout(!a.Ordered, !b.Ordered, cmp.Compare(a.Order, b.Order)) },
	}[l.Sort]
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

// rows writes rows as a table. Where there are todos it has their columns.
func (r *run) rows(e *engine.Engine, rows []store.Row) error {
	for _, row := range rows {
		if row.Damaged {
			r.attend("item %s: %v", row.ID, store.ErrDamagedItem)
		}
	}
	if slices.ContainsFunc(rows, func(row store.Row) bool { return row.Kind == record.Todo }) {
		return r.table("no items", append([]string{"ID", ""}, todoHeading...), each(rows, todoCells))
	}
	person, err := r.people(e)
	if err != nil {
		return err
	}
	return r.table("no items", rowHeading, each(rows, func(row store.Row) []string { return rowCells(row, person) }))
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
