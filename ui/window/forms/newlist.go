package forms

import (
	"strings"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// NewList asks for the name of a new list.
type NewList struct {
	*Form
	name *widget.Entry
	kind *widget.Choice
	hint *widget.Notice
}

// kinds are what a list can be for, in the order of the choice.
var kinds = []record.Kind{record.Todo, record.Contact, record.Note, record.Outline}

// NewListForm is the form for a new list. done gets its name and
// what it is for.
func NewListForm(keys *widget.Keys, done func(name string, kind record.Kind), cancel func()) *NewList {
	n := &NewList{}
	n.Form = newForm(keys, wording.L("New list"),
		wording.L("Others find its feeds by the name, so everybody gives the list the same one."),
		wording.L("Make the list"), func() { n.submitTo(done) }, cancel)
	n.name = n.entry(wording.L("Name"), wording.L("for example: Groceries"))
	n.kind = widget.NewChoice(keys, []string{wording.L("Todos"), wording.L("Contacts"), wording.L("Notes"), wording.L("Outline")}, n.explainKind)
	n.add(wording.L("For"), n.kind, n.kind)
	n.hint = widget.NewNotice("", widget.Look{Color: theme.Quiet})
	n.body.Add(n.hint)
	n.explainKind(0)
	return n
}

// explainKind says what a kind of list is for.
func (n *NewList) explainKind(kind int) {
	n.hint.SetText([]string{
		wording.L("What is to be done, with due dates and subtasks."),
		wording.L("People and organisations, with their addresses."),
		wording.L("Texts, one below the other."),
		wording.L("Nested notes in an order of your own, or the lists of feed readers (OPML)."),
	}[kind])
}

// Fill shows a name, or none and begins anew.
func (n *NewList) Fill(name string) {
	if name == "" {
		n.kind.Put(0)
		n.explainKind(0)
	}
	n.Problem("")
	n.name.Put(name)
}

func (n *NewList) submitTo(done func(string, record.Kind)) {
	name := strings.TrimSpace(n.name.Text())
	if name == "" {
		n.Problem(wording.L("The list needs a name."))
		return
	}
	done(name, kinds[n.kind.SelectedIndex()])
}

// RenameList asks for another name of a list.
type RenameList struct {
	*Form
	list string
	name *widget.Entry
}

// NewRenameListForm is the form; done gets the list and its new name.
func NewRenameListForm(keys *widget.Keys, done func(list, name string), cancel func()) *RenameList {
	r := &RenameList{}
	r.Form = newForm(keys, "", wording.L("The name is for this device. In a shared folder the list keeps the name that it has there."), wording.L("Rename"), func() {
		if name := strings.TrimSpace(r.name.Text()); name != "" {
			done(r.list, name)
			return
		}
		r.Problem(wording.L("The list needs a name."))
	}, cancel)
	r.name = r.entry(wording.L("Name"), "")
	return r
}

// Fill asks about a list.
func (r *RenameList) Fill(list string) {
	r.Problem("")
	r.list = list
	r.title.SetText(wording.L("Rename “{{.List}}”", wording.Data{"List": list}))
	r.name.Put(list)
	layOut(r.object)
}

// RestoreList asks which deleted list comes back.
type RestoreList struct {
	*Form
	lists []string
	list  *widget.Choice
	name  *widget.Entry
}

// NewRestoreListForm is the form; done gets the name that the list had, and its name from now on.
func NewRestoreListForm(keys *widget.Keys, done func(list, name string), cancel func()) *RestoreList {
	r := &RestoreList{}
	r.Form = newForm(keys, wording.L("Restore a deleted list"), wording.L("It comes back with all that was in it."), wording.L("Restore the list"), func() {
		switch name := strings.TrimSpace(r.name.Text()); {
		case len(r.lists) == 0:
			r.Problem(wording.L("No list is deleted."))
		case name == "":
			r.Problem(wording.L("The list needs a name."))
		default:
			done(r.lists[r.list.SelectedIndex()], name)
		}
	}, cancel)
	r.list = widget.NewChoice(keys, []string{""}, func(i int) { r.name.Put(r.lists[i]) })
	r.add(wording.L("List"), r.list, r.list)
	r.name = r.entry(wording.L("Name"), "")
	return r
}

// Fill offers deleted lists, as they are shown, by their names.
func (r *RestoreList) Fill(names, shown []string) {
	r.Problem("")
	r.lists = names
	if len(names) == 0 {
		names, shown = []string{""}, []string{wording.L("No list is deleted.")}
	}
	r.list.SetWords(shown)
	r.list.Put(0)
	r.name.Put(names[0])
	layOut(r.object)
}

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
	s.Form = newQuestion(keys, wording.L("Stop sharing"), func() { done(s.set, s.remove.Checked) }, cancel)
	s.stays = widget.NewNotice("", widget.Look{})
	s.body.Add(s.stays)
	s.remove = widget.NewCheck(keys, wording.L("Take the feed away from there"), nil)
	s.body.Add(s.remove)
	return s
}

// Fill asks about a list that is published at a place.
func (s *Stop) Fill(set, at string) {
	s.Problem("")
	s.Busy("")
	s.set = set
	s.remove.Put(true)
	data := wording.Data{"List": set, "At": at}
	s.title.SetText(wording.L("Stop sharing “{{.List}}”?", data))
	s.explain.SetText(wording.L("It is published at {{.At}}", data))
	s.asks()
	s.stays.SetText(wording.L("You keep the list, and go on reading the feeds that it reads. The others keep what they have read, and what you change from now on they never see. Nobody can take back what was read."))
	layOut(s.object)
}
