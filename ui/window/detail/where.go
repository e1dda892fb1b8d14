package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// where says what an outline is in, with the way to put it elsewhere.
type where struct {
	object *fyne.Container
	path   *widget.Line
}

func newWhere(keys *widget.Keys, put func()) *where {
	w := &where{path: widget.NewLine("", quiet)}
	w.object = widget.Border(nil, nil, nil, widget.NewButton(keys, lang.L("Put into…"), put), widget.Middle(w.path))
	return w
}

// show says where the item is, where that is known.
func (w *where) show(s Shown) {
	w.object.Hidden = !s.InTree
	w.path.SetText(say.In(s.Path))
}

// Where is what the pane says of where an outline is, or "".
func (p *Pane) Where() string {
	if p.where.object.Hidden {
		return ""
	}
	return p.where.path.Text()
}
