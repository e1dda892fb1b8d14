package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// toolbar is the row of buttons on top. Where they do not fit they scroll; what
// waits to be settled is always in sight.
type toolbar struct {
	object   *fyne.Container
	toSettle *widget.Button
}

func newToolbar(w *Window) *toolbar {
	t := &toolbar{toSettle: widget.NewIconButton(w.keys, theme.Icon(theme.IconFlag, theme.Attention), "", func() { w.pages.settle.Next() })}
	buttons := container.NewHBox(
		widget.NewIconButton(w.keys, fynetheme.ViewRefreshIcon(), lang.L("Sync"), w.Sync),
		widget.NewIconButton(w.keys, fynetheme.ContentAddIcon(), lang.L("New list"), w.showNewList),
		widget.NewButton(w.keys, lang.L("Subscribe"), w.showSubscribeEmpty),
		widget.NewButton(w.keys, lang.L("Share list"), w.showShare))
	t.object = container.NewPadded(widget.Border(nil, nil, nil, t.toSettle, container.NewHScroll(buttons)))
	return t
}

// show shows the number of conflicts; without any there is no button.
func (t *toolbar) show(n int) {
	t.toSettle.SetText(lang.N("{{.N}} conflicts", n, say.Data{"N": n}))
	t.toSettle.Hidden = n == 0
	t.object.Refresh()
}
