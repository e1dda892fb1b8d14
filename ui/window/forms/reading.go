package forms

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// Reading is how a subscription is read: what the form shows and asks for.
type Reading struct {
	Set, Location string
	engine.SubscribeOptions
}

// ReadingForm asks how a subscription is read, and signs in.
type ReadingForm struct {
	*Form
	shown   Reading
	mode    *widget.Choice
	every   *widget.Choice
	unnamed *widget.Check
	done    func(Reading)
}

// NewReadingForm is the form; file lets a person choose one.
func NewReadingForm(keys *widget.Keys, file func(chosen func(string)), done func(Reading), cancel func()) *ReadingForm {
	r := &ReadingForm{done: done}
	r.Form = newForm(keys, lang.L("How it is read"), "", lang.L("Keep, and read it now"), r.submitNow, cancel)
	r.access = NewAccess(keys, r.Save, file, func() {})
	r.body.Add(r.access.SignIn())
	r.mode = widget.NewChoice(keys, modeWords(), nil)
	r.every = widget.NewChoice(keys, say.Intervals(), nil)
	r.unnamed = widget.NewCheck(keys, lang.L("Do not tell others that I read it"), nil)
	r.body.Add(Pair(Labelled(lang.L("What it brings"), r.mode), Labelled(lang.L("Read it"), r.every)))
	r.body.Add(r.unnamed)
	r.body.Add(r.access.Rest())
	return r
}

// modes are how a feed is read, in the order of the choice.
var modes = []store.Mode{store.BothWays, store.TakeOnly, store.GiveOnly}

// modeWords are the modes in words.
func modeWords() []string {
	return []string{lang.L("take in, and publish on"), lang.L("only take in"), lang.L("only watch what it has seen")}
}

// Fill shows how a subscription is read.
func (r *ReadingForm) Fill(shown Reading) {
	r.Problem("")
	r.Busy("")
	r.shown = shown
	r.explain.SetText(shown.Location)
	r.access.Put(shown.Access)
	r.access.At(shown.Location)
	r.mode.Put(max(slices.Index(modes, shown.Mode), 0))
	r.every.Put(say.IntervalAt(shown.Every))
	r.unnamed.Put(shown.Unnamed)
	r.first = r.mode
	if Far(shown.Location) {
		r.first = r.access.First()
	}
	layOut(r.object)
}

func (r *ReadingForm) submitNow() {
	asked := r.shown
	asked.Mode, asked.Unnamed = modes[max(r.mode.SelectedIndex(), 0)], r.unnamed.Checked
	if at := r.every.SelectedIndex(); at != say.IntervalAt(asked.Every) {
		asked.Every = say.Interval(at)
	}
	asked.Access, asked.Password = r.access.Access(), r.access.Password()
	r.Problem("")
	r.done(asked)
}
