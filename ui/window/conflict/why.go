package conflict

import (
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
)

// whyOf says where the result of a field comes from, and why.
func whyOf(c session.Cell, versions []session.Candidate) string {
	m := moment{versions: versions}
	switch {
	case c.Alike && !c.Chosen:
		return say.Reason(0, nil)
	case c.Open && c.Form == record.Text:
		return lang.L("open: {{.Why}}. Typing decides the whole text.", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
	case c.Open:
		return lang.L("open: {{.Why}}", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
	case c.Chosen && c.From == "" && len(c.Parts) == 0 && c.Form == record.Text:
		return lang.L("typed by you: the whole text is decided")
	case c.Chosen && c.From == "" && len(c.Parts) == 0:
		return lang.L("typed by you")
	case c.Chosen:
		return lang.L("from {{.Letter}}, as you chose", say.Data{"Letter": m.origin(cell{Cell: c})})
	}
	return lang.L("proposed: {{.Why}}", say.Data{"Why": say.Reason(c.Reason, m.letters(c.Changed))})
}
