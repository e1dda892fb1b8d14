package window

import (
	"context"
	"maps"
	"slices"

	"crossfeed/engine/edit"
	"crossfeed/ui/window/outline"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// branchesKey is where it is kept which branches are open.
const branchesKey = "branches"

// openBranches shows an outline with other branches open, and keeps it so.
func (w *Window) openBranches(b outline.Branches) {
	w.keepBranches(w.at.Set, b)
	s := w.now.Opened(w.branches)
	before := w.item
	w.item = shownInstead(&s, w.item)
	w.now = s
	w.items.Show(&s, w.item)
	if w.item != before {
		w.readItem(w.item)
	}
}

// keepBranches keeps what is open of the lists that there are.
func (w *Window) keepBranches(set string, b outline.Branches) {
	w.branches = with(w.branches, set, b)
	maps.DeleteFunc(w.branches, func(name string, _ outline.Branches) bool {
		_, there := w.now.List(name)
		return !there
	})
	w.Kept.SetString(branchesKey, outline.Format(w.branches))
}

// shownInstead is the item, or what it is in where a closed branch hides it.
func shownInstead(s *snapshot.Snapshot, it place.Item) place.Item {
	rows := snapshot.Rows(s.Rows)
	for row := outline.Find(s.Tree, it.ID); row != outline.None && it.Set == s.Place.Set; row = outline.Above(s.Tree, row) {
		if outline.Find(rows, s.Tree[row].ID) != outline.None {
			return s.Tree[row].Item()
		}
	}
	return it
}

// withBranches is a snapshot with the branches open that now shall be: those that a
// person opened since it was asked for, and those that the chosen item is in.
func (w *Window) withBranches(s snapshot.Snapshot) snapshot.Snapshot {
	if !s.IsOutline() {
		return s
	}
	now := w.branches[s.Place.Set]
	if hidden := closedAround(&s, now, w.item); len(hidden) > 0 {
		now = now.Opened(hidden...)
		w.branches = with(w.branches, s.Place.Set, now)
		w.Kept.SetString(branchesKey, outline.Format(w.branches))
	}
	if asked := s.Branches[s.Place.Set]; asked.Closed == now.Closed && slices.Equal(asked.But, now.But) {
		return s
	}
	return s.Opened(w.branches)
}

// closedAround are the closed branches that an item is in.
func closedAround(s *snapshot.Snapshot, b outline.Branches, it place.Item) []string {
	row := outline.Find(s.Tree, it.ID)
	if row == outline.None || it.Set != s.Place.Set {
		return nil
	}
	var closed []string
	open := b.Open()
	for _, above := range outline.Path(s.Tree, row) {
		if id := s.Tree[above].ID; !open(id) {
			closed = append(closed, id)
		}
	}
	return closed
}

// put moves outlines to another place of their tree.
func (w *Window) put(m outline.Move) {
	set, said := w.at.Set, w.movedText(m)
	w.run(func(ctx context.Context) error {
		return w.Edit.Place(ctx, set, m.IDs, m.Parent, m.After)
	}, func(err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if b := w.branches[set]; m.Parent != "" && !b.Open()(m.Parent) {
			w.keepBranches(set, b.Opened(m.Parent))
		}
		if w.at.Set == set && !slices.Contains(m.IDs, w.item.ID) { // it was dragged
			w.item = place.Item{Set: set, ID: m.IDs[0]}
		}
		w.done(set, said)
	})
}

// movedText says where outlines were moved, and that chosen ones stayed.
func (w *Window) movedText(m outline.Move) string {
	text := wording.L("Moved {{.In}}. Ctrl+Z undoes it.", wording.Data{"In": w.inTitles(m.Parent)})
	if w.standIn(m) {
		text = wording.L("Moved. Ctrl+Z undoes it.")
	}
	if m.Stayed > 0 {
		text += " " + wording.N("{{.N}} chosen in other branches stayed.", m.Stayed, wording.Data{"N": wording.Number(m.Stayed)})
	}
	return text
}

// standIn tells whether outlines stand already in what they are moved into: only their
// order changes.
func (w *Window) standIn(m outline.Move) bool {
	tree := w.now.Tree
	parent := outline.Find(tree, m.Parent)
	return !slices.ContainsFunc(m.IDs, func(id string) bool {
		row := outline.Find(tree, id)
		return row == outline.None || outline.Above(tree, row) != parent
	})
}

// inTitles says what a parent is, by its title.
func (w *Window) inTitles(parent string) string {
	row := outline.Find(w.now.Tree, parent)
	if row == outline.None {
		return wording.L("to the top level")
	}
	return wording.L("into “{{.Title}}”", wording.Data{"Title": wording.Title(w.now.Tree[row].Title)})
}

// putInto moves what is chosen into an outline, last there.
func (w *Window) putInto(rows []snapshot.Row, parent string) {
	var chosen []int
	for _, r := range rows {
		chosen = append(chosen, outline.Find(w.now.Tree, r.ID))
	}
	slices.Sort(chosen)
	chosen = slices.DeleteFunc(chosen, func(row int) bool { return row == outline.None })
	if m, ok := outline.Into(w.now.Tree, chosen, outline.Find(w.now.Tree, parent)); ok {
		w.put(m)
	}
}

// besideChosen is where a new item goes: in an outline below the chosen one, in the
// same; elsewhere it stands as the list has it.
func (w *Window) besideChosen() edit.AddOptions {
	if w.now.Tree == nil {
		return edit.AddOptions{}
	}
	row := outline.Find(w.now.Tree, w.item.ID)
	if row == outline.None {
		return edit.AddOptions{AtEnd: true}
	}
	o := edit.AddOptions{After: w.item.ID}
	if above := outline.Above(w.now.Tree, row); above != outline.None {
		o.Parent = w.now.Tree[above].ID
	}
	return o
}

// deleteBranches deletes outlines with what is in them.
func (w *Window) deleteBranches(rows []snapshot.Row) {
	set, next := w.at.Set, w.items.Beside()
	ids, refs := make([]string, len(rows)), make([]edit.Ref, len(rows))
	for i, r := range rows {
		ids[i], refs[i] = r.ID, edit.Ref{Set: set, ID: r.ID}
	}
	work.Ask(w.Seam, func(ctx context.Context) (edit.Outcome, error) {
		return w.Edit.DeleteBranch(ctx, set, ids)
	}, func(o edit.Outcome, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		if len(o.Done) > 0 {
			w.leaveFor(next, refs)
		}
		w.deletedBranches(set, rows, o)
	})
}

// deletedBranches says how much was deleted.
func (w *Window) deletedBranches(set string, rows []snapshot.Row, o edit.Outcome) {
	text := wording.N("Deleted {{.N}} items. Ctrl+Z undoes it.", len(o.Done), wording.Data{"N": wording.Number(len(o.Done))})
	if inside := len(o.Done) - 1; len(rows) == 1 && inside >= 0 {
		data := wording.Data{"Title": wording.Title(rows[0].Title), "N": wording.Number(inside)}
		text = wording.L("Deleted “{{.Title}}”. Ctrl+Z undoes it.", data)
		if inside > 0 {
			text = wording.N("Deleted “{{.Title}}” and {{.N}} in it. Ctrl+Z undoes it.", inside, data)
		}
	}
	w.Reload()
	if said := w.sayDone(text, o.Refused); len(o.Done) > 0 {
		w.publish(set, said)
	}
}

// pathOf tells whether an item is in the outline that is shown, and the titles of
// what it is in.
func (w *Window) pathOf(it place.Item) (inTree bool, path []string) {
	row := outline.Find(w.now.Tree, it.ID)
	if row == outline.None || it.Set != w.at.Set {
		return false, nil
	}
	for _, above := range outline.Path(w.now.Tree, row) {
		path = append(path, w.now.Tree[above].Title)
	}
	return true, path
}
