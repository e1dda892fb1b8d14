package conflicts_test

import (
	"crypto/sha256"
	"errors"
	"slices"
	"testing"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/equal"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

// offeredAgain is a bench whose item is settled, and whose versions of desk and laptop
// are offered again.
func offeredAgain(t *testing.T) (*bench, []*item.Version) {
	b := newBench(t)
	offered := b.eggs.Conflicts
	settled, err := b.settle(conflicts.Decision{Seen: b.eggs, Change: says("Eggs for all"), Taken: []int{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	b.eggs = settled
	b.update(func(w store.Writer) error { return w.PutOffered(b.set, "eggs", identities(offered)) })
	return b, offered
}

func identities(versions []*item.Version) (all [][sha256.Size]byte) {
	for _, v := range versions {
		all = append(all, store.Identity(v))
	}
	return all
}

func (b *bench) offered() (titles []string) {
	b.Helper()
	b.update(func(w store.Writer) error {
		all, err := w.Offered(b.set, "eggs")
		for _, v := range all {
			titles = append(titles, v.Title())
		}
		return err
	})
	return titles
}

func TestSettlingWhatIsOfferedAgainIsAPlainUpdate(t *testing.T) {
	b, offered := offeredAgain(t)
	before := b.eggs.Winner
	it, err := b.settle(conflicts.Decision{Seen: b.eggs, Offered: offered, Left: offered[1:], Change: says("Eggs again")})
	if err != nil {
		t.Fatal(err)
	}
	v := it.Winner
	if v.Title() != "Eggs again" || v.Updates != before.Updates+1 || len(v.History) != len(before.History)+1 || len(it.Conflicts) != 0 {
		t.Errorf("settled: %+v", v)
	}
	if got := b.offered(); !slices.Equal(got, []string{offered[1].Title()}) {
		t.Errorf("still offered: %q", got)
	}
}

func TestWhatIsOfferedMeanwhileIsNotSettledUnseen(t *testing.T) {
	b, offered := offeredAgain(t)
	for name, saw := range map[string][]*item.Version{"none": nil, "one": offered[:1]} {
		_, err := b.settle(conflicts.Decision{Seen: b.eggs, Offered: saw, Change: says("x")})
		if !errors.Is(err, edit.ErrChanged) || len(b.offered()) != 2 || !b.stored().Winner.Same(b.eggs.Winner) {
			t.Errorf("seeing %s: error %v, want ErrChanged and nothing changed", name, err)
		}
	}
}

func TestAVersionThatIsOpenIsNotOfferedBesides(t *testing.T) {
	b := newBench(t)
	open := b.eggs.Conflicts
	if got := equal.Reopened(b.eggs, open); len(got) != 0 {
		t.Errorf("offered: %v", got)
	}
	b.update(func(w store.Writer) error { return w.PutOffered(b.set, "eggs", identities(open)) })
	if _, err := b.settle(conflicts.Decision{Seen: b.eggs, Change: says("Eggs for all"), Taken: []int{0, 1}}); err != nil {
		t.Fatal(err)
	}
	if got := b.offered(); len(got) != 0 {
		t.Errorf("still offered: %q", got)
	}
}
