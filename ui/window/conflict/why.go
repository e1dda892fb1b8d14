package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// whyOf says where the result of a field comes from, and why.
func whyOf(c conflicts.Cell, versions []conflicts.Candidate) string {
	m := moment{versions: versions}
	switch {
	case c.Alike && !c.Chosen:
		return say.Reason(0, nil)
	case c.Open && c.Form == record.Text:
		return lang.L("open: {{.Why}}. Typing replaces the whole text.", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
	case c.Open:
		return lang.L("open: {{.Why}}", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
	case typedWhole(c) && c.Form == record.Text:
		return lang.L("typed by you: the whole text")
	case typedWhole(c):
		return lang.L("typed by you")
	case c.Chosen:
		return lang.L("{{.Letter}}, chosen by you", say.Data{"Letter": m.origin(cell{Cell: c})})
	}
	return lang.L("suggested: {{.Why}}", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
}
