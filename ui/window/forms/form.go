// Package forms are the small pages on which a person types a few things: a new
// list, a feed, where a list is shared. They take the place of the items and
// block nothing.
package forms

import (
	"strings"

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
	// wrong is the problem with its sign, doing what the form is busy with.
	wrong *fyne.Container
	doing *widget.Notice
	// offered does something about the problem.
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
	// safe is the button that changes nothing. haste is about what is asked: by a question, or
	// by a problem that pressing again would pass over.
	safe  *widget.Button
	haste widget.Haste
	// access asks how a place is reached, or is nil.
	access *Access
	// signIn shows where a person signs in; nil is where access asks.
	signIn func() fyne.Focusable
}

// formWidth keeps entries from growing as wide as the window, in sizes of text; in a small
// window they have less.
const formWidth = 40

// newForm is a form without entries. submit is called by the button and by
// Enter in an entry, cancel by the other button and by Esc.
func newForm(keys *widget.Keys, title, explanation, do string, submit, cancel func()) *Form {
	f := &Form{keys: keys, submit: submit, cancel: cancel, body: widget.Column()}
	f.problem = widget.NewNotice("", widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	f.offered = widget.NewButton(keys, "", nil)
	f.wrong = widget.NewWarning(theme.IconProblem, theme.Attention, f.problem)
	f.wrong.Hide()
	f.doing = widget.NewNotice("", widget.Look{Color: theme.Quiet})
	f.doing.Hide()
	f.offering = container.NewHBox(f.offered)
	f.offering.Hide()
	f.do = widget.NewMainButton(keys, do, f.Save)
	f.safe = widget.NewButton(keys, wording.L("Cancel  Esc"), cancel)
	f.buttons = container.NewHBox(f.do, f.safe)
	f.title = widget.NewLine(title, widget.Look{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}})
	f.explain = widget.NewNotice(explanation, widget.Look{Color: theme.Quiet})
	page := widget.Column(f.title, f.explain, f.body, f.wrong, f.offering, f.doing, f.buttons)
	f.object = container.New(layout.NewCustomPaddedLayout(24, 24, 24, 24), widget.AtMost(formWidth, page))
	return f
}

// newQuestion is a form that asks before something is done that removes, or that others will
// see. The focus is on the button that changes nothing.
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

// agreed is the text of the button of a question that does what is asked, with its key.
func agreed(do string) string { return wording.L("{{.Do}}  Ctrl+Enter", wording.Data{"Do": do}) }

// asks notes that something is asked that was not there before: what is pressed before it can
// have been seen, or is still held down, answers nothing.
func (f *Form) asks() { f.haste.Shows(f.keys.Now()) }

// seen reports whether a person who presses a button can have seen what is asked.
func (f *Form) seen(button rune) bool { return f.keys.Seen(&f.haste, button) }

// layOut lays out a form, or a part of it, after something in it was shown or hidden.
func layOut(c *fyne.Container) {
	widget.LayOut(c)
	canvas.Refresh(c)
}

// entry adds a labelled entry.
func (f *Form) entry(label, placeholder string) *widget.Entry {
	e := widget.NewEntry(f.keys, placeholder)
	e.OnSubmitted = func(string) { f.Save() }
	f.add(label, e, e)
	return e
}

// located adds a labelled entry for a location, with a button to choose one.
func (f *Form) located(label, placeholder string, choose func(chosen func(string))) *widget.Entry {
	e := widget.NewEntry(f.keys, placeholder)
	e.OnSubmitted = func(string) { f.Save() }
	button := widget.NewButton(f.keys, wording.L("Choose…"), func() { choose(e.SetText) })
	f.add(label, widget.Border(nil, nil, nil, button, e), e)
	return e
}

// filePath is what a person typed as the file to write, or "" with a problem.
func (f *Form) filePath(path *widget.Entry) string {
	at := strings.TrimSpace(path.Text())
	if at == "" {
		f.Problem(wording.L("Say which file or folder."))
	}
	return at
}

// fileExists says that a file would be replaced.
func (f *Form) fileExists(path string) {
	f.Problem(wording.L("There is a file {{.Path}} already. Export again to replace it, or give another name.", wording.Data{"Path": path}))
}

// fileExposed says that a file would become readable to others, which exposes says who.
func (f *Form) fileExposed(exposes string) {
	f.Problem(exposes + " " + wording.L("Export again to agree, or give another folder."))
}

func (f *Form) add(label string, o fyne.CanvasObject, focus fyne.Focusable) {
	f.body.Add(widget.NewLine(label, widget.Look{Style: fyne.TextStyle{Bold: true}}))
	f.body.Add(o)
	if f.first == nil {
		f.first = focus
	}
}

// Object is what is shown.
func (f *Form) Object() fyne.CanvasObject { return f.object }

// Focus is the first entry.
func (f *Form) Focus() fyne.Focusable { return f.first }

