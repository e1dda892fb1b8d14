package exchange

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
)

func (p *Page) aboutText(i int) string {
	if i < 0 || i >= len(p.lines) {
		return ""
	}
	l := p.lines[i]
	if l.isHeading() {
		return groupHint(l.state)
	}
	e := p.shown.Plan.Entries[l.entry]
	var parts []string
	if c := changes(e); c != "" {
		parts = append(parts, lang.L("Changes: {{.What}}", say.Data{"What": c}))
	}
	if len(e.Problems) > 0 {
		parts = append(parts, problemsText(e.Problems))
	}
	return strings.Join(parts, " · ")
}

func (p *Page) textOf(i int) string {
	if p.lines[i].isHeading() {
		return groupText(p.lines[i].state)
	}
	return p.shown.Plan.Entries[p.lines[i].entry].Title()
}

// names are files without their folders, the first of many.
func names(paths []string) string {
	const enough = 3
	var all []string
	for _, path := range paths[:min(len(paths), enough)] {
		all = append(all, filepath.Base(path))
	}
	text := strings.Join(all, ", ")
	if more := len(paths) - enough; more > 0 {
		text += " " + lang.N("and {{.N}} more", more, say.Data{"N": more})
	}
	return text
}

func failuresText(p Preview) string {
	var all []string
	for _, f := range p.Failed {
		all = append(all, failureText(f))
	}
	return strings.Join(all, "\n")
}

func summaryText(p Preview) string {
	if p.Plan == nil {
		return ""
	}
	text := summary(p.Plan)
	if len(p.Paths) > 1 {
		text = names(p.Paths) + ": " + text
	}
	if len(p.Later) > 0 {
		text += " · " + lang.L("comes after this: {{.Files}}", say.Data{"Files": names(p.Later)})
	}
	return text
}

func hintText(p Preview) string {
	switch {
	case len(p.Paths)+len(p.Failed) == 0:
		return lang.L("Choose a file, type its path, or drop one or several here. Nothing changes before you have seen what would.")
	case p.Plan == nil:
		return lang.L("Nothing here can be imported.")
	}
	return ""
}
