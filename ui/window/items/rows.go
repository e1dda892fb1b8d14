package items

import (
	"strings"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

func (p *Pane) draw(i int, into fyne.CanvasObject) {
	if i >= len(p.now.Rows) {
		return
	}
	row, r := into.(*widget.RichRow), p.now.Rows[i]
	row.OnFold = func() { p.events.Fold(r.Item(), !r.Folded) }
	row.OnLead = func() { p.tapLead(i, r) }
	if r.Heading != nil {
		row.Set(headingCells(*r.Heading))
		return
	}
	row.Set(p.cells(r))
}

// tapLead turns a todo's check box over; of other rows the sign is part of the
// row.
func (p *Pane) tapLead(i int, r snapshot.Row) {
	switch {
	case r.Heading != nil:
	case !hasBox(r):
		p.FocusList()
		p.markRow(i)
	case r.Done:
		p.events.Do(Action{Verb: Reopen}, []snapshot.Row{r})
	default:
		p.events.Do(Action{Verb: Complete}, []snapshot.Row{r})
	}
}

func hasBox(r snapshot.Row) bool { return r.Kind == record.Todo && !r.Deleted }

func (p *Pane) cells(r snapshot.Row) widget.RichCells {
	c := widget.RichCells{Text: say.Title(r.Title), Depth: r.Depth, Fold: p.fold(r), Strong: exclamation(r.Priority)}
	if c.Text != r.Title {
		c.Look = widget.Look{Color: theme.Quiet, Style: fyne.TextStyle{Italic: true}}
	}
	if r.Deleted || r.Done || r.Cancelled {
		c.Look.Color, c.Strong = theme.Quiet, ""
	}
	c.Aside = p.aside(r)
	c.Marks = marksOf(r)
	p.note(&c, r)
	p.lead(&c, r)
	return c
}

// lead is the check box of a todo; of other items, what waits to be settled or
// saved, which stands before the note of a todo.
func (p *Pane) lead(c *widget.RichCells, r snapshot.Row) {
	var state string
	switch {
	case p.events.HasDraft(r.Item()):
		state = theme.IconDraft
		c.Note = notSaved(r)
	case r.Conflicts > 0:
		state = theme.IconFlag
		c.Note = strings.TrimSuffix(versions(r)+" · "+c.Note, " · ")
	}
	if state != "" {
		c.Sign = theme.Icon(state, theme.Attention)
	}
	if hasBox(r) {
		c.Lead = theme.Icon(boxOf(r), theme.Quiet)
	} else {
		c.Lead, c.Sign = c.Sign, nil
	}
}

func boxOf(r snapshot.Row) string {
	switch {
	case r.Done:
		return theme.IconDone
	case r.Cancelled:
		return theme.IconCancelled
	}
	return theme.IconOpen
}

func (p *Pane) fold(r snapshot.Row) widget.Fold {
	switch {
	case r.Folded:
		return widget.FoldClosed
	case r.Parts > 0:
		return widget.FoldOpen
	case p.now.Subtasks:
		return widget.FoldRoom
	}
	return widget.NoFold
}
