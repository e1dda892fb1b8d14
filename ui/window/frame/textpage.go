package frame

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// TextPage shows a text for reading and copying.
type TextPage struct {
	// OnLeave is called when the page is closed, OnSave with the text to save; nil saves nothing.
	OnLeave func()
	OnSave  func(text string)

	object fyne.CanvasObject
	text   *textedit.Editor
}

// NewAbout returns the page with the version of the program and the licenses of its libraries.
func NewAbout(keys *widget.Keys, version, licenses string) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, version, wording.L("shares-lists-through-feeds-without-a", "Shares lists through feeds, without a server. Contains these libraries:"))
	p.text.ReadOnly = true
	p.text.Put(licenses)
	return p
}

// NewLog returns a page for the end of the log.
func NewLog(keys *widget.Keys) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, wording.L("log", "Log"), wording.L("what-the-program-did-without-content", "What the program did, without content, names and addresses."))
	p.text.ReadOnly = true
	return p
}

// NewReport returns the page with a report of a problem, which a person can read and change
// before it is saved.
func NewReport(keys *widget.Keys) *TextPage {
	p := &TextPage{text: textedit.New(keys, "", 4)}
	p.layOut(keys, wording.L("report-a-problem", "Report a problem"),
		wording.L("this-report-contains-no-content-names", "This report contains no content, names or addresses, and nothing is sent. Add what you did and what happened, save it as a file, and send it to whoever helps you."),
		widget.NewMainButton(keys, wording.L("save-dialog", "Save…"), p.Save))
	return p
}

func (p *TextPage) layOut(keys *widget.Keys, title, about string, buttons ...fyne.CanvasObject) {
	head := widget.NewLine(title, widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	buttons = append(buttons, widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave))
	p.object = container.NewPadded(widget.Border(
		widget.Column(head, widget.NewNotice(about, widget.TextStyle{Color: theme.Quiet})),
		container.NewHBox(buttons...), nil, nil, p.text.Object()))
}

// Put replaces the text.
func (p *TextPage) Put(text string) { p.text.Put(text) }

// Text returns the text.
func (p *TextPage) Text() string { return p.text.Text() }

func (p *TextPage) Object() fyne.CanvasObject { return p.object }

func (p *TextPage) Focus() fyne.Focusable { return p.text }

func (p *TextPage) Leave() { p.OnLeave() }

// Save saves the text, if the page can.
func (p *TextPage) Save() {
	if p.OnSave != nil {
		p.OnSave(p.Text())
	}
}
