package conformance

import (
	"testing"
	"time"

	"crossfeed/engine/item"
	"crossfeed/engine/store"
)

var archiveRules = []rule{
	{"has every version of every item put, the first put first", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := simple("x", "A"), only(version("x", "desk", 2, "B"), version("x", "phone", 2, "C"))
		put(t, s, set, first)
		put(t, s, set, second, simple("other", "D"))
		want := []*item.Version{first.Winner, second.Winner, second.Conflicts[0]}
		sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), want)
	}},
	{"gives the versions put last, and how many there are", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		first, second := simple("x", "A"), only(version("x", "desk", 2, "B"), version("x", "phone", 2, "C"))
		put(t, s, set, first, second, simple("other", "D"))
		all := []*item.Version{first.Winner, second.Winner, second.Conflicts[0]}
		for most := range 5 {
			update(t, s, func(w store.Writer) error {
				newest, n, err := w.Newest(set, "x", most)
				sameVersions(t, versionsOf(newest), all[max(3-most, 0):])
				equal(t, "number", n, 3)
				return err
			})
		}
	}},
	{"tells which updates it has versions of", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		kept := version("x", "desk", 2, "B")
		put(t, s, a, simple("other", "D"), only(kept))
		asked, later, unknown := kept.Top(), kept.Top(), kept.Top()
		later.Sequence++
		unknown.By = "phone"
		has := func(set int64, id string, h item.History) bool {
			return get(t, s, func(r store.Reader) (bool, error) { return r.Has(set, id, h) })
		}
		equal(t, "of the update", has(a, "x", asked), true)
		equal(t, "of a later one", has(a, "x", later), false)
		equal(t, "of another endpoint's", has(a, "x", unknown), false)
		equal(t, "of another item's", has(a, "other", asked), false)
		equal(t, "of another list's", has(b, "x", asked), false)
	}},
	{"has a version once, as it was first seen", testArchivedOnce},
	{"has versions apart that differ in anything shared", testArchivedApart},
	{"takes versions that no item holds", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		dropped := version("x", "phone", 7, "dropped")
		update(t, s, func(w store.Writer) error { return w.PutArchive(set, dropped, seen) })
		sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), []*item.Version{dropped})
		wantError(t, findItem(t, s, set, "x"), store.ErrNoItem)
	}},
	{"is kept apart for each set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, simple("x", "X"))
		equal(t, "archive of b", len(archiveOf(t, s, b, "x")), 0)
		put(t, s, b, simple("x", "X"))
		equal(t, "archive of b", len(archiveOf(t, s, b, "x")), 1)
	}},
	{"is not there for a set that was never put", func(t *testing.T, s store.Store) {
		err := s.Update(t.Context(), func(w store.Writer) error { return w.PutArchive(99, version("x", "desk", 1, "X"), seen) })
		wantError(t, err, store.ErrNoSet)
		equal(t, "archive", len(archiveOf(t, s, 99, "x")), 0)
	}},
}

// testArchivedOnce puts one version thrice, with other publisher-specific data
// each time. The item has the last, the archive the first.
func testArchivedOnce(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	for i, publisher := range []string{"<item>1</item>", "<item>2</item>", "<item>3</item>"} {
		it := simple("x", "Eggs")
		it.Winner.Publisher = publisher
		from := store.Seen{At: noon.Add(time.Duration(-i) * time.Hour), From: publisher}
		update(t, s, func(w store.Writer) error { return w.PutItem(set, it, from) })
		equal(t, "publisher of the item", itemOf(t, s, set, "x").Winner.Publisher, publisher)
	}
	archived := archiveOf(t, s, set, "x")
	equal(t, "archived", len(archived), 1)
	equal(t, "seen", archived[0].Seen, store.Seen{At: noon, From: "<item>1</item>"})
	equal(t, "publisher", archived[0].Version.Publisher, "<item>1</item>")
}

func testArchivedApart(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	versions := []*item.Version{version("x", "desk", 2, "Eggs")}
	for _, change := range []func(*item.Version){
		func(v *item.Version) { v.Updates++ },
		func(v *item.Version) { v.Deleted = true },
		func(v *item.Version) { v.Undeleted = true },
		func(v *item.Version) { v.NoConflicts = true },
		func(v *item.Version) { v.Extra = "<e/>" },
		func(v *item.Version) { v.Content = item.Plain("Ham", "text of Eggs") },
		func(v *item.Version) { v.History[0].Sequence++ },
		func(v *item.Version) { v.History[0].By = "phone" },
		func(v *item.Version) {
			v.History[0].When = item.ReadWhen("2005-05-21T14:02:00+02:00", noon.Add(2*time.Minute))
		},
		func(v *item.Version) { v.History[0].Extra = "<e/>" },
		func(v *item.Version) { v.History = append(v.History, item.History{Sequence: 1, By: "desk"}) },
	} {
		versions = append(versions, changed(change).Winner)
	}
	update(t, s, func(w store.Writer) error {
		for _, v := range append(versions, versions...) {
			if err := w.PutArchive(set, v, seen); err != nil {
				return err
			}
		}
		return nil
	})
	sameVersions(t, versionsOf(archiveOf(t, s, set, "x")), versions)
}

func versionsOf(archived []store.Archived) (all []*item.Version) {
	for _, a := range archived {
		all = append(all, a.Version)
	}
	return all
}
