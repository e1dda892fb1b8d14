package conformance

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var countRules = []rule{
	{"are those of each kind", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, oneOfEach()...)
		counts := get(t, s, func(r store.Reader) (store.Counts, error) { return r.Count(set) })
		equal(t, "counts", counts, store.Counts{Items: 3, ToSettle: 2, Open: 3, Deleted: 1})
	}},
	{"of all sets are those of each that has items, deleted sets included", func(t *testing.T, s store.Store) {
		set, gone := addSet(t, s, "a"), deletedSet(t, s, "c").Key
		addSet(t, s, "empty")
		put(t, s, set, oneOfEach()...)
		equal(t, "counts", get(t, s, store.Reader.Counts), map[int64]store.Counts{set: {Items: 3, ToSettle: 2, Open: 3, Deleted: 1}, gone: {Items: 1, Open: 1}})
		remove(t, s, gone, "eggs")
		equal(t, "counts", get(t, s, store.Reader.Counts), map[int64]store.Counts{set: {Items: 3, ToSettle: 2, Open: 3, Deleted: 1}})
	}},
	{"of the rows of a query are those of each set that has such rows, without deleted sets", func(t *testing.T, s store.Store) {
		set, gone, done := addSet(t, s, "a"), deletedSet(t, s, "c").Key, addSet(t, s, "done")
		put(t, s, set, chores()...)
		put(t, s, gone, chores()...)
		put(t, s, done, todo("x", record.Values{"title": "Milk", "done": "true"}))
		open := len(get(t, s, func(r store.Reader) ([]store.Row, error) { return r.Rows(set, store.Query{Open: true}) }))
		for of, want := range map[int64]map[int64]int{0: {set: open}, set: {set: open}, done: {}} {
			equal(t, "open", get(t, s, func(r store.Reader) (map[int64]int, error) { return r.CountEach(of, store.Query{Open: true}) }), want)
		}
	}},
	{"are the numbers of rows, always", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		rapid.Check(t, func(rt *rapid.T) { countsEqualRows(rt, s, set) })
	}},
}

// countsEqualRows changes a few items of the set in any way, and compares.
func countsEqualRows(t *rapid.T, s store.Store, set int64) {
	steps := rapid.SliceOfN(rapid.Custom(drawStep), 1, 12).Draw(t, "steps")
	err := s.Update(t.Context(), func(w store.Writer) error {
		for _, change := range steps {
			if err := change.take(w, set); err != nil {
				return err
			}
		}
		return compareCounts(t, w, set)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.View(t.Context(), func(r store.Reader) error { return compareCounts(t, r, set) }); err != nil {
		t.Fatal(err)
	}
}

func compareCounts(t *rapid.T, r store.Reader, set int64) error {
	counts, err := r.Count(set)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		query store.Query
		count int
	}{
		{store.Query{}, counts.Items},
		{store.Query{ToSettle: true}, counts.ToSettle},
		{store.Query{Open: true}, counts.Open},
		{store.Query{Deleted: true}, counts.Deleted},
	} {
		rows, err := r.Rows(set, c.query)
		if err != nil {
			return err
		}
		if len(rows) != c.count {
			t.Errorf("%+v: %d rows, counted %d", c.query, len(rows), c.count)
		}
	}
	return nil
}

// step is one change of a set: an item put, or removed where there is none. Where
// offers is not negative, its winner is then offered again as often as that.
type step struct {
	id     string
	it     *item.Item
	offers int
}

func drawStep(t *rapid.T) step {
	id := fmt.Sprint("item-", rapid.IntRange(0, 9).Draw(t, "item"))
	if rapid.IntRange(0, 3).Draw(t, "remove") == 0 {
		return step{id: id}
	}
	var versions []*item.Version
	for i, deleted := range rapid.SliceOfN(rapid.Bool(), 1, 3).Draw(t, "deleted") {
		v := version(id, fmt.Sprint("endpoint-", i), 1, rapid.SampledFrom([]string{"title", "another title"}).Draw(t, "title"))
		v.Deleted = deleted
		versions = append(versions, v)
	}
	it := only(versions[0], versions[1:]...)
	it.Flagged = rapid.Bool().Draw(t, "flagged")
	return step{id, it, rapid.IntRange(-2, 2).Draw(t, "offers")}
}

func (c step) take(w store.Writer, set int64) error {
	if c.it != nil {
		err := w.PutItem(set, c.it, seen)
		if err == nil && c.offers >= 0 {
			winner := store.Identity(c.it.Winner)
			err = w.PutOffered(set, c.id, slices.Repeat([][sha256.Size]byte{winner}, c.offers))
		}
		return err
	}
	rows, err := w.Rows(set, store.Query{})
	if err != nil || !slices.ContainsFunc(rows, func(r store.Row) bool { return r.ID == c.id }) {
		return err
	}
	return w.RemoveItem(set, c.id)
}
