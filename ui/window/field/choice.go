package field

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/record"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Choice edits a value that is one of several. An unlisted value is offered, too, and kept
// until another one is chosen.
type Choice struct {
	desk   Desk
	object fyne.CanvasObject
	choice *widget.Choice
	// values are always offered; say returns the text for any value.
	values []string
	label  func(value string) string
	others []string
}

// NewPriority returns a choice of a priority.
func NewPriority(d Desk) *Choice {
	return newChoice(d, []string{"", "1", "5", "9"}, wording.Priority)
}

func newChoice(d Desk, values []string, word func(string) string) *Choice {
	c := &Choice{desk: d, values: values, label: word}
	c.choice = widget.NewChoice(d.Keys, nil, func(int) { d.Changed() })
	c.object = container.NewHBox(c.choice)
	c.Put("")
	return c
}

func (c *Choice) Object() fyne.CanvasObject { return c.object }

func (c *Choice) Focus() fyne.Focusable { return c.choice }

// Put selects a value, and offers it if it is unlisted.
func (c *Choice) Put(value string) {
	c.others = nil
	if !slices.Contains(c.values, value) {
		c.others = []string{value}
	}
	var words []string
	for _, v := range c.all() {
		words = append(words, c.label(v))
	}
	c.choice.SetWords(words)
	c.choice.Put(slices.Index(c.all(), value))
}

func (c *Choice) all() []string { return append(slices.Clone(c.values), c.others...) }

func (c *Choice) Value() string {
	if i := c.choice.SelectedIndex(); i >= 0 {
		return c.all()[i]
	}
	return ""
}

func (c *Choice) SetEnabled(enabled bool) { widget.Enable(enabled, c.choice) }

// Done edits whether a todo is done. Further details of the completion are kept unless the
// tick box is changed.
type Done struct {
	desk  Desk
	check *widget.Check
	// put is the value that was set last.
	put string
}

// NewDone returns a tick box that is not ticked.
func NewDone(d Desk) *Done {
	c := &Done{desk: d, put: "false"}
	c.check = widget.NewCheck(d.Keys, "", func(bool) { d.Changed() })
	return c
}

// Object returns the tick box.
func (c *Done) Object() fyne.CanvasObject { return c.check }

func (c *Done) Focus() fyne.Focusable { return c.check }

func (c *Done) Put(value string) {
	c.put = value
	c.check.Put(isDone(value))
}

// Value returns the value that was set, or "true" or "false" if the tick box was changed.
func (c *Done) Value() string {
	switch {
	case c.check.Checked == isDone(c.put):
		return c.put
	case c.check.Checked:
		return "true"
	}
	return "false"
}

func (c *Done) SetEnabled(enabled bool) { widget.Enable(enabled, c.check) }

// Words returns what the tick box cannot show: when the todo was done, its progress, or that
// it was cancelled; "" if there is nothing to say.
func (c *Done) Words() string {
	d, err := record.ParseDone(c.Value())
	switch {
	case err != nil:
		return ""
	case d.Is() && !d.At.IsZero():
		return wording.L("done-when", "done {{.When}}", wording.Data{"When": c.desk.Speaker.Local(d.At)})
	case d.Status == record.Cancelled:
		return wording.L("canceled", "canceled")
	case d.Percent > 0 && !d.Is():
		return wording.L("n-done", "{{.N}}% done", wording.Data{"N": d.Percent})
	case d.Status == record.InProcess:
		return wording.L("in-progress", "in progress")
	}
	return ""
}

func isDone(value string) bool {
	d, err := record.ParseDone(value)
	return err == nil && d.Is()
}
