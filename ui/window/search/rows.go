package search

import (
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// line is a row of the page: the heading of a list, one of its hits, or how many more it has.
type line struct {
	hits *snapshot.Hits
	// row is the hit; nil for the other two.
	row *snapshot.Row
	// more is the number of hits that are not shown, in the last row of a list.
	more int
}

func linesOf(all []snapshot.Hits) []line {
	var lines []line
	for i := range all {
		h := &all[i]
		lines = append(lines, line{hits: h})
		for j := range h.Rows {
			lines = append(lines, line{hits: h, row: &h.Rows[j]})
		}
		if more := h.Found - len(h.Rows); more > 0 {
			lines = append(lines, line{hits: h, more: more})
		}
	}
	return lines
}

func (l line) canOpen() bool { return l.row != nil || l.more > 0 }

// same reports whether a row of other hits is the same item, or the last row of the same list.
func (l line) same(other line) bool {
	if l.row == nil || other.row == nil {
		return l.row == other.row && l.hits.Place == other.hits.Place && (l.more > 0) == (other.more > 0)
	}
	return l.hits.Place == other.hits.Place && l.row.Item() == other.row.Item()
}

// entry draws a line. A click opens it.
type entry struct {
	*widget.Press
	row   *widget.RichRow
	index int
}

func (p *Page) newEntry() *entry {
	e := &entry{row: widget.NewRichRow(p.keys)}
	e.Press = widget.NewPress(p.keys, e.row, func() { p.enter(e.index) })
	e.row.OnLead = func() { p.enter(e.index) }
	return e
}

func (p *Page) draw(i int, into fyne.CanvasObject) {
	if i >= len(p.lines) {
		return
	}
	e, l := into.(*entry), p.lines[i]
	e.index = i
	switch {
	case l.row != nil:
		e.row.Set(p.cells(*l.row, l.hits.Place))
	case l.more > 0:
		e.row.Set(widget.RichCells{Text: wording.L("n-more", "{{.N}} more…", wording.Data{"N": wording.Number(l.more)}), Style: widget.TextStyle{Color: theme.Quiet}})
	default:
		look := widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText, Style: fyne.TextStyle{Bold: true}}
		e.row.Set(widget.RichCells{Text: titleOf(l.hits.Place), Style: look, Flush: true, Note: wording.Number(l.hits.Found)})
	}
}

func titleOf(at snapshot.Place) string {
	if at.Kind == snapshot.KindDeleted {
		return wording.L("trash", "Trash")
	}
	return at.Set
}

// cells returns a hit with what tells it from others: its tags, when it is due or was changed,
// and in the trash its list.
func (p *Page) cells(r snapshot.Row, at snapshot.Place) widget.RichCells {
	c := widget.RichCells{Text: wording.Title(r.Title), Note: p.speaker.Short(r.When)}
	if r.Kind == record.Todo {
		c.Note = ""
		if due, err := record.ParseDate(r.Due); err == nil {
			c.Note = p.speaker.Due(due)
		}
	}
	switch {
	case r.Conflicts > 0 || r.Flagged:
		c.Lead = theme.Icon(theme.IconFlag, theme.Attention)
	case r.Deleted:
		c.Lead = theme.Icon(theme.IconDeleted, theme.Quiet)
	case r.Kind == record.Todo:
		c.Lead = theme.Box(r.Done, r.Cancelled)
	case r.Kind == record.Contact:
		c.Lead = theme.Icon(theme.IconContacts, theme.Quiet)
	case r.Kind == record.Outline:
		c.Lead = theme.Icon(theme.IconOutline, theme.Quiet)
	default:
		c.Lead = theme.Icon(theme.IconNotes, theme.Quiet)
	}
	if c.Text != r.Title {
		c.Style = widget.TextStyle{Color: theme.Quiet, Style: fyne.TextStyle{Italic: true}}
	}
	if r.Deleted || !r.Open() {
		c.Style.Color = theme.Quiet
		c.Style.Style.Strikethrough = !r.Deleted
	}
	var aside []string
	if at.Kind == snapshot.KindDeleted {
		aside = append(aside, r.Set)
	}
	c.Aside = strings.Join(append(aside, r.Hashtags()...), "  ")
	return c
}

// countText says how many hits there are; "" if there are none.
func countText(hits []snapshot.Hits) string {
	found := 0
	for _, h := range hits {
		found += h.Found
	}
	if found == 0 {
		return ""
	}
	return wording.N("n-matches", "{{.N}} matches", found, wording.Data{"N": wording.Number(found)})
}

// hintFor explains why there are no rows; "" if there are some.
func hintFor(text string, hits int) string {
	switch {
	case hits > 0:
		return ""
	case text == "":
		return wording.L("type-to-search-all-lists-enter", "Type to search all lists. Enter opens the selected match.")
	}
	return wording.L("nothing-found", "Nothing found.")
}
