package field

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// Done ticks a todo off. What else is known of how far it is stays while the tick
// is as it was.
type Done struct {
	desk  Desk
	check *widget.Check
	// put is the value as it was put.
	put string
}

// NewDone is a tick that is not set.
func NewDone(d Desk) *Done {
	c := &Done{desk: d, put: "false"}
	c.check = widget.NewCheck(d.Keys, "", func(bool) { d.Changed() })
	return c
}

// Object is what is shown.
func (c *Done) Object() fyne.CanvasObject { return c.check }

// Focus is the tick.
func (c *Done) Focus() fyne.Focusable { return c.check }

// Put shows whether it is done.
func (c *Done) Put(value string) {
	c.put = value
	c.check.Put(isDone(value))
}

// Value is what was put, or "true" or "false" where the tick was changed.
func (c *Done) Value() string {
	switch {
	case c.check.Checked == isDone(c.put):
		return c.put
	case c.check.Checked:
		return "true"
	}
	return "false"
}

// SetEnabled allows ticking.
func (c *Done) SetEnabled(enabled bool) { setEnabled(enabled, c.check) }

// Words say what the tick cannot: when it was done, how far it is, or that it
// was cancelled; "" for nothing.
func (c *Done) Words() string {
	d, err := record.ParseDone(c.Value())
	switch {
	case err != nil:
		return ""
	case d.Is() && !d.At.IsZero():
		return lang.L("done {{.When}}", say.Data{"When": c.desk.Speaker.Local(d.At)})
	case d.Status == record.Cancelled:
		return lang.L("cancelled")
	case d.Percent > 0 && !d.Is():
		return lang.L("{{.N}} % done", say.Data{"N": d.Percent})
	case d.Status == record.InProcess:
		return lang.L("begun")
	}
	return ""
}

func isDone(value string) bool {
	d, err := record.ParseDone(value)
	return err == nil && d.Is()
}
