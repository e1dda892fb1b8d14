package forms

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// Subscription is what the form asks for.
type Subscription struct{ Set, Location string }

// Subscribe asks where a feed lies and which list it feeds.
type Subscribe struct {
	*Form
	set      *widget.Entry
	location *widget.Entry
}

// NewSubscribeForm is the form for a feed. choose lets a person choose a file
// or a folder.
func NewSubscribeForm(keys *widget.Keys, choose func(chosen func(string)), done func(Subscription), cancel func()) *Subscribe {
	s := &Subscribe{}
	s.Form = newForm(keys, lang.L("Subscribe to a feed"),
		lang.L("A file, or a folder in which others publish the same list. Nothing there is changed."),
		lang.L("Subscribe"), func() { s.submitTo(done) }, cancel)
	s.location = s.located(lang.L("File or folder"), lang.L("for example: /home/me/Shared"), choose)
	s.set = s.entry(lang.L("List"), lang.L("a list that you have, or the name of a new one"))
	return s
}

// Fill shows a list and a location, or "" for each.
func (s *Subscribe) Fill(set, location string) {
	s.Problem("")
	s.set.Put(set)
	s.location.Put(location)
}

func (s *Subscribe) submitTo(done func(Subscription)) {
	asked := Subscription{Set: strings.TrimSpace(s.set.Text), Location: strings.TrimSpace(s.location.Text)}
	switch {
	case asked.Location == "":
		s.Problem(lang.L("Say where the feed lies."))
	case asked.Set == "":
		s.Problem(lang.L("Say which list the feed belongs to."))
	default:
		done(asked)
	}
}
