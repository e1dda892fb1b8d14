package cli

import (
	"fmt"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/reconcile"
	"crossfeed/engine/settle/session"
)

type conflictShow struct{ oneItem }

// Run shows the versions of an item.
func (c conflictShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		s, err := e.Session(r.ctx, c.Set, c.ID)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(describeItem(s.Item(), true))
		}
		candidates := s.Candidates()
		if err := r.columns(each(candidates, candidateCells)); err != nil {
			return err
		}
		for _, cell := range s.Cells() {
			if cell.Alike {
				continue
			}
			if err := r.print("\n%s\n%s", cell.Field, compared(cell, candidates)); err != nil {
				return err
			}
		}
		if s.OtherData() {
			return r.print("\nother data differ: they stay with the version that is taken whole")
		}
		return nil
	})
}

func candidateCells(c session.Candidate) []string {
	flag, own := fmt.Sprintf("--take %d", c.Number), ""
	if c.Number == 0 {
		flag = "--keep"
	}
	if c.Own {
		own = "your own"
	}
	return []string{c.Letter, flag, changed(c.Version), state(c.Version.Deleted, 0), own}
}

// compared shows the versions of a field: as they are or, where the field has
// several lines or elements, as differences from the winner's. A deleted version
// says nothing.
func compared(cell session.Cell, candidates []session.Candidate) string {
	var all []string
	for i, c := range candidates {
		switch {
		case c.Version.Deleted:
		case several(cell) && i > 0:
			all = append(all, fmt.Sprintf("  %s → %s", candidates[0].Letter, c.Letter))
			all = append(all, drawRows(differences(cell, i))...)
		case !several(cell):
			all = append(all, fmt.Sprintf("  %s  %s", c.Letter, inOneLine(cell.Values[i])))
		}
	}
	return strings.Join(all, "\n")
}

// several tells whether a field has several lines or elements.
func several(cell session.Cell) bool { return cell.Lines || cell.Form.Rows() }

// differences compares what the winner says with what another version says:
// elements whatever their order, texts line by line.
func differences(cell session.Cell, other int) []reconcile.Row {
	if cell.Form.Rows() {
		return reconcile.Set(elements(cell.Values[0]), elements(cell.Values[other]))
	}
	return reconcile.Text(cell.Values[0], cell.Values[other])
}

// drawRows writes a text difference: - before lines of the left text, + before
// those of the right one, and what differs inside a line in brackets.
func drawRows(rows []reconcile.Row) []string {
	var all []string
	for _, row := range rows {
		if row.Kind == reconcile.Equal {
			all = append(all, "      "+drawSide(row.Left))
			continue
		}
		if row.Left.Number > 0 {
			all = append(all, "    - "+drawSide(row.Left))
		}
		if row.Right.Number > 0 {
			all = append(all, "    + "+drawSide(row.Right))
		}
	}
	return all
}

func drawSide(s reconcile.Side) string {
	var text strings.Builder
	for _, p := range s.Spans {
		if p.Marked {
			text.WriteString("[" + p.Text + "]")
		} else {
			text.WriteString(p.Text)
		}
	}
	return text.String()
}
