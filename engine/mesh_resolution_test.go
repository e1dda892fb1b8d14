package engine_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// resolvers is a mesh whose endpoints resolve in every way, and undo that.
type resolvers struct {
	*mesh
	// seen are the versions that each endpoint ever held, by item.
	seen map[*desk]map[string]map[[sha256.Size]byte]bool
}

func newResolvers(t *testing.T, r *rapid.T) *resolvers { return newResolversOf(newMeshOf(t, r, 3)) }

func newResolversOf(m *mesh) *resolvers {
	s := &resolvers{mesh: m, seen: map[*desk]map[string]map[[sha256.Size]byte]bool{}}
	for _, d := range s.desks {
		s.seen[d] = map[string]map[[sha256.Size]byte]bool{}
	}
	for range 2 {
		s.add()
	}
	s.quiet()
	return s
}

// resolve resolves an item at a random endpoint: by the suggestion, by keeping the winner, or
// by taking a version, and perhaps only in part.
func (s *resolvers) resolve() { s.resolveAt(s.desk()) }

func (s *resolvers) resolveAt(d *desk) {
	open := d.conflicted()
	if len(open) == 0 {
		return
	}
	id := rapid.SampledFrom(open).Draw(s.T, "item")
	one, said, decide := d.begin(id), len(s.written[id]), s.choose
	switch rapid.SampledFrom([]string{"proposal", "keep", "take", "type"}).Draw(s.T, "how") {
	case "keep":
		d.check(one.Take(0))
	case "take":
		d.check(one.Take(rapid.SampledFrom(one.Candidates()).Draw(s.T, "version").Number))
	case "type":
		d.check(one.Type("title", s.title(id)))
		decide = s.chooseRest // does not take a whole version, which would discard the typed text
	}
	if rapid.Bool().Draw(s.T, "partial") {
		s.tick(one)
	}
	decide(one)
	d.clock.step(time.Minute)
	s.save(d, one, said)
}

func (s *resolvers) tick(one *conflicts.Session) {
	for _, c := range one.Candidates() {
		if !c.Locked {
			check(s.T, one.Tick(c.Number, rapid.Bool().Draw(s.T, "taken")))
		}
	}
}

// resolveMany resolves everything that a rule can resolve.
func (s *resolvers) resolveMany() {
	d := s.desk()
	rules := []conflicts.Rule{conflicts.MergeRule, conflicts.KeepCurrent, conflicts.TakeNewest, conflicts.PreferDevice, conflicts.MergeThenNewest}
	plans := d.plan(rapid.SampledFrom(rules).Draw(s.T, "rule"), s.desk().Device.ID())
	for _, r := range d.resolveAll(plans).Refused {
		if !errors.Is(r.Err, edit.ErrInside) {
			s.Fatalf("refused: %v", r)
		}
	}
}

// turn undoes or redoes. If that is refused, nothing must change.
func (s *resolvers) turn(turn func(*desk) error) {
	d := s.desk()
	d.clock.step(time.Minute)
	before := s.all(d)
	err := turn(d)
	if err == nil {
		return
	}
	if !errors.Is(err, edit.ErrNothingToUndo) && !edit.IsRefusal(err) {
		s.Fatal(err)
	}
	if after := s.all(d); !slices.Equal(before, after) {
		s.Errorf("%v, and something was changed", err)
	}
}

func undo(d *desk) error {
	_, err := d.Edit.Undo(d.t.Context(), edit.UndoOptions{Published: true})
	return err
}

func redo(d *desk) error {
	_, err := d.Edit.Redo(d.t.Context())
	return err
}

// undoForGood resolves and undoes in a state in which all agree, with or without others
// receiving the resolution in between: in the end, all have the result of the undo.
func (s *resolvers) undoForGood() {
	s.quiet()
	d := s.desk()
	s.resolveAt(d)
	if rapid.Bool().Draw(s.T, "seen") {
		s.quiet()
	}
	d.clock.step(time.Minute)
	if undo(d) != nil {
		return
	}
	want := s.winners(d)
	s.quiet()
	for _, other := range s.desks {
		if got := s.winners(other); !slices.Equal(got, want) {
			s.Fatalf("%s undid something, and %s says %q in the end, not %q", d.Device.ID(), other.Device.ID(), got, want)
		}
	}
}

