package window

import (
	"context"
	"slices"
	"strings"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/items"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// do performs an action on the chosen items, if the items are in sight.
func (c *editing) do(a items.Action) {
	if c.pages.shown == page(c.pages.home) {
		c.items.Do(a)
	}
}

// act performs an action on items as a single edit.
func (c *editing) act(a items.Action, rows []snapshot.Row) {
	if c.leaves(a, rows) || a.Verb == items.CopyTo {
		c.saveLeft() // what was typed goes with the item
	}
	switch {
	case a.Verb == items.PutInto:
		c.outlines.putInto(rows, a.Value)
		return
	case a.Verb == items.RenameSection:
		c.renameSection(rows[0].Set, a.Without, a.Value)
		return
	case a.Verb == items.Delete && c.now.Tree != nil:
		c.outlines.deleteBranches(rows)
		return
	}
	if a.Verb == items.Skip {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r snapshot.Row) bool { return !r.Repeats || r.Done })
	}
	c.actAgreed(a, rows, sending{})
}

// sending is what a person has to agree to before items go to another list.
type sending struct {
	exposes  edit.Exposure
	converts edit.Conversion
}

// within reports whether a person agreed to all of it.
func (s sending) within(agreed sending) bool {
	return s.exposes.Within(agreed.exposes) && (s.converts.Items == 0 || s.converts == agreed.converts)
}

// actionResult is the outcome of an action, unless it has to be agreed to first.
type actionResult struct {
	edit.Outcome
	sending
	asks bool
}

// actAgreed performs an action, or asks first if it would make more readable to others, or
// convert more, than a person agreed to.
func (c *editing) actAgreed(a items.Action, rows []snapshot.Row, agreed sending) {
	refs := make([]edit.Ref, len(rows))
	for i, r := range rows {
		refs[i] = edit.Ref{Set: r.Set, ID: r.ID}
	}
	next := c.items.Beside()
	work.Ask(c.Seam, func(ctx context.Context) (did actionResult, err error) {
		if did.sending, err = c.sentByAction(ctx, a, refs); err != nil {
			return did, err
		}
		if did.asks = !did.within(agreed); !did.asks {
			did.Outcome, err = c.perform(ctx, a, refs)
		}
		return did, err
	}, func(did actionResult, err error) {
		switch {
		case err != nil:
			c.Warn(err)
			return
		case did.asks:
			c.askToSend(a, rows, did.sending)
			return
		}
		if c.leaves(a, rows) && len(did.Done) > 0 {
			c.leaveFor(next, refs)
		}
		for _, gone := range did.Done {
			if a.Verb == items.Delete {
				c.endDecided(snapshot.Item{Set: gone.Set, ID: gone.ID}, true)
			}
		}
		c.acted(a, did, rows)
	})
}

// sentByAction returns what an action does with items that it puts into another list.
func (c *editing) sentByAction(ctx context.Context, a items.Action, refs []edit.Ref) (s sending, err error) {
	switch a.Verb {
	case items.MoveTo:
		s.exposes, err = c.Edit.MoveExposes(ctx, refs, a.Value)
	case items.CopyTo:
		s.exposes, err = c.Edit.CopyExposes(ctx, refs, a.Value)
	default:
		return s, nil
	}
	if err == nil {
		s.converts, err = c.Edit.Converts(ctx, refs, a.Value)
	}
	return s, err
}

// askToSend asks before items go to a list that converts them, or where others can read them.
func (c *editing) askToSend(a items.Action, rows []snapshot.Row, s sending) {
	data := wording.Data{"N": wording.Number(len(rows)), "List": a.Value}
	title, do := wording.N("move-n-items-to-list", "Move {{.N}} items to “{{.List}}”?", len(rows), data), wording.L("move", "Move")
	if a.Verb == items.CopyTo {
		title, do = wording.N("copy-n-items-to-list", "Copy {{.N}} items to “{{.List}}”?", len(rows), data), wording.L("copy", "Copy")
	}
	var explain []string
	if s.converts.Items > 0 {
		var what string
		title, what = wording.Converts(s.converts.Items, s.converts.To, a.Value)
		explain, do = append(explain, what), wording.L("convert", "Convert")
	}
	if s.exposes.Items > 0 {
		explain = append(explain, wording.Exposes(s.exposes.Items, s.exposes.At), staysReadable())
	}
	c.confirm(forms.Question{
		Title: title, Explain: strings.Join(explain, " "), Do: do,
		Done: func(bool) {
			c.goHome()
			c.actAgreed(a, rows, s)
		},
	})
}

// staysReadable says what undoing does not take back of what was published.
func staysReadable() string {
	return wording.L("ctrl-z-undoes-it-in-the", "Ctrl+Z undoes it in the list. Published items stay readable.")
}

