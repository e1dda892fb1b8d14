// Package exchange is the page on which a person sees what files would bring
// into a list, and imports it.
package exchange

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/transfer"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// Events are what a person does on the page.
type Events struct {
	// Choose lets a person choose a file.
	Choose func(chosen func(path string))
	// Read is called when files shall be read, for a list.
	Read func(Asked)
	// Import is called when what is shown shall be imported.
	Import func(Preview)
	// Leave is called when the page shall close.
	Leave func()
}

// Page shows a preview.
type Page struct {
	events  Events
	object  fyne.CanvasObject
	path    *widget.Entry
	target  *target
	problem *widget.Remark
	summary *widget.Line
	list    *widget.List
	detail  *widget.Words
	hint    *widget.Hint
	do      *widget.Button

	shown Preview
	// named is the path of what is shown.
	named  string
	lines  []line
	folded map[transfer.State]bool
	// busy tells that the plan is being imported: nothing may change it.
	busy bool
}

// detailRows are as many rows as what is told of the marked row may have.
const detailRows = 3

// New is a page that shows no file.
func New(keys *widget.Keys, events Events) *Page {
	p := &Page{events: events, folded: map[transfer.State]bool{}}
	p.path = widget.NewEntry(keys, lang.L(".ics, .vcf or .opml, for example: /home/me/contacts.vcf"))
	p.path.OnSubmitted = func(path string) { p.read(path) }
	p.target = newTarget(keys, p.retarget)
	p.problem = widget.NewRemark()
	p.summary = widget.NewLine("", widget.Look{Color: theme.Quiet})
	p.detail = widget.NewWords(detailRows)
	p.hint = widget.NewHint()
	p.do = widget.NewMainButton(keys, "", p.Save)
	p.makeList(keys)
	p.object = container.NewPadded(widget.Border(p.head(keys), p.foot(keys), nil, nil, container.NewStack(p.list, p.hint.Object())))
	p.Show(Preview{})
	return p
}

func (p *Page) makeList(keys *widget.Keys) {
	own := keys.Behind(widget.Keys{Key: p.key})
	p.list = widget.NewList(own, func() fyne.CanvasObject { return widget.NewRichRow() }, p.drawLine)
	p.list.Choosable = func(i int) bool { return !p.lines[i].isProblem() }
	p.list.Text = p.textOf
	p.list.OnSpace = p.turn
	p.list.OnEntered = p.enter
	p.list.OnMarked = p.about
}

// head names the page, the file and the list.
func (p *Page) head(keys *widget.Keys) fyne.CanvasObject {
	title := widget.NewLine(lang.L("Import"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	choose := widget.NewButton(keys, lang.L("Choose…"), func() { p.events.Choose(p.read) })
	bold := widget.Look{Style: fyne.TextStyle{Bold: true}}
	form := container.New(widget.Form{},
		widget.NewWholeLine(lang.L("File"), bold), widget.Border(nil, nil, nil, choose, p.path),
		p.target.label, p.target.object)
	return container.NewVBox(title, form, p.problem.Object(), p.summary)
}

// foot says more of the marked row, and has the buttons.
func (p *Page) foot(keys *widget.Keys) fyne.CanvasObject {
	leave := widget.NewButton(keys, lang.L("Cancel  Esc"), p.Leave)
	return container.NewVBox(p.detail, widget.Flow(p.do, leave))
}

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the list, or where a file is named.
func (p *Page) Focus() fyne.Focusable {
	if len(p.lines) == 0 {
		return p.path
	}
	return p.list
}

// Save imports what is taken. A path that was typed since is read first: it is
// not what is shown.
func (p *Page) Save() {
	if path := strings.TrimSpace(p.path.Text()); !p.busy && path != "" && path != p.named {
		p.read(path)
		return
	}
	if !p.busy && p.shown.Plan != nil && taken(p.shown.Plan) > 0 {
		p.events.Import(p.shown)
	}
}

// Leave closes the page.
func (p *Page) Leave() { p.events.Leave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }
