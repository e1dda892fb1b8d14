package history

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/rivo/uniseg"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/textedit"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// LogEvents are the person's actions on the page.
type LogEvents struct {
	// Open shows the item of a resolution.
	Open func(snapshot.Item)
	// Undo undoes an edit by its key.
	Undo func(edit int64)
	// Export writes the log to a file.
	Export func()
	// Leave closes the page.
	Leave func()
}

// LogPage shows the resolutions, the newest first, and the details of the selected one.
type LogPage struct {
	speaker wording.Speaker
	events  LogEvents

	object fyne.CanvasObject
	list   *widget.List
	hint   *widget.Hint
	// text can be read and copied.
	text   *textedit.Editor
	about  string
	open   *widget.Button
	undo   *widget.Button
	export *widget.Button

	all []conflicts.Resolution
}

// NewLog returns a page without resolutions.
func NewLog(keys *widget.Keys, speaker wording.Speaker, events LogEvents) *LogPage {
	p := &LogPage{speaker: speaker, events: events, hint: widget.NewHint()}
	p.makeList(keys)
	p.text = textedit.New(keys, "", 3)
	p.text.ReadOnly = true
	p.open = widget.NewMainButton(keys, wording.L("show-the-item", "Show the item"), p.enter)
	p.undo = widget.NewButton(keys, wording.L("undo", "Undo"), p.undoMarked)
	p.export = widget.NewButton(keys, wording.L("export-dialog", "Export…"), events.Export)
	back := widget.NewButton(keys, wording.L("back-esc", "Back  Esc"), p.Leave)
	title := widget.NewLine(wording.L("resolution-log", "Resolution log"), widget.TextStyle{Size: fynetheme.SizeNameSubHeadingText, Style: fyne.TextStyle{Bold: true}})
	parts := container.NewVSplit(container.NewStack(p.list, p.hint.Object()), p.text.Object())
	const half = 0.5
	parts.SetOffset(half)
	p.object = container.NewPadded(widget.Border(title, widget.Flow(p.open, p.export, p.undo, back), nil, nil, parts))
	p.Show(nil)
	return p
}

func (p *LogPage) makeList(keys *widget.Keys) {
	p.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewColumnsRow(3, 5, 8) }, p.draw)
	p.list.Text = func(i int) string { return p.all[i].Title }
	p.list.OnMarked = func(int) { p.showDetails() }
	p.list.OnEntered = func(int) { p.enter() }
}

// Show shows resolutions. The same row stays selected.
func (p *LogPage) Show(all []conflicts.Resolution) {
	marked := p.keyed(all)
	p.all = all
	p.hint.SetText("")
	if len(all) == 0 {
		p.hint.SetText(wording.L("no-conflicts-resolved-yet", "No conflicts resolved yet."))
	}
	p.list.SetRows(len(all), marked)
	widget.Enable(len(all) > 0, p.open, p.export)
	p.showDetails()
}

// keyed returns the index of the selected resolution in all, or of the first one if none is
// selected.
func (p *LogPage) keyed(all []conflicts.Resolution) int {
	was, marked := p.Marked()
	for i, e := range all {
		if marked && e.Key == was.Key {
			return i
		}
	}
	return min(0, len(all)-1)
}

// Marked returns the selected resolution, if there is one.
func (p *LogPage) Marked() (conflicts.Resolution, bool) {
	if i := p.list.Marked(); i >= 0 && i < len(p.all) {
		return p.all[i], true
	}
	return conflicts.Resolution{}, false
}

// Details returns the text about the selected resolution.
func (p *LogPage) Details() string { return p.about }

func (p *LogPage) undoMarked() {
	if e, marked := p.Marked(); marked && !e.Undone {
		p.events.Undo(e.Edit)
	}
}

func (p *LogPage) enter() {
	if e, marked := p.Marked(); marked {
		p.events.Open(snapshot.Item{Set: e.Set, ID: e.Item})
	}
}

func (p *LogPage) Object() fyne.CanvasObject { return p.object }

