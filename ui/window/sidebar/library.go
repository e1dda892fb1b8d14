package sidebar

import (
	"cmp"
	"path/filepath"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/place"
)

// libraryRow shows how the syncing of a library goes, by its sign and in a word or two.
func libraryRow(l engine.Library) row {
	cells := widget.Cells{Text: l.Name, Icon: theme.Icon(theme.IconLibrary, theme.Quiet)}
	h, waiting := l.Health, l.Use.Waiting-l.Use.Failed
	wrong := func(note string) {
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), note
	}
	switch {
	case l.Running:
		cells.Icon, cells.Note = theme.Icon(theme.IconLibrary, theme.Good), lang.L("syncing")
	case h.Trouble == location.Offline:
		cells.Note = lang.L("offline")
	case h.Error != "":
		wrong(say.TroubleShort(h.Trouble))
	case l.Use.Failed > 0:
		wrong(lang.N("{{.N}} failed", l.Use.Failed, say.Data{"N": say.Number(l.Use.Failed)}))
	case l.Paused:
		cells.Icon, cells.Note = theme.Icon(theme.IconPaused, theme.Quiet), lang.L("paused")
	case waiting > 0:
		cells.Note = lang.N("{{.N}} waiting", waiting, say.Data{"N": say.Number(waiting)})
	case h.LastSuccess.IsZero():
		cells.Note = lang.L("not synced yet")
	default:
		cells.Icon = theme.Icon(theme.IconLibrary, theme.Good)
	}
	return row{place: place.Place{Kind: place.Library, Key: l.Key}, cells: cells}
}

// publishedRow is a folder that is published, with an arrow that leads out.
func publishedRow(f store.PublishedFolder) row {
	cells := widget.Cells{Text: cmp.Or(f.Title, filepath.Base(f.Folder)), Icon: theme.Icon(theme.IconPublish, theme.Quiet)}
	if f.Health.Error != "" {
		cells.Icon, cells.Note = theme.Icon(theme.IconProblem, theme.Attention), say.TroubleShort(f.Health.Trouble)
	}
	return row{place: place.Place{Kind: place.Published, Key: f.Key}, cells: cells}
}
