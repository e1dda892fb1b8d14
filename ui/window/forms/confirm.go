package forms

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// Question is something that a person is asked before it is done.
type Question struct {
	// Title asks, Explain says what would happen, Do is the word on the button.
	Title, Explain, Do string
	// Tick is what is asked besides, or "".
	Tick   string
	Ticked bool
	// Done does it; ticked is what was said besides.
	Done func(ticked bool)
}

// Confirm asks a question before something is done that cannot be taken back.
type Confirm struct {
	*Form
	asked Question
	tick  *widget.Check
}

// NewConfirmForm is the form, without a question.
func NewConfirmForm(keys *widget.Keys, cancel func()) *Confirm {
	c := &Confirm{}
	c.Form = newForm(keys, "", "", lang.L("Remove"), func() { c.asked.Done(c.tick.Checked) }, cancel)
	c.tick = widget.NewCheck(keys, "", nil)
	c.body.Add(c.tick)
	c.first = c.do
	return c
}

// Ask asks a question.
func (c *Confirm) Ask(q Question) {
	c.Problem("")
	c.Busy("")
	c.asked = q
	c.title.SetText(q.Title)
	c.explain.SetText(q.Explain)
	c.do.SetText(q.Do)
	c.tick.SetText(q.Tick)
	c.tick.Put(q.Ticked)
	c.tick.Hidden = q.Tick == ""
	c.tick.Refresh()
	layOut(c.object)
}

// Tick says yes to what is asked besides, as a person does.
func (c *Confirm) Tick() { c.tick.SetChecked(true) }
