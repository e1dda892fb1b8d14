package forms

import (
	"path/filepath"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"crossfeed/engine/lists/transfer"
	"crossfeed/ui/widget"
	"crossfeed/ui/wording"
)

// Exporting is what the form asks for.
type Exporting struct {
	Set string
	// IDs are the items; none are all.
	IDs []string
	// Items is how many they are.
	Items  int
	Format transfer.Format
	Path   string
	// Agreed is the file that a person knows to be replacing.
	Agreed string
	// Exposed are the folders that a person knows others can read.
	Exposed []string
}

// Name is the name of the file, where a folder is all that was given.
func (e Exporting) Name() string { return e.Plain() + e.Extension() }

// Plain is the list's name as a file can have it.
func (e Exporting) Plain() string { return PlainName(e.Set) }

// PlainName is a name as a part of that of a file.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, name)
}

// Extension is what names of such files end in.
func (e Exporting) Extension() string {
	switch e.Format {
	case transfer.Calendar:
		return ".ics"
	case transfer.Outlines:
		return ".opml"
	}
	return ".vcf"
}

// Export asks into which file items go.
type Export struct {
	*Form
	asked   Exporting
	formats []transfer.Format
	what    *widget.Line
	path    *widget.Entry
	format  *widget.Choice
}

// NewExportForm is the form for an export. choose lets a person choose a folder.
func NewExportForm(keys *widget.Keys, choose func(chosen func(string)), done func(Exporting), cancel func()) *Export {
	e := &Export{what: widget.NewLine("", widget.Look{Style: fyne.TextStyle{Bold: true}})}
	e.Form = newForm(keys, wording.L("Export"),
		wording.L("Other programs can read the file. The list stays as it is."),
		wording.L("Export"), func() { e.submitTo(done) }, cancel)
	e.body.Add(e.what)
	e.path = e.located(wording.L("File or folder"), wording.L("for example: /home/me/Documents"), func(chosen func(string)) {
		choose(func(folder string) { chosen(filepath.Join(folder, e.asked.Name())) })
	})
	e.format = widget.NewChoice(keys, []string{""}, func(i int) { e.asked.Format = e.formats[i] })
	e.add(wording.L("Format"), e.format, e.format)
	return e
}

// Fill begins with what is to be exported and the formats for it, of which
// there is one at least.
func (e *Export) Fill(asked Exporting, formats []transfer.Format) {
	e.Problem("")
	e.asked, e.formats = asked, formats
	e.asked.Format = formats[0]
	e.path.Put(asked.Path)
	words := make([]string, len(formats))
	for i, f := range formats {
		words[i] = formatText(f)
	}
	e.format.SetWords(words)
	e.format.Put(0)
	e.what.SetText(whatText(asked))
}

// Exposes says that the file would become readable to those who can open a folder. The next
// submitting agrees.
func (e *Export) Exposes(folder string) {
	e.asked.Exposed = append(e.asked.Exposed, folder)
	e.fileExposed(wording.Exposes(e.asked.Items, folder))
}

// Exists says that a file would be replaced, which the next submitting does.
func (e *Export) Exists(path string) {
	e.asked.Agreed = path
	e.fileExists(path)
}

func (e *Export) submitTo(done func(Exporting)) {
	if e.asked.Path = e.filePath(e.path); e.asked.Path != "" {
		done(e.asked)
	}
}

func whatText(asked Exporting) string {
	data := wording.Data{"List": asked.Set, "N": len(asked.IDs)}
	if len(asked.IDs) == 0 {
		return wording.L("All items of “{{.List}}”", data)
	}
	return wording.N("{{.N}} items of “{{.List}}”", len(asked.IDs), data)
}

func formatText(f transfer.Format) string {
	switch f {
	case transfer.Cards3:
		return wording.L("vCard 3.0 (.vcf), which most programs read")
	case transfer.Cards4:
		return wording.L("vCard 4.0 (.vcf), which keeps everything")
	case transfer.Outlines:
		return wording.L("OPML 2.0 (.opml), which feed readers read")
	}
	return wording.L("iCalendar (.ics)")
}

// LogExport is what the form for the log of decisions asks for.
type LogExport struct {
	// JSON is for programs; otherwise it is Markdown, for people.
	JSON bool
	Path string
	// Agreed is the file that a person knows to be replacing.
	Agreed string
	// Exposed are the folders that a person knows others can read.
	Exposed []string
}

// Name is the name of the file, where a folder is all that was given.
func (e LogExport) Name() string { return "decisions" + e.Extension() }

// Extension is what names of such files end in.
func (e LogExport) Extension() string {
	if e.JSON {
		return ".json"
	}
	return ".md"
}

// ExportLog asks into which file the log of decisions goes.
type ExportLog struct {
	*Form
	asked LogExport
	path  *widget.Entry
}

// NewExportLogForm is the form for it. choose lets a person choose a folder.
func NewExportLogForm(keys *widget.Keys, choose func(chosen func(string)), done func(LogExport), cancel func()) *ExportLog {
	e := &ExportLog{}
	e.Form = newForm(keys, wording.L("Export the decisions"),
		wording.L("The file is in English, with the names that you gave to people and devices."),
		wording.L("Export"), func() { e.submitTo(done) }, cancel)
	e.path = e.located(wording.L("File or folder"), wording.L("for example: /home/me/Documents"), func(chosen func(string)) {
		choose(func(folder string) { chosen(filepath.Join(folder, e.asked.Name())) })
	})
	words := []string{wording.L("Markdown (.md), to be read"), wording.L("JSON (.json), for programs")}
	format := widget.NewChoice(keys, words, func(i int) { e.asked.JSON = i == 1 })
	e.add(wording.L("Format"), format, format)
	return e
}

// Fill begins without what a person agreed to before.
func (e *ExportLog) Fill() {
	e.Problem("")
	e.asked.Agreed, e.asked.Exposed = "", nil
}

// Exposes says that the file would become readable to those who can open a folder. The next
// submitting agrees.
func (e *ExportLog) Exposes(folder string) {
	e.asked.Exposed = append(e.asked.Exposed, folder)
	e.fileExposed(wording.L("These decisions will become readable to everyone who can open {{.At}}.", wording.Data{"At": folder}))
}

// Exists says that a file would be replaced, which the next submitting does.
func (e *ExportLog) Exists(path string) {
	e.asked.Agreed = path
	e.fileExists(path)
}

func (e *ExportLog) submitTo(done func(LogExport)) {
	if e.asked.Path = e.filePath(e.path); e.asked.Path != "" {
		done(e.asked)
	}
}
