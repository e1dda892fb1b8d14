package window

import (
	"context"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/window/detail"
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
func (w *Window) typed(it snapshot.Item, v record.Values) {
	before := w.draftOf(it)
	d := drafts.Typed(v, w.detail.Version(), w.detail.ItemValue, before)
	w.typedInto = it
	if len(w.detail.Typed(v)) == 0 && d.Whole == "" && !d.Stays {
		w.Drafts.Drop(drafts.Edit, it)
	} else {
		w.Drafts.Put(drafts.Edit, it, d)
	}
	if now := w.draftOf(it); (now == nil) != (before == nil) || now != nil && now.Deletes() != before.Deletes() {
		w.detail.Describe(now)
		w.items.Refresh()
	}
}

// refused reports that nothing was saved. The field itself says what is wrong.
func (w *Window) refused() {
	w.status.Warn(wording.L("not-saved-yet-correct-the-marked", "Not saved yet: correct the marked field first."))
}

// discard drops a draft and shows the item as it is.
func (w *Window) discard(it snapshot.Item) {
	w.Drafts.Drop(drafts.Edit, it)
	w.items.Refresh()
	w.readItem(it)
}

// add creates an item. The entry is ready for the next one at once. The new item is selected
// if the entry still has the focus.
func (w *Window) add(v record.Values, typed string) {
	set, title, from := w.setForNew(), v["title"], w.at
	v = w.fitting(v)
	at := w.besideChosen()
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.Add(ctx, set, v, at)
	}, func(added *item.Item, err error) {
		if err != nil {
			w.items.PutBack(from, typed)
			w.Warn(err)
			return
		}
		if w.window.Canvas().Focused() == w.items.Adding() {
			w.item = snapshot.Item{Set: set, ID: added.ID()}
		}
		w.shown(set, w.reportAdded(from, snapshot.Item{Set: set, ID: added.ID()}, title))
	})
}

// reportAdded reports a new item. If it was added in a smart list, a button shows it in its own
// list: it may not be in sight.
func (w *Window) reportAdded(in snapshot.Place, it snapshot.Item, title string) frame.Message {
	if !in.Smart() {
		return w.status.ShowMessage(wording.L("added-title", "Added “{{.Title}}”.", wording.Data{"Title": title}))
	}
	m, _ := w.status.Offer(wording.L("added-title-to-list", "Added “{{.Title}}” to {{.List}}.", wording.Data{"Title": title, "List": it.Set}),
		frame.MessageAction{Text: wording.L("show", "Show"), Do: func() { w.history.openDecided(it) }})
	return m
}

// deleteMarked deletes what is selected, unless it is deleted already.
func (w *Window) deleteMarked() {
	switch {
	case shows[*library.Page](w.shell):
		w.pages.library().Remove()
	case w.at.Kind != snapshot.KindDeleted:
		w.do(items.Action{Verb: items.Delete})
	}
}

// restoreChosen restores the chosen items of the trash.
func (w *Window) restoreChosen() {
	if w.at.Kind == snapshot.KindDeleted {
		w.do(items.Action{Verb: items.Restore})
	}
}

func (w *Window) delete(it snapshot.Item) {
	if row := w.now.Tree.Find(it.ID); row != snapshot.NoRow {
		w.deleteBranches(w.now.Tree[row : row+1])
		return
	}
	w.change(it, w.Edit.Delete, wording.L("deleted-it-can-be-restored-from", "Deleted. It can be restored from the trash."))
}

func (w *Window) restore(it snapshot.Item) {
	w.change(it, w.Edit.Restore, wording.L("restored-2", "Restored."))
}

func (w *Window) change(it snapshot.Item, change func(context.Context, string, string) (*item.Item, error), text string) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return change(ctx, it.Set, it.ID)
	}, func(now *item.Item, err error) {
		if err != nil {
			w.notChanged(it, err)
			return
		}
		w.endDecided(detail.Shown{Item: it, Version: now.Winner})
		w.done(it.Set, text)
	})
}

// done reports what was done, shows it and publishes the list.
func (w *Window) done(set, text string) { w.shown(set, w.status.ShowMessage(text)) }

// shown shows and publishes what was done in a list after it was reported.
func (w *Window) shown(set string, said frame.Message) {
	w.Reload()
	w.publisher.publish(set, said)
}

// makeRecords turns the chosen notes into todos or contacts, as their list requires.
func (w *Window) makeRecords() {
	if w.pages.shown != page(w.pages.home) || !w.items.MakeRecords() {
		w.status.ShowMessage(wording.L("choose-a-note-in-a-list", "Choose a note in a list of todos or contacts first."))
	}
}

// makeRecord turns a note into a record.
func (w *Window) makeRecord(it snapshot.Item, k record.Kind) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.Make(ctx, it.Set, it.ID, k)
	}, func(now *item.Item, err error) {
		if err != nil {
			w.notChanged(it, err)
			return
		}
		w.done(it.Set, madeText(k, wording.L("title-title", "“{{.Title}}”", wording.Data{"Title": now.Winner.Title()})))
	})
}

func madeText(k record.Kind, what string) string {
	data := wording.Data{"What": what}
	if k == record.Contact {
		return wording.L("converted-to-contact-what-ctrl-z", "Converted to contact: {{.What}}. Ctrl+Z undoes it.", data)
	}
	return wording.L("converted-to-todo-what-ctrl-z", "Converted to todo: {{.What}}. Ctrl+Z undoes it.", data)
}
