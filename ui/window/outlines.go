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

// outlining moves the items of outlines, and opens and closes their branches.
type outlining struct {
	*shell
	publisher *publisher
	edits     *editing
	// branches holds the open branches. Other goroutines read it, so it is replaced and never
	// modified.
	branches map[string]snapshot.Branches
}

// openBranches shows an outline with other branches open, and saves which.
func (c *outlining) openBranches(b snapshot.Branches) {
	c.saveBranches(c.at.Set, b)
	s := c.now.Opened(c.branches)
	before := c.item
	c.item = shownInstead(&s, c.item)
	c.now = s
	c.items.Show(&s, c.item)
	if c.item != before {
		c.readItem(c.item)
	}
}

// saveBranches saves which branches are open, for lists that still exist.
func (c *outlining) saveBranches(set string, b snapshot.Branches) {
	c.branches = with(c.branches, set, b)
	maps.DeleteFunc(c.branches, func(name string, _ snapshot.Branches) bool {
		_, there := c.now.List(name)
		return !there
	})
	c.Settings.SetString(branchesKey, snapshot.FormatBranches(c.branches))
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
func (c *outlining) withBranches(s snapshot.Snapshot) snapshot.Snapshot {
	if !s.IsOutline() {
		return s
	}
	now := c.branches[s.Place.Set]
	if hidden := closedAround(&s, now, c.item); len(hidden) > 0 {
		now = now.Opened(hidden...)
		c.branches = with(c.branches, s.Place.Set, now)
		c.Settings.SetString(branchesKey, snapshot.FormatBranches(c.branches))
	}
	if asked := s.Branches[s.Place.Set]; asked.Closed == now.Closed && slices.Equal(asked.But, now.But) {
		return s
	}
	return s.Opened(c.branches)
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
func (c *outlining) put(m snapshot.Move) {
	set, said := c.at.Set, c.movedText(m)
	c.run(func(ctx context.Context) error {
		return c.Edit.Place(ctx, set, m.IDs, m.Parent, m.After)
	}, func() {
		if b := c.branches[set]; m.Parent != "" && !b.Open()(m.Parent) {
			c.saveBranches(set, b.Opened(m.Parent))
		}
		if c.at.Set == set && !slices.Contains(m.IDs, c.item.ID) { // it was dragged
			c.item = snapshot.Item{Set: set, ID: m.IDs[0]}
		}
		c.edits.done(set, said)
	})
}

// movedText says where items were moved, and how many of the chosen ones were not.
func (c *outlining) movedText(m snapshot.Move) string {
	text := wording.L("moved-in-ctrl-z-undoes-it", "Moved {{.In}}. Ctrl+Z undoes it.", wording.Data{"In": c.inTitles(m.Parent)})
	if c.onlyReorders(m) {
		text = wording.L("moved-ctrl-z-undoes-it", "Moved. Ctrl+Z undoes it.")
	}
	if m.Stayed > 0 {
		text += " " + wording.N("n-selected-items-in-other-branches", "{{.N}} selected items in other branches were not moved.", m.Stayed, wording.Data{"N": wording.Number(m.Stayed)})
	}
	return text
}

// onlyReorders reports whether the items already have the parent that they are moved under, so
// that only their order changes.
func (c *outlining) onlyReorders(m snapshot.Move) bool {
	tree := c.now.Tree
	parent := tree.Find(m.Parent)
	return !slices.ContainsFunc(m.IDs, func(id string) bool {
		row := tree.Find(id)
		return row == snapshot.NoRow || tree.Parent(row) != parent
	})
}

// inTitles names a parent by its title.
func (c *outlining) inTitles(parent string) string {
	row := c.now.Tree.Find(parent)
	if row == snapshot.NoRow {
		return wording.L("to-the-top-level", "to the top level")
	}
	return wording.L("under-title", "under “{{.Title}}”", wording.Data{"Title": wording.Title(c.now.Tree[row].Title)})
}

// putInto moves the chosen items under a parent, as its last children.
func (c *outlining) putInto(rows []snapshot.Row, parent string) {
	var chosen []int
	for _, r := range rows {
		chosen = append(chosen, c.now.Tree.Find(r.ID))
	}
	slices.Sort(chosen)
	chosen = slices.DeleteFunc(chosen, func(row int) bool { return row == snapshot.NoRow })
	if m, ok := c.now.Tree.MoveUnder(chosen, c.now.Tree.Find(parent)); ok {
		c.put(m)
	}
}

// besideChosen returns the position of a new item: in an outline after the chosen item, with
// the same parent; elsewhere the list's default.
func (c *outlining) besideChosen() edit.AddOptions {
	if c.now.Tree == nil {
		return edit.AddOptions{}
	}
	row := c.now.Tree.Find(c.item.ID)
	if row == snapshot.NoRow {
		return edit.AddOptions{AtEnd: true}
	}
	o := edit.AddOptions{After: c.item.ID}
	if above := c.now.Tree.Parent(row); above != snapshot.NoRow {
		o.Parent = c.now.Tree[above].ID
	}
	return o
}

// deleteBranches deletes items of an outline with all their descendants.
func (c *outlining) deleteBranches(rows []snapshot.Row) {
	set, next := c.at.Set, c.items.Beside()
	ids, refs := make([]string, len(rows)), make([]edit.Ref, len(rows))
	for i, r := range rows {
		ids[i], refs[i] = r.ID, edit.Ref{Set: set, ID: r.ID}
	}
	ask(c.shell, func(ctx context.Context) (edit.Outcome, error) {
		return c.Edit.DeleteBranch(ctx, set, ids)
	}, func(o edit.Outcome) {
		if len(o.Done) > 0 {
			c.edits.leaveFor(next, refs)
		}
		c.deletedBranches(set, rows, o)
	})
}

// deletedBranches reports how many items were deleted.
func (c *outlining) deletedBranches(set string, rows []snapshot.Row, o edit.Outcome) {
	text := wording.N("deleted-n-items-ctrl-z-undoes", "Deleted {{.N}} items. Ctrl+Z undoes it.", len(o.Done), wording.Data{"N": wording.Number(len(o.Done))})
	if inside := len(o.Done) - 1; len(rows) == 1 && inside >= 0 {
		data := wording.Data{"Title": wording.Title(rows[0].Title), "N": wording.Number(inside)}
		text = wording.L("deleted-title-ctrl-z-undoes-it", "Deleted “{{.Title}}”. Ctrl+Z undoes it.", data)
		if inside > 0 {
			text = wording.N("deleted-title-and-n-in-it", "Deleted “{{.Title}}” and {{.N}} in it. Ctrl+Z undoes it.", inside, data)
		}
	}
	c.Reload()
	if said := c.reportDone(text, o.Refused); len(o.Done) > 0 {
		c.publisher.publish(set, said)
	}
}

// pathOf reports whether an item is in the shown outline, and returns the titles of its
// ancestors.
func (c *outlining) pathOf(it snapshot.Item) (inTree bool, path []string) {
	row := c.now.Tree.Find(it.ID)
	if row == snapshot.NoRow || it.Set != c.at.Set {
		return false, nil
	}
	for _, above := range c.now.Tree.Path(row) {
		path = append(path, c.now.Tree[above].Title)
	}
	return true, path
}
