package forms

import (
	"strings"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// NewList asks for the name and kind of a new list.
type NewList struct {
	*Form
	name *widget.Entry
	kind *widget.Choice
	hint *widget.Notice
}

// kinds are the kinds of lists, in the order of the menu.
var kinds = []record.Kind{record.Todo, record.Contact, record.Note, record.Outline}

// NewListForm returns the form. done gets the name and kind of the list.
func NewListForm(keys *widget.Keys, done func(name string, kind record.Kind), cancel func()) *NewList {
	n := &NewList{}
	n.Form = newForm(keys, wording.L("new-list", "New list"),
		wording.L("in-a-shared-folder-crossfeed-finds", "If you share the list in a folder later, everyone has to give it the same name."),
		wording.L("create-list", "Create list"), func() { n.submitTo(done) }, cancel)
	n.name = n.entry(wording.L("name", "Name"), wording.L("for-example-groceries", "for example: Groceries"))
	n.kind = widget.NewChoice(keys, []string{wording.L("todos", "Todos"), wording.L("contacts", "Contacts"), wording.L("notes", "Notes"), wording.L("outline", "Outline")}, n.explainKind)
	n.add(wording.L("type", "Type"), n.kind, n.kind)
	n.hint = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	n.body.Add(n.hint)
	n.explainKind(0)
	return n
}

// explainKind describes a kind of list.
func (n *NewList) explainKind(kind int) {
	n.hint.SetText([]string{
		wording.L("tasks-with-due-dates-tags-and", "Tasks with due dates, tags and subtasks."),
		wording.L("people-and-organizations-with-their", "People and organizations with their addresses."),
		wording.L("texts-of-any-length", "Texts of any length."),
		wording.L("nested-items-in-your-own-order", "Nested items in your own order, or subscriptions of a feed reader (OPML)."),
	}[kind])
}

// Fill sets the name. If it is "", the form is reset.
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
		n.Problem(wording.L("enter-a-name-for-the-list", "Enter a name for the list."))
		return
	}
	done(name, kinds[n.kind.SelectedIndex()])
}

// RenameList asks for a new name of a list.
type RenameList struct {
	*Form
	list string
	name *widget.Entry
}

// NewRenameListForm returns the form. done gets the list and its new name.
func NewRenameListForm(keys *widget.Keys, done func(list, name string), cancel func()) *RenameList {
	r := &RenameList{}
	r.Form = newForm(keys, "", wording.L("the-name-is-for-this-device", "The name is for this device. In a shared folder the list keeps the name that it has there."), wording.L("rename", "Rename"), func() {
		if name := strings.TrimSpace(r.name.Text()); name != "" {
			done(r.list, name)
			return
		}
		r.Problem(wording.L("enter-a-name-for-the-list", "Enter a name for the list."))
	}, cancel)
	r.name = r.entry(wording.L("name", "Name"), "")
	return r
}

// Fill resets the form for a list.
func (r *RenameList) Fill(list string) {
	r.Problem("")
	r.list = list
	r.title.SetText(wording.L("rename-list-list", "Rename “{{.List}}”", wording.Data{"List": list}))
	r.name.Put(list)
	layOut(r.object)
}

// Folder asks for the name of a folder of lists.
type Folder struct {
	*Form
	name   *widget.Entry
	others *widget.Notice
	done   func(name string)
}

// NewFolderForm returns the form.
func NewFolderForm(keys *widget.Keys, cancel func()) *Folder {
	f := &Folder{}
	f.Form = newForm(keys, "", wording.L("folders-are-for-this-device", "Folders are for this device. A folder that does not exist yet is created."), "", func() {
		if name := strings.TrimSpace(f.name.Text()); name != "" {
			f.done(name)
			return
		}
		f.Problem(wording.L("enter-a-name-for-the-folder", "Enter a name for the folder."))
	}, cancel)
	f.name = f.entry(wording.L("name", "Name"), "")
	f.others = widget.NewNotice("", widget.TextStyle{Color: theme.Quiet})
	f.body.Add(f.others)
	return f
}

// Fill resets the form: what it does, the present name, the existing folders, and what is called
// with the entered name.
func (f *Folder) Fill(title, do, name string, others []string, done func(name string)) {
	f.Problem("")
	f.done = done
	f.title.SetText(title)
	f.do.SetText(do)
	f.name.Put(name)
	f.others.SetText("")
	if len(others) > 0 {
		f.others.SetText(wording.L("existing-folders-names", "Existing folders: {{.Names}}", wording.Data{"Names": strings.Join(others, ", ")}))
	}
	layOut(f.object)
}

// RestoreList asks which deleted list to restore.
type RestoreList struct {
	*Form
	lists []string
	list  *widget.Choice
	name  *widget.Entry
}

// NewRestoreListForm returns the form. done gets the old name of the list, and its new name.
func NewRestoreListForm(keys *widget.Keys, done func(list, name string), cancel func()) *RestoreList {
	r := &RestoreList{}
	r.Form = newForm(keys, wording.L("restore-a-deleted-list", "Restore a deleted list"), wording.L("the-list-is-restored-with-all", "The list is restored with all its items."), wording.L("restore-the-list", "Restore the list"), func() {
		switch name := strings.TrimSpace(r.name.Text()); {
		case len(r.lists) == 0:
			r.Problem(wording.L("no-list-is-deleted", "No list is deleted."))
		case name == "":
			r.Problem(wording.L("enter-a-name-for-the-list", "Enter a name for the list."))
		default:
			done(r.lists[r.list.SelectedIndex()], name)
		}
	}, cancel)
	r.list = widget.NewChoice(keys, []string{""}, func(i int) { r.name.Put(r.lists[i]) })
	r.add(wording.L("list", "List"), r.list, r.list)
	r.name = r.entry(wording.L("name", "Name"), "")
	return r
}

// Fill offers deleted lists. shown are the texts for names.
func (r *RestoreList) Fill(names, shown []string) {
	r.Problem("")
	r.lists = names
	if len(names) == 0 {
		names, shown = []string{""}, []string{wording.L("no-list-is-deleted", "No list is deleted.")}
	}
	r.list.SetWords(shown)
	r.list.Put(0)
	r.name.Put(names[0])
	layOut(r.object)
}

// Stop asks whether to stop sharing a list.
type Stop struct {
	*Form
	set    string
	remove *widget.Check
	stays  *widget.Notice
}

// NewStopForm returns the form. done gets the list, and whether to remove its feed.
func NewStopForm(keys *widget.Keys, done func(set string, remove bool), cancel func()) *Stop {
	s := &Stop{}
	s.Form = newQuestion(keys, wording.L("stop-sharing", "Stop sharing"), func() { done(s.set, s.remove.Checked) }, cancel)
	s.stays = widget.NewNotice("", widget.TextStyle{})
	s.body.Add(s.stays)
	s.remove = widget.NewCheck(keys, wording.L("remove-the-feed-from-there", "Remove the feed from there"), nil)
	s.body.Add(s.remove)
	return s
}

// Fill asks about a list that is published at a location.
func (s *Stop) Fill(set, at string) {
	s.reset()
	s.set = set
	s.remove.Put(true)
	data := wording.Data{"List": set, "At": at}
	s.title.SetText(wording.L("stop-sharing-list", "Stop sharing “{{.List}}”?", data))
	s.explain.SetText(wording.L("it-is-published-at-at", "It is published at {{.At}}", data))
	s.asks()
	s.stays.SetText(wording.L("you-keep-the-list-and-its", "You keep the list and its subscriptions. The others keep what they have received, but will not see your changes from now on. Nobody can take back what others have read."))
	layOut(s.object)
}
