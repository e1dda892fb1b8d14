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

// Exporting is the input of the form.
type Exporting struct {
	Set string
	// IDs are the items; none for all.
	IDs []string
	// Items is their number.
	Items  int
	Format transfer.Format
	Target
}

// Target is the file to export to.
type Target struct {
	Path string
	// Agreed is the file that the person agreed to replace.
	Agreed string
	// Exposed are the folders that the person knows others can read.
	Exposed []string
}

// Name returns the file name to use in a folder.
func (e Exporting) Name() string { return e.Plain() + e.Extension() }

// Plain returns the list's name as part of a file name.
func (e Exporting) Plain() string { return PlainName(e.Set) }

// PlainName replaces the characters that file names cannot have.
func PlainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, name)
}

// Extension returns the extension of files in the format.
func (e Exporting) Extension() string {
	switch e.Format {
	case transfer.Calendar:
		return ".ics"
	case transfer.Outlines:
		return ".opml"
	case transfer.Table:
		return ".csv"
	case transfer.Feed:
		return ".xml"
	}
	return ".vcf"
}

// exportForm asks for the file to export to.
type exportForm struct {
	*Form
	path *widget.Entry
	// target is part of the input. exposes says what becomes readable in a folder.
	target  *Target
	exposes func(folder string) string
}

// addPath adds the entry for the file. name returns its name in a folder that choose chooses.
func (e *exportForm) addPath(name func() string, choose func(chosen func(string))) {
	e.path = e.located(wording.L("file-or-folder", "File or folder"), wording.L("for-example-home-me-documents", "for example: /home/me/Documents"), func(chosen func(string)) {
		choose(func(folder string) { chosen(filepath.Join(folder, name())) })
	})
}

// Exposes warns that the file would become readable to those who can open a folder. Submitting
// again agrees to that.
func (e *exportForm) Exposes(folder string) {
	e.target.Exposed = append(e.target.Exposed, folder)
	e.Problem(e.exposes(folder) + " " + wording.L("choose-export-again-to-continue-or", "Choose “Export” again to continue, or choose another folder."))
}

// Exists warns that a file would be replaced. Submitting again agrees to that.
func (e *exportForm) Exists(path string) {
	e.target.Agreed = path
	e.Problem(wording.L("there-is-a-file-path-already", "There is a file {{.Path}} already. Export again to replace it, or give another name.", wording.Data{"Path": path}))
}

// submitTo calls done if a path was typed.
func (e *exportForm) submitTo(done func()) {
	if e.target.Path = strings.TrimSpace(e.path.Text()); e.target.Path == "" {
		e.Problem(wording.L("choose-a-file-or-folder", "Choose a file or folder."))
		return
	}
	done()
}

// Export asks for the file to export items to.
type Export struct {
	exportForm
	asked   Exporting
	formats []transfer.Format
	what    *widget.Line
	format  *widget.Choice
}

// NewExportForm returns the form. choose lets a person choose a folder.
func NewExportForm(keys *widget.Keys, choose func(chosen func(string)), done func(Exporting), cancel func()) *Export {
	e := &Export{what: widget.NewLine("", widget.TextStyle{Style: fyne.TextStyle{Bold: true}})}
	e.Form = newForm(keys, wording.L("export", "Export"),
		wording.L("other-programs-can-read-the-file", "Other programs can read the file. The list stays as it is."),
		wording.L("export", "Export"), func() { e.submitTo(func() { done(e.asked) }) }, cancel)
	e.target = &e.asked.Target
	e.exposes = func(folder string) string { return wording.Exposes(e.asked.Items, folder) }
	e.body.Add(e.what)
	e.addPath(func() string { return e.asked.Name() }, choose)
	e.format = widget.NewChoice(keys, []string{""}, func(i int) { e.asked.Format = e.formats[i] })
	e.add(wording.L("format", "Format"), e.format, e.format)
	return e
}

// Fill resets the form, with the items and at least one format.
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

func whatText(asked Exporting) string {
	data := wording.Data{"List": asked.Set, "N": len(asked.IDs)}
	if len(asked.IDs) == 0 {
		return wording.L("all-items-of-list", "All items of “{{.List}}”", data)
	}
	return wording.N("n-items-of-list", "{{.N}} items of “{{.List}}”", len(asked.IDs), data)
}

func formatText(f transfer.Format) string {
	switch f {
	case transfer.Cards3:
		return wording.L("vcard-3-0-vcf-for-most", "vCard 3.0 (.vcf), for most programs")
	case transfer.Cards4:
		return wording.L("vcard-4-0-vcf-complete", "vCard 4.0 (.vcf), complete")
	case transfer.Outlines:
		return wording.L("opml-2-0-opml-for-feed", "OPML 2.0 (.opml), for feed readers")
	case transfer.Table:
		return wording.L("table-csv-for-spreadsheets", "Table (.csv), for spreadsheets")
	case transfer.Feed:
		return wording.L("feed-xml-with-history-and-conflicts", "Feed (.xml), with history and conflicts")
	}
	return wording.L("icalendar-ics", "iCalendar (.ics)")
}

// LogExport is the input of the form that exports the resolution log.
type LogExport struct {
	// JSON selects JSON for programs instead of Markdown for people.
	JSON bool
	Target
}

// Name returns the file name to use in a folder.
func (e LogExport) Name() string { return "resolutions" + e.Extension() }

// Extension returns the extension of files in the format.
func (e LogExport) Extension() string {
	if e.JSON {
		return ".json"
	}
	return ".md"
}

// ExportLog asks for the file to export the resolution log to.
type ExportLog struct {
	exportForm
	asked LogExport
}

// NewExportLogForm returns the form. choose lets a person choose a folder.
func NewExportLogForm(keys *widget.Keys, choose func(chosen func(string)), done func(LogExport), cancel func()) *ExportLog {
	e := &ExportLog{}
	e.Form = newForm(keys, wording.L("export-the-resolution-log", "Export the resolution log"),
		wording.L("written-in-english-with-the-names", "Written in English, with the names from your address book."),
		wording.L("export", "Export"), func() { e.submitTo(func() { done(e.asked) }) }, cancel)
	e.target = &e.asked.Target
	e.exposes = func(folder string) string {
		return wording.L("these-resolutions-will-become-readable", "These resolutions will be readable by everyone who can open {{.At}}.", wording.Data{"At": folder})
	}
	e.addPath(func() string { return e.asked.Name() }, choose)
	words := []string{wording.L("markdown-md-for-people", "Markdown (.md), for people"), wording.L("json-json-for-programs", "JSON (.json), for programs")}
	format := widget.NewChoice(keys, words, func(i int) { e.asked.JSON = i == 1 })
	e.add(wording.L("format", "Format"), format, format)
	return e
}

// Fill resets the form. Consent given before no longer counts.
func (e *ExportLog) Fill() {
	e.Problem("")
	e.asked.Agreed, e.asked.Exposed = "", nil
}
