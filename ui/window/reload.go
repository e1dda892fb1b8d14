package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/decisions"
	"crossfeed/ui/window/exchange"
	"crossfeed/ui/window/firstrun"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/people"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
)

// Reload reads again everything that is shown: something changed.
func (w *Window) Reload() {
	w.readNames()
	w.readSnapshot()
	if w.item != (place.Item{}) {
		w.readItem(w.item)
	}
	w.pages.settle.Refresh()
	w.readPeople()
	w.readDecisions()
	w.meetLineage()
	w.replan()
	w.tellSafety()
}

func (w *Window) readSnapshot() {
	asked := w.asked()
	work.Ask(w.Seam, func(ctx context.Context) (snapshot.Snapshot, error) {
		return snapshot.Read(ctx, w.Engine, asked)
	}, w.showRead)
}

// readRows reads the rows alone: the person typed on in the search. A search
// that is overtaken by the next is cancelled.
func (w *Window) readRows() {
	before, asked := w.now, w.asked()
	if before.Place != asked.Place {
		w.readSnapshot()
		return
	}
	work.AskLast(&w.searching, w.Seam, func(ctx context.Context) (snapshot.Snapshot, error) {
		return before.Again(ctx, w.Engine, asked)
	}, func(s snapshot.Snapshot, err error) {
		s.Libraries, s.Published = w.now.Libraries, w.now.Published // they may have been read meanwhile
		w.showRead(s, err)
	})
}

// asked is what a snapshot is asked for.
func (w *Window) asked() snapshot.Asked {
	return snapshot.Asked{
		Place: w.at, Search: w.search, Now: w.Speaker.Now().In(w.Speaker.Zone),
		Arrangements: w.arrangements, Folded: w.folded, Branches: w.branches,
	}
}

// showRead shows a snapshot, unless the person is somewhere else by then.
func (w *Window) showRead(s snapshot.Snapshot, err error) {
	switch {
	case err != nil:
		w.Warn(err)
	case s.Place == w.at && s.Search == w.search:
		w.show(s)
	}
}

// show swaps what is shown.
func (w *Window) show(s snapshot.Snapshot) {
	s = w.withBranches(s)
	w.now = s
	w.begin()
	w.toolbar.show(len(s.Unsettled))
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
	w.pages.home.showBatch(w.at.Kind == place.ToSettle && len(s.Unsettled) > 1)
	w.lookForDuplicates(&s)
}

// itemHint says how to see an item, where there is one to be seen.
func itemHint(s *snapshot.Snapshot) string {
	if len(s.Rows) == 0 {
		return ""
	}
	return lang.L("Choose an item.")
}

// begin shows the first list or library, or how to get one, to whoever is nowhere. A form
// that is being filled in stays.
func (w *Window) begin() {
	if w.at.Kind != place.Nowhere {
		return
	}
	home, first := w.pages.shown == page(w.pages.home), shows[*firstrun.Page](w)
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
	case *forms.NewList, *forms.Subscribe, *forms.Share, *forms.Handout, *forms.Stop, *forms.RenameList, *forms.Invitation, *forms.ReadingForm,
		*forms.Export, *forms.ExportLog, *forms.AddLibrary, *forms.PublishFolder, *forms.Keeping, *forms.Confirm,
		*exchange.Page, *people.Page, *decisions.Page, *batch.Page:
		return place.Place{}
	case *conflict.Controller:
		return place.Place{Kind: place.ToSettle}
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
