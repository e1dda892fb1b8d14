package batch

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
)

func groupText(left bool) string {
	if left {
		return lang.L("Left to you")
	}
	return lang.L("Will be resolved")
}

func groupHint(left bool) string {
	if left {
		return lang.L("The rule has no answer for these. Enter opens one of them.")
	}
	return lang.L("Space leaves one out or includes it, Enter opens it. Nothing is saved before Ctrl+Enter.")
}

// ofAll is how many of all are included.
func ofAll(n, all int) string {
	return lang.L("{{.N}} of {{.M}}", say.Data{"N": say.Number(n), "M": say.Number(all)})
}

// summary says how many conflicts will be resolved, and how many not.
func summary(resolved, left int) string {
	if resolved+left == 0 {
		return ""
	}
	text := lang.N("{{.N}} will be resolved", resolved, say.Data{"N": say.Number(resolved)})
	if left == 0 {
		return text
	}
	return text + ", " + lang.N("{{.N}} are left to you", left, say.Data{"N": say.Number(left)})
}

func quoted(title string) string {
	return lang.L("“{{.Title}}”", say.Data{"Title": say.Title(title)})
}

// what says what becomes of an item.
func (p *Page) what(r Row) string {
	if r.Session != nil && !p.isTaken(r) && p.begun(r) {
		return lang.L("you have begun to resolve it; {{.What}}", say.Data{"What": r.Result})
	}
	return r.Result
}
