package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// mostShown is the number of versions that there is room for; others scroll into
// sight.
const mostShown = 4

// MostVersions is the number of versions that the pane lists: the page of the history
// has all.
const MostVersions = 50

// history lists the newest versions of an item, the one last seen first, and how many more
// there are.
type history struct {
	object   fyne.CanvasObject
	title    *widget.Line
	list     *widget.List
	speaker  say.Speaker
	versions []store.Archived
	more     int
}

func newHistory(keys *widget.Keys, speaker say.Speaker) *history {
	h := &history{speaker: speaker, title: widget.NewLine("", quiet)}
	h.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, h.draw)
	h.object = widget.Border(h.title, nil, nil, nil, container.New(h, h.list))
	return h
}

// Versions is the list of the versions of the item that is shown.
func (p *Pane) Versions() fyne.Focusable { return p.history.list }

func (h *history) show(newest []store.Archived, all int) {
	h.versions, h.more = newest, all-len(newest)
	h.title.SetText(lang.N("History: {{.N}} versions", all, say.Data{"N": say.Number(all)}))
	h.list.SetRows(h.rows(), widget.Nothing)
	h.object.Refresh()
}

// MinSize has room for some of the versions.
func (h *history) MinSize([]fyne.CanvasObject) fyne.Size {
	row := widget.NewRow().MinSize().Height + fynetheme.Padding()
	return fyne.NewSize(0, row*float32(min(h.rows(), mostShown)))
}

func (h *history) rows() int {
	if h.more > 0 {
		return len(h.versions) + 1
	}
	return len(h.versions)
}

// Layout gives the list all the room.
func (h *history) Layout(objects []fyne.CanvasObject, size fyne.Size) { objects[0].Resize(size) }

func (h *history) draw(i int, into fyne.CanvasObject) {
	switch {
	case i >= h.rows():
		return
	case i == len(h.versions):
		words := lang.N("and {{.N}} more", h.more, say.Data{"N": say.Number(h.more)})
		into.(*widget.Row).Set(widget.Cells{Text: words, Look: quiet, Flush: true})
		return
	}
	v := h.versions[len(h.versions)-1-i].Version
	top := v.Top()
	text := v.Title()
	if v.Deleted {
		text = lang.L("deleted")
	}
	into.(*widget.Row).Set(widget.Cells{
		Text: say.Title(text), Flush: true,
		Note: h.speaker.Person(top.By) + " · " + h.speaker.Local(top.When.Time()),
	})
}
