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
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Settings stores small settings between runs of the program, each under a name.
type Settings interface {
	String(name string) string
	SetString(name, value string)
}

// SettingNames lists the names of these settings.
var SettingNames = []string{arrangedKey, branchesKey, listsKey, apartKey, alarmsKey}

// foundDuplicates holds the possible duplicates of the lists that were shown.
type foundDuplicates struct {
	searching work.Last
	lists     map[string]duplicateSearch
	seed      maphash.Seed
	// apart holds the pairs that the person marked as different; nil until they are read.
	apart map[pair]bool
}

// duplicateSearch is the result of a search for duplicates, and the state of the list that was
// searched.
type duplicateSearch struct {
	state uint64
	found []lists.Duplicate
}

// searchDuplicates searches in the background if a list of contacts is shown that has changed
// since the last search.
func (w *Window) searchDuplicates(s *snapshot.Snapshot) {
	w.showDuplicates()
	l, there := s.List(s.Place.Set)
	if !there || s.Place.Kind != snapshot.KindList || record.Kind(l.Kind) != record.Contact || s.Search != "" {
		return
	}
	state := w.duplicates.stateOf(s.Rows)
	if before, known := w.duplicates.lists[l.Name]; !known || before.state != state {
		w.searchList(l.Name, state)
	}
}

// searchList searches a list for duplicates. state is the list's present state.
func (w *Window) searchList(set string, state uint64) {
	d := &w.duplicates
	work.AskBeside(&d.searching, w.Seam, func(ctx context.Context) ([]lists.Duplicate, error) {
		return w.Lists.Duplicates(ctx, set)
	}, func(found []lists.Duplicate, err error) {
		if err != nil {
			w.searchFailed(set, err)
			return
		}
		d.lists[set] = duplicateSearch{state, found}
		w.showDuplicates()
	})
}

// searchFailed reports why the search failed, and closes the page if it waits for the result.
func (w *Window) searchFailed(set string, err error) {
	w.Warn(err)
	if _, known := w.duplicates.lists[set]; !known && shows[*duplicates.Page](w) {
		w.goHome()
	}
}

// stateOf returns a hash that changes whenever a row does.
func (d *foundDuplicates) stateOf(rows []snapshot.Row) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	for _, r := range rows {
		maphash.WriteComparable(&h, rowState{r.ID, r.By, r.Updates, r.When.UnixNano()})
	}
	return h.Sum64()
}

// rowState holds the properties of a row that change with every change of its item.
type rowState struct {
	id, by  string
	updates int
	when    int64
}

// duplicatesOf returns the possible duplicates of a list without the pairs marked as
// different.
func (w *Window) duplicatesOf(set string) []lists.Duplicate {
	apart := w.apartPairs()
	var all []lists.Duplicate
	for _, t := range w.duplicates.lists[set].found {
		if !apart[pairOf(t)] {
			all = append(all, t)
		}
	}
	return all
}

// showDuplicates shows the number of duplicates above the rows, and updates their page if it
// is open.
func (w *Window) showDuplicates() {
	n := 0
	if w.at.Kind == snapshot.KindList {
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

// apartKey is the key under which pairs of different contacts are saved.
const apartKey = "apart"

// pair holds the identifiers of two contacts in ascending order.
type pair [2]string

func pairOf(t lists.Duplicate) pair {
	p := pair{t.A.ID(), t.B.ID()}
	slices.Sort(p[:])
	return p
}

// markDistinct saves that two contacts are different.
func (w *Window) markDistinct(_ string, t lists.Duplicate) {
	w.apartPairs()[pairOf(t)] = true
	var pairs []pair
	for p := range w.apartPairs() {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
	text, err := json.Marshal(pairs)
	if err != nil {
		panic("pairs: " + err.Error()) // strings always marshal
	}
	w.Settings.SetString(apartKey, string(text))
	w.status.ShowMessage(wording.L("both-contacts-were-kept-and-will", "Both contacts were kept and will no longer be suggested as duplicates."))
	w.showDuplicates()
}

// apartPairs returns the pairs that were marked as different. If they cannot be read they are
// dropped, and suggested again as duplicates.
func (w *Window) apartPairs() map[pair]bool {
	if w.duplicates.apart == nil {
		w.duplicates.apart = map[pair]bool{}
		var pairs []pair
		if json.Unmarshal([]byte(w.Settings.String(apartKey)), &pairs) == nil {
			for _, p := range pairs {
				w.duplicates.apart[p] = true
			}
		}
	}
	return w.duplicates.apart
}

// findDuplicates opens the page of duplicates of the shown list.
func (w *Window) findDuplicates() {
	set := w.listFor(w.at)
	if l, there := w.now.List(set); !there || record.Kind(l.Kind) != record.Contact {
		w.status.ShowMessage(wording.L("choose-a-list-of-contacts-first", "Choose a list of contacts first, then find duplicates."))
		return
	}
	page := w.pages.duplicates()
	if _, known := w.duplicates.lists[set]; known {
		page.Show(set, w.duplicatesOf(set))
	} else {
		page.Searching(set)
		w.searchList(set, 0)
	}
	w.showPage(page)
}

// mergeContacts merges two contacts into one, and shows the next pair.
func (w *Window) mergeContacts(set string, stays, goes *item.Item, v record.Values) {
	w.pages.duplicates().Busy(true)
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Edit.Join(ctx, set, stays, goes, v)
	}, func(_ *item.Item, err error) {
		w.pages.duplicates().Busy(false)
		if err != nil {
			w.Warn(err)
			w.Reload()
			return
		}
		w.forgetPairsOf(set, goes.ID())
		w.done(set, wording.L("merged-title-ctrl-z-undoes-it", "Merged “{{.Title}}”. Ctrl+Z undoes it.", wording.Data{"Title": wording.Title(v["name"])}))
		w.showDuplicates()
	})
}

// forgetPairsOf drops the pairs of a contact that no longer exists, until the next search.
func (w *Window) forgetPairsOf(set, id string) {
	l := w.duplicates.lists[set]
	l.found = slices.DeleteFunc(slices.Clone(l.found), func(t lists.Duplicate) bool { return t.A.ID() == id || t.B.ID() == id })
	w.duplicates.lists[set] = l
}
