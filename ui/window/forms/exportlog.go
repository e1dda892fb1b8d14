package forms

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// LogExport is what the form for the log of decisions asks for.
type LogExport struct {
	// JSON is for programs; otherwise it is Markdown, for people.
	JSON bool
	Path string
	// Agreed is the file that a person knows to be replacing.
	Agreed string
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
	e.Form = newForm(keys, lang.L("Export the decisions"),
		lang.L("The file is in English, with the names that you gave to people and devices."),
		lang.L("Export"), func() { e.submitTo(done) }, cancel)
	e.path = e.located(lang.L("File or folder"), lang.L("for example: /home/me/Documents"), func(chosen func(string)) {
		choose(func(folder string) { chosen(filepath.Join(folder, e.asked.Name())) })
	})
	words := []string{lang.L("Markdown (.md), to be read"), lang.L("JSON (.json), for programs")}
	format := widget.NewChoice(keys, words, func(i int) { e.asked.JSON = i == 1 })
	e.add(lang.L("Format"), format, format)
	return e
}

// Exists says that a file would be replaced, which the next submitting does.
func (e *ExportLog) Exists(path string) {
	e.asked.Agreed = path
	e.Problem(lang.L("There is a file {{.Path}} already. Export again to replace it, or give another name.", say.Data{"Path": path}))
}

func (e *ExportLog) submitTo(done func(LogExport)) {
	e.asked.Path = strings.TrimSpace(e.path.Text())
	if e.asked.Path == "" {
		e.Problem(lang.L("Say which file or folder."))
		return
	}
	done(e.asked)
}
