package window

import (
	"context"
	"encoding/json"
	"hash/maphash"
	"slices"

	"crossfeed/engine/edit"
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
var SettingNames = []string{arrangedKey, branchesKey, foldersKey, listsKey, apartKey, alarmsKey}

// foundDuplicates holds the possible duplicates of the lists that were shown.
type duplicatePages struct {
	*shell
	edits     *editing
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
func (c *duplicatePages) searchDuplicates(s *snapshot.Snapshot) {
	c.showDuplicates()
	l, there := s.List(s.Place.Set)
	if !there || s.Place.Kind != snapshot.KindList || record.Kind(l.Kind) != record.Contact || s.Search != "" {
		return
	}
	state := c.stateOf(s.Rows)
	if before, known := c.lists[l.Name]; !known || before.state != state {
		c.searchList(l.Name, state)
	}
}

// searchList searches a list for duplicates. state is the list's present state.
func (c *duplicatePages) searchList(set string, state uint64) {
	work.AskBeside(&c.searching, c.Seam, func(ctx context.Context) ([]lists.Duplicate, error) {
		return c.Lists.Duplicates(ctx, set)
	}, func(found []lists.Duplicate, err error) {
		if err != nil {
			c.searchFailed(set, err)
			return
		}
		c.lists[set] = duplicateSearch{state, found}
		c.showDuplicates()
	})
}

// searchFailed reports why the search failed, and closes the page if it waits for the result.
func (c *duplicatePages) searchFailed(set string, err error) {
	c.Warn(err)
	if _, known := c.lists[set]; !known && shows[*duplicates.Page](c.shell) {
		c.goHome()
	}
}

// stateOf returns a hash that changes whenever a row does.
func (c *duplicatePages) stateOf(rows []snapshot.Row) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
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
func (c *duplicatePages) duplicatesOf(set string) []lists.Duplicate {
	apart := c.apartPairs()
	var all []lists.Duplicate
	for _, t := range c.lists[set].found {
		if !apart[pairOf(t)] {
			all = append(all, t)
		}
	}
	return all
}

// showDuplicates shows the number of duplicates above the rows, and updates their page if it
// is open.
func (c *duplicatePages) showDuplicates() {
	n := 0
	if c.at.Kind == snapshot.KindList {
		n = len(c.duplicatesOf(c.at.Set))
	}
	c.pages.home.showDuplicates(n)
	page, shown := c.pages.shown.(*duplicates.Page)
	if !shown {
		return
	}
	all := c.duplicatesOf(page.Set())
	if _, shown := page.Pair(); shown && len(all) == 0 {
		c.goHome()
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
func (c *duplicatePages) markDistinct(_ string, t lists.Duplicate) {
	c.apartPairs()[pairOf(t)] = true
	var pairs []pair
	for p := range c.apartPairs() {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b pair) int { return slices.Compare(a[:], b[:]) })
	text, err := json.Marshal(pairs)
	if err != nil {
		panic("pairs: " + err.Error()) // strings always marshal
	}
	c.Settings.SetString(apartKey, string(text))
	c.status.ShowMessage(wording.L("both-contacts-were-kept-and-will", "Both contacts were kept and will no longer be suggested as duplicates."))
	c.showDuplicates()
}

// apartPairs returns the pairs that were marked as different. If they cannot be read they are
// dropped, and suggested again as duplicates.
func (c *duplicatePages) apartPairs() map[pair]bool {
	if c.apart == nil {
		c.apart = map[pair]bool{}
		var pairs []pair
		if json.Unmarshal([]byte(c.Settings.String(apartKey)), &pairs) == nil {
			for _, p := range pairs {
				c.apart[p] = true
			}
		}
	}
	return c.apart
}

// findDuplicates opens the page of duplicates of the shown list.
func (c *duplicatePages) findDuplicates() {
	set := c.listFor(c.at)
	if l, there := c.now.List(set); !there || record.Kind(l.Kind) != record.Contact {
		c.status.ShowMessage(wording.L("choose-a-list-of-contacts-first", "Choose a list of contacts first, then find duplicates."))
		return
	}
	page := c.pages.duplicates()
	if _, known := c.lists[set]; known {
		page.Show(set, c.duplicatesOf(set))
	} else {
		page.Searching(set)
		c.searchList(set, 0)
	}
	c.showPage(page)
}

// mergeContacts merges two contacts into one, and shows the next pair.
func (c *duplicatePages) mergeContacts(set string, stays, goes *item.Item, v record.Values) {
	c.pages.duplicates().Busy(true)
	work.Ask(c.Seam, func(ctx context.Context) (*item.Item, error) {
		return c.Edit.Join(ctx, set, stays, goes, v)
	}, func(_ *item.Item, err error) {
		c.pages.duplicates().Busy(false)
		if err != nil {
			c.Warn(err)
			c.Reload()
			return
		}
		c.forgetPairsOf(set, goes.ID())
		c.edits.done(set, wording.L("merged-title-ctrl-z-undoes-it", "Merged “{{.Title}}”. Ctrl+Z undoes it.", wording.Data{"Title": wording.Title(v["name"])}))
		c.showDuplicates()
	})
}

// showAll shows what merging all pairs would do.
func (c *duplicatePages) showAll(set string, pairs []lists.Duplicate) {
	c.pages.allDuplicates().Show(set, pairs)
	c.showPage(c.pages.allDuplicates())
}

// mergeAll merges pairs of contacts as one edit.
func (c *duplicatePages) mergeAll(set string, pairs []lists.Duplicate) {
	var all []edit.Pair
	for _, p := range pairs {
		all = append(all, edit.Pair{A: p.A.ID(), B: p.B.ID()})
	}
	page := c.pages.allDuplicates()
	page.Busy(true)
	work.Ask(c.Seam, func(ctx context.Context) (edit.Outcome, error) { return c.Edit.JoinAll(ctx, set, all) }, func(o edit.Outcome, err error) {
		page.Busy(false)
		if err != nil {
			c.Warn(err)
			return
		}
		delete(c.lists, set) // it is searched again
		n := len(o.Done)
		text := wording.N("merged-n-pairs-ctrl-z-undoes-it", "Merged {{.N}} pairs. Ctrl+Z undoes it.", n, wording.Data{"N": wording.Number(n)})
		c.edits.shown(set, c.reportDone(text, o.Refused))
		c.goHome()
	})
}

// forgetPairsOf drops the pairs of a contact that no longer exists, until the next search.
func (c *duplicatePages) forgetPairsOf(set, id string) {
	l := c.lists[set]
	l.found = slices.DeleteFunc(slices.Clone(l.found), func(t lists.Duplicate) bool { return t.A.ID() == id || t.B.ID() == id })
	c.lists[set] = l
}
