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

// DeviceName asks for the name of this device, and whether its feeds may contain it. It is
// asked once, when something is published for the first time. Nothing is published that the
// person did not type or tick.
type DeviceName struct {
	form    *Form
	object  *fyne.Container
	name    *widget.Entry
	publish *widget.Check
	hint    *widget.Notice
	// asks is set if the question was not answered yet, publishes if something is going to be
	// published, turned if the person used the tick box.
	asks, publishes, turned bool
}

func newDeviceName(f *Form) *DeviceName {
	d := &DeviceName{form: f, name: f.field(wording.L("for-example-laptop", "for example: laptop"))}
	d.name.OnChanged = d.typed
	d.publish = widget.NewCheck(f.keys, wording.L("publish-this-name-in-my-feeds", "Publish this name in my feeds"), func(bool) { d.turned = true; d.showHint() })
	d.hint = widget.NewNotice(wording.L("everyone-who-can-read-your-feeds", "Everyone who can read your feeds sees it and may pass it on."), widget.TextStyle{Color: theme.Quiet})
	d.object = container.NewVBox(Labelled(wording.L("name-of-this-device", "Name of this device"), d.name), d.publish, d.hint)
	d.showHint()
	d.Show(true)
	return d
}

// Ask asks for the name, unless the person answered before. suggested is the system's name of
// the device, which is not published without consent.
func (d *DeviceName) Ask(own safekeeping.DeviceName, suggested string) {
	d.asks, d.turned = !own.Asked, false
	if own.Name == "" {
		own.Name = suggested
	}
	d.name.Put(own.Name)
	d.publish.Put(false)
	d.showHint()
	d.Show(d.publishes)
}

// Show shows the question if it has to be answered.
func (d *DeviceName) Show(publishes bool) {
	d.publishes = publishes
	d.object.Hidden = !d.asks || !publishes
	layOut(d.form.object)
}

// typed ticks the box when a person types a name, because they type it for others. If they
// have used the box themselves, it keeps their choice.
func (d *DeviceName) typed(name string) {
	if !d.turned {
		d.publish.Put(strings.TrimSpace(name) != "")
		d.showHint()
	}
}

// showHint shows what a ticked box means.
func (d *DeviceName) showHint() {
	if d.hint.Hidden == d.publish.Checked {
		d.hint.Hidden = !d.publish.Checked
		layOut(d.form.object)
	}
}

// Answer returns the person's answer; nil if nothing was asked.
func (d *DeviceName) Answer() *safekeeping.DeviceName {
	if d.object.Hidden {
		return nil
	}
	name := strings.TrimSpace(d.name.Text())
	return &safekeeping.DeviceName{Name: name, Published: d.publish.Checked && name != "", Asked: true}
}

// Entry returns the entry for the name.
func (d *DeviceName) Entry() fyne.Focusable { return d.name }

// Tick returns the tick box that allows publishing the name.
func (d *DeviceName) Tick() fyne.Focusable { return d.publish }
