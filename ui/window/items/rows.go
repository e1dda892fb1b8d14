package items

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

func (p *Pane) draw(i int, into fyne.CanvasObject) {
	if i >= len(p.now.Rows) {
		return
	}
	row, r := into.(*widget.RichRow), p.now.Rows[i]
	if r.Item() == p.rename.item {
		p.rename.follow() // the rows were scrolled
	}
	row.OnFold = func() {
		p.FocusList()
		p.fold(r, !r.Folded)
	}
	row.OnLead = func() { p.tapLead(i, r) }
	if r.Heading != nil {
		row.Set(headingCells(*r.Heading))
		return
	}
	row.Set(p.cells(r))
}

// tapLead toggles a todo's tick box. In other rows the icon belongs to the row, and selects
// it.
func (p *Pane) tapLead(i int, r snapshot.Row) {
	p.FocusList()
	switch {
	case r.Heading != nil:
	case !hasBox(r):
		p.markRow(i)
	case r.Done:
		p.events.Do(Action{Verb: Reopen}, []snapshot.Row{r})
	default:
		p.events.Do(Action{Verb: Complete}, []snapshot.Row{r})
	}
}

func hasBox(r snapshot.Row) bool { return r.Kind == record.Todo && !r.Deleted }

func (p *Pane) cells(r snapshot.Row) widget.RichCells {
	c := widget.RichCells{Text: wording.Title(r.Title), Depth: r.Depth, Fold: p.foldOf(r), Strong: exclamation(r.Priority)}
	if c.Text != r.Title {
		c.Style = widget.TextStyle{Color: theme.Quiet, Style: fyne.TextStyle{Italic: true}}
	}
	if r.Deleted || r.Done || r.Cancelled {
		c.Style.Color, c.Strong = theme.Quiet, ""
		c.Style.Style.Strikethrough = !r.Deleted
	}
	c.Aside = p.aside(r)
	c.Marks = append(p.listMark(r), marksOf(r)...)
	p.note(&c, r)
	p.lead(&c, r)
	return c
}

// lead sets the icons: a todo has a tick box, and the state of a conflict or draft before its
// note. Other items have the state in place of the box.
func (p *Pane) lead(c *widget.RichCells, r snapshot.Row) {
	var state string
	switch {
	case p.events.HasDraft(r.Item()):
		state = theme.IconDraft
		c.Note = notSaved(r)
	case r.Conflicts > 0 || r.Flagged:
		state = theme.IconFlag
		c.Note = strings.TrimSuffix(versions(r)+" · "+c.Note, " · ")
	}
	if state != "" {
		c.Sign = theme.Icon(state, theme.Attention)
	}
	if hasBox(r) {
		c.Lead = theme.Box(r.Done, r.Cancelled)
	} else {
		c.Lead, c.Sign = c.Sign, nil
	}
	p.leadFeed(c, r)
}

// leadFeed sets the icon of an outline item that refers to a feed. The state of a conflict or
// draft takes precedence. Outline items without an icon do not reserve space for one.
func (p *Pane) leadFeed(c *widget.RichCells, r snapshot.Row) {
	if r.Kind != record.Outline {
		return
	}
	c.Close = p.now.IsOutline()
	switch sign := theme.Icon(theme.IconFeed, theme.Quiet); {
	case r.Feed && c.Lead == nil:
		c.Lead = sign
	case r.Feed:
		c.Marks = append(c.Marks, sign)
	}
}

// fold hides or shows the rows below a row.
func (p *Pane) fold(r snapshot.Row, folded bool) {
	switch {
	case !p.now.IsOutline():
		p.events.Fold(r.Item(), folded)
	case folded:
		p.events.Branches(p.branches().Shut(r.ID))
	default:
		p.events.Branches(p.branches().Opened(r.ID))
	}
}

func (p *Pane) foldOf(r snapshot.Row) widget.Fold {
	switch {
	case r.Folded:
		return widget.FoldClosed
	case r.Parts > 0:
		return widget.FoldOpen
	case p.now.IsOutline():
		return widget.FoldLeaf
	case p.now.Subtasks:
		return widget.FoldRoom
	}
	return widget.NoFold
}

// aside returns secondary information: the ancestors of a search result, the number of rows in
// a closed branch, or the progress of subtasks; the list, in places that show several; and the
// tags.
func (p *Pane) aside(r snapshot.Row) string {
	var words []string
	switch {
	case len(r.Path) > 0:
		words = append(words, wording.Path(r.Path))
	case r.Folded && p.now.IsOutline():
		words = append(words, wording.Number(r.Parts))
	case r.Parts > 0 && !p.now.IsOutline():
		words = append(words, strconv.Itoa(r.PartsDone)+"/"+strconv.Itoa(r.Parts))
	}
	if p.showsLists() {
		words = append(words, r.Set)
	}
	return strings.Join(append(words, r.Hashtags()...), "  ")
}

// showsLists reports whether the rows say which list they are in.
func (p *Pane) showsLists() bool {
	return p.now.Place.Kind != snapshot.KindList && p.now.Place.Kind != snapshot.KindFeed
}

// listMark returns the icon of a row's list, if the row says which list that is and a person
// chose an icon or a color for it.
func (p *Pane) listMark(r snapshot.Row) []fyne.Resource {
	l, there := p.now.List(r.Set)
	if !there || !p.showsLists() || l.Display.Color == "" && l.Display.Icon == "" {
		return nil
	}
	return []fyne.Resource{theme.ListIcon(l.Display.Icon, l.Display.Color, l.Kind)}
}

