package frame

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/wording"
)

// mostMessages is the number of messages that are kept.
const mostMessages = 100

// Messages is the page of everything that the bar said, whole, to be read in peace and to be
// copied. The last one comes first.
type Messages struct {
	// OnLeave is called when the page has been read.
	OnLeave func()

	speaker wording.Speaker
	object  fyne.CanvasObject
	text    *textedit.Editor
	said    []string
	last    string
}

// NewMessages is a page without messages.
func NewMessages(keys *widget.Keys, speaker wording.Speaker) *Messages {
	p := &Messages{speaker: speaker, text: textedit.New(keys, "", 4)}
	p.text.ReadOnly = true
	title := widget.NewLine(wording.L("Messages"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, wording.L("Back  Esc"), func() { p.OnLeave() })
	p.object = container.NewPadded(widget.Border(title, container.NewHBox(back), nil, nil, p.text.Object()))
	return p
}

// Add keeps a message. One that comes again at once counts once.
func (p *Messages) Add(text string, at time.Time) {
	if text == "" || text == p.last {
		return
	}
	p.last = text
	p.said = append([]string{p.speaker.Local(at) + "  " + text}, p.said...)
	p.said = p.said[:min(len(p.said), mostMessages)]
	if p.object.Visible() {
		p.draw()
	}
}

// Text is what the page says.
func (p *Messages) Text() string { return strings.Join(p.said, "\n\n") }

// draw shows the text, which can be selected and copied, and not changed.
func (p *Messages) draw() { p.text.Put(p.Text()) }

// Object is what is shown.
func (p *Messages) Object() fyne.CanvasObject { return p.object }

// Focus is the text, as it now stands.
func (p *Messages) Focus() fyne.Focusable {
	p.draw()
	return p.text
}

// Save has nothing to save.
func (p *Messages) Save() {}

// Leave closes the page.
func (p *Messages) Leave() { p.OnLeave() }

// Rune uses no characters.
func (p *Messages) Rune(rune) bool { return false }