// winners returns the contents of the winners at an endpoint.
func (s *resolvers) winners(d *desk) (all []string) {
	for _, id := range s.ids {
		w := d.item(id).Winner
		all = append(all, fmt.Sprintf("%s, deleted %v", w.Title(), w.Deleted))
	}
	return all
}

// all returns exactly what an endpoint holds.
func (s *resolvers) all(d *desk) (all [][sha256.Size]byte) {
	for _, id := range s.ids {
		if it, err := d.Lists.Item(d.t.Context(), "Groceries", id); err == nil {
			all = append(all, exactly(it)...)
		}
	}
	return all
}

// publish writes a feed without reading any.
func (s *resolvers) publish() {
	d := s.desk()
	_, err := d.Sharing.Publish(d.t.Context(), "Groceries")
	d.check(err)
}

// checkVersions checks that no endpoint lost a version that it held, and that no update number
// is used twice.
func (s *resolvers) checkVersions() {
	for _, id := range s.ids {
		said := map[string]*item.Version{}
		for _, d := range s.desks {
			s.checkVersionsOf(d, id, said)
		}
	}
}

func (s *resolvers) checkVersionsOf(d *desk, id string, said map[string]*item.Version) {
	all, err := d.Lists.History(d.t.Context(), "Groceries", id)
	if errors.Is(err, store.ErrNoItem) {
		return
	}
	d.check(err)
	now := map[[sha256.Size]byte]bool{}
	for _, a := range all {
		now[store.Identity(a.Version)] = true
		name := a.Version.Top().String()
		if other := said[name]; other != nil && !other.Same(a.Version) {
			s.Fatalf("%s of item %s stands for %q and %q", name, id, other.Title(), a.Version.Title())
		}
		said[name] = a.Version
	}
	for identity := range s.seen[d][id] {
		if !now[identity] {
			s.Fatalf("%s lost a version of item %s", d.Device.ID(), id)
		}
	}
	s.seen[d][id] = now
}

// resolveTheRest makes one endpoint after the other resolve what is still open.
func (s *resolvers) resolveTheRest() {
	for range 4 * len(s.desks) {
		s.quiet()
		i := slices.IndexFunc(s.desks, func(d *desk) bool { return len(d.conflicted()) > 0 })
		if i < 0 {
			return
		}
		s.desks[i].resolveAll(s.desks[i].plan(conflicts.KeepCurrent, ""))
	}
	s.Fatal("there is always something left to resolve")
}

func TestWhateverIsResolvedAndUndoneEveryoneEndsTheSameAndNothingIsLost(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := newResolvers(t, r)
		do := func(do func()) func(*rapid.T) { return func(*rapid.T) { do() } }
		r.Repeat(map[string]func(*rapid.T){
			"":                  do(s.checkVersions),
			"edit":              do(s.edit),
			"edit again":        do(s.edit),
			"delete or restore": do(s.deleteOrRestore),
			"settle":            do(s.resolve),
			"resolve again":     do(s.resolve),
			"resolve many":      do(s.resolveMany),
			"undo":              do(func() { s.turn(undo) }),
			"undo again":        do(func() { s.turn(undo) }),
			"undo for good":     do(s.undoForGood),
			"redo":              do(func() { s.turn(redo) }),
			"publish":           do(s.publish),
			"sync":              do(s.sync),
			"sync again":        do(s.sync),
		})
		s.quiet()
		for _, id := range s.ids {
			s.agree(id)
		}
		s.resolveTheRest()
		for _, id := range s.ids {
			s.agree(id)
			s.checkArchived(id)
		}
		s.checkVersions()
	})
}
