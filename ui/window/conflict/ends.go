package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// newStart is the head of the column of what the versions started from.
func newStart(p *Page) fyne.CanvasObject {
	top := p.shown.Session.Base().Version.Top()
	title := widget.NewLine(lang.L("Started from · 0"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	who := widget.NewLine(p.speaker.Person(top.By), widget.Look{})
	when := widget.NewWords(cardRows)
	if at := top.When.Time(); at.IsZero() {
		when.Set(p.speaker.Ago(at), quietCaption())
	} else {
		when.Set(p.speaker.Local(at)+" · "+p.speaker.Ago(at), quietCaption())
	}
	return widget.Border(container.NewVBox(widget.Least(0, headLine, widget.Middle(title)), who, when), nil, nil, nil, nil)
}

// headLine is the height of the first line of a head, in sizes of text: that of a
// button.
const headLine = 2.6

// newResultHead is the head of the result's column. What goes back to the proposal
// is there only where something was decided.
func newResultHead(p *Page) fyne.CanvasObject {
	title := widget.NewLine(lang.L("RESULT"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	hint := widget.NewWords(cardRows)
	hint.Set(lang.L("E edits it, Backspace goes back to the proposal."), quietCaption())
	p.back = widget.NewButton(p.keys, lang.L("Proposal"), func() { p.reset("") })
	top := widget.Least(0, headLine, widget.Border(nil, nil, nil, p.back, widget.Middle(title)))
	return widget.Border(container.NewVBox(top, hint), nil, nil, nil, nil)
}
