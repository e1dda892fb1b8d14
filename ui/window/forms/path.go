package forms

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Path asks for the path of a file or folder where the desktop has no file dialog.
type Path struct {
	*Form
	path *widget.Entry
}

// PathEvents are called by the form.
type PathEvents struct {
	// Browse shows what there is to choose from.
	Browse func()
	// Done is called with what was entered.
	Done  func(entered string)
	Leave func()
}

// NewPathForm returns the form. explanation says which files are expected, or is "".
func NewPathForm(keys *widget.Keys, title, explanation string, folder bool, e PathEvents) *Path {
	p := &Path{}
	p.Form = newForm(keys, title, explanation, wording.L("choose-path", "Choose"), func() { e.Done(p.path.Text()) }, e.Leave)
	p.explain.Hidden = explanation == ""
	example := wording.L("for-example-downloads-contacts", "for example: ~/Downloads/contacts.vcf")
	if folder {
		example = wording.L("for-example-documents", "for example: ~/Documents")
	}
	p.path = p.field(example)
	browse := widget.NewButton(keys, wording.L("browse", "Browse…"), e.Browse)
	p.add(wording.L("path", "Path"), widget.Border(nil, nil, nil, browse, p.path), p.path)
	return p
}

// Least returns the size of a form that is shown over the window.
func (f *Form) Least() fyne.Size {
	least := f.object.MinSize()
	least.Width = max(least.Width, formWidth*fynetheme.TextSize())
	return least
}
