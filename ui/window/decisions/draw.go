package decisions

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"
	"github.com/rivo/uniseg"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/conflicts/log"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

func (p *Page) draw(i int, into fyne.CanvasObject) {
	if i < len(p.all) {
		row, e := into.(*widget.ColumnsRow), p.all[i]
		look := widget.Look{}
		if e.Undone {
			look.Color = theme.Quiet
		}
		row.Set(0, p.speaker.Local(e.At), widget.Look{Color: theme.Quiet, Size: fynetheme.SizeNameCaptionText})
		row.Set(1, say.Title(e.Title), widget.Look{Color: look.Color, Style: fyne.TextStyle{Bold: !e.Undone}})
		row.Set(2, p.decidedText(e), look)
	}
}

// decidedText says what was decided, and where it was undone, that too: it is
// not told by colour alone.
func (p *Page) decidedText(e log.Entry) string {
	text := p.speaker.Decided(e.Decision)
	if e.Undone {
		return lang.L("undone: {{.Text}}", say.Data{"Text": text})
	}
	return text
}

// tell tells all of the marked decision.
func (p *Page) tell() {
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

func (p *Page) paragraphs(e log.Entry) []string {
	data := say.Data{
		"Title": say.Title(e.Title), "List": e.Set, "N": e.Update,
		"When": p.speaker.Local(e.At), "Ago": p.speaker.Ago(e.At), "Text": p.speaker.Decided(e.Decision),
	}
	head := []string{lang.L("“{{.Title}}” in “{{.List}}”: {{.Text}}.", data)}
	head = append(head, lang.L("Saved {{.When}}, {{.Ago}}, as update {{.N}}.", data))
	if e.Undone {
		head = append(head, lang.L("This was undone."))
	}
	all := []string{strings.Join(head, "\n"), strings.Join(p.versions(e), "\n")}
	if len(e.Fields) > 0 {
		all = append(all, strings.Join(p.fields(e), "\n"))
	}
	return all
}

// versions are a line for each version that there was to choose from.
func (p *Page) versions(e log.Entry) []string {
	lines := []string{lang.L("Versions")}
	for i, v := range e.Versions {
		lines = append(lines, conflicts.Letter(i)+" · "+p.speaker.Person(v.By)+" · "+p.speaker.Written(v.When)+" · "+say.Fate(e.Decision, i))
	}
	return lines
}

// fields say each field's value and where it came from; a value of several lines
// begins on one of its own.
func (p *Page) fields(e log.Entry) []string {
	lines := []string{lang.L("Fields that were not the same")}
	for _, f := range e.Fields {
		name := say.Field(f.Field) + " (" + say.From(f) + "):"
		value := shortened(p.speaker.Told(f))
		switch {
		case value == "":
			name += " " + lang.L("nothing")
		case strings.Contains(value, "\n"):
			name += "\n" + value
		default:
			name += " " + value
		}
		lines = append(lines, name)
	}
	return lines
}

// longest is how much of a value is told, in bytes: Fyne takes long to wrap a text
// of a megabyte.
const longest = 4000

// shortened is the beginning of a long value, of whole characters, and says where
// the rest is.
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
	return value[:end] + "…\n" + lang.N("{{.N}} more characters: an export has them all.", left, say.Data{"N": say.Number(left)})
}
