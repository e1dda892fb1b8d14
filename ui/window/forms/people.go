package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// PeopleEvents are what a person does on the page.
type PeopleEvents struct {
	// Name is called when an endpoint shall be called otherwise; "" takes the
	// name away.
	Name func(by, name string)
	// Own is called when this device shall be called otherwise, or its name be published or
	// not.
	Own func(name string, publish bool)
	// Leave is called when the page shall close.
	Leave func()
}

// People shows endpoints, of which the marked one can be named below.
type People struct {
	speaker wording.Speaker
	events  PeopleEvents

	object  fyne.CanvasObject
	list    *widget.List
	who     *widget.Line
	about   *widget.Line
	name    *widget.Entry
	publish *widget.Check
	editor  *fyne.Container
	problem *widget.Remark

	all []store.Endpoint
	// published tells that the name of this device is in its feeds.
	published bool
	// chosen tells that the entry is to be typed into once the rows are there.
	chosen bool
	// by is the endpoint whose name is in the entry, was the name put there.
	by, was string
}

// NewPeople is a page that shows no endpoint.
func NewPeople(keys *widget.Keys, speaker wording.Speaker, events PeopleEvents) *People {
	p := &People{speaker: speaker, events: events}
	p.makeList(keys)
	p.makeEditor(keys)
	title := widget.NewLine(wording.L("People and devices"), widget.Look{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	explained := widget.NewLine(wording.L("Names for who changed something. Only your own can be published."), widget.Look{Color: theme.Quiet})
	back := widget.NewButton(keys, wording.L("Back  Esc"), p.Leave)
	p.object = container.NewPadded(widget.Border(
		container.NewVBox(title, explained),
		container.NewVBox(p.editor, container.NewHBox(back)), nil, nil,
		p.list))
	p.Show(nil, safekeeping.DeviceName{})
	return p
}

func (p *People) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewColumnsRow(3, 3, 4) }, p.draw)
	p.list.Text = func(i int) string { return p.speaker.Person(p.all[i].By) }
	p.list.OnMarked = func(int) { p.edit() }
	p.list.OnEntered = func(int) { focus(p.name) }
}

// makeEditor makes what is below the list: who the marked endpoint is, and its
// name. The name is kept on Enter, and when the entry is left.
func (p *People) makeEditor(keys *widget.Keys) {
	p.who = widget.NewLine("", widget.Look{Style: fyne.TextStyle{Bold: true}})
	p.about = widget.NewLine("", widget.Look{Color: theme.Quiet})
	p.problem = widget.NewRemark()
	p.name = widget.NewEntry(keys.Behind(widget.Keys{Key: p.key}), wording.L("for example: laptop"))
	p.name.OnSubmitted = func(string) {
		p.keep()
		focus(p.list)
	}
	p.name.OnLeft = p.keep
	p.publish = widget.NewCheck(keys, wording.L("Publish this name in my feeds"), p.agreed)
	p.editor = container.NewVBox(p.who, p.about, p.name, p.publish, p.problem.Object())
}

// agreed publishes the name of this device as it is typed, or takes it back.
func (p *People) agreed(publish bool) {
	p.was = strings.TrimSpace(p.name.Text())
	p.events.Own(p.was, publish)
}

// key moves the mark from the entry, so that one name after the other can be
// typed. The entry is left and entered again: what was typed is kept, and the
// next name is chosen whole.
func (p *People) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		focus(p.list)
		p.list.TypedKey(ev)
		focus(p.name)
		return true
	}
	return false
}

// Object is what is shown.
func (p *People) Object() fyne.CanvasObject { return p.object }

// Focus is the list.
func (p *People) Focus() fyne.Focusable { return p.list }

// Tick is where a person agrees to publish the own name.
func (p *People) Tick() fyne.Focusable { return p.publish }

// Save keeps the name that was typed.
func (p *People) Save() { p.keep() }

// Leave keeps it too, and closes the page.
func (p *People) Leave() {
	p.keep()
	p.events.Leave()
}

// Rune uses no characters.
func (p *People) Rune(rune) bool { return false }

// focus moves the focus to a widget that is shown.
func focus(w interface {
	fyne.Focusable
	fyne.CanvasObject
}) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(w); c != nil {
		c.Focus(w)
	}
}
