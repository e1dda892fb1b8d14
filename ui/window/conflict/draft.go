package conflict

import (
	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
)

// storeDraft stores what was decided so far, for another start of the program.
func (c *Controller) storeDraft() {
	s := c.Shown().Session
	c.drafts.Put(drafts.Settle, c.Item(), drafts.Draft{Kept: s.Kept(), Base: conflicts.Name(s.Item().Winner)})
}

// restoreDraft decides in a new session what was decided before the program ended.
func (c *Controller) restoreDraft(it place.Item, s *conflicts.Session) {
	if d, there := c.drafts.Get(drafts.Settle, it); there {
		s.Restore(d.Kept)
	}
}

// OpenTyped shows the conflict of an item with fields typed in its editor, over the
// version of that name, as the result so far.
func (c *Controller) OpenTyped(it place.Item, fields record.Values, base string) {
	c.drafts.Put(drafts.Settle, it, drafts.Draft{Kept: conflicts.Kept{Fields: fields}, Base: base})
	delete(c.sessions, it)
	c.Open(it)
}

// Forget drops what was decided about an item.
func (c *Controller) Forget(it place.Item) {
	delete(c.sessions, it)
	c.drafts.Drop(drafts.Settle, it)
}

// seeResolved shows how an item was resolved elsewhere.
func (c *Controller) seeResolved() {
	it := c.Item()
	c.Forget(it)
	c.shell.Item(it)
}

// reopen makes what was decided here a draft over what was resolved elsewhere.
func (c *Controller) reopen() {
	it := c.Item()
	c.ToEditor(it)
	c.shell.Item(it)
}

// ToEditor makes what was decided about an item a draft of its editor.
func (c *Controller) ToEditor(it place.Item) {
	d, _ := c.drafts.Get(drafts.Settle, it)
	c.Forget(it)
	if len(d.Fields) > 0 {
		c.drafts.Put(drafts.Edit, it, drafts.Draft{Kept: conflicts.Kept{Fields: d.Fields}})
	}
}
