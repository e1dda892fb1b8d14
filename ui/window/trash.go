package window

import (
	"crossfeed/ui/window/forms"
	"crossfeed/ui/wording"
)

// askToEmptyTrash asks for confirmation before the trash is emptied.
func (c *listPages) askToEmptyTrash() {
	n := c.now.Deleted
	if n == 0 {
		c.status.ShowMessage(wording.L("the-trash-is-empty", "The Trash is empty."))
		return
	}
	c.confirm(forms.Question{
		Title:   wording.N("empty-the-trash-with-n-items", "Empty the Trash with {{.N}} items?", n, wording.Data{"N": wording.Number(n)}),
		Explain: wording.L("emptied-items-can-no-longer-be", "The items can no longer be restored from the Trash, and this cannot be undone. They stay deleted for everyone, and your feeds continue to say so. Their versions stay in the archive and in backups."),
		Do:      wording.L("empty-trash", "Empty Trash"),
		Done: func(bool) {
			c.goHome()
			ask(c.shell, c.Edit.EmptyTrash, func(n int) {
				c.status.ShowMessage(wording.N("removed-n-items-from-the-trash", "Removed {{.N}} items from the Trash.", n, wording.Data{"N": wording.Number(n)}))
				c.Reload()
			})
		},
	})
}
