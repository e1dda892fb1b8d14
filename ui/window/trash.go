package window

import (
	"crossfeed/ui/window/forms"
	"crossfeed/ui/wording"
)

// askToEmptyTrash asks for confirmation before the trash is emptied.
func (w *Window) askToEmptyTrash() {
	n := w.now.Deleted
	if n == 0 {
		w.status.ShowMessage(wording.L("the-trash-is-empty", "The Trash is empty."))
		return
	}
	w.confirm(forms.Question{
		Title:   wording.N("empty-the-trash-with-n-items", "Empty the Trash with {{.N}} items?", n, wording.Data{"N": wording.Number(n)}),
		Explain: wording.L("emptied-items-can-no-longer-be", "The items can no longer be restored from the Trash, and this cannot be undone. They stay deleted for everyone, and your feeds continue to say so. Their versions stay in the archive and in backups."),
		Do:      wording.L("empty-trash", "Empty Trash"),
		Done: func(bool) {
			w.goHome()
			ask(w.shell, w.Edit.EmptyTrash, func(n int) {
				w.status.ShowMessage(wording.N("removed-n-items-from-the-trash", "Removed {{.N}} items from the Trash.", n, wording.Data{"N": wording.Number(n)}))
				w.Reload()
			})
		},
	})
}
