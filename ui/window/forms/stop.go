package forms

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// Stop asks whether a list shall be shared no more.
type Stop struct {
	*Form
	set    string
	remove *widget.Check
	stays  *widget.Notice
}

// NewStopForm is the form; done gets the list, and whether the feed is taken away from its
// place.
func NewStopForm(keys *widget.Keys, done func(set string, remove bool), cancel func()) *Stop {
	s := &Stop{}
	s.Form = newForm(keys, "", "", lang.L("Stop sharing"), func() { done(s.set, s.remove.Checked) }, cancel)
	s.stays = widget.NewNotice("", widget.Look{})
	s.body.Add(s.stays)
	s.remove = widget.NewCheck(keys, lang.L("Take the feed away from there"), nil)
	s.body.Add(s.remove)
	s.first = s.do
	return s
}

// Fill asks about a list that is published at a place.
func (s *Stop) Fill(set, at string) {
	s.Problem("")
	s.Busy("")
	s.set = set
	s.remove.Put(true)
	data := say.Data{"List": set, "At": at}
	s.title.SetText(lang.L("Stop sharing “{{.List}}”?", data))
	s.explain.SetText(lang.L("It is published at {{.At}}", data))
	s.stays.SetText(lang.L("You keep the list, and go on reading the feeds that it reads. The others keep what they have read, and what you change from now on they never see. Nobody can take back what was read."))
	layOut(s.object)
}
