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
	"crossfeed/ui/window/frame"
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

// editing changes items: what is typed in the editor, and what is done to the chosen rows. It
// undoes and redoes changes.
type editing struct {
	*shell
	publisher *publisher
	outlines  *outlining
	clipboard *clipboard
	// acknowledged names the winner that the person knows they will overwrite.
	acknowledged string
	// refusal is the message that an invalid value was not saved.
	refusal frame.Message
}

// save saves the fields as a new version. If a field changed since the draft began, the person
// is warned first and has to save again.
func (c *editing) save(it snapshot.Item, v record.Values) {
	d := c.draftOf(it)
	if len(c.detail.Typed(v)) == 0 {
		if d != nil && d.Deletes() {
			c.status.Warn(wording.L("not-saved-you-chose-to-delete", "Not saved: you chose to delete this item. Press Delete, or discard your choice."))
			return
		}
		c.status.ShowMessage(wording.L("nothing-to-save", "Nothing to save."))
		return
	}
	if d == nil {
		begun := drafts.Typed(v, c.detail.Version(), c.detail.ItemValue, nil)
		d = &begun
	}
	shown := c.detail.Version()
	s := saving{item: it, values: v, draft: *d, asked: true, over: c.acknowledged, shown: shown}
	if shown.Deleted {
		s.over = conflicts.Name(shown) // the pane says that it is deleted
	}
	c.startSaving(s)
}

func (c *editing) startSaving(s saving) {
	work.Ask(c.Seam, func(ctx context.Context) (merged, error) { return c.merge(ctx, s) },
		func(m merged, err error) { c.saved(s, m, err) })
}

// saveLeft saves what the person typed into the shown item, because they leave it. What cannot
// be saved stays a draft.
func (c *editing) saveLeft() {
	if s, can := c.leaving(); can {
		c.startSaving(s)
	}
}

// leaving returns what the person typed into the shown item and into its row, and reports
// whether there is anything that can be saved without asking.
func (c *editing) leaving() (saving, bool) {
	s, can := c.unsaved()
	it, title := c.items.EndRename()
	if title == "" || it != c.detail.Item() {
		return s, can
	}
	renamed := c.renamingOf(it, title)
	for name, value := range s.values {
		if name != c.titleField() {
			renamed.values[name] = value
		}
	}
	return renamed, true
}

// unsaved returns what the person typed into the shown item since it is shown, and reports
// whether it can be saved without asking.
func (c *editing) unsaved() (saving, bool) {
	it := c.detail.Item()
	if it == (snapshot.Item{}) || it != c.typedInto {
		return saving{}, false
	}
	c.typedInto = snapshot.Item{}
	v, can := c.detail.Unsaved()
	d := c.draftOf(it)
	if !can || len(v) == 0 || d == nil || d.Whole != "" || d.Stays {
		return saving{}, false
	}
	resolved := drafts.Typed(v, c.detail.Version(), c.detail.ItemValue, d)
	c.Drafts.Put(drafts.Edit, it, resolved)
	return saving{item: it, values: v, draft: resolved}, true
}

// beginRename lets the person rename the selected item in its row.
func (c *editing) beginRename() {
	it := c.detail.Item()
	if c.window.Canvas().Focused() != c.items.List() || it != c.item || it == (snapshot.Item{}) || c.detail.Version().Deleted {
		return
	}
	c.items.BeginRename(it, c.detail.Values()[c.titleField()])
}

// renameLeft saves a new title when the focus goes elsewhere in the window, where newer text may
// be typed. A window that loses the focus keeps its entry: only the next turn of the queue
// knows the difference.
func (c *editing) renameLeft() {
	work.Ask(c.Seam, func(context.Context) (struct{}, error) { return struct{}{}, nil }, func(struct{}, error) {
		if c.window.Canvas().Focused() != c.items.RenameEntry() {
			c.items.SubmitRename()
		}
	})
}

// titleField returns the name of the field that holds the title of the shown item.
func (c *editing) titleField() string {
	f, err := record.Find(record.KindOf(c.detail.Version().Content), "title")
	if err != nil {
		return "title"
	}
	return f.Name
}

// rename saves a new title that the person typed into a row.
func (c *editing) rename(it snapshot.Item, title string) {
	if it != c.detail.Item() {
		return
	}
	s := c.renamingOf(it, title)
	s.asked, s.over = true, c.acknowledged
	c.readItem(it)
	c.startSaving(s)
}

// renamingOf stores a new title of the shown item in its draft, and returns what to save. The
// rest of the draft stays one.
func (c *editing) renamingOf(it snapshot.Item, title string) saving {
	v := record.Values{c.titleField(): title}
	before := c.draftOf(it)
	all := maps.Clone(v)
	if before != nil {
		all = maps.Clone(before.Fields)
		maps.Copy(all, v)
	}
	d := drafts.Typed(all, c.detail.Version(), c.detail.ItemValue, before)
	c.Drafts.Put(drafts.Edit, it, d)
	return saving{item: it, values: v, draft: d}
}

