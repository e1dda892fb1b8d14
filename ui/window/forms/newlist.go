package forms

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// NewList asks for the name of a new list.
type NewList struct {
	*Form
	name *widget.Entry
}

// NewListForm is the form for a new list. done gets the name.
func NewListForm(keys *widget.Keys, done func(name string), cancel func()) *NewList {
	n := &NewList{}
	n.Form = newForm(keys, lang.L("New list"),
		lang.L("Others find its feeds by the name, so everybody gives the list the same one."),
		lang.L("Make the list"), func() { n.submitTo(done) }, cancel)
	n.name = n.entry(lang.L("Name"), lang.L("for example: Groceries"))
	return n
}

// Fill shows a name, or none.
func (n *NewList) Fill(name string) {
	n.Problem("")
	n.name.Put(name)
}

func (n *NewList) submitTo(done func(string)) {
	name := strings.TrimSpace(n.name.Text)
	if name == "" {
		n.Problem(lang.L("The list needs a name."))
		return
	}
	done(name)
}