func (p *LogPage) Focus() fyne.Focusable { return p.list }

func (p *LogPage) Leave() { p.events.Leave() }

func (p *LogPage) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		row, e := into.(*widget.ColumnsRow), p.all[i]
		look := widget.TextStyle{}
		if e.Undone {
			look.Color = theme.Quiet
		}
		row.Set(0, p.speaker.Local(e.At), widget.TextStyle{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
		row.Set(1, wording.Title(e.Title), widget.TextStyle{Color: look.Color, Style: fyne.TextStyle{Bold: !e.Undone}})
		row.Set(2, p.decidedText(e), look)
	}
}

// decidedText describes a resolution, and says if it was undone: colour must not be the only
// sign of that.
func (p *LogPage) decidedText(e conflicts.Resolution) string {
	text := p.speaker.Decided(e.Decision)
	if e.Undone {
		return wording.L("undone-text", "undone: {{.Text}}", wording.Data{"Text": text})
	}
	return text
}

// showDetails shows details of the selected resolution.
func (p *LogPage) showDetails() {
	p.about = ""
	p.undo.Disable()
	if e, marked := p.Marked(); marked {
		p.about = strings.Join(p.paragraphs(e), "\n\n")
		if !e.Undone {
			p.undo.Enable()
		}
	}
	p.text.Put(p.about)
}

func (p *LogPage) paragraphs(e conflicts.Resolution) []string {
	data := wording.Data{
		"Title": wording.Title(e.Title), "List": e.Set, "N": e.Update,
		"When": p.speaker.Local(e.At), "Ago": p.speaker.Ago(e.At), "Text": p.speaker.Decided(e.Decision),
	}
	head := []string{wording.L("title-in-list-text", "“{{.Title}}” in “{{.List}}”: {{.Text}}.", data)}
	head = append(head, wording.L("saved-when-ago-as-update-n", "Saved {{.When}}, {{.Ago}}, as update {{.N}}.", data))
	if e.Undone {
		head = append(head, wording.L("this-was-undone", "This was undone."))
	}
	all := []string{strings.Join(head, "\n"), strings.Join(p.versions(e), "\n")}
	if len(e.Fields) > 0 {
		all = append(all, strings.Join(p.fields(e), "\n"))
	}
	return all
}

// versions returns a line for each version that there was to choose from.
func (p *LogPage) versions(e conflicts.Resolution) []string {
	lines := []string{wording.L("versions", "Versions")}
	for i, v := range e.Versions {
		lines = append(lines, conflicts.Letter(i)+" · "+p.speaker.Person(v.By)+" · "+p.speaker.Written(v.When)+" · "+wording.Fate(e.Decision, i))
	}
	return lines
}

// fields returns each field's value and origin. A value of several lines starts on a new line.
func (p *LogPage) fields(e conflicts.Resolution) []string {
	lines := []string{wording.L("fields-that-differed", "Fields that differed")}
	for _, f := range e.Fields {
		name := wording.Field(f.Field) + " (" + wording.From(f) + "):"
		value := shortened(p.speaker.ChosenValue(f))
		switch {
		case value == "":
			name += " " + wording.L("nothing", "nothing")
		case strings.Contains(value, "\n"):
			name += "\n" + value
		default:
			name += " " + value
		}
		lines = append(lines, name)
	}
	return lines
}

// longest is the maximum length of a shown value, in bytes: Fyne takes long to wrap a text of
// a megabyte.
const longest = 4000

// shortened returns the beginning of a long value, in whole characters, with a note where to
// find the rest.
func shortened(value string) string {
	if len(value) <= longest {
		return value
	}
	end, state := 0, -1
	for rest := value; rest != ""; {
		var character string
		character, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if end+len(character) > longest {
			break
		}
		end += len(character)
	}
	left := utf8.RuneCountInString(value[end:])
	return value[:end] + "…\n" + wording.N("n-more-characters-export-the-log", "{{.N}} more characters. Export the log to see the full text.", left, wording.Data{"N": wording.Number(left)})
}
