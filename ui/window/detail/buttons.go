package detail

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/widget"
)

// buttons are what can be done with the item that is shown.
type buttons struct {
	object                         *fyne.Container
	save, discard, delete, restore *widget.Button
}

func newButtons(keys *widget.Keys, p *Pane) buttons {
	b := buttons{
		save:    widget.NewMainButton(keys, lang.L("Save  Ctrl+Enter"), p.Save),
		discard: widget.NewButton(keys, lang.L("Discard"), func() { p.events.Discard(p.shown.Item) }),
		delete:  widget.NewButton(keys, lang.L("Delete"), func() { p.events.Delete(p.shown.Item) }),
		restore: widget.NewMainButton(keys, lang.L("Restore"), func() { p.events.Restore(p.shown.Item) }),
	}
	b.object = container.NewHBox(b.save, b.discard, b.delete, b.restore)
	return b
}

// show offers what makes sense: saving and discarding where there is a draft,
// and restoring what is deleted.
func (b buttons) show(draft, deleted bool) {
	b.save.Hidden, b.discard.Hidden = deleted, deleted
	b.delete.Hidden, b.restore.Hidden = deleted, !deleted
	setEnabled(b.save, draft)
	setEnabled(b.discard, draft)
	b.object.Refresh()
}
