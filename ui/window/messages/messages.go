// Package messages is the page of everything that the status bar said, whole,
// to be read in peace and to be copied.
package messages

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
)

// most is the number of messages that are kept.
const most = 100

// Page shows the messages, the last one first.
type Page struct {
	// OnLeave is called when the page has been read.
	OnLeave func()

	speaker say.Speaker
	object  fyne.CanvasObject
	text    *textedit.Editor
	said    []string
	last    string
}

// New is a page without messages.
func New(keys *widget.Keys, speaker say.Speaker) *Page {
	p := &Page{speaker: speaker, text: textedit.New(keys, "", 4)}
	p.text.ReadOnly = true
	title := widget.NewLine(lang.L("Messages"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, lang.L("Back  Esc"), func() { p.OnLeave() })
	p.object = container.NewPadded(widget.Border(title, container.NewHBox(back), nil, nil, p.text.Object()))
	return p
}

// Add keeps a message. One that comes again at once counts once.
func (p *Page) Add(text string, at time.Time) {
	if text == "" || text == p.last {
		return
	}
	p.last = text
	p.said = append([]string{p.speaker.Local(at) + "  " + text}, p.said...)
	p.said = p.said[:min(len(p.said), most)]
	if p.object.Visible() {
		p.draw()
	}
}

// Text is what the page says.
func (p *Page) Text() string { return strings.Join(p.said, "\n\n") }

// draw shows the text, which can be selected and copied, and not changed.
func (p *Page) draw() { p.text.Put(p.Text()) }

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the text, as it now stands.
func (p *Page) Focus() fyne.Focusable {
	p.draw()
	return p.text
}

// Save has nothing to save.
func (p *Page) Save() {}

// Leave closes the page.
func (p *Page) Leave() { p.OnLeave() }

// Rune uses no characters.
func (p *Page) Rune(rune) bool { return false }