// Save submits the form, once: not while what it asked for is being done, nor before what it
// asks can have been seen.
func (f *Form) Save() {
	if !f.do.Disabled() && f.seen(widget.SaveKey) {
		f.submit()
	}
}

// Leave gives the form up.
func (f *Form) Leave() { f.cancel() }

// Rune uses no characters.
func (f *Form) Rune(rune) bool { return false }

// Problem says what is wrong with what was typed; "" takes it back.
func (f *Form) Problem(text string) {
	f.problem.SetText(text)
	f.wrong.Hidden = text == ""
	f.offering.Hide()
	if text != "" {
		f.asks()
	}
	layOut(f.object)
}

// Said is the problem, where it is shown.
func (f *Form) Said() fyne.CanvasObject { return f.wrong }

// Offer offers to do something about the problem that was said last.
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

// Bottom is the row of buttons: what is said above it is in sight where it is.
func (f *Form) Bottom() fyne.CanvasObject { return f.buttons }

// Offered is the button that does something about the problem.
func (f *Form) Offered() fyne.Focusable { return f.offered }

// Main is what the page is done with.
func (f *Form) Main() fyne.Focusable { return f.do }

// SignIn shows where a person signs in; nil where nobody does.
func (f *Form) SignIn() fyne.Focusable {
	switch {
	case f.signIn != nil:
		return f.signIn()
	case f.access != nil:
		return f.access.First()
	}
	return nil
}

// Keeps says where a password will be kept.
func (f *Form) Keeps(text string) {
	f.access.Keeps(text)
	layOut(f.object)
}

// Trust trusts the one certificate of that fingerprint, and tries again.
func (f *Form) Trust(fingerprint string) {
	f.access.Trust(fingerprint)
	f.submit()
}

// Shown tells whether the form is in sight.
func (f *Form) Shown() bool { return f.object.Visible() }

// Asking says that somebody looks who could read what is published; "" that it is known, or
// never will be.
func (f *Form) Asking(text string) {
	f.doing.SetText(text)
	f.doing.Hidden = text == ""
	layOut(f.object)
}

// IsBusy reports whether the form is doing what it was submitted for.
func (f *Form) IsBusy() bool { return f.do.Disabled() }

// Busy says what the form does, and keeps it from being submitted until it is done: "".
func (f *Form) Busy(doing string) {
	f.doing.SetText(doing)
	f.doing.Hidden = doing == ""
	if doing != "" {
		f.do.Disable()
	} else {
		f.do.Enable()
	}
	layOut(f.object)
}

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

// Confirm asks a question before something is done that removes, or that others will see.
type Confirm struct {
	*Form
	asked Question
	tick  *widget.Check
}

// NewConfirmForm is the form, without a question.
func NewConfirmForm(keys *widget.Keys, cancel func()) *Confirm {
	c := &Confirm{}
	c.Form = newQuestion(keys, wording.L("Remove"), func() { c.asked.Done(c.tick.Checked) }, cancel)
	c.tick = widget.NewCheck(keys, "", nil)
	c.body.Add(c.tick)
	return c
}

// Ask asks a question.
func (c *Confirm) Ask(q Question) {
	c.Problem("")
	c.Busy("")
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

// Tick says yes to what is asked besides, as a person does.
func (c *Confirm) Tick() { c.tick.SetChecked(true) }

// More is a line that shows what few people need, and hides it again.
type More struct {
	object *fyne.Container
	button *widget.Button
	body   *fyne.Container
}

// NewMore is one that hides what it is for.
func NewMore(keys *widget.Keys, objects ...fyne.CanvasObject) *More {
	m := &More{body: container.NewVBox(objects...)}
	m.button = widget.NewQuietButton(keys, nil, wording.L("More"), func() { m.Show(!m.body.Visible()) })
	m.button.Alignment = fynewidget.ButtonAlignLeading
	m.object = container.NewVBox(container.NewHBox(m.button), m.body)
	m.Show(false)
	return m
}

// Object is what is shown.
func (m *More) Object() fyne.CanvasObject { return m.object }

// Show shows the rest, or hides it.
func (m *More) Show(shown bool) {
	m.body.Hidden = !shown
	icon, text := fynetheme.MenuExpandIcon(), wording.L("More")
	if shown {
		icon, text = fynetheme.MenuDropDownIcon(), wording.L("Less")
	}
	m.button.SetIcon(icon)
	m.button.SetText(text)
	layOut(m.object)
}

// Pair puts two fields beside each other, of equal width.
func Pair(left, right fyne.CanvasObject) fyne.CanvasObject {
	return container.NewGridWithColumns(2, left, right)
}

// Labelled is a field below its label.
func Labelled(label string, field fyne.CanvasObject) fyne.CanvasObject {
	return container.NewVBox(widget.NewLine(label, widget.Look{Style: fyne.TextStyle{Bold: true}}), field)
}
