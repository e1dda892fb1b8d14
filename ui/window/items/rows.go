package items

import (
	"path"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
)

func (p *Pane) draw(i int, into fyne.CanvasObject) {
	if i < len(p.rows) {
		into.(*widget.Row).Set(p.cells(p.rows[i]))
	}
}

func (p *Pane) cells(r snapshot.Row) widget.Cells {
	c := widget.Cells{Text: say.Title(r.Title), Note: p.speaker.Short(r.When)}
	if c.Text != r.Title {
		c.Look = widget.Look{Color: theme.Quiet, Style: fyne.TextStyle{Italic: true}}
	}
	if r.Deleted {
		c.Look.Color = theme.Quiet
	}
	if r.Conflicts > 0 {
		c.Icon = theme.Icon(theme.IconFlag, theme.Attention)
		c.Note = lang.L("{{.N}} versions", say.Data{"N": r.Conflicts + 1}) + " · " + c.Note
	}
	if p.HasDraft(r.Item()) {
		c.Icon = theme.Icon(theme.IconDraft, theme.Attention)
		c.Note = notSaved(r)
	}
	if p.at.Kind != place.List {
		c.Note = r.Set + " · " + c.Note
	}
	return c
}

// notSaved takes the place of the time: a draft is newer than any.
func notSaved(r snapshot.Row) string {
	if r.Conflicts == 0 {
		return lang.L("not saved")
	}
	return lang.L("not saved") + " · " + lang.L("{{.N}} versions", say.Data{"N": r.Conflicts + 1})
}

func titleOf(at place.Place) string {
	switch at.Kind {
	case place.ToSettle:
		return lang.L("To settle")
	case place.Deleted:
		return lang.L("Recently deleted")
	case place.Feed:
		return path.Base(at.Location)
	}
	return at.Set
}

// hintFor says why there are no rows; "" where there are some.
func hintFor(now *snapshot.Snapshot) string {
	switch {
	case len(now.Rows) > 0:
		return ""
	case now.Search != "":
		return lang.L("Nothing found. Esc ends the search.")
	case now.Place.Kind == place.ToSettle:
		return lang.L("Nothing was changed in two places.")
	case now.Place.Kind == place.Deleted:
		return lang.L("Nothing was deleted.")
	case now.Place.Kind == place.List:
		return lang.L("The list is empty. Ctrl+N adds an item.")
	}
	return ""
}
