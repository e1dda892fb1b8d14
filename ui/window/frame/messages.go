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

// mostMessages is the maximum number of stored messages.
const mostMessages = 100

// Messages is the page that lists all messages of the status bar in full, the newest first,
// for reading and copying.
type Messages struct {
	// OnLeave is called when the page is closed.
	OnLeave func()

	speaker  wording.Speaker
	object   fyne.CanvasObject
	text     *textedit.Editor
	messages []string
	last     string
}

// NewMessages returns a page without messages.
func NewMessages(keys *widget.Keys, speaker wording.Speaker) *Messages {
	p := &Messages{speaker: speaker, text: textedit.New(keys, "", 4)}
	p.text.ReadOnly = true
	title := widget.NewLine(wording.L("messages", "Messages"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), func() { p.OnLeave() })
	p.object = container.NewPadded(widget.Border(title, container.NewHBox(back), nil, nil, p.text.Object()))
	return p
}

// Add stores a message. Immediate repetitions are stored once.
func (p *Messages) Add(text string, at time.Time) {
	if text == "" || text == p.last {
		return
	}
	p.last = text
	p.messages = append([]string{p.speaker.Local(at) + "  " + text}, p.messages...)
	p.messages = p.messages[:min(len(p.messages), mostMessages)]
	if p.object.Visible() {
		p.draw()
	}
}

// Continue takes over the messages of the page that p replaces.
func (p *Messages) Continue(before *Messages) { p.messages, p.last = before.messages, before.last }

// Text returns the text of the page.
func (p *Messages) Text() string { return strings.Join(p.messages, "\n\n") }

// draw shows the text, which can be selected and copied but not changed.
func (p *Messages) draw() { p.text.Put(p.Text()) }

func (p *Messages) Object() fyne.CanvasObject { return p.object }

// Focus updates the text and returns it.
func (p *Messages) Focus() fyne.Focusable {
	p.draw()
	return p.text
}

func (p *Messages) Leave() { p.OnLeave() }
