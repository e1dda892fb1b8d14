package window

import (
	"context"
	"errors"
	"maps"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// saving is an edit on its way to the engine.
type saving struct {
	item   snapshot.Item
	values record.Values
	draft  drafts.Draft
	// asked is set if the person asked for it, as opposed to leaving the item.
	asked bool
	// over names the winner that the person knows they will overwrite, or is "".
	over string
	// shown is the winner that the editor shows, if the person asked there; nil elsewhere.
	shown *item.Version
}

// merged is the outcome of a saving: the values that were saved, if any, and the item after
// that.
type merged struct {
	item  *item.Item
	saved record.Values
	// restored is set if the item was deleted before.
	restored bool
}

// save saves the fields as a new version. If a field changed since the draft began, the person
// is warned first and has to save again.
func (w *Window) save(it snapshot.Item, v record.Values) {
	d := w.draftOf(it)
	if len(w.detail.Typed(v)) == 0 {
		if d != nil && d.Deletes() {
			w.status.Warn(wording.L("not-saved-you-chose-to-delete", "Not saved: you chose to delete this item. Press Delete, or discard your choice."))
			return
		}
		w.status.ShowMessage(wording.L("nothing-to-save", "Nothing to save."))
		return
	}
	if d == nil {
		begun := drafts.Typed(v, w.detail.Version(), w.detail.ItemValue, nil)
		d = &begun
	}
	shown := w.detail.Version()
	s := saving{item: it, values: v, draft: *d, asked: true, over: w.acknowledged, shown: shown}
	if shown.Deleted {
		s.over = conflicts.Name(shown) // the pane says that it is deleted
	}
	w.startSaving(s)
}

func (w *Window) startSaving(s saving) {
	work.Ask(w.Seam, func(ctx context.Context) (merged, error) { return w.merge(ctx, s) },
		func(m merged, err error) { w.saved(s, m, err) })
}

// saveLeft saves what the person typed into the shown item, because they leave it. What cannot
// be saved stays a draft.
func (w *Window) saveLeft() {
	if s, can := w.leaving(); can {
		w.startSaving(s)
	}
}

// leaving returns what the person typed into the shown item and into its row, and reports
// whether there is anything that can be saved without asking.
func (w *Window) leaving() (saving, bool) {
	s, can := w.unsaved()
	it, title := w.items.EndRename()
	if title == "" || it != w.detail.Item() {
		return s, can
	}
	renamed := w.renamingOf(it, title)
	for name, value := range s.values {
		if name != w.titleField() {
			renamed.values[name] = value
		}
	}
	return renamed, true
}

// unsaved returns what the person typed into the shown item since it is shown, and reports
// whether it can be saved without asking.
func (w *Window) unsaved() (saving, bool) {
	it := w.detail.Item()
	if it == (snapshot.Item{}) || it != w.typedInto {
		return saving{}, false
	}
	w.typedInto = snapshot.Item{}
	v, can := w.detail.Unsaved()
	d := w.draftOf(it)
	if !can || len(v) == 0 || d == nil || d.Whole != "" || d.Stays {
		return saving{}, false
	}
	resolved := drafts.Typed(v, w.detail.Version(), w.detail.ItemValue, d)
	w.Drafts.Put(drafts.Edit, it, resolved)
	return saving{item: it, values: v, draft: resolved}, true
}

// beginRename lets the person rename the selected item in its row.
func (w *Window) beginRename() {
	it := w.detail.Item()
	if w.window.Canvas().Focused() != w.items.List() || it != w.item || it == (snapshot.Item{}) || w.detail.Version().Deleted {
		return
	}
	w.items.BeginRename(it, w.detail.Values()[w.titleField()])
}

// renameLeft saves a new title when the focus goes elsewhere in the window, where newer text may
// be typed. A window that loses the focus keeps its entry: only the next turn of the queue
// knows the difference.
func (w *Window) renameLeft() {
	work.Ask(w.Seam, func(context.Context) (struct{}, error) { return struct{}{}, nil }, func(struct{}, error) {
		if w.window.Canvas().Focused() != w.items.RenameEntry() {
			w.items.SubmitRename()
		}
	})
}

// titleField returns the name of the field that holds the title of the shown item.
func (w *Window) titleField() string {
	f, err := record.Find(record.KindOf(w.detail.Version().Content), "title")
	if err != nil {
		return "title"
	}
	return f.Name
}

// rename saves a new title that the person typed into a row.
func (w *Window) rename(it snapshot.Item, title string) {
	if it != w.detail.Item() {
		return
	}
	s := w.renamingOf(it, title)
	s.asked, s.over = true, w.acknowledged
	w.readItem(it)
	w.startSaving(s)
}

// renamingOf stores a new title of the shown item in its draft, and returns what to save. The
// rest of the draft stays one.
func (w *Window) renamingOf(it snapshot.Item, title string) saving {
	v := record.Values{w.titleField(): title}
	before := w.draftOf(it)
	all := maps.Clone(v)
	if before != nil {
		all = maps.Clone(before.Fields)
		maps.Copy(all, v)
	}
	d := drafts.Typed(all, w.detail.Version(), w.detail.ItemValue, before)
	w.Drafts.Put(drafts.Edit, it, d)
	return saving{item: it, values: v, draft: d}
}

// merge saves the fields that nobody else changed since the draft began. An item that was
// deleted in the meantime stays as it is, unless the person knows that and saves again: then it
// is restored. An item with open conflicts stays as it is unless the person asked to save it.
func (w *Window) merge(ctx context.Context, s saving) (merged, error) {
	if s.shown != nil && !s.shown.Deleted && s.draft.IsOver(s.shown) { // the usual case, in which there is nothing to merge
		next, err := w.Edit.Change(ctx, s.item.Set, s.item.ID, s.values, s.shown)
		if !errors.Is(err, edit.ErrChanged) {
			return merged{item: next, saved: s.values}, err
		}
	}
	for {
		now, err := w.Lists.Item(ctx, s.item.Set, s.item.ID)
		if err != nil {
			return merged{}, err
		}
		v, known := maps.Clone(s.values), s.over == conflicts.Name(now.Winner)
		if !known {
			for _, name := range s.draft.Meanwhile(now.Winner) {
				delete(v, name)
			}
		}
		restores := now.Winner.Deleted && known
		if len(v) == 0 || now.Winner.Deleted && !known || !s.asked && (len(now.Conflicts) > 0 || now.Flagged) {
			return merged{item: now}, nil
		}
		change := w.Edit.Change
		if restores {
			change = w.Edit.RestoreWith
		}
		next, err := change(ctx, s.item.Set, s.item.ID, v, now.Winner)
		if errors.Is(err, edit.ErrChanged) {
			continue
		}
		return merged{next, v, restores}, err
	}
}

// saved drops what was saved from the draft. The rest stays: fields that changed in the
// meantime, and what the person has typed since.
func (w *Window) saved(s saving, m merged, err error) {
	if err != nil {
		w.notSaved(s, err)
		return
	}
	w.dropSaved(s.item, m)
	data := wording.Data{"Title": m.item.Winner.Title()}
	switch {
	case m.restored:
		w.done(s.item.Set, wording.L("restored-title-with-your-changes", "Restored “{{.Title}}” with your changes.", data))
	case len(m.saved) > 0:
		w.done(s.item.Set, wording.L("saved-title", "Saved “{{.Title}}”.", data))
	case s.asked:
		w.Reload()
	}
	if len(m.saved) < len(s.values) {
		w.reportLeft(s, m)
	}
}

// reportLeft says what was not saved, why, and what the person can do about it. If the person
// asked to save it, saving again does so.
func (w *Window) reportLeft(s saving, m merged) {
	now := m.item.Winner
	data := wording.Data{"Title": now.Title(), "Fields": wording.And(fieldsLeft(s, m))}
	if s.asked {
		w.acknowledged = conflicts.Name(now)
	}
	switch part := len(m.saved) > 0; {
	case s.asked && now.Deleted:
		w.status.Warn(wording.L("not-saved-title-was-deleted-in", "Not saved: “{{.Title}}” was deleted in the meantime. Press Ctrl+Enter again to restore it with your text.", data))
	case s.asked && part:
		w.status.Warn(wording.L("saved-except-fields-save-again", "Saved, except for what changed in the meantime: {{.Fields}}. Press Ctrl+Enter again to save your version over it.", data))
	case s.asked:
		w.status.Warn(wording.L("not-saved-yet-the-item-changed-in", "Not saved yet: the item changed in the meantime. Press Ctrl+Enter again to save your version over it."))
	case part:
		w.status.Warn(wording.L("saved-except-fields-stay-a-draft", "Saved, except for what changed in the meantime: {{.Fields}}. Your text stays a draft.", data))
	case !now.Deleted && len(m.item.Conflicts) == 0 && !m.item.Flagged:
		w.status.Warn(wording.L("not-saved-title-changed-in-the", "Not saved: “{{.Title}}” changed in the meantime. Your text stays a draft.", data))
	}
}

// fieldsLeft returns the names of the fields that were not saved, in their usual order.
func fieldsLeft(s saving, m merged) (names []string) {
	for _, f := range record.Fields(record.KindOf(m.item.Winner.Content)) {
		_, typed := s.values[f.Name]
		if _, saved := m.saved[f.Name]; typed && !saved {
			names = append(names, wording.Field(f.Name))
		}
	}
	return names
}

// dropSaved drops what was saved from the draft of an item.
func (w *Window) dropSaved(it snapshot.Item, m merged) {
	d := w.draftOf(it)
	if d == nil || len(m.saved) == 0 {
		return
	}
	if left := d.Without(m.saved, m.item.Winner); len(left.Fields) > 0 {
		w.Drafts.Put(drafts.Edit, it, left)
	} else {
		w.Drafts.Drop(drafts.Edit, it)
	}
}

// notSaved keeps the draft. If the item has an open version of the person's own, the draft
// moves to the conflict page, unless the person has left the item.
func (w *Window) notSaved(s saving, err error) {
	if s.asked {
		w.notChanged(s.item, err)
		return
	}
	if own := (*rules.OwnOpenError)(nil); !errors.As(err, &own) {
		w.Warn(err)
	}
}

// notChanged reports why an item could not be changed.
func (w *Window) notChanged(it snapshot.Item, err error) {
	if own := (*rules.OwnOpenError)(nil); errors.As(err, &own) {
		w.resolveDraft(it)
		return
	}
	w.Warn(err)
}

// saveAtClose saves what the person typed before the program ends, and returns the list, or
// "" if there is nothing to save. No window shows the result.
func (w *Window) saveAtClose() string {
	s, can := w.leaving()
	if !can {
		return ""
	}
	w.Seam.Queue(func(ctx context.Context) {
		if m, err := w.merge(ctx, s); err == nil { // what fails stays a draft
			w.Seam.UI(func() { w.dropSaved(s.item, m) })
		}
	})
	return s.item.Set
}