// merge saves the fields that nobody else changed since the draft began. An item that was
// deleted in the meantime stays as it is, unless the person knows that and saves again: then it
// is restored. An item with open conflicts stays as it is unless the person asked to save it.
func (c *editing) merge(ctx context.Context, s saving) (merged, error) {
	if s.shown != nil && !s.shown.Deleted && s.draft.IsOver(s.shown) { // the usual case, in which there is nothing to merge
		next, err := c.Edit.Change(ctx, s.item.Set, s.item.ID, s.values, s.shown)
		if !errors.Is(err, edit.ErrChanged) {
			return merged{item: next, saved: s.values}, err
		}
	}
	for {
		now, err := c.Lists.Item(ctx, s.item.Set, s.item.ID)
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
		change := c.Edit.Change
		if restores {
			change = c.Edit.RestoreWith
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
func (c *editing) saved(s saving, m merged, err error) {
	if err != nil {
		c.notSaved(s, err)
		return
	}
	c.dropSaved(s.item, m)
	data := wording.Data{"Title": m.item.Winner.Title()}
	switch {
	case m.restored:
		c.done(s.item.Set, wording.L("restored-title-with-your-changes", "Restored “{{.Title}}” with your changes.", data))
	case len(m.saved) > 0:
		c.done(s.item.Set, wording.L("saved-title", "Saved “{{.Title}}”.", data))
	case s.asked:
		c.Reload()
	}
	if len(m.saved) < len(s.values) {
		c.reportLeft(s, m)
	}
}

// reportLeft says what was not saved, why, and what the person can do about it. If the person
// asked to save it, saving again does so.
func (c *editing) reportLeft(s saving, m merged) {
	now := m.item.Winner
	data := wording.Data{"Title": now.Title(), "Fields": wording.And(fieldsLeft(s, m))}
	if s.asked {
		c.acknowledged = conflicts.Name(now)
	}
	switch part := len(m.saved) > 0; {
	case s.asked && now.Deleted:
		c.status.Warn(wording.L("not-saved-title-was-deleted-in", "Not saved: “{{.Title}}” was deleted in the meantime. Press Ctrl+Enter again to restore it with your text.", data))
	case s.asked && part:
		c.status.Warn(wording.L("saved-except-fields-save-again", "Saved, except for what changed in the meantime: {{.Fields}}. Press Ctrl+Enter again to save your version over it.", data))
	case s.asked:
		c.status.Warn(wording.L("not-saved-yet-the-item-changed-in", "Not saved yet: the item changed in the meantime. Press Ctrl+Enter again to save your version over it."))
	case part:
		c.status.Warn(wording.L("saved-except-fields-stay-a-draft", "Saved, except for what changed in the meantime: {{.Fields}}. Your text stays a draft.", data))
	case !now.Deleted && len(m.item.Conflicts) == 0 && !m.item.Flagged:
		c.status.Warn(wording.L("not-saved-title-changed-in-the", "Not saved: “{{.Title}}” changed in the meantime. Your text stays a draft.", data))
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
func (c *editing) dropSaved(it snapshot.Item, m merged) {
	d := c.draftOf(it)
	if d == nil || len(m.saved) == 0 {
		return
	}
	if left := d.Without(m.saved, m.item.Winner); len(left.Fields) > 0 {
		c.Drafts.Put(drafts.Edit, it, left)
	} else {
		c.Drafts.Drop(drafts.Edit, it)
	}
}

// notSaved keeps the draft. If the item has an open version of the person's own, the draft
// moves to the conflict page, unless the person has left the item.
func (c *editing) notSaved(s saving, err error) {
	if s.asked {
		c.notChanged(s.item, err)
		return
	}
	if own := (*rules.OwnOpenError)(nil); !errors.As(err, &own) {
		c.Warn(err)
	}
}

// notChanged reports why an item could not be changed.
func (c *editing) notChanged(it snapshot.Item, err error) {
	if own := (*rules.OwnOpenError)(nil); errors.As(err, &own) {
		c.resolveDraft(it)
		return
	}
	c.Warn(err)
}

// saveAtClose saves what the person typed before the program ends, and returns the list, or
// "" if there is nothing to save. No window shows the result.
func (c *editing) saveAtClose() string {
	s, can := c.leaving()
	if !can {
		return ""
	}
	c.Seam.Queue(func(ctx context.Context) {
		if m, err := c.merge(ctx, s); err == nil { // what fails stays a draft
			c.Seam.UI(func() { c.dropSaved(s.item, m) })
		}
	})
	return s.item.Set
}
