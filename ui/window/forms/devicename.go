package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/safekeeping"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// DeviceName asks for the name of this device, and whether its feeds may say it: once,
// where something is published first. Nothing is published that a person did not type or
// tick.
type DeviceName struct {
	form    *Form
	object  *fyne.Container
	name    *widget.Entry
	publish *widget.Check
	hint    *widget.Notice
	// asks tells that nobody answered yet, publishes that something is published here, turned
	// that a person turned the tick.
	asks, publishes, turned bool
}

func newDeviceName(f *Form) *DeviceName {
	d := &DeviceName{form: f, name: widget.NewEntry(f.keys, wording.L("for example: laptop"))}
	d.name.OnSubmitted = func(string) { f.Save() }
	d.name.OnChanged = d.typed
	d.publish = widget.NewCheck(f.keys, wording.L("Publish this name in my feeds"), func(bool) { d.turned = true; d.tell() })
	d.hint = widget.NewNotice(wording.L("Whoever can read them sees it, and may pass it on."), widget.Look{Color: theme.Quiet})
	d.object = container.NewVBox(Labelled(wording.L("Name of this device"), d.name), d.publish, d.hint)
	d.tell()
	d.Show(true)
	return d
}

// Ask asks for the name, unless a person answered before. suggested is what the system
// calls the device; it is not published before a person says so.
func (d *DeviceName) Ask(own safekeeping.DeviceName, suggested string) {
	d.asks, d.turned = !own.Asked, false
	if own.Name == "" {
		own.Name = suggested
	}
	d.name.Put(own.Name)
	d.publish.Put(false)
	d.tell()
	d.Show(d.publishes)
}

// Show shows the question where it is to be answered.
func (d *DeviceName) Show(publishes bool) {
	d.publishes = publishes
	d.object.Hidden = !d.asks || !publishes
	layOut(d.form.object)
}

// typed ticks for a person who types a name: they type it for others. The tick is next to
// it, and stays as they turn it.
func (d *DeviceName) typed(name string) {
	if !d.turned {
		d.publish.Put(strings.TrimSpace(name) != "")
		d.tell()
	}
}

// tell says what the tick means, once it is there.
func (d *DeviceName) tell() {
	if d.hint.Hidden == d.publish.Checked {
		d.hint.Hidden = !d.publish.Checked
		layOut(d.form.object)
	}
}

// Answer is what a person answered; nil where nobody was asked.
func (d *DeviceName) Answer() *safekeeping.DeviceName {
	if d.object.Hidden {
		return nil
	}
	name := strings.TrimSpace(d.name.Text())
	return &safekeeping.DeviceName{Name: name, Published: d.publish.Checked && name != "", Asked: true}
}

// Entry is where the name is typed.
func (d *DeviceName) Entry() fyne.Focusable { return d.name }

// Tick is where a person agrees.
func (d *DeviceName) Tick() fyne.Focusable { return d.publish }