func marksOf(r snapshot.Row) []fyne.Resource {
	var marks []fyne.Resource
	if r.Repeats && !r.Done {
		marks = append(marks, theme.Icon(theme.IconRepeat, theme.Quiet))
	}
	if r.Alarms && !r.Done {
		marks = append(marks, theme.Icon(theme.IconAlarm, theme.Quiet))
	}
	return marks
}

// exclamation returns a priority as marks: one for low, three for high (RFC 5545 §3.8.1.9).
func exclamation(priority int) string {
	switch {
	case priority == 0:
		return ""
	case priority < 5:
		return "!!!"
	case priority == 5:
		return "!!"
	}
	return "!"
}

// note sets the note: when a todo is due, how to reach a contact, who deleted a deleted item, or
// when any other item was changed.
func (p *Pane) note(c *widget.RichCells, r snapshot.Row) {
	due, err := record.ParseDate(r.Due)
	switch {
	case r.Deleted:
		c.Note = p.speaker.Person(r.By) + " · " + p.speaker.Short(r.When)
	case r.Kind == record.Todo && err != nil:
	case r.Kind == record.Contact:
		c.Note = r.PhoneOrEmail
	case r.Kind != record.Todo:
		c.Note = p.speaker.Short(r.When)
	case !r.Done && !r.Cancelled && p.speaker.Overdue(due):
		c.Sign = theme.Icon(theme.IconOverdue, theme.Attention)
		c.Note = wording.L("overdue-when", "overdue: {{.When}}", wording.Data{"When": p.speaker.Due(due)})
		c.NoteStyle = widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}, Size: captionSize}
	default:
		c.Note = p.speaker.Due(due)
	}
}

func versions(r snapshot.Row) string {
	if r.Conflicts == 0 {
		return wording.L("marked", "marked")
	}
	return wording.L("n-versions", "{{.N}} versions", wording.Data{"N": r.Conflicts + 1})
}

// notSaved replaces the time: a draft is newer than any change.
func notSaved(r snapshot.Row) string {
	if r.Conflicts == 0 && !r.Flagged {
		return wording.L("not-saved", "not saved")
	}
	return wording.L("not-saved", "not saved") + " · " + versions(r)
}

const captionSize = fynetheme.SizeNameCaptionText

func headingCells(h snapshot.Heading) widget.RichCells {
	look := widget.TextStyle{Color: theme.Quiet, Size: captionSize, Style: fyne.TextStyle{Bold: true}}
	return widget.RichCells{Text: headingText(h), Style: look, Flush: true, Note: strconv.Itoa(h.Rows)}
}

func headingText(h snapshot.Heading) string {
	switch {
	case h.Group == snapshot.GroupByLetter:
		return cmp.Or(h.Letter, "#")
	case h.Group == snapshot.GroupBySection:
		return h.Section
	case h.Group == snapshot.GroupByTag && h.Tag == "":
		return wording.L("no-tags", "No tags")
	case h.Group == snapshot.GroupByTag:
		return "#" + h.Tag
	}
	switch h.Bucket {
	case snapshot.Overdue:
		return wording.L("overdue", "Overdue")
	case snapshot.Today:
		return wording.L("today", "Today")
	case snapshot.Tomorrow:
		return wording.L("tomorrow", "Tomorrow")
	case snapshot.Soon:
		return wording.L("next-7-days", "Next 7 days")
	case snapshot.Later:
		return wording.L("later", "Later")
	case snapshot.Over:
		return wording.L("done-or-canceled", "Done or canceled")
	}
	return wording.L("no-due-date", "No due date")
}

func titleOf(now *snapshot.Snapshot) string {
	at := now.Place
	switch at.Kind {
	case snapshot.KindConflicts:
		return wording.L("conflicts", "Conflicts")
	case snapshot.KindDeleted:
		return wording.L("trash", "Trash")
	case snapshot.KindFeed:
		if f, there := now.Feed(at.Set, at.Location); there {
			return f.Name()
		}
	case snapshot.KindTag:
		return "#" + at.Tag
	}
	return cmp.Or(at.Kind.SmartTitle(), at.Set)
}

// hintFor explains why there are no rows; "" if there are some.
func hintFor(now *snapshot.Snapshot) string {
	switch {
	case len(now.Rows) > 0:
		return ""
	case now.Search != "":
		return wording.L("nothing-found-esc-ends-the-search", "Nothing found. Esc ends the search.")
	case now.Place.Kind == snapshot.KindConflicts:
		return wording.L("no-conflicts", "No conflicts.")
	case now.Place.Kind == snapshot.KindDeleted:
		return wording.L("nothing-was-deleted", "Nothing was deleted.")
	case now.Place.Kind == snapshot.KindList && now.Arrangement.HideDone:
		return wording.L("all-done-use-sort-to-show", "All done. Use “Sort” to show completed items.")
	case now.Place.Kind == snapshot.KindList:
		return wording.L("the-list-is-empty-ctrl-n", "The list is empty. Ctrl+N adds an item.")
	}
	return emptySmart(now.Place.Kind)
}

func emptySmart(k snapshot.Kind) string {
	switch k {
	case snapshot.KindToday:
		return wording.L("nothing-is-due-today", "Nothing is due today.")
	case snapshot.KindUpcoming:
		return wording.L("nothing-is-due-later", "Nothing is due later.")
	case snapshot.KindOverdue:
		return wording.L("nothing-is-overdue", "Nothing is overdue.")
	case snapshot.KindAllTodos:
		return wording.L("everything-is-done", "Everything is done.")
	case snapshot.KindNoDate:
		return wording.L("every-open-todo-has-a-date", "Every open todo has a due date.")
	case snapshot.KindCompleted:
		return wording.L("nothing-is-completed-yet", "Nothing is completed yet.")
	case snapshot.KindTag:
		return wording.L("no-open-items-have-this-tag", "No open items have this tag.")
	}
	return ""
}
