package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
)

// gardener performs random actions on outlines, and knows the expected results.
type gardener struct {
	*garden
	*rapid.T
	made int
}

func newGardener(t *testing.T, r *rapid.T) *gardener {
	g := &gardener{garden: newOutlines(t, r), T: r}
	for range rapid.IntRange(3, 12).Draw(r, "outlines") {
		g.sow()
	}
	return g
}

// children returns the visible direct children of an outline; "" means the root.
func (g *gardener) children(parent string) (ids []string) {
	rows, err := g.Lists.Outline(g.t.Context(), "Groceries")
	g.check(err)
	var above []string
	for _, row := range rows {
		above = append(above[:row.Depth], row.ID)
		if row.Depth == 0 && parent == "" || row.Depth > 0 && above[row.Depth-1] == parent {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// shown returns all visible outlines, live or not.
func (g *gardener) shown() (ids []string) {
	rows, err := g.Lists.Outline(g.t.Context(), "Groceries")
	g.check(err)
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}

// any draws an outline, or if root is set, possibly "".
func (g *gardener) any(what string, root bool) string {
	all := g.shown()
	if root || len(all) == 0 {
		all = append(all, "")
	}
	return rapid.SampledFrom(all).Draw(g.T, what)
}

// sow adds an outline at a random position, and checks where it is shown.
func (g *gardener) sow() {
	g.made++
	id := fmt.Sprint("o", g.made)
	parent := g.any("parent", true)
	there := g.children(parent)
	at := rapid.IntRange(0, len(there)).Draw(g.T, "at")
	o := edit.AddOptions{Parent: parent, AtEnd: at == len(there) && rapid.Bool().Draw(g.T, "at the end")}
	if at > 0 && !o.AtEnd {
		o.After = there[at-1]
		at = slices.Index(there, g.outside(o.After, parent, there)) + 1
	}
	g.addAt(id, o)
	if got, want := g.children(parent), slices.Insert(there, at, id); !slices.Equal(got, want) {
		g.T.Fatalf("%s put at %d shows %v, want %v", id, at, got, want)
	}
}

// prune deletes an outline, alone or with everything below it.
func (g *gardener) prune() {
	id := g.any("deleted", false)
	if id == "" {
		return
	}
	if rapid.Bool().Draw(g.T, "branch") {
		g.removeBranch(id)
		return
	}
	g.remove(id)
}

// transplant moves some outlines into another one, and checks where they are shown.
func (g *gardener) transplant() {
	parent := g.any("parent", true)
	there := g.children(parent)
	after := rapid.SampledFrom(append(there, "")).Draw(g.T, "after")
	var ids []string
	for range rapid.IntRange(1, 3).Draw(g.T, "many") {
		if id := g.any("moved", false); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	before, last := g.tree(), g.outside(behind(there, ids, after), parent, there)
	err := g.Edit.Place(g.t.Context(), "Groceries", ids, parent, after)
	if errors.Is(err, edit.ErrInside) {
		if got := g.tree(); got != before {
			g.T.Fatalf("refused, it shows %s, was %s", got, before)
		}
		return
	}
	g.check(err)
	if got, want := g.children(parent), arranged(there, ids, last); !slices.Equal(got, want) {
		g.T.Fatalf("%v put after %q in %q shows %v, want %v: %s, was %s", ids, after, parent, got, want, g.tree(), before)
	}
}

// outside returns the outline that an outline placed after another one in a parent is shown
// after. If that one is in a deleted outline, it is the last one there: nothing is placed into
// deleted outlines.
func (g *gardener) outside(after, parent string, there []string) string {
	in := func(id string) string {
		for {
			above := g.item(id).Winner.Place.Parent
			if above == parent {
				return id
			}
			id = above
		}
	}
	if after == "" || in(after) == after {
		return after
	}
	for _, id := range there {
		if in(id) == in(after) {
			after = id
		}
	}
	return after
}

// behind returns the outline after which moved ones are placed: the given one, or if that
// moves along, the previous one that stays; "" at the beginning.
func behind(there, ids []string, after string) string {
	at := slices.Index(there, after)
	for at >= 0 && slices.Contains(ids, there[at]) {
		at--
	}
	if at < 0 {
		return ""
	}
	return there[at]
}

// arranged returns there with ids after another one, in order.
func arranged(there, ids []string, after string) []string {
	at := slices.Index(there, behind(there, ids, after))
	left := slices.DeleteFunc(slices.Clone(there[:at+1]), func(id string) bool { return slices.Contains(ids, id) })
	right := slices.DeleteFunc(slices.Clone(there[at+1:]), func(id string) bool { return slices.Contains(ids, id) })
	return slices.Concat(left, ids, right)
}

// live performs actions in random order.
func (g *gardener) live(things map[string]func()) {
	names := []string{}
	for name := range things {
		names = append(names, name)
	}
	slices.Sort(names)
	for range rapid.IntRange(1, 25).Draw(g.T, "things") {
		things[rapid.SampledFrom(names).Draw(g.T, "thing")]()
	}
}

// Whatever was deleted in between, an outline is shown exactly where it was put, and nothing
// else moves.
func TestOutlinesAreShownWhereTheyWerePut(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := newGardener(t, r)
		g.live(map[string]func(){"sow": g.sow, "prune": g.prune, "transplant": g.transplant})
	})
}

// state returns everything that is visible of the outlines.
func (g *gardener) state() string {
	g.Helper()
	all := g.tree()
	for i := range g.made {
		if it := g.item(fmt.Sprint("o", i+1)); !it.Winner.Deleted {
			all += fmt.Sprintf("\n%s %q in %q at %s", it.ID(), it.Winner.Title(), it.Winner.Place.Parent, it.Winner.Place.Key)
		}
	}
	return all
}

// rename gives an outline another title.
func (g *gardener) rename() {
	if id := g.any("renamed", false); id != "" {
		g.edit(id, id+" "+fmt.Sprint(g.clock.Now().Unix()))
	}
}

func TestOutlinesThatAreUndoneAndDoneAgainAreAsBefore(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := newGardener(t, r)
		states := []string{g.state()}
		do := map[string]func(){"sow": g.sow, "prune": g.prune, "transplant": g.transplant, "rename": g.rename}
		for range rapid.IntRange(1, 8).Draw(r, "edits") {
			before := g.revision()
			do[rapid.SampledFrom([]string{"sow", "prune", "transplant", "rename"}).Draw(r, "edit")]()
			if g.revision() != before {
				states = append(states, g.state())
			}
		}
		published := func() {
			if rapid.Bool().Draw(r, "publish") {
				_, err := g.Sharing.Publish(t.Context(), "Groceries")
				g.check(err)
			}
		}
		for i := range len(states) - 1 {
			published()
			g.check(undo(g.desk))
			g.expectState(states[len(states)-2-i], "undone")
		}
		for _, want := range states[1:] {
			published()
			g.check(redo(g.desk))
			g.expectState(want, "done again")
		}
	})
}

func (g *gardener) expectState(want, what string) {
	g.Helper()
	if got := g.state(); got != want {
		g.T.Fatalf("%s it is\n%s\nwant\n%s", what, got, want)
	}
}
