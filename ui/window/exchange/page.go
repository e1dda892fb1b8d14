// Package exchange implements the page that previews and imports files into a list.
package exchange

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Events are the person's actions on the page.
type Events struct {
	// Choose lets a person choose a file.
	Choose func(chosen func(path string))
	// Read reads files and plans their import into a list.
	Read func(Asked)
	// Exposed returns the location where others can read a list, or "" if the list is not
	// shared.
	Exposed func(list string) string
	// Import imports the preview.
	Import func(Preview)
	// Leave closes the page.
	Leave func()
}

// Page shows a preview.
type Page struct {
	events  Events
	speaker wording.Speaker
	object  fyne.CanvasObject
	path    *widget.Entry
	target  *target
	columns *columns
	// unfold shows and hides the columns of a table. body holds the list, center that or the columns
	// above it.
	unfold       *widget.Button
	body, center *fyne.Container
	split        *container.Split
	problem      *widget.Remark
	summary      *widget.Line
	list         *widget.List
	detail       *widget.Words
	exposes      *widget.Notice
	hint         *widget.Hint
	do           *widget.Button

	shown Preview
	// named is the path of the previewed file.
	named  string
	lines  []line
	folded map[transfer.State]bool
	// busy is set while the plan is being imported, and nothing may change it.
	busy bool
}

// detailRows is the maximum number of lines for the details of the selected row.
const detailRows = 3

// New returns a page without a file.
func New(keys *widget.Keys, speaker wording.Speaker, events Events) *Page {
	p := &Page{events: events, speaker: speaker, folded: map[transfer.State]bool{}}
	p.path = widget.NewEntry(keys, wording.L("ics-vcf-opml-csv-or-xml", ".ics, .vcf, .opml, .csv or .xml, for example: /home/me/contacts.vcf"))
	p.path.OnSubmitted = func(path string) { p.read(path) }
	p.target = newTarget(keys, p.retarget)
	p.columns = newColumns(keys, p.remap)
	p.unfold = widget.NewQuietButton(keys, nil, wording.L("columns", "Columns"), func() {
		p.showColumns(!p.columnsShown())
		widget.Focus(p.Focus(), p.object)
	})
	p.problem = widget.NewRemark()
	p.summary = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	p.detail = widget.NewWords(detailRows)
	p.exposes = widget.NewNotice("", widget.TextStyle{})
	p.hint = widget.NewHint()
	p.do = widget.NewMainButton(keys, "", p.Save)
	p.makeList(keys)
	p.body = container.NewStack(p.list, p.hint.Object())
	p.split = container.NewVSplit(p.columns.object, p.body)
	p.center = container.NewStack(p.body)
	p.object = container.NewPadded(widget.Border(p.head(keys), p.foot(keys), nil, nil, p.center))
	p.Show(Preview{})
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	own := keys.Behind(widget.Keys{Key: p.key})
	p.list = widget.NewList(own, func() fyne.CanvasObject { return widget.NewRichRow(own) }, p.drawLine)
	p.list.Choosable = func(i int) bool { return !p.lines[i].isProblem() }
	p.list.Text = p.textOf
	p.list.OnSpace = p.turn
	p.list.OnEntered = p.enter
	p.list.OnMarked = p.about
}

