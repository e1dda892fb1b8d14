package forms

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
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
	n.Form = newForm(keys, lang.L("New list"),
		lang.L("Others find its feeds by the name, so everybody gives the list the same one."),
		lang.L("Make the list"), func() { n.submitTo(done) }, cancel)
	n.name = n.entry(lang.L("Name"), lang.L("for example: Groceries"))
	n.kind = widget.NewChoice(keys, []string{lang.L("Todos"), lang.L("Contacts"), lang.L("Notes"), lang.L("Outline")}, n.explainKind)
	n.add(lang.L("For"), n.kind, n.kind)
	n.hint = widget.NewNotice("", widget.Look{Color: theme.Quiet})
	n.body.Add(n.hint)
	n.explainKind(0)
	return n
}

// explainKind says what a kind of list is for.
func (n *NewList) explainKind(kind int) {
	n.hint.SetText([]string{
		lang.L("What is to be done, with due dates and subtasks."),
		lang.L("People and organisations, with their addresses."),
		lang.L("Texts, one below the other."),
		lang.L("Nested notes in an order of your own, or the lists of feed readers (OPML)."),
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
		n.Problem(lang.L("The list needs a name."))
		return
	}
	done(name, kinds[n.kind.SelectedIndex()])
}
