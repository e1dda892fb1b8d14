package engine_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
)

// growers are resolvers of a list of SSE 0.91, which may be an outline.
type growers struct {
	*resolvers
	ordered bool
	// reused is set if an endpoint gave one number to two updates. Then archives may know
	// different common ancestors by the same name, and only one of two endpoints may ask about
	// a deletion.
	reused bool
}

// newGrowers returns endpoints that share the list through a folder: on stores in memory, and
// sometimes on SQLite with real files.
func newGrowers(t *testing.T, r *rapid.T) *growers {
	g := &growers{ordered: rapid.IntRange(0, 3).Draw(r, "ordered") > 0}
	list := func() lists.New {
		if g.ordered {
			return lists.New{Kind: "outline"}
		}
		return lists.New{Kind: "note", Format: "rss", Dialect: "sse-0.91"}
	}
	var m *mesh
	if rapid.IntRange(0, 19).Draw(r, "on disk") == 7 {
		m = newMeshOn(r, 3, t.TempDir(), list, func(endpoint string, c *clock) *desk { return openReal(t, endpoint, c) })
	} else {
		m = newMeshWith(t, r, 3, list)
	}
	m.rules = sse091.Rules{}
	g.resolvers = newResolversOf(m)
	for range 2 {
		g.add()
	}
	g.quiet()
	return g
}

func (g *growers) garden() *garden { return &garden{g.desk()} }

// transplant moves an outline into another one, or to the root. If it cannot be moved, it
// stays.
func (g *growers) transplant() {
	if !g.ordered {
		return
	}
	d := g.garden()
	any := func(what string) string { return rapid.SampledFrom(append(g.ids, "")).Draw(g.T, what) }
	err := d.tryPlace(any("moved"), any("parent"), any("after"))
	if err != nil && !errors.Is(err, edit.ErrInside) && !edit.IsRefusal(err) {
		g.Fatal(err)
	}
}

// prune deletes an outline with everything below it.
func (g *growers) prune() {
	if !g.ordered {
		return
	}
	d := g.garden()
	d.clock.step(time.Minute)
	_, err := d.Edit.DeleteBranch(d.t.Context(), "Groceries", []string{rapid.SampledFrom(g.ids).Draw(g.T, "branch")})
	if err != nil && !edit.IsRefusal(err) {
		g.Fatal(err)
	}
}

// offers reports whether an endpoint shows deleted items that others do not show, because
// versions of them are reopened there.
func (g *growers) offers(d *desk) bool {
	return slices.ContainsFunc(g.ids, func(id string) bool { return d.item(id).Winner.Deleted && len(d.offered(id)) > 0 })
}

// asked returns the deleted items that an endpoint shows because it asks about them.
func (g *growers) asked(d *garden) (ids []string) {
	rows, err := d.Lists.Outline(d.t.Context(), "Groceries")
	d.check(err)
	for _, row := range rows {
		if row.Deleted {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// asksDifferently reports whether endpoints have a reason to ask about different deleted
// items: they know different ancestors by one name, or one of them never received what a
// version is based on. Without the original, an endpoint asks about a losing version that
// changes nothing.
func (g *growers) asksDifferently(x, y *garden) bool {
	differ := func(id string) bool { return slices.Contains(g.asked(x), id) != slices.Contains(g.asked(y), id) }
	for _, id := range g.ids {
		if differ(id) && !g.reused && !g.lacks(x, id) && !g.lacks(y, id) {
			return false
		}
	}
	return slices.ContainsFunc(g.ids, differ)
}

// lacks reports whether an endpoint never received a version that one of an item includes.
func (g *growers) lacks(d *garden, id string) bool {
	archive, err := d.Lists.History(d.t.Context(), "Groceries", id)
	d.check(err)
	return slices.ContainsFunc(d.item(id).Versions(), func(v *item.Version) bool {
		return slices.ContainsFunc(v.History, func(h item.History) bool {
			return !slices.ContainsFunc(archive, func(a store.Archived) bool { return a.Version.Top().Same(h) })
		})
	})
}

// sameTrees checks that all endpoints show the same tree with all items in it, and have the
// same conflicts.
func (g *growers) sameTrees() {
	first := &garden{g.desks[0]}
	for _, d := range g.desks[1:] {
		other := &garden{d}
		differ := g.offers(d) || g.offers(first.desk) || g.asksDifferently(first, other)
		if got, want := other.tree(), first.tree(); got != want && !differ {
			g.Errorf("%s shows %s, %s shows %s", other.Device.ID(), got, first.Device.ID(), want)
		}
		for _, id := range g.ids {
			a, b := first.item(id), other.item(id)
			if a.Flagged != b.Flagged || a.Winner.Place != b.Winner.Place {
				g.Errorf("item %s is at %v, flagged %t at %s, and at %v, flagged %t at %s",
					id, a.Winner.Place, a.Flagged, first.Device.ID(), b.Winner.Place, b.Flagged, other.Device.ID())
			}
		}
	}
	rows, err := first.Lists.Outline(first.t.Context(), "Groceries")
	g.resolvers.mesh.check(err)
	for _, id := range g.ids {
		shown := slices.ContainsFunc(rows, func(r lists.OutlineRow) bool { return r.ID == id })
		if it := first.item(id); !it.Winner.Deleted && !shown {
			g.Errorf("%s lives, and is not shown", id)
		}
	}
}

func (m *mesh) check(err error) { check(m.T, err) }

func TestWhateverIsDoneWithOutlinesEveryoneEndsWithTheSameTreeAndNothingIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := newGrowers(t, r)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"":                  do(g.checkVersions),
			"add":               do(g.add),
			"edit":              do(g.edit),
			"transplant":        do(g.transplant),
			"transplant again":  do(g.transplant),
			"transplant more":   do(g.transplant),
			"prune":             do(g.prune),
			"delete or restore": do(g.deleteOrRestore),
			"settle":            do(g.resolve),
			"resolve many":      do(g.resolveMany),
			"undo":              do(func() { g.turn(undo) }),
			"redo":              do(func() { g.turn(redo) }),
			"publish":           do(g.publish),
			"sync":              do(g.sync),
			"sync again":        do(g.sync),
		})
		g.quiet()
		for _, id := range g.ids {
			g.agree(id)
		}
		g.sameTrees()
		g.resolveTheRest()
		for _, id := range g.ids {
			g.agree(id)
			g.checkArchived(id)
		}
		g.sameTrees()
		g.checkVersions()
	})
}
