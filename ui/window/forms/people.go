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

// PeopleEvents are the person's actions on the page.
type PeopleEvents struct {
	// Name is called to name an endpoint; "" removes its name.
	Name func(by, name string)
	// Own is called to name this device, or to publish its name or stop publishing it.
	Own func(name string, publish bool)
	// Leave closes the page.
	Leave func()
}

// People lists endpoints. The selected one can be named below the list.
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
	// published is set if the name of this device is in its feeds.
	published bool
	// chosen is set if the entry is to be focused once the rows are shown.
	chosen bool
	// by is the endpoint whose name is in the entry, was its name before.
	by, was string
}

// NewPeople returns a page without endpoints.
func NewPeople(keys *widget.Keys, speaker wording.Speaker, events PeopleEvents) *People {
	p := &People{speaker: speaker, events: events}
	p.makeList(keys)
	p.makeEditor(keys)
	title := widget.NewLine(wording.L("people-and-devices", "People and devices"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	explained := widget.NewLine(wording.L("name-the-people-and-devices-whose", "Name the people and devices whose changes you see. Only your own name can be published."), widget.TextStyle{Color: theme.Quiet})
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave)
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
	p.list.OnEntered = func(int) { widget.Focus(p.name, p.name) }
}

// makeEditor creates the part below the list: details of the selected endpoint, and its name.
// The name is saved by Enter, and when the focus leaves the entry.
func (p *People) makeEditor(keys *widget.Keys) {
	p.who = widget.NewLine("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	p.about = widget.NewLine("", widget.TextStyle{Color: theme.Quiet})
	p.problem = widget.NewRemark()
	p.name = widget.NewEntry(keys.Behind(widget.Keys{Key: p.key}), wording.L("for-example-laptop", "for example: laptop"))
	p.name.OnSubmitted = func(string) {
		p.saveName()
		widget.Focus(p.list, p.list)
	}
	p.name.OnLeft = p.saveName
	p.publish = widget.NewCheck(keys, wording.L("publish-this-name-in-my-feeds", "Publish this name in my feeds"), p.agreed)
	p.editor = container.NewVBox(p.who, p.about, p.name, p.publish, p.problem.Object())
}

// agreed publishes the name of this device as it is typed, or stops publishing it.
func (p *People) agreed(publish bool) {
	p.was = strings.TrimSpace(p.name.Text())
	p.events.Own(p.was, publish)
}

// key moves the selection from within the entry, so that several names can be typed in a row.
// The focus leaves the entry and returns to it, which saves the name and selects the whole
// text of the next one.
func (p *People) key(ev *fyne.KeyEvent) bool {
	switch ev.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		widget.Focus(p.list, p.list)
		p.list.TypedKey(ev)
		widget.Focus(p.name, p.name)
		return true
	}
	return false
}

func (p *People) Object() fyne.CanvasObject { return p.object }

func (p *People) Focus() fyne.Focusable { return p.list }

// Tick returns the tick box that allows publishing the name of this device.
func (p *People) Tick() fyne.Focusable { return p.publish }

// Save saves the name that was typed.
func (p *People) Save() { p.saveName() }

// Leave saves the name, too, and closes the page.
func (p *People) Leave() {
	p.saveName()
	p.events.Leave()
}