func (c *editing) perform(ctx context.Context, a items.Action, refs []edit.Ref) (edit.Outcome, error) {
	e := c.Edit
	switch a.Verb {
	case items.Complete, items.Reopen:
		return e.CompleteAll(ctx, refs, a.Verb == items.Complete)
	case items.Delete:
		return e.DeleteAll(ctx, refs)
	case items.Restore:
		return e.RestoreAll(ctx, refs)
	case items.MoveTo:
		return e.Move(ctx, refs, a.Value)
	case items.CopyTo:
		return e.Copy(ctx, refs, a.Value)
	case items.Make:
		return e.MakeAll(ctx, refs, record.Kind(a.Value))
	case items.Skip:
		return c.skip(ctx, refs)
	}
	return e.ChangeAll(ctx, refs, func(r record.Record) record.Values { return valuesFor(a, r) })
}

// skip moves repeating todos to their next dates. It fails if nothing follows any of them.
func (c *editing) skip(ctx context.Context, refs []edit.Ref) (edit.Outcome, error) {
	today, moved := record.DayOf(c.Speaker.Now().In(c.Speaker.Zone)), false
	did, err := c.Edit.ChangeAll(ctx, refs, func(r record.Record) record.Values {
		v := r.Skip(today, c.Speaker.Zone)
		moved = moved || v != nil
		return v
	})
	if err == nil && !moved {
		err = record.ErrNoNext
	}
	return did, err
}

// renameSection renames a section of a list.
func (c *editing) renameSection(set, section, name string) {
	work.Ask(c.Seam, func(ctx context.Context) (edit.Outcome, error) {
		return c.Edit.RenameSection(ctx, set, section, name)
	}, func(did edit.Outcome, err error) {
		if err != nil {
			c.Warn(err)
			return
		}
		text := wording.L("renamed-section-to-name", "Renamed the section “{{.Section}}” to “{{.Name}}”. Ctrl+Z undoes it.", wording.Data{"Section": section, "Name": name})
		c.shown(set, c.reportDone(text, did.Refused))
	})
}

// leaves reports whether an action removes items from where they are in the current view.
func (c *editing) leaves(a items.Action, rows []snapshot.Row) bool {
	regroups := c.now.Arrangement.Group == snapshot.GroupByDue && slices.ContainsFunc(rows, func(r snapshot.Row) bool { return r.Depth == 0 })
	switch a.Verb {
	case items.Delete, items.MoveTo, items.Restore:
		return true
	case items.Complete:
		return c.at.AddsTodos() || c.now.Arrangement.HideDone || regroups
	case items.Reopen:
		return c.at.Kind == snapshot.KindCompleted || regroups
	}
	return false
}

// leaveFor selects the item next to those that were removed, if the person is still at one of
// them.
func (c *editing) leaveFor(next snapshot.Item, gone []edit.Ref) {
	if !slices.Contains(gone, edit.Ref{Set: c.item.Set, ID: c.item.ID}) {
		return
	}
	c.item = next
	if next == (snapshot.Item{}) {
		c.saveLeft()
		c.detail.ShowNothing("")
		return
	}
	c.readItem(next)
}

// acted reports the result of an action, and publishes the lists that it changed.
func (c *editing) acted(a items.Action, did actionResult, rows []snapshot.Row) {
	c.Reload()
	text, n := "", len(rows)-len(did.Refused)
	if n > 0 {
		text = c.actedText(a, n, rows)
		if k := did.converts.Items; k > 0 {
			text += " " + wording.N("n-items-converted-ctrl-z-undoes-it", "{{.N}} items converted. Ctrl+Z undoes it.", k, wording.Data{"N": wording.Number(k)})
		}
		if did.exposes.Items > 0 {
			text += " " + staysReadable()
		}
	}
	said := c.reportDone(text, did.Refused)
	if n > 0 {
		c.clipboard.clip.moved(a, rows, did.Refused)
		for _, set := range setsOf(a, rows) {
			c.publisher.publish(set, said)
		}
	}
}

// setsOf returns the lists that an action changed.
func setsOf(a items.Action, rows []snapshot.Row) []string {
	var sets []string
	for _, r := range rows {
		if !slices.Contains(sets, r.Set) {
			sets = append(sets, r.Set)
		}
	}
	if (a.Verb == items.MoveTo || a.Verb == items.CopyTo) && !slices.Contains(sets, a.Value) {
		sets = append(sets, a.Value)
	}
	return sets
}

