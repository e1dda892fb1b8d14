package field

import (
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// Address edits an address, with a button that opens it. What comes from a feed may
// be any address: only http and https are opened, the others are shown with why not.
type Address struct {
	*Line
	object fyne.CanvasObject
	open   *widget.Button
	why    *widget.Line
	desk   Desk
}

// NewAddress edits an address; the button says text.
func NewAddress(d Desk, text string) *Address {
	a := &Address{desk: d, why: widget.NewLine("", quiet)}
	changed := d.Changed
	d.Changed = func() {
		a.tell()
		changed()
	}
	a.Line = NewLine(d, "https://")
	a.open = widget.NewButton(d.Keys, text, func() { d.Open(strings.TrimSpace(a.Value())) })
	a.object = widget.Border(nil, a.why, nil, a.open, a.Line.Object())
	a.tell()
	return a
}

// Object is what is shown.
func (a *Address) Object() fyne.CanvasObject { return a.object }

// Put shows an address.
func (a *Address) Put(value string) {
	a.Line.Put(value)
	a.tell()
}

// tell allows to open what can be opened.
func (a *Address) tell() {
	value := strings.TrimSpace(a.Value())
	setEnabled(CanOpen(value), a.open)
	why := ""
	if value != "" && !CanOpen(value) {
		why = lang.L("Not opened from here: only addresses with http or https are.")
	}
	a.why.SetText(why)
	if hidden := why == ""; a.why.Hidden != hidden {
		a.why.Hidden = hidden
		a.desk.Resized()
	}
}

// CanOpen tells whether an address is one that the browser is given.
func CanOpen(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https"))
}
