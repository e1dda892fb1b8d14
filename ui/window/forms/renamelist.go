package forms

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// RenameList asks for another name of a list.
type RenameList struct {
	*Form
	list string
	name *widget.Entry
}

// NewRenameListForm is the form; done gets the list and its new name.
func NewRenameListForm(keys *widget.Keys, done func(list, name string), cancel func()) *RenameList {
	r := &RenameList{}
	r.Form = newForm(keys, "", lang.L("Others find its feeds by the name, so everybody gives the list the same one."), lang.L("Rename"), func() {
		if name := strings.TrimSpace(r.name.Text()); name != "" {
			done(r.list, name)
			return
		}
		r.Problem(lang.L("The list needs a name."))
	}, cancel)
	r.name = r.entry(lang.L("Name"), "")
	return r
}

// Fill asks about a list.
func (r *RenameList) Fill(list string) {
	r.Problem("")
	r.list = list
	r.title.SetText(lang.L("Rename “{{.List}}”", say.Data{"List": list}))
	r.name.Put(list)
	layOut(r.object)
}
