package window

import (
	"context"
	"slices"

	"crossfeed/engine"
	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/safekeeping"
	"crossfeed/engine/store"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// reading is the state of the window's reads. One read runs at a time. If something changes in
// the meantime, another one follows.
type reading struct {
	running, again bool
	// count is how often everything was redrawn, shown the number of the drawing on the
	// screen; shown is 0 if that is no longer complete.
	count, shown int
	// search reads the rows alone while a person types a search.
	search work.Last
}

// news is the result of a read.
type news struct {
	snapshot.Snapshot
	// on is the value of reading.shown that the snapshot was compared with.
	on int
	// item is the chosen item, if it is not shown yet or its list changed.
	item *detail.Shown
	// itemErr is why the item could not be read.
	itemErr error
	// backups is set if what is known about this device changed.
	backups *safekeeping.Settings
}

// Reload shows what changed since the last read.
func (w *Window) Reload() {
	r := &w.reading
	if r.running {
		r.again = true
		return
	}
	r.running = true
	work.Ask(w.Seam, w.question(), func(n news, err error) {
		r.running = false
		w.showNews(n, err)
		if r.again {
			r.again = false
			w.Reload()
		}
	})
}

// readRows is Reload for a person who is typing a search: a new search cancels the one before.
func (w *Window) readRows() {
	work.AskLast(&w.reading.search, w.Seam, w.question(), w.showNews)
}

// question returns a function that reads everything that is shown from one state of the store.
func (w *Window) question() func(context.Context) (news, error) {
	before, it, asked := w.now, w.item, snapshot.Asked{
		Place: w.at, Search: w.search, Now: w.Speaker.Now().In(w.Speaker.Zone),
		Arrangements: w.arrangements, Folded: w.folded, Branches: w.outlines.branches,
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
			if it != (snapshot.Item{}) && (it != shown || changed || n.NewDay) {
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

// showNews shows what was read. It does nothing if the person went elsewhere in the meantime:
// another read follows for that place.
func (w *Window) showNews(n news, err error) {
	if err != nil {
		w.Warn(err)
		return
	}
	if n.Place != w.at || n.Search != w.search {
		return
	}
	if n.Changed.Revision < w.now.Changed.Revision { // a newer one was shown first
		w.Reload()
		return
	}
	if w.followNames(n.Lists) {
		defer w.Reload()
	}
	if w.people.showNames(n.Names) {
		if w.item != (snapshot.Item{}) {
			w.readItem(w.item) // it shows who changed it
		}
		w.history.readDecisions()
		w.history.refreshHistory()
	}
	if n.Same && n.on != 0 && n.on == w.reading.shown && w.items.Marks(w.item) {
		w.now = w.outlines.withBranches(n.Snapshot)
	} else {
		w.show(n.Snapshot)
	}
	w.tray.update()
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
	if n.NewDay { // all pages show dates relative to today
		n.Changed.Keys = []store.Key{store.AllKey}
	}
	w.refreshPages(n.Changed)
	w.safety.reportSafety(n.backups)
}

// followNames applies the new names of renamed lists to drafts, settings, unsaved resolutions,
// lists waiting to be published, and the current place. The lists may have been renamed here
// or by another process, also before this one started. followNames reports whether it renamed
// the shown list, or changed its settings.
func (w *Window) followNames(all []*lists.List) (shown bool) {
	if w.follows && w.Drafts.Follows() && slices.EqualFunc(w.now.Lists, all, func(a, b *lists.List) bool { return a.Key == b.Key && a.Name == b.Name }) {
		return false // the usual case, which has to be fast for any number of lists
	}
	before, now := map[int64]string{}, map[int64]string{}
	for _, l := range w.now.Lists {
		before[l.Key] = l.Name
	}
	for _, l := range all {
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
	if name, there := names[w.typedInto.Set]; there {
		w.typedInto.Set = name
	}
	w.clipboard.clip.renameLists(names)
	w.items.RenameLists(names)
	w.detail.RenameLists(names)
	if name, there := names[w.at.Set]; there {
		w.at.Set, shown = name, true
	}
	return shown
}

// refreshPages updates the pages that read their own data.
func (w *Window) refreshPages(changed store.Change) {
	if changed.Of(store.KindList) {
		w.pages.resolve.Refresh()
		w.history.readDecisions()
		w.history.refreshHistory()
		w.finding.refreshSearch()
		w.batching.replan()
	}
	if changed.Of(store.KindNames, store.KindMakers, store.KindSubscription, store.KindDevice) {
		w.people.readPeople()
	}
}

// show shows a new snapshot.
func (w *Window) show(s snapshot.Snapshot) {
	s = w.outlines.withBranches(s)
	w.now = s
	w.reading.count++
	w.reading.shown = w.reading.count
	w.begin()
	w.toolbar.show(len(s.Conflicts))
	w.sidebar.Show(&s, w.markInSidebar())
	w.items.Show(&s, w.item)
	if w.item == (snapshot.Item{}) {
		w.edits.saveLeft()
		w.detail.ShowNothing(itemHint(&s))
	}
	w.showFeed()
	w.feeds.fillQuarantine()
	w.libraries.fillLibrary()
	w.pages.home.showQuarantined(w.feeds.quarantinedHere())
	w.pages.home.offer(w.pages.home.unpublished, w.sharing.unpublished())
	w.pages.home.showSample(w.at.Kind == snapshot.KindList && slices.Contains(w.sample.sampleLists(), w.at.Set))
	w.pages.home.showBatch(w.at.Kind == snapshot.KindConflicts && len(s.Conflicts) > 1)
	w.duplicates.searchDuplicates(&s)
	w.updateMenu()
}

// itemHint returns a hint how to see an item, if there are any.
func itemHint(s *snapshot.Snapshot) string {
	if len(s.Rows) == 0 {
		return ""
	}
	return wording.L("select-an-item", "Select an item.")
}

// begin shows the start page if no place is chosen yet, or the welcome page if there is
// nothing to show. It does not close a form that is being filled in.
func (w *Window) begin() {
	if w.at.Kind != snapshot.KindNone {
		return
	}
	home, first := w.pages.shown == page(w.pages.home), shows[*frame.Welcome](w.shell)
	at, it := w.settings.startPlace()
	switch {
	case at.Kind == snapshot.KindNone && home:
		w.showPage(w.pages.first())
	case at.Kind != snapshot.KindNone && (home || first):
		w.choose(at)
		if it != (snapshot.Item{}) {
			w.showItemAt(it)
		}
		w.focus(w.pages.shown.Focus())
	}
}

// markInSidebar returns the place that the sidebar marks: Conflicts while the conflict page is
// shown, none while a form is.
func (s *shell) markInSidebar() snapshot.Place {
	switch s.pages.shown {
	case s.pages.form:
		return snapshot.Place{}
	case page(s.pages.resolve):
		return snapshot.Place{Kind: snapshot.KindConflicts}
	}
	return s.at
}

// showFeed shows the state of the chosen feed, unless one of its items is chosen.
func (w *Window) showFeed() {
	f, there := w.now.Feed(w.at.Set, w.at.Location)
	shown := there && w.at.Kind == snapshot.KindFeed && w.item == (snapshot.Item{})
	if !shown {
		w.feed.Object().Hide()
		w.detail.Object().Show()
		return
	}
	w.feed.Show(f)
	w.detail.Object().Hide()
	w.feed.Object().Show()
}

// readItem reads an item and shows it, if it is still the chosen one by then.
func (w *Window) readItem(it snapshot.Item) {
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

func readShown(ctx context.Context, v engine.View, it snapshot.Item) (detail.Shown, error) {
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

func shownOf(it snapshot.Item, found *item.Item, row store.Row) detail.Shown {
	return detail.Shown{
		Item: it, Version: found.Winner, Conflicts: row.Conflicts,
		Flagged: row.Flagged, Orphaned: row.Flagged && !ancestry.Marked(found),
	}
}

func (w *Window) showItem(s detail.Shown) {
	w.adoptPutOff(s)
	s.InTree, s.Path = w.outlines.pathOf(s.Item)
	if s.Item != w.detail.Item() {
		w.edits.saveLeft()
	}
	w.detail.Show(s, w.draftOf(s.Item))
	w.showFeed()
	w.updateMenu()
}
