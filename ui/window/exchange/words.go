package exchange

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/transfer"
	"crossfeed/ui/say"
)

// groupText names the entries in a state.
func groupText(s transfer.State) string {
	switch s {
	case transfer.New:
		return lang.X("items of a file", "New")
	case transfer.Changed:
		return lang.X("items of a file that change", "Changed")
	case transfer.Deleted:
		return lang.L("Deleted here")
	case transfer.Same:
		return lang.L("The same")
	}
	return lang.L("Unreadable")
}

// groupHint says what becomes of the entries in a state.
func groupHint(s transfer.State) string {
	switch s {
	case transfer.New:
		return lang.L("They are not in the list yet. Space leaves one out.")
	case transfer.Changed:
		return lang.L("They are in the list and say something else there. Importing changes them; Ctrl+Z undoes it.")
	case transfer.Deleted:
		return lang.L("They were deleted here. Take one in to bring it back.")
	case transfer.Same:
		return lang.L("The list says the same already. Nothing happens to them.")
	}
	return lang.L("They are left out. The rest can be imported.")
}

// summary counts what was found.
func summary(p *transfer.Plan) string {
	var parts []string
	for _, s := range transfer.States() {
		if n := p.Count(s); n > 0 {
			parts = append(parts, say.Number(n)+" "+strings.ToLower(groupText(s)))
		}
	}
	if len(parts) == 0 {
		return lang.L("There is nothing in it.")
	}
	return strings.Join(parts, " · ")
}

// ofAll is how many of all entries are taken.
func ofAll(n, all int) string {
	return lang.L("{{.N}} of {{.M}}", say.Data{"N": say.Number(n), "M": say.Number(all)})
}

// changes names what an entry changes of its item.
func changes(e transfer.Planned) string {
	var words []string
	for _, name := range e.Fields {
		words = append(words, say.Field(name))
	}
	if e.OtherData {
		words = append(words, lang.L("data that no field shows"))
	}
	return strings.Join(words, ", ")
}

// at says where in its file something stands.
func at(e transfer.Planned, number int) string {
	data := say.Data{"N": say.Number(number), "File": filepath.Base(e.File)}
	if e.File == "" {
		return lang.L("line {{.N}}", data)
	}
	return lang.L("{{.File}}, line {{.N}}", data)
}

// problemText says what is wrong with an entry, and with how much more of it
// than is shown.
func problemText(e transfer.Planned, n int) string {
	text := e.Problems[n].Text
	if more := len(e.Problems) - problemsShown; n == problemsShown-1 && more > 0 {
		text += " · " + lang.N("and {{.N}} more problems", more, say.Data{"N": more})
	}
	return text
}

// problemsText is all that is wrong with an entry, each with its place.
func problemsText(all []exchange.Problem) string {
	var words []string
	for _, p := range all[:min(len(all), problemsShown)] {
		words = append(words, lang.L("Line {{.N}}: {{.What}}", say.Data{"N": say.Number(p.Line), "What": p.Text}))
	}
	return strings.Join(words, " · ")
}

// failureText says why a file could not be read.
func failureText(f Failure) string {
	data := say.Data{"File": filepath.Base(f.Path), "Path": f.Path}
	switch {
	case errors.Is(f.Err, fs.ErrNotExist):
		return lang.L("There is no file {{.Path}}.", data)
	case errors.Is(f.Err, fs.ErrPermission):
		return lang.L("You may not read the file {{.Path}}.", data)
	case errors.Is(f.Err, transfer.ErrNeither):
		return lang.L("{{.File}} is neither a calendar (.ics), nor a file of cards (.vcf), nor an outline (.opml).", data)
	}
	data["Why"] = f.Err.Error()
	return lang.L("{{.File}} could not be read: {{.Why}}", data)
}
