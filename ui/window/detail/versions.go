package detail

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/history"
	"crossfeed/ui/wording"
)

// mostShown is the number of versions that fit; others have to be scrolled into view.
const mostShown = 4

// MostVersions is the number of versions that the pane lists. The history page has all of
// them.
const MostVersions = 50

// versions lists what the newest versions of an item changed, the one last seen first, and the
// number of older ones. It is folded until a person opens it, and then stays open.
type versions struct {
	object  *fyne.Container
	fold    *widget.Button
	list    *widget.List
	open    bool
	speaker wording.Speaker
	newest  []store.Archived
	more    int
	// texts says what the versions changed, for those that were in sight.
	texts map[int]string
}

// newVersions returns a folded list; resized is called when it is folded or opened.
func newVersions(keys *widget.Keys, speaker wording.Speaker, resized func()) *versions {
	v := &versions{speaker: speaker}
	v.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, v.draw)
	v.fold = widget.NewQuietButton(keys, nil, "", func() {
		v.setOpen(!v.open)
		resized()
	})
	v.object = widget.Border(container.NewHBox(v.fold), nil, nil, nil, container.New(v, v.list))
	v.setOpen(false)
	return v
}

func (v *versions) setOpen(open bool) {
	v.open, v.list.Hidden = open, !open
	v.fold.SetIcon(fynetheme.MenuExpandIcon())
	if open {
		v.fold.SetIcon(fynetheme.MenuDropDownIcon())
	}
}

// Versions returns the list of versions.
func (p *Pane) Versions() fyne.Focusable { return p.versions.list }

func (v *versions) show(newest []store.Archived, all int) {
	v.newest, v.more, v.texts = newest, all-len(newest), map[int]string{}
	v.fold.SetText(wording.N("history-n-versions", "History: {{.N}} versions", all, wording.Data{"N": wording.Number(all)}))
	v.list.SetRows(v.rows(), widget.Nothing)
	v.object.Refresh()
}

// MinSize returns the space for a few of the versions.
func (v *versions) MinSize([]fyne.CanvasObject) fyne.Size {
	if !v.open {
		return fyne.Size{}
	}
	row := widget.NewRow().MinSize().Height + fynetheme.Padding()
	return fyne.NewSize(0, row*float32(min(v.rows(), mostShown)))
}

func (v *versions) rows() int {
	if v.more > 0 {
		return len(v.newest) + 1
	}
	return len(v.newest)
}

// Layout gives the list all the space.
func (v *versions) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

func (v *versions) draw(row int, into fyne.CanvasObject) {
	switch {
	case row >= v.rows():
		return
	case row == len(v.newest):
		words := wording.N("and-n-more", "and {{.N}} more", v.more, wording.Data{"N": wording.Number(v.more)})
		into.(*widget.Row).Set(widget.Cells{Text: words, Style: quiet, Flush: true})
		return
	}
	i := len(v.newest) - 1 - row
	text, known := v.texts[i]
	if !known {
		text = history.Summarize(v.speaker, v.before(i), v.newest[i].Version)
		v.texts[i] = text
	}
	into.(*widget.Row).Set(widget.Cells{Text: text, Flush: true, Note: v.speaker.Local(v.newest[i].Version.Top().When.Time())})
}

// before returns the last of the versions that a version includes, or nil.
func (v *versions) before(i int) *item.Version {
	var last *item.Version
	after := v.newest[i].Version
	for _, a := range v.newest {
		if top := a.Version.Top(); a.Version.Updates < after.Updates && (last == nil || a.Version.Updates > last.Updates) && slices.ContainsFunc(after.History, top.Same) {
			last = a.Version
		}
	}
	return last
}
