package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// newOriginal is the head of the column of the original: a version that somebody
// wrote, or the merge of several.
func newOriginal(p *Page) fyne.CanvasObject {
	base := p.shown.Session.Base()
	title := widget.NewLine(lang.L("Original"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	if base.Merged() {
		about.Set(say.MergedFrom(base), remarkLook())
	} else {
		about.Set(p.speaker.Person(base.Version.Top().By)+" · "+whenOf(base.Version, p.speaker), widget.Look{})
	}
	return container.NewVBox(title, about)
}

// newResultHead is the head of the result's column. What takes all choices back is
// there only where something was chosen.
func newResultHead(p *Page) fyne.CanvasObject {
	title := widget.NewLine(lang.L("RESULT"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	about.Set(lang.L("What will be saved"), quietCaption())
	p.back = widget.NewButton(p.keys, lang.L("Start over"), func() { p.reset("") })
	return container.NewVBox(title, about, widget.Flow(p.back))
}
