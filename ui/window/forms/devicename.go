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
