package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// historyHeight is the room for the list of versions, in sizes of text.
const historyHeight = 9

// history lists the versions of an item, the one last seen first.
type history struct {
	object   fyne.CanvasObject
	title    *widget.Line
	list     *widget.List
	speaker  say.Speaker
	versions []store.Archived
}

func newHistory(keys *widget.Keys, speaker say.Speaker) *history {
	h := &history{speaker: speaker, title: widget.NewLine("", quiet)}
	h.list = widget.NewList(keys, func() fyne.CanvasObject { return widget.NewRow() }, h.draw)
	h.object = widget.Border(h.title, nil, nil, nil, widget.Least(0, historyHeight, h.list))
	return h
}

func (h *history) show(versions []store.Archived) {
	h.versions = versions
	h.title.SetText(lang.N("History: {{.N}} versions", len(versions), say.Data{"N": len(versions)}))
	h.list.SetRows(len(versions), widget.Nothing)
}

func (h *history) draw(i int, into fyne.CanvasObject) {
	if i >= len(h.versions) {
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