// actedText describes what was done: a single item by its title, several by their number.
func (c *editing) actedText(a items.Action, n int, rows []snapshot.Row) string {
	what := whatOf(rows)
	if len(rows) > 1 {
		what = wording.N("n-items", "{{.N}} items", n, wording.Data{"N": n})
	}
	data := wording.Data{"What": what, "List": a.Value}
	switch a.Verb {
	case items.Complete:
		return wording.L("completed-what-ctrl-z-undoes-it", "Completed: {{.What}}. Ctrl+Z undoes it.", data)
	case items.Reopen:
		return wording.L("marked-as-not-done-what", "Marked as not done: {{.What}}.", data)
	case items.Delete:
		return wording.L("deleted-what-ctrl-z-undoes-it", "Deleted: {{.What}}. Ctrl+Z undoes it.", data)
	case items.Restore:
		return wording.L("restored-what-ctrl-z-undoes-it", "Restored: {{.What}}. Ctrl+Z undoes it.", data)
	case items.MoveTo:
		return wording.L("moved-to-list-what", "Moved to {{.List}}: {{.What}}.", data)
	case items.CopyTo:
		return wording.L("copied-to-list-what", "Copied to {{.List}}: {{.What}}.", data)
	case items.Make:
		return madeText(record.Kind(a.Value), what)
	case items.Skip:
		return wording.L("skipped-to-the-next-date-what", "Skipped to the next date: {{.What}}. Ctrl+Z undoes it.", data)
	case items.SetPartOf:
		return partText(a, data)
	case items.SetDue:
		return dueText(c.Speaker.ShortDate(a.Value), data)
	case items.ChangeTags:
		return tagsText(a, data)
	}
	return wording.L("changed-what-ctrl-z-undoes-it", "Changed: {{.What}}. Ctrl+Z undoes it.", data)
}

// whatOf names items: a single one by its title, several by their number.
func whatOf(rows []snapshot.Row) string {
	if len(rows) == 1 {
		return wording.L("title-title", "“{{.Title}}”", wording.Data{"Title": wording.Title(rows[0].Title)})
	}
	return wording.N("n-items", "{{.N}} items", len(rows), wording.Data{"N": len(rows)})
}

func partText(a items.Action, data wording.Data) string {
	if a.Value == "" {
		return wording.L("outdented-what-ctrl-z-undoes-it", "Outdented: {{.What}}. Ctrl+Z undoes it.", data)
	}
	return wording.L("indented-what-ctrl-z-undoes-it", "Indented: {{.What}}. Ctrl+Z undoes it.", data)
}

// dueText describes the new date of items, or that they have none anymore.
func dueText(date string, data wording.Data) string {
	if date == "" {
		return wording.L("removed-the-due-date-what", "Removed the due date: {{.What}}. Ctrl+Z undoes it.", data)
	}
	data["Date"] = date
	return wording.L("due-date-what", "Due {{.Date}}: {{.What}}. Ctrl+Z undoes it.", data)
}

// tagsText describes the tags that were added, or that tags were changed.
func tagsText(a items.Action, data wording.Data) string {
	if a.Without != "" {
		return wording.L("changed-tags-what", "Changed tags: {{.What}}. Ctrl+Z undoes it.", data)
	}
	tags := record.ParseTags(a.Value)
	data["Tags"] = strings.Join(tags, ", ")
	return wording.N("added-n-tags-what", "Added the tags {{.Tags}}: {{.What}}. Ctrl+Z undoes it.", len(tags), data)
}

// fieldOf maps each action to the field that it sets.
var fieldOf = map[items.Verb]string{
	items.SetDue: "due", items.SetPriority: "priority", items.ChangeTags: "tags", items.SetPartOf: "parent", items.SetSection: "section",
}

// valuesFor returns the values that an action sets in a record, or nil if the record has no
// such field.
func valuesFor(a items.Action, r record.Record) record.Values {
	field := fieldOf[a.Verb]
	if _, err := record.Find(r.Kind, field); err != nil {
		return nil
	}
	if a.Verb != items.ChangeTags {
		return record.Values{field: a.Value}
	}
	return record.Values{field: tagsAfter(r.Get(field), a)}
}

// tagsAfter returns the tags after an action has added some and removed others.
func tagsAfter(text string, a items.Action) string {
	tags := record.ParseTags(text)
	has := func(tag string) func(string) bool {
		return func(other string) bool { return store.Fold(other) == store.Fold(tag) }
	}
	for _, off := range record.ParseTags(a.Without) {
		tags = slices.DeleteFunc(tags, has(off))
	}
	for _, tag := range record.ParseTags(a.Value) {
		if !slices.ContainsFunc(tags, has(tag)) {
			tags = append(tags, tag)
		}
	}
	return record.FormatTags(tags)
}
