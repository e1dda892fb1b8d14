// Package forms implements the small pages on which a person enters a few values: a new list,
// a feed, where to share a list, and the page of all settings. They replace the items in the
// window and are not modal.
package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	fynewidget "fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Form is a page with a title, an explanation and entries.
type Form struct {
	keys    *widget.Keys
	object  *fyne.Container
	problem *widget.Notice
	// wrong shows the problem with an icon, doing what the form is busy with.
	wrong *fyne.Container
	doing *widget.Notice
	// offered is a button that solves the problem.
	offered  *widget.Button
	offering *fyne.Container
	do       *widget.Button
	body     *fyne.Container
	title    *widget.Line
	explain  *widget.Notice
	buttons  *fyne.Container
	first    fyne.Focusable
	submit   func()
	cancel   func()
	// safe is the button that changes nothing. haste guards against confirming a question, or
	// submitting again after a warning, before the person can have read it.
	safe  *widget.Button
	haste widget.Haste
	// access has the fields for accessing the location, or is nil.
	access *Access
	// signIn shows the fields for signing in. If it is nil, those of access are used.
	signIn func() fyne.Focusable
}

// formWidth is the maximum width of entries, as a multiple of the text size.
const formWidth = 40

// newForm returns a form without entries. submit is called by the main button and by Enter in
// an entry, cancel by the other button and by Esc.
func newForm(keys *widget.Keys, title, explanation, do string, submit, cancel func()) *Form {
	f := &Form{keys: keys, submit: submit, cancel: cancel, body: widget.Column()}
	f.problem = widget.NewNotice("", widget.TextStyle{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	f.offered = widget.NewButton(keys, "", nil)
	f.wrong = widget.NewWarning(theme.IconProblem, theme.Attention, f.problem)
	f.wrong.Hide()
	f.doing = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	f.doing.Hide()
	f.offering = container.NewHBox(f.offered)
	f.offering.Hide()
	f.do = widget.NewMainButton(keys, do, f.Save)
	f.safe = widget.NewButton(keys, wording.L("cancel-esc", "Cancel  Esc"), cancel)
	f.buttons = container.NewHBox(f.do, f.safe)
	f.title = widget.NewLine(title, widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	f.explain = widget.NewNotice(explanation, widget.TextStyle{Color: theme.Quiet})
	page := widget.Column(f.title, f.explain, f.body, f.wrong, f.offering, f.doing, f.buttons)
	f.object = container.New(layout.NewCustomPaddedLayout(24, 24, 24, 24), widget.AtMost(formWidth, page))
	return f
}

// newQuestion returns a form that asks for confirmation before something is removed, or
// becomes visible to others. The button that changes nothing has the focus.
func newQuestion(keys *widget.Keys, do string, submit, cancel func()) *Form {
	f := newForm(keys, "", "", agreed(do), submit, cancel)
	f.first = f.safe
	f.safe.OnTapped = func() {
		if f.seen(widget.ChoiceKey) {
			cancel()
		}
	}
	return f
}

// agreed returns the text of the button that confirms a question, with its key.
func agreed(do string) string {
	return wording.L("do-ctrl-enter", "{{.Do}}  Ctrl+Enter", wording.Data{"Do": do})
}

// asks records that a new question is shown. A key or click does not answer it before the
// person can have seen it, nor while a key is still held down.
func (f *Form) asks() { f.haste.Shows(f.keys.Now()) }

// seen reports whether a person who presses a button can have seen the question.
func (f *Form) seen(button rune) bool { return f.keys.Seen(&f.haste, button) }

// layOut lays out a form, or a part of it, after some of it was shown or hidden.
func layOut(c *fyne.Container) {
	widget.LayOut(c)
	canvas.Refresh(c)
}

// entry adds a labelled entry.
func (f *Form) entry(label, placeholder string) *widget.Entry {
	e := f.field(placeholder)
	f.add(label, e, e)
	return e
}

// field returns an entry in which Enter submits the form.
func (f *Form) field(placeholder string) *widget.Entry {
	e := widget.NewEntry(f.keys, placeholder)
	e.OnSubmitted = func(string) { f.Save() }
	return e
}

// choosing puts a button next to an entry, with which a person chooses its text.
func choosing(keys *widget.Keys, e *widget.Entry, choose func(chosen func(string))) fyne.CanvasObject {
	button := widget.NewButton(keys, wording.L("choose-dialog", "Choose…"), func() { choose(e.SetText) })
	return widget.Border(nil, nil, nil, button, e)
}

// located adds a labelled entry for a location, with a button to choose one.
func (f *Form) located(label, placeholder string, choose func(chosen func(string))) *widget.Entry {
	e := f.field(placeholder)
	f.add(label, choosing(f.keys, e, choose), e)
	return e
}

func (f *Form) add(label string, o fyne.CanvasObject, focus fyne.Focusable) {
	f.body.Add(widget.NewLine(label, widget.TextStyle{Style: fyne.TextStyle{Bold: true}}))
	f.body.Add(o)
	if f.first == nil {
		f.first = focus
	}
}

func (f *Form) Object() fyne.CanvasObject { return f.object }

func (f *Form) Focus() fyne.Focusable { return f.first }

// Save submits the form. It does nothing while a request of the form is running, or before the
// person can have seen a question.
func (f *Form) Save() {
	if !f.do.Disabled() && f.seen(widget.SaveKey) {
		f.submit()
	}
}

// Leave cancels the form.
func (f *Form) Leave() { f.cancel() }

// Problem shows what is wrong with the input; "" hides it.
func (f *Form) Problem(text string) {
	f.problem.SetText(text)
	f.wrong.Hidden = text == ""
	f.offering.Hide()
	if text != "" {
		f.asks()
	}
	layOut(f.object)
}

// reset shows neither a problem nor anything that the form is busy with.
func (f *Form) reset() {
	f.Problem("")
	f.Busy("")
}

// ProblemObject returns the part of the form that shows the problem.
func (f *Form) ProblemObject() fyne.CanvasObject { return f.wrong }

// Offer shows a button that solves the problem shown last.
func (f *Form) Offer(text string, do func()) {
	f.offered.SetText(text)
	f.offered.OnTapped = func() {
		if f.seen(widget.ChoiceKey) {
			do()
		}
	}
	f.offering.Show()
	layOut(f.object)
}

// Bottom returns the row of buttons. When it is in sight, so are the messages above it.
func (f *Form) Bottom() fyne.CanvasObject { return f.buttons }

// Offered returns the button that solves the problem.
func (f *Form) Offered() fyne.Focusable { return f.offered }

// Main returns the main button.
func (f *Form) Main() fyne.Focusable { return f.do }

// SignIn shows the fields for signing in, and returns the one to focus; nil if the form has
// none.
func (f *Form) SignIn() fyne.Focusable {
	switch {
	case f.signIn != nil:
		return f.signIn()
	case f.access != nil:
		return f.access.First()
	}
	return nil
}

// ShowPasswordStorage says where a password will be stored.
func (f *Form) ShowPasswordStorage(text string) {
	f.access.ShowPasswordStorage(text)
	layOut(f.object)
}

// Trust trusts the certificate with a fingerprint, and submits the form again.
func (f *Form) Trust(fingerprint string) {
	f.access.Trust(fingerprint)
	f.submit()
}

// Shown reports whether the form is in sight.
func (f *Form) Shown() bool { return f.object.Visible() }

// Asking shows that a request for who could read the published data is running; "" when it has
// ended.
func (f *Form) Asking(text string) {
	f.doing.SetText(text)
	f.doing.Hidden = text == ""
	layOut(f.object)
}

// IsBusy reports whether a request of the form is running.
func (f *Form) IsBusy() bool { return f.do.Disabled() }

// Busy shows what the form is doing, and disables submitting until it is called with "".
func (f *Form) Busy(doing string) {
	f.doing.SetText(doing)
	f.doing.Hidden = doing == ""
	widget.Enable(doing == "", f.do)
	layOut(f.object)
}

// Question is a question to confirm an action.
type Question struct {
	// Title is the question, Explain says what would happen, Do is the text of the button.
	Title, Explain, Do string
	// Tick is the label of an optional tick box, or "".
	Tick   string
	Ticked bool
	// Done performs the action; ticked is the state of the tick box.
	Done func(ticked bool)
}

// Confirm asks for confirmation before something is removed, or becomes visible to others.
type Confirm struct {
	*Form
	asked Question
	tick  *widget.Check
}

// NewConfirmForm returns the form without a question.
func NewConfirmForm(keys *widget.Keys, cancel func()) *Confirm {
	c := &Confirm{}
	c.Form = newQuestion(keys, wording.L("remove", "Remove"), func() { c.asked.Done(c.tick.Checked) }, cancel)
	c.tick = widget.NewCheck(keys, "", nil)
	c.body.Add(c.tick)
	return c
}

// Ask shows a question.
func (c *Confirm) Ask(q Question) {
	c.reset()
	c.asked = q
	c.title.SetText(q.Title)
	c.explain.SetText(q.Explain)
	c.do.SetText(agreed(q.Do))
	c.tick.SetText(q.Tick)
	c.tick.Put(q.Ticked)
	c.tick.Hidden = q.Tick == ""
	c.tick.Refresh()
	c.asks()
	layOut(c.object)
}

// Tick ticks the box, as a person would.
func (c *Confirm) Tick() { c.tick.SetChecked(true) }

// More is a button that shows and hides fields that few people need.
type More struct {
	object *fyne.Container
	button *widget.Button
	body   *fyne.Container
}

// NewMore returns a button that hides objects at first.
func NewMore(keys *widget.Keys, objects ...fyne.CanvasObject) *More {
	m := &More{body: container.NewVBox(objects...)}
	m.button = widget.NewQuietButton(keys, nil, wording.L("more", "More"), func() { m.Show(!m.body.Visible()) })
	m.button.Alignment = fynewidget.ButtonAlignLeading
	m.object = container.NewVBox(container.NewHBox(m.button), m.body)
	m.Show(false)
	return m
}

// Object returns the button and the fields.
func (m *More) Object() fyne.CanvasObject { return m.object }

// Show shows or hides the fields.
func (m *More) Show(shown bool) {
	m.body.Hidden = !shown
	icon, text := fynetheme.MenuExpandIcon(), wording.L("more", "More")
	if shown {
		icon, text = fynetheme.MenuDropDownIcon(), wording.L("less", "Less")
	}
	m.button.SetIcon(icon)
	m.button.SetText(text)
	layOut(m.object)
}

// Pair puts two fields of equal width next to each other.
func Pair(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.NewGridWithColumns(2, left, right)
}

// Labelled puts a label above a field.
func Labelled(label string, field fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(widget.NewLine(label, widget.TextStyle{Style: fyne.TextStyle{Bold: true}}), field)
}
