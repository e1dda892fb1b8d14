package window

import (
	"context"
	"maps"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// branchesKey is the key under which the open branches are saved.
const branchesKey = "branches"

// openBranches shows an outline with other branches open, and saves which.
func (w *Window) openBranches(b snapshot.Branches) {
	w.saveBranches(w.at.Set, b)
	s := w.now.Opened(w.branches)
	before := w.item
	w.item = shownInstead(&s, w.item)
	w.now = s
	w.items.Show(&s, w.item)
	if w.item != before {
		w.readItem(w.item)
	}
}

// saveBranches saves which branches are open, for lists that still exist.
func (w *Window) saveBranches(set string, b snapshot.Branches) {
	w.branches = with(w.branches, set, b)
	maps.DeleteFunc(w.branches, func(name string, _ snapshot.Branches) bool {
		_, there := w.now.List(name)
		return !there
	})
	w.Settings.SetString(branchesKey, snapshot.FormatBranches(w.branches))
}

// shownInstead returns the item or, if a closed branch hides it, the closest visible ancestor.
func shownInstead(s *snapshot.Snapshot, it snapshot.Item) snapshot.Item {
	for row := s.Tree.Find(it.ID); row != snapshot.NoRow && it.Set == s.Place.Set; row = s.Tree.Parent(row) {
		if s.Rows.Find(s.Tree[row].ID) != snapshot.NoRow {
			return s.Tree[row].Item()
		}
	}
	return it
}

// withBranches returns a snapshot with the branches open that are to be open now: those that a
// person opened since the snapshot was requested, and those that contain the chosen item.
func (w *Window) withBranches(s snapshot.Snapshot) snapshot.Snapshot {
	if !s.IsOutline() {
		return s
	}
	now := w.branches[s.Place.Set]
	if hidden := closedAround(&s, now, w.item); len(hidden) > 0 {
		now = now.Opened(hidden...)
		w.branches = with(w.branches, s.Place.Set, now)
		w.Settings.SetString(branchesKey, snapshot.FormatBranches(w.branches))
	}
	if asked := s.Branches[s.Place.Set]; asked.Closed == now.Closed && slices.Equal(asked.But, now.But) {
		return s
	}
	return s.Opened(w.branches)
}

// closedAround returns the closed branches that contain an item.
func closedAround(s *snapshot.Snapshot, b snapshot.Branches, it snapshot.Item) []string {
	row := s.Tree.Find(it.ID)
	if row == snapshot.NoRow || it.Set != s.Place.Set {
		return nil
	}
	var closed []string
	open := b.Open()
	for _, above := range s.Tree.Path(row) {
		if id := s.Tree[above].ID; !open(id) {
			closed = append(closed, id)
		}
	}
	return closed
}

// put moves items to another position in their outline.
func (w *Window) put(m snapshot.Move) {
	set, said := w.at.Set, w.movedText(m)
	w.run(func(ctx context.Context) error {
		return w.Edit.Place(ctx, set, m.IDs, m.Parent, m.After)
	}, func() {
		if b := w.branches[set]; m.Parent != "" && !b.Open()(m.Parent) {
			w.saveBranches(set, b.Opened(m.Parent))
		}
		if w.at.Set == set && !slices.Contains(m.IDs, w.item.ID) { // it was dragged
			w.item = snapshot.Item{Set: set, ID: m.IDs[0]}
		}
		w.done(set, said)
	})
}

// movedText says where items were moved, and how many of the chosen ones were not.
func (w *Window) movedText(m snapshot.Move) string {
	text := wording.L("moved-in-ctrl-z-undoes-it", "Moved {{.In}}. Ctrl+Z undoes it.", wording.Data{"In": w.inTitles(m.Parent)})
	if w.onlyReorders(m) {
		text = wording.L("moved-ctrl-z-undoes-it", "Moved. Ctrl+Z undoes it.")
	}
	if m.Stayed > 0 {
		text += " " + wording.N("n-selected-items-in-other-branches", "{{.N}} selected items in other branches were not moved.", m.Stayed, wording.Data{"N": wording.Number(m.Stayed)})
	}
	return text
}

// onlyReorders reports whether the items already have the parent that they are moved under, so
// that only their order changes.
func (w *Window) onlyReorders(m snapshot.Move) bool {
	tree := w.now.Tree
	parent := tree.Find(m.Parent)
	return !slices.ContainsFunc(m.IDs, func(id string) bool {
		row := tree.Find(id)
		return row == snapshot.NoRow || tree.Parent(row) != parent
	})
}

// inTitles names a parent by its title.
func (w *Window) inTitles(parent string) string {
	row := w.now.Tree.Find(parent)
	if row == snapshot.NoRow {
		return wording.L("to-the-top-level", "to the top level")
	}
	return wording.L("under-title", "under “{{.Title}}”", wording.Data{"Title": wording.Title(w.now.Tree[row].Title)})
}

// putInto moves the chosen items under a parent, as its last children.
func (w *Window) putInto(rows []snapshot.Row, parent string) {
	var chosen []int
	for _, r := range rows {
		chosen = append(chosen, w.now.Tree.Find(r.ID))
	}
	slices.Sort(chosen)
	chosen = slices.DeleteFunc(chosen, func(row int) bool { return row == snapshot.NoRow })
	if m, ok := w.now.Tree.MoveUnder(chosen, w.now.Tree.Find(parent)); ok {
		w.put(m)
	}
}

// besideChosen returns the position of a new item: in an outline after the chosen item, with
// the same parent; elsewhere the list's default.
func (w *Window) besideChosen() edit.AddOptions {
	if w.now.Tree == nil {
		return edit.AddOptions{}
	}
	row := w.now.Tree.Find(w.item.ID)
	if row == snapshot.NoRow {
		return edit.AddOptions{AtEnd: true}
	}
	o := edit.AddOptions{After: w.item.ID}
	if above := w.now.Tree.Parent(row); above != snapshot.NoRow {
		o.Parent = w.now.Tree[above].ID
	}
	return o
}

// deleteBranches deletes items of an outline with all their descendants.
func (w *Window) deleteBranches(rows []snapshot.Row) {
	set, next := w.at.Set, w.items.Beside()
	ids, refs := make([]string, len(rows)), make([]edit.Ref, len(rows))
	for i, r := range rows {
		ids[i], refs[i] = r.ID, edit.Ref{Set: set, ID: r.ID}
	}
	ask(w.shell, func(ctx context.Context) (edit.Outcome, error) {
		return w.Edit.DeleteBranch(ctx, set, ids)
	}, func(o edit.Outcome) {
		if len(o.Done) > 0 {
			w.leaveFor(next, refs)
		}
		w.deletedBranches(set, rows, o)
	})
}

// deletedBranches reports how many items were deleted.
func (w *Window) deletedBranches(set string, rows []snapshot.Row, o edit.Outcome) {
	text := wording.N("deleted-n-items-ctrl-z-undoes", "Deleted {{.N}} items. Ctrl+Z undoes it.", len(o.Done), wording.Data{"N": wording.Number(len(o.Done))})
	if inside := len(o.Done) - 1; len(rows) == 1 && inside >= 0 {
		data := wording.Data{"Title": wording.Title(rows[0].Title), "N": wording.Number(inside)}
		text = wording.L("deleted-title-ctrl-z-undoes-it", "Deleted “{{.Title}}”. Ctrl+Z undoes it.", data)
		if inside > 0 {
			text = wording.N("deleted-title-and-n-in-it", "Deleted “{{.Title}}” and {{.N}} in it. Ctrl+Z undoes it.", inside, data)
		}
	}
	w.Reload()
	if said := w.reportDone(text, o.Refused); len(o.Done) > 0 {
		w.publisher.publish(set, said)
	}
}

// pathOf reports whether an item is in the shown outline, and returns the titles of its
// ancestors.
func (w *Window) pathOf(it snapshot.Item) (inTree bool, path []string) {
	row := w.now.Tree.Find(it.ID)
	if row == snapshot.NoRow || it.Set != w.at.Set {
		return false, nil
	}
	for _, above := range w.now.Tree.Path(row) {
		path = append(path, w.now.Tree[above].Title)
	}
	return true, path
}
