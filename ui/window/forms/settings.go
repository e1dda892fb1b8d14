package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Setting is a row of the page.
type Setting struct {
	// Section is the title of its section; settings of one section follow each other.
	Section string
	// Label names it, Help says more about it, or is "".
	Label, Help string
	// Note says what may change about it; nil means nothing.
	Note *widget.Notice
	// Field changes or shows it.
	Field fyne.CanvasObject
	// Update shows the present value in the field; nil means that it never changes.
	Update func()
}

// Settings is the page of all settings, in sections, with a field that finds them. It knows how
// they are shown and found, not what they do.
type Settings struct {
	// OnLeave is called when the page is closed, OnResized when it shows more or fewer settings.
	OnLeave, OnResized func()

	object *fyne.Container
	filter *widget.Entry
	none   *widget.Line
	rows   []settingRow
	// sections are the parts of the page, by their title.
	sections map[string]fyne.CanvasObject
}

// settingRow is a setting with its label.
type settingRow struct {
	Setting
	label, field fyne.CanvasObject
}

// pageWidth is the maximum width of the page, labelWidth the minimum width of the labels, as
// multiples of the text size.
const (
	pageWidth  = 48
	labelWidth = 13
)

// NewSettings returns a page with settings.
func NewSettings(keys *widget.Keys, all []Setting) *Settings {
	p := &Settings{sections: map[string]fyne.CanvasObject{}}
	p.filter = widget.NewEntry(keys, wording.L("find-a-setting", "Find a setting"))
	p.filter.OnChanged = p.find
	p.none = widget.NewLine(wording.L("no-match", "No match."), widget.TextStyle{Color: theme.Quiet})
	p.none.Hide()
	body := widget.Column(
		widget.NewLine(wording.L("settings", "Settings"), widget.TextStyle{Size: fynetheme.SizeNameHeadingText, Style: fyne.TextStyle{Bold: true}}),
		p.filter, p.none)
	var form *fyne.Container
	for _, s := range all {
		if p.sections[s.Section] == nil {
			form = container.New(widget.Form{})
			p.sections[s.Section] = widget.Column(widget.NewLine(s.Section, widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}}), form)
			body.Add(p.sections[s.Section])
		}
		r := newSettingRow(s)
		form.Objects = append(form.Objects, r.label, r.field)
		p.rows = append(p.rows, r)
	}
	body.Add(container.NewHBox(widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave)))
	p.object = container.NewPadded(container.NewPadded(widget.AtMost(pageWidth, body)))
	return p
}

// NewNote returns an empty note.
func NewNote() *widget.Notice {
	return widget.NewNotice("", widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
}

func newSettingRow(s Setting) settingRow {
	field := s.Field
	if s.Note == nil && s.Help != "" {
		s.Note = NewNote()
		s.Note.SetText(s.Help)
	}
	if s.Note != nil {
		field = widget.Column(field, s.Note)
	}
	return settingRow{s, widget.Least(labelWidth, 0, widget.NewLine(s.Label, widget.TextStyle{})), field}
}

// Begin shows all settings with their present values.
func (p *Settings) Begin() {
	p.filter.Put("")
	p.find("")
	p.Update()
}

// Update shows the present values.
func (p *Settings) Update() {
	for _, r := range p.rows {
		if r.Update != nil {
			r.Update()
		}
	}
}

// find shows the settings with all words of a text in their label, help or section.
func (p *Settings) find(text string) {
	shown := map[string]bool{}
	words := strings.Fields(store.Fold(text))
	for _, r := range p.rows {
		about, found := store.Fold(r.Section+" "+r.Label+" "+r.Help), true
		for _, w := range words {
			found = found && strings.Contains(about, w)
		}
		widget.Show(r.label, found)
		widget.Show(r.field, found)
		if found {
			shown[r.Section] = true
		}
	}
	for title, section := range p.sections {
		widget.Show(section, shown[title])
	}
	widget.Show(p.none, len(shown) == 0)
	widget.LayOut(p.object)
	if p.OnResized != nil {
		p.OnResized()
	}
}

// Found returns the labels of the settings that are shown.
func (p *Settings) Found() (labels []string) {
	for _, r := range p.rows {
		if r.label.Visible() {
			labels = append(labels, r.Label)
		}
	}
	return labels
}

// Field returns the field of a setting, by its label, or nil.
func (p *Settings) Field(label string) fyne.CanvasObject {
	for _, r := range p.rows {
		if r.Label == label {
			return r.Setting.Field
		}
	}
	return nil
}

func (p *Settings) Object() fyne.CanvasObject { return p.object }

// Focus returns the field that finds settings.
func (p *Settings) Focus() fyne.Focusable { return p.filter }

func (p *Settings) Leave() { p.OnLeave() }
