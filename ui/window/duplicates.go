package window

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"slices"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/window/duplicates"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Kept keeps small things from one run of the program to the next, each under a
// name.
type Kept interface {
	String(name string) string
	SetString(name, value string)
}

// KeptNames are the names of what is kept.
var KeptNames = []string{arrangedKey, branchesKey, listsKey, apartKey, alarmsKey}

// foundDuplicates are the possible duplicates of the lists that were shown.
type foundDuplicates struct {
	looking work.Last
	lists   map[string]looked
	seed    maphash.Seed
	// apart are the pairs that a person told apart; nil until they are read.
	apart map[pair]bool
}

// looked is what was found in a list, and in which state of it.
type looked struct {
	state uint64
	found []lists.Twin
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
	work.AskBeside(&d.looking, w.Seam, func(ctx context.Context) ([]lists.Twin, error) {
		return w.Lists.Duplicates(ctx, set)
	}, func(found []lists.Twin, err error) {
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
	if _, known := w.duplicates.lists[set]; !known && shows[*duplicates.Page](w) {
		w.goHome()
	}
}

// stateOf is another one whenever a row is.
func (d *foundDuplicates) stateOf(rows []snapshot.Row) uint64 {
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
func (w *Window) duplicatesOf(set string) []lists.Twin {
	apart := w.apartPairs()
	var all []lists.Twin
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
	page, shown := w.pages.shown.(*duplicates.Page)
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

// apartKey is the name under which pairs of contacts are kept that are not the
// same.
const apartKey = "apart"

// pair names two contacts, the lesser identifier first.
type pair [2]string

func pairOf(t lists.Twin) pair {
	p := pair{t.A.ID(), t.B.ID()}
	slices.Sort(p[:])
	return p
}

// keepApart remembers that two contacts are not the same.
func (w *Window) keepApart(_ string, t lists.Twin) {
	w.apartPairs()[pairOf(t)] = true
	var pairs []pair
	for p := range w.apartPairs() {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
	text, err := json.Marshal(pairs)
	if err != nil {
		panic("pairs: " + err.Error()) // texts alone
	}
	w.Kept.SetString(apartKey, string(text))
	w.status.Say(wording.L("Both are kept, and are no longer shown as duplicates."))
	w.showDuplicates()
}

// apartPairs are the pairs that were told apart. What cannot be read of them is
// forgotten: they are shown again.
func (w *Window) apartPairs() map[pair]bool {
	if w.duplicates.apart == nil {
		w.duplicates.apart = map[pair]bool{}
		var pairs []pair
		if json.Unmarshal([]byte(w.Kept.String(apartKey)), &pairs) == nil {
			for _, p := range pairs {
				w.duplicates.apart[p] = true
			}
		}
	}
	return w.duplicates.apart
}

// findDuplicates opens the page of the duplicates of the list that is shown.
func (w *Window) findDuplicates() {
	set := w.listFor(w.at)
	if l, there := w.now.List(set); !there || record.Kind(l.Kind) != record.Contact {
		w.status.Say(wording.L("Duplicates are looked for in lists of contacts: choose one first."))
		return
	}
	page := w.pages.twins()
	if _, known := w.duplicates.lists[set]; known {
		page.Show(set, w.duplicatesOf(set))
	} else {
		page.Searching(set)
		w.lookIn(set, 0)
	}
	w.showPage(page)
}

// mergeContacts makes one contact of two, and goes on with the next pair.
func (w *Window) mergeContacts(set string, stays, goes *item.Item, v record.Values) {
	w.pages.twins().Busy(true)
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.Join(ctx, set, stays, goes, v)
	}, func(_ *item.Item, err error) {
		w.pages.twins().Busy(false)
		if err != nil {
			w.Warn(err)
			w.Reload()
			return
		}
		w.forgetPairsOf(set, goes.ID())
		w.done(set, wording.L("Merged “{{.Title}}”. Ctrl+Z undoes it.", wording.Data{"Title": wording.Title(v["name"])}))
		w.showDuplicates()
	})
}

// forgetPairsOf drops the pairs of a contact that is gone, until they are looked
// for anew.
func (w *Window) forgetPairsOf(set, id string) {
	l := w.duplicates.lists[set]
	l.found = slices.DeleteFunc(slices.Clone(l.found), func(t lists.Twin) bool { return t.A.ID() == id || t.B.ID() == id })
	w.duplicates.lists[set] = l
}
