package forms

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// Sharing is what the form asks for.
type Sharing struct {
	Set, Location string
	// Subscribe tells that what others publish in the folder is read too.
	Subscribe bool
}

// Share asks where a list is published.
type Share struct {
	*Form
	set      *widget.Entry
	location *widget.Entry
	also     *widget.Check
}

// NewShareForm is the form for sharing a list.
func NewShareForm(keys *widget.Keys, choose func(chosen func(string)), done func(Sharing), cancel func()) *Share {
	s := &Share{}
	s.Form = newForm(keys, lang.L("Share a list"),
		lang.L("Whoever can read the file or folder can read the list."),
		lang.L("Share"), func() { s.submitTo(done) }, cancel)
	s.location = s.located(lang.L("Folder or file"), lang.L("for example: /home/me/Shared"), choose)
	s.set = s.entry(lang.L("List"), "")
	s.also = widget.NewCheck(keys, lang.L("Also read what others publish in that folder"), nil)
	s.also.Put(true)
	s.body.Add(s.also)
	return s
}

// Fill shows a list and a location, or "" for each.
func (s *Share) Fill(set, location string) {
	s.Problem("")
	s.set.Put(set)
	s.location.Put(location)
}

func (s *Share) submitTo(done func(Sharing)) {
	asked := Sharing{Set: strings.TrimSpace(s.set.Text), Location: strings.TrimSpace(s.location.Text), Subscribe: s.also.Checked}
	switch {
	case asked.Location == "":
		s.Problem(lang.L("Say where the list is to be published."))
	case asked.Set == "":
		s.Problem(lang.L("Say which list is to be shared."))
	default:
		done(asked)
	}
}
