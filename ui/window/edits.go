package window

import (
	"context"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/library"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// typed saves what a person typed as a draft. Text that does not differ from the item is not a
// draft, unless the person chose to delete or keep the item.
func (c *editing) typed(it snapshot.Item, v record.Values) {
	before := c.draftOf(it)
	d := drafts.Typed(v, c.detail.Version(), c.detail.ItemValue, before)
	c.typedInto = it
	if len(c.detail.Typed(v)) == 0 && d.Whole == "" && !d.Stays {
		c.Drafts.Drop(drafts.Edit, it)
	} else {
		c.Drafts.Put(drafts.Edit, it, d)
	}
	if now := c.draftOf(it); (now == nil) != (before == nil) || now != nil && now.Deletes() != before.Deletes() {
		c.detail.Describe(now)
		c.items.Refresh()
	}
	if c.refusal != (frame.Message{}) {
		if _, valid := c.detail.Unsaved(); valid {
			c.accepted()
		}
	}
}

// refused reports that nothing was saved. The field itself says what is wrong.
func (c *editing) refused() {
	c.refusal = c.status.Warn(wording.L("not-saved-yet-correct-the-marked", "Not saved yet: correct the marked field first."))
}

// accepted removes the message of refused: no field is marked now.
func (c *editing) accepted() {
	c.refusal.Retract()
	c.refusal = frame.Message{}
}

// discard drops a draft and shows the item as it is.
func (c *editing) discard(it snapshot.Item) {
	c.Drafts.Drop(drafts.Edit, it)
	c.accepted()
	c.items.Refresh()
	c.readItem(it)
}

// add creates an item. The entry is ready for the next one at once. The new item is selected
// if the entry still has the focus.
func (c *editing) add(v record.Values, typed string) {
	set, title, from := c.setForNew(), v["title"], c.at
	v = c.fitting(v)
	if order := c.now.Rows.OrderAfter(v["section"]); order != "" && c.now.Place == from {
		v["order"] = order
	}
	at := c.outlines.besideChosen()
	work.Ask(c.Seam, func(ctx context.Context) (*item.Item, error) {
		return c.Edit.Add(ctx, set, v, at)
	}, func(added *item.Item, err error) {
		if err != nil {
			c.items.PutBack(from, typed)
			c.Warn(err)
			return
		}
		if c.window.Canvas().Focused() == c.items.Adding() {
			c.item = snapshot.Item{Set: set, ID: added.ID()}
		}
		c.shown(set, c.reportAdded(from, snapshot.Item{Set: set, ID: added.ID()}, title))
	})
}

// reportAdded reports a new item. If it was added in a smart list, a button shows it in its own
// list: it may not be in sight.
func (c *editing) reportAdded(in snapshot.Place, it snapshot.Item, title string) frame.Message {
	if !in.Smart() {
		return c.status.ShowMessage(wording.L("added-title", "Added “{{.Title}}”.", wording.Data{"Title": title}))
	}
	return c.status.Offer(wording.L("added-title-to-list", "Added “{{.Title}}” to {{.List}}.", wording.Data{"Title": title, "List": it.Set}),
		frame.MessageAction{Text: wording.L("show", "Show"), Do: func() { c.showIn(snapshot.Place{Kind: snapshot.KindList, Set: it.Set}, it) }})
}

// deleteMarked deletes what is selected, unless it is deleted already.
func (c *editing) deleteMarked() {
	switch {
	case shows[*library.Page](c.shell):
		c.pages.library().Remove()
	case c.at.Kind != snapshot.KindDeleted:
		c.do(items.Action{Verb: items.Delete})
	}
}

// restoreChosen restores the chosen items of the trash.
func (c *editing) restoreChosen() {
	if c.at.Kind == snapshot.KindDeleted {
		c.do(items.Action{Verb: items.Restore})
	}
}

// delete deletes the item in the editor or, if it is one of several chosen ones, all of them.
// Without the focus on the rows, no key would act on what is selected next.
func (c *editing) delete(it snapshot.Item) {
	rows := c.items.Chosen()
	if !slices.ContainsFunc(rows, func(r snapshot.Row) bool { return r.Item() == it }) {
		rows = []snapshot.Row{{Set: it.Set, Row: store.Row{ID: it.ID, Title: c.detail.Version().Title()}}}
	}
	c.act(items.Action{Verb: items.Delete}, rows)
	c.focus(c.items.List())
}

// restore restores the item in the editor. In the trash, it restores all that are chosen, unless
// the editor has a draft, as Ctrl+Enter does.
func (c *editing) restore(it snapshot.Item) {
	if c.at.Kind == snapshot.KindDeleted && c.draftOf(it) == nil {
		c.restoreChosen()
		c.focus(c.items.List())
		return
	}
	work.Ask(c.Seam, func(ctx context.Context) (*item.Item, error) {
		return c.Edit.Restore(ctx, it.Set, it.ID)
	}, func(now *item.Item, err error) {
		if err != nil {
			c.notChanged(it, err)
			return
		}
		c.endDecided(it, now.Winner.Deleted)
		c.done(it.Set, wording.L("restored-2", "Restored."))
	})
}

// done reports what was done, shows it and publishes the list.
func (c *editing) done(set, text string) { c.shown(set, c.status.ShowMessage(text)) }

// shown shows and publishes what was done in a list after it was reported.
func (c *editing) shown(set string, said frame.Message) {
	c.Reload()
	c.publisher.publish(set, said)
}

// makeRecords turns the chosen notes into todos or contacts, as their list requires.
func (c *editing) makeRecords() {
	if c.pages.shown != page(c.pages.home) || !c.items.MakeRecords() {
		c.status.ShowMessage(wording.L("choose-a-note-in-a-list", "Choose a note in a list of todos or contacts first."))
	}
}

// makeRecord turns a note into a record.
func (c *editing) makeRecord(it snapshot.Item, k record.Kind) {
	work.Ask(c.Seam, func(ctx context.Context) (*item.Item, error) {
		return c.Edit.Make(ctx, it.Set, it.ID, k)
	}, func(now *item.Item, err error) {
		if err != nil {
			c.notChanged(it, err)
			return
		}
		c.done(it.Set, madeText(k, wording.L("title-title", "“{{.Title}}”", wording.Data{"Title": now.Winner.Title()})))
	})
}

func madeText(k record.Kind, what string) string {
	data := wording.Data{"What": what}
	if k == record.Contact {
		return wording.L("converted-to-contact-what-ctrl-z", "Converted to contact: {{.What}}. Ctrl+Z undoes it.", data)
	}
	return wording.L("converted-to-todo-what-ctrl-z", "Converted to todo: {{.What}}. Ctrl+Z undoes it.", data)
}