// head returns the title, the entry for the file and the choice of a list.
func (p *Page) head(keys *widget.Keys) fyne.CanvasObject {
	title := widget.NewLine(wording.L("import", "Import"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	choose := widget.NewButton(keys, wording.L("choose-dialog", "Choose…"), func() { p.events.Choose(p.read) })
	bold := widget.TextStyle{Style: fyne.TextStyle{Bold: true}}
	form := container.New(widget.Form{},
		widget.NewWholeLine(wording.L("file", "File"), bold), widget.Border(nil, nil, nil, choose, p.path),
		p.target.label, p.target.object)
	return container.NewVBox(title, form, p.problem.Object(), widget.Border(nil, nil, nil, p.unfold, widget.Middle(p.summary)))
}

// foot returns the details of the selected row, the notice about who can read the items, and
// the buttons.
func (p *Page) foot(keys *widget.Keys) fyne.CanvasObject {
	leave := widget.NewButton(keys, wording.L("cancel-esc", "Cancel  Esc"), p.Leave)
	return container.NewVBox(p.detail, p.exposes, widget.Flow(p.do, leave))
}

func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus returns the columns while they are shown, otherwise the list, or the entry for the file if
// the list is empty.
func (p *Page) Focus() fyne.Focusable {
	switch {
	case p.columnsShown():
		return p.columns.list
	case len(p.lines) == 0:
		return p.path
	}
	return p.list
}

func (p *Page) columnsShown() bool { return p.center.Objects[0] == fyne.CanvasObject(p.split) }

// showColumns shows or hides the columns above the list.
func (p *Page) showColumns(shown bool) {
	p.unfold.SetIcon(fynetheme.MenuExpandIcon())
	p.center.Objects = []fyne.CanvasObject{p.body}
	if shown {
		p.unfold.SetIcon(fynetheme.MenuDropDownIcon())
		p.center.Objects = []fyne.CanvasObject{p.split}
	}
	p.center.Refresh()
}

// Save imports the included entries. If another path was typed in the meantime, it reads that
// file first, because the preview is not about it.
func (p *Page) Save() {
	if path := strings.TrimSpace(p.path.Text()); !p.busy && path != "" && path != p.named {
		p.read(path)
		return
	}
	if !p.busy && p.shown.Plan != nil && taken(p.shown.Plan) > 0 {
		p.events.Import(p.shown)
	}
}

func (p *Page) Leave() { p.events.Leave() }

func (p *Page) drawLine(i int, into fyne.CanvasObject) {
	if i >= len(p.lines) {
		return
	}
	row, l := into.(*widget.RichRow), p.lines[i]
	row.OnLead = func() { p.tapLead(i) }
	row.OnFold = func() { p.fold(l.state, !p.folded[l.state]) }
	switch {
	case l.isHeading():
		row.Set(p.headingCells(l.state))
	case l.isProblem():
		row.Set(p.problemCells(l))
	default:
		row.Set(entryCells(p.shown.Plan.Entries[l.entry]))
	}
}

// headingCells shows how many entries of a group are included.
func (p *Page) headingCells(s transfer.State) widget.RichCells {
	all := p.shown.Plan.Count(s)
	c := widget.RichCells{Text: groupText(s), Style: widget.TextStyle{Style: fyne.TextStyle{Bold: true}}, Fold: widget.FoldOpen, Note: wording.Number(all)}
	if p.folded[s] {
		c.Fold = widget.FoldClosed
	}
	if canTake(s) {
		n := taken(p.shown.Plan, s)
		c.Lead = widget.Tick(n, all)
		if n != all {
			c.Note = ofAll(n, all)
		}
	}
	return c
}

// entryCells shows an entry. Outline items are indented by their level.
func entryCells(e transfer.Planned) widget.RichCells {
	c := widget.RichCells{Text: wording.Title(e.Title()), Depth: 1 + e.Level, Fold: widget.FoldRoom, Aside: changes(e), Note: at(e, e.Line)}
	if len(e.Problems) > 0 {
		c.Marks = []fyne.Resource{theme.Icon(theme.IconProblem, theme.Attention)}
	}
	switch {
	case e.State == transfer.Unreadable:
		c.Lead, c.Marks = theme.Icon(theme.IconProblem, theme.Attention), nil
		c.Text = unreadableText(e)
	case canTake(e.State) && e.Take:
		c.Lead = widget.Tick(1, 1)
	case canTake(e.State):
		c.Lead, c.Style.Color = widget.Tick(0, 1), theme.Quiet
	default:
		c.Style.Color = theme.Quiet
	}
	return c
}

func unreadableText(e transfer.Planned) string {
	if len(e.Problems) == 0 {
		return wording.Title("")
	}
	return problemText(e, 0)
}

func (p *Page) problemCells(l line) widget.RichCells {
	e := p.shown.Plan.Entries[l.entry]
	return widget.RichCells{
		Text: problemText(e, l.problem), Depth: 2 + e.Level, Fold: widget.FoldRoom, Note: at(e, e.Problems[l.problem].Line),
		Style: widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText},
	}
}

// Show shows a preview.
func (p *Page) Show(shown Preview) {
	p.shown, p.busy = shown, false
	// Entries that change nothing are folded, because there may be many.
	p.folded = map[transfer.State]bool{transfer.Same: true}
	p.lines = linesOf(shown.Plan, p.folded)
	if len(shown.files()) != 1 {
		p.Name("")
	}
	p.target.show(shown)
	p.columns.show(shown)
	widget.Show(p.unfold, shown.Columns != nil)
	// A table without a known column has to be mapped first.
	p.showColumns(shown.Columns != nil && (p.columnsShown() || shown.Plan == nil))
	p.problem.SetText(failuresText(shown))
	p.summary.SetText(summaryText(shown))
	p.hint.SetText(hintText(shown))
	p.list.SetRows(len(p.lines), widget.Nothing)
	switch {
	case len(p.lines) > 1 && p.columnsShown():
		p.list.Mark(1) // shows what the first row becomes
	case len(p.lines) > 0:
		p.list.Mark(0)
	}
	p.about(p.list.Marked())
	p.showNumber()
	p.object.Refresh()
}

// Clear shows an empty page.
func (p *Page) Clear() { p.Show(Preview{}) }

// Reading shows that files are being read. If only the list has changed, the present preview
// stays in sight until then.
func (p *Page) Reading(a Asked) {
	if a.Into != "" {
		p.Busy(true)
		return
	}
	p.Show(Preview{Asked: a})
	if len(a.Paths) == 1 {
		p.Name(a.Paths[0])
	}
	p.hint.SetText(wording.L("reading-file", "Reading {{.File}}…", wording.Data{"File": names(a.Paths)}))
}

// Shown returns the preview.
func (p *Page) Shown() Preview { return p.shown }

// Busy prevents changes to the plan while it is being imported.
func (p *Page) Busy(busy bool) {
	p.busy = busy
	p.showNumber()
}

// read requests a file that was typed or chosen.
func (p *Page) read(path string) {
	if path = strings.TrimSpace(path); path == "" {
		p.problem.SetText(wording.L("choose-a-file-to-import", "Choose a file to import."))
		return
	}
	p.Name(path)
	p.events.Read(Asked{Paths: []string{path}})
}

// retarget requests a plan for another list.
func (p *Page) retarget(into string, as record.Kind) {
	isNew := as != ""
	if p.busy || into == p.shown.Into && isNew == p.shown.New && (!isNew || as == p.shown.Kind) {
		return
	}
	a := p.shown.Asked
	a.Into, a.New, a.As = into, isNew, as
	p.again(a)
}

// remap requests a plan with another mapping of the columns.
func (p *Page) remap(m transfer.Mapping) {
	if p.busy {
		return
	}
	a := p.shown.Asked
	a.Mapping, a.As = m, p.shown.Kind
	p.again(a)
}

// again reads the same files.
func (p *Page) again(a Asked) {
	a.Paths = append(p.shown.files(), p.shown.Later...)
	p.events.Read(a)
}

// about shows details of a row: what happens to a group, or all changes and problems of an
// entry.
func (p *Page) about(i int) {
	p.detail.Set(p.aboutText(i), widget.TextStyle{})
	p.detail.Hidden = len(p.lines) == 0 // otherwise the height of the list would change
	p.object.Refresh()
}

// showNumber shows on the button how many items will be imported, and above it who can read
// them then.
func (p *Page) showNumber() {
	n := 0
	if p.shown.Plan != nil {
		n = taken(p.shown.Plan)
	}
	p.do.SetText(wording.N("import-n-items-ctrl-enter", "Import {{.N}} items  Ctrl+Enter", n, wording.Data{"N": wording.Number(n)}))
	if n == 0 {
		p.do.SetText(wording.L("import", "Import"))
	}
	widget.Enable(n > 0 && !p.busy, p.do)
	p.showExposes(n)
}

// showExposes says how many items become readable to others.
func (p *Page) showExposes(n int) {
	at := ""
	if n > 0 {
		at = p.events.Exposed(p.shown.Into)
	}
	p.exposes.SetText(wording.Exposes(n, at))
	p.exposes.Hidden = at == ""
	p.object.Refresh()
}

// Problem returns the text about files that could not be read, or "".
func (p *Page) Problem() string { return p.problem.Text() }

// Choose selects the list to import into, as a person would. The index after the last list
// selects a new one.
func (p *Page) Choose(i int) { p.target.choice.SetSelectedIndex(i) }

// Name shows a path in the entry for the file, but does not read the file.
func (p *Page) Name(path string) {
	p.named = path
	p.path.Put(path)
}

// Typed puts a path into the entry as if it had been typed, but not read yet.
func (p *Page) Typed(path string) { p.path.Put(path) }
