package window

import (
	"context"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// reading is the reading of what is shown: one at a time, and one more after it where
// something changed meanwhile.
type reading struct {
	running, again bool
	// count is how often all was put on the screen, shown the number of what is there; 0 where
	// that is not all of it any more.
	count, shown int
	// search is that of the rows alone, while a person types on.
	search work.Last
}

// news is what was read.
type news struct {
	snapshot.Snapshot
	// on is what of reading.shown it was compared with.
	on int
	// item is the one that is chosen, where it is not shown or its list changed.
	item *detail.Shown
	// itemErr is why it could not be read.
	itemErr error
	// backups are how they go, where what is known of this device changed.
	backups *safekeeping.Settings
}

// Reload shows what changed since it was read.
func (w *Window) Reload() {
	r := &w.reading
	if r.running {
		r.again = true
		return
	}
	r.running = true
	work.Ask(w.Seam, w.question(), func(n news, err error) {
		r.running = false
		w.tell(n, err)
		if r.again {
			r.again = false
			w.Reload()
		}
	})
}

// readRows is Reload while a person types a search on: a search that is overtaken by the next
// is cancelled.
func (w *Window) readRows() {
	work.AskLast(&w.reading.search, w.Seam, w.question(), w.tell)
}

// question reads all that is shown from one state of the store.
func (w *Window) question() func(context.Context) (news, error) {
	before, it, asked := w.now, w.item, snapshot.Asked{
		Place: w.at, Search: w.search, Now: w.Speaker.Now().In(w.Speaker.Zone),
		Arrangements: w.arrangements, Folded: w.folded, Branches: w.branches,
	}
	shown, on := w.detail.Item(), w.reading.shown
	return func(ctx context.Context) (n news, err error) {
		n.on = on
		err = w.Engine.View(ctx, func(v engine.View) (err error) {
			if n.Snapshot, err = before.Next(ctx, v, asked); err != nil {
				return err
			}
			n.Same = n.Same && it == shown
			l, there := n.List(it.Set)
			changed := n.Changed.Has(store.ListKey(l.Key)) || !there && n.Changed.Of(store.KindList)
			if it != (place.Item{}) && (it != shown || changed || n.NewDay) {
				s, err := readShown(ctx, v, it)
				n.item, n.itemErr = &s, err
			}
			if n.Changed.Of(store.KindDevice) {
				if b, err := v.BackupSettings(ctx); err == nil {
					n.backups = &b
				}
			}
			return nil
		})
		return n, err
	}
}

// tell shows what was read, unless the person is somewhere else by then: that is read next.
func (w *Window) tell(n news, err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	if n.Place != w.at || n.Search != w.search {
		return
	}
	if n.Changed.Revision < w.now.Changed.Revision { // it was overtaken
		w.Reload()
		return
	}
	if w.followNames(n.Lists) {
		defer w.Reload()
	}
	if w.showNames(n.Names) {
		if w.item != (place.Item{}) {
			w.readItem(w.item) // it says who changed it
		}
		w.readDecisions()
		w.meetLineage()
	}
	if n.Same && n.on != 0 && n.on == w.reading.shown && w.items.Marks(w.item) {
		w.now = w.withBranches(n.Snapshot)
	} else {
		w.show(n.Snapshot)
	}
	switch {
	case n.item == nil || n.item.Item != w.item:
	case n.itemErr != nil:
		w.Warn(n.itemErr)
	default:
		w.showItem(*n.item)
	}
	if n.Changed.Has(store.AllKey) {
		w.CheckFiles()
	}
	if n.NewDay { // all pages say it
		n.Changed.Keys = []store.Key{store.AllKey}
	}
	w.tellPages(n.Changed)
	w.tellSafety(n.backups)
}

// followNames has drafts, settings, what is decided of conflicts, what waits to be published, and
// where the person is go with lists that were renamed, here or by another process, also before this one started. It reports
// whether the list that is shown has another name.
func (w *Window) followNames(lists []snapshot.List) (shown bool) {
	if w.follows && w.Drafts.Follows() && slices.EqualFunc(w.now.Lists, lists, func(a, b snapshot.List) bool { return a.Key == b.Key && a.Name == b.Name }) {
		return false // as nearly always, however many there are
	}
	before, now := map[int64]string{}, map[int64]string{}
	for _, l := range w.now.Lists {
		before[l.Key] = l.Name
	}
	for _, l := range lists {
		now[l.Key] = l.Name
	}
	w.Drafts.Follow(now)
	shown = w.followSettings(now)
	names := renamesOf(before, now)
	if len(names) == 0 {
		return shown
	}
	w.followLists(names)
	w.pages.resolve.RenameLists(names)
	if name, there := names[w.item.Set]; there {
		w.item.Set = name
	}
	if name, there := names[w.at.Set]; there {
		w.at.Set, shown = name, true
	}
	return shown
}

// tellPages has the pages that read for themselves meet what changed.
func (w *Window) tellPages(changed store.Change) {
	if changed.Of(store.KindList) {
		w.pages.resolve.Refresh()
		w.readDecisions()
		w.meetLineage()
		w.replan()
	}
	if changed.Of(store.KindNames, store.KindMakers, store.KindSubscription, store.KindDevice) {
		w.readPeople()
	}
}

// show swaps what is shown.
func (w *Window) show(s snapshot.Snapshot) {
	s = w.withBranches(s)
	w.now = s
	w.reading.count++
	w.reading.shown = w.reading.count
	w.begin()
	w.toolbar.show(len(s.Conflicts))
	w.sidebar.Show(&s, w.markInSidebar())
	w.items.Show(&s, w.item)
	if w.item == (place.Item{}) {
		w.detail.ShowNothing(itemHint(&s))
	}
	w.showFeed()
	w.fillSuspects()
	w.fillLibrary()
	w.pages.home.showOdd(w.oddHere())
	w.pages.home.offer(w.pages.home.unpublished, w.unpublished())
	w.pages.home.showBatch(w.at.Kind == place.Conflicted && len(s.Conflicts) > 1)
	w.lookForDuplicates(&s)
}

// itemHint says how to see an item, where there is one to be seen.
func itemHint(s *snapshot.Snapshot) string {
	if len(s.Rows) == 0 {
		return ""
	}
	return wording.L("Choose an item.")
}

// begin shows the first list or library, or how to get one, to whoever is nowhere. A form
// that is being filled in stays.
func (w *Window) begin() {
	if w.at.Kind != place.Nowhere {
		return
	}
	home, first := w.pages.shown == page(w.pages.home), shows[*frame.Welcome](w)
	at := w.firstPlace()
	switch {
	case at.Kind == place.Nowhere && home:
		w.showPage(w.pages.first())
	case at.Kind != place.Nowhere && (home || first):
		w.choose(at)
		w.focus(w.pages.shown.Focus())
	}
}

// firstPlace is where a person begins who is nowhere, or where what was shown is gone: the
// first list, else the first library, else the first folder that is published; Nowhere of
// none.
func (w *Window) firstPlace() place.Place {
	switch now := &w.now; {
	case len(now.Lists) > 0:
		return place.Place{Kind: place.List, Set: now.Lists[0].Name}
	case len(now.Libraries) > 0:
		return place.Place{Kind: place.Library, Key: now.Libraries[0].Key}
	case len(now.Published) > 0:
		return place.Place{Kind: place.Published, Key: now.Published[0].Key}
	}
	return place.Place{}
}

// markInSidebar is the place that the sidebar marks: Conflicts while one is shown,
// and none while a form is.
func (w *Window) markInSidebar() place.Place {
	switch w.pages.shown.(type) {
	case *forms.NewList, *forms.Subscribe, *forms.Share, *forms.Handout, *forms.Stop, *forms.RenameList, *forms.RestoreList, *forms.Invitation, *forms.ReadingForm,
		*forms.Export, *forms.ExportLog, *forms.AddLibrary, *forms.PublishFolder, *forms.Keeping, *forms.Confirm,
		*exchange.Page, *forms.People, *history.LogPage, *batch.Page:
		return place.Place{}
	case *conflict.Controller:
		return place.Place{Kind: place.Conflicted}
	}
	return w.at
}

// showFeed shows the health of a feed, where one is chosen and no item of it.
func (w *Window) showFeed() {
	f, there := w.now.Feed(w.at.Set, w.at.Location)
	shown := there && w.at.Kind == place.Feed && w.item == (place.Item{})
	if !shown {
		w.feed.Object().Hide()
		w.detail.Object().Show()
		return
	}
	w.feed.Show(f)
	w.detail.Object().Hide()
	w.feed.Object().Show()
}

// readItem reads an item and shows it, if it is still the chosen one then.
func (w *Window) readItem(it place.Item) {
	work.Ask(w.Seam, func(ctx context.Context) (s detail.Shown, err error) {
		err = w.Engine.View(ctx, func(v engine.View) error {
			s, err = readShown(ctx, v, it)
			return err
		})
		return s, err
	}, func(s detail.Shown, err error) {
		if it != w.item {
			return
		}
		if err != nil {
			w.Warn(err)
			return
		}
		w.showItem(s)
	})
}

func readShown(ctx context.Context, v engine.View, it place.Item) (detail.Shown, error) {
	found, err := v.Item(ctx, it.Set, it.ID)
	if err != nil {
		return detail.Shown{Item: it}, err
	}
	row, err := v.Row(ctx, it.Set, it.ID)
	if err != nil {
		return detail.Shown{Item: it}, err
	}
	s := shownOf(it, found, row)
	if s.History, s.Versions, err = v.Newest(ctx, it.Set, it.ID, detail.MostVersions); err != nil {
		return s, err
	}
	if row.Kind == record.Note && record.Lacks(found.Winner) {
		s.Lost, err = v.Lost(ctx, it.Set, it.ID)
	}
	return s, err
}

func shownOf(it place.Item, found *item.Item, row store.Row) detail.Shown {
	return detail.Shown{
		Item: it, Version: found.Winner, Conflicts: row.Conflicts,
		Flagged: row.Flagged, Orphaned: row.Flagged && !ancestry.Marked(found),
	}
}

func (w *Window) showItem(s detail.Shown) {
	w.adoptPutOff(s)
	s.InTree, s.Path = w.pathOf(s.Item)
	w.detail.Show(s, w.draftOf(s.Item))
	w.showFeed()
}

func (w *Window) draftOf(it place.Item) *drafts.Draft {
	if d, there := w.Drafts.Get(drafts.Edit, it); there {
		return &d
	}
	return nil
}
