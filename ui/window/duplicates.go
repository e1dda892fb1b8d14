package window

import (
	"context"
	"hash/maphash"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/twins"
	"crossfeed/ui/window/work"
)

// Kept keeps small things from one run of the program to the next, each under a
// name.
type Kept interface {
	String(name string) string
	SetString(name, value string)
}

// KeptNames are the names of what is kept.
var KeptNames = []string{arrangedKey, branchesKey, apartKey, alarmsKey}

// duplicates are the possible duplicates of the lists that were shown.
type duplicates struct {
	looking work.Last
	lists   map[string]looked
	seed    maphash.Seed
	// apart are the pairs that a person told apart; nil until they are read.
	apart map[pair]bool
}

// looked is what was found in a list, and in which state of it.
type looked struct {
	state uint64
	found []engine.Twin
}

// lookForDuplicates looks in the background, where a list of contacts is shown
// that is not as it was when this was done last.
func (w *Window) lookForDuplicates(s *snapshot.Snapshot) {
	w.showDuplicates()
	l, there := s.List(s.Place.Set)
	if !there || s.Place.Kind != place.List || record.Kind(l.Kind) != record.Contact || s.Search != "" {
		return
	}
	state := w.duplicates.stateOf(s.Rows)
	if before, known := w.duplicates.lists[l.Name]; !known || before.state != state {
		w.lookIn(l.Name, state)
	}
}

// lookIn looks for the duplicates of a list in a state.
func (w *Window) lookIn(set string, state uint64) {
	d := &w.duplicates
	work.AskBeside(&d.looking, w.Seam, func(ctx context.Context) ([]engine.Twin, error) {
		return w.Engine.Duplicates(ctx, set)
	}, func(found []engine.Twin, err error) {
		if err != nil {
			w.notLookedIn(set, err)
			return
		}
		d.lists[set] = looked{state, found}
		w.showDuplicates()
	})
}

// notLookedIn says why nothing was found, and closes the page that waits for it.
func (w *Window) notLookedIn(set string, err error) {
	w.Warn(err)
	if _, known := w.duplicates.lists[set]; !known && shows[*twins.Page](w) {
		w.goHome()
	}
}

// stateOf is another one whenever a row is.
func (d *duplicates) stateOf(rows []snapshot.Row) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, r := range rows {
		maphash.WriteComparable(&h, rowState{r.ID, r.By, r.Updates, r.When.UnixNano()})
	}
	return h.Sum64()
}

// rowState is what changes about a row with every change of its item.
type rowState struct {
	id, by  string
	updates int
	when    int64
}

// duplicatesOf are the possible duplicates of a list without those told apart.
func (w *Window) duplicatesOf(set string) []engine.Twin {
	apart := w.apartPairs()
	var all []engine.Twin
	for _, t := range w.duplicates.lists[set].found {
		if !apart[pairOf(t)] {
			all = append(all, t)
		}
	}
	return all
}

// showDuplicates says above the rows how many there are, and shows them on
// their page where that is open.
func (w *Window) showDuplicates() {
	n := 0
	if w.at.Kind == place.List {
		n = len(w.duplicatesOf(w.at.Set))
	}
	w.pages.home.showDuplicates(n)
	page, shown := w.pages.shown.(*twins.Page)
	if !shown {
		return
	}
	all := w.duplicatesOf(page.Set())
	if _, shown := page.Pair(); shown && len(all) == 0 {
		w.goHome()
		return
	}
	page.Show(page.Set(), all)
}
