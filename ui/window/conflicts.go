package window

import (
	"context"
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/store"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// conflictShell returns the functions of the window that the conflict page uses.
func (w *Window) conflictShell() conflict.Shell {
	return conflict.Shell{
		Show: w.showConflict, InSight: w.resolving,
		Home: w.goHome, Chosen: func() snapshot.Item { return w.item },
		Item: w.showItemAt, History: w.showItemHistory, Elsewhere: w.putElsewhere, Person: w.showPerson,
		Picture: w.choosePicture, ShowMessage: func(text string) { w.pages.resolveMessage = w.status.ShowMessage(text) }, RetractMessage: func() { w.pages.resolveMessage.Retract() }, Also: func(text string) { w.status.Now().Add(text) }, Alert: func(text string) { w.status.Warn(text) }, Warn: w.Warn,
		Changed: w.resolved, Stale: w.Reload,
	}
}

// resolved reports that a conflict was resolved, shows the result and schedules publishing it.
func (w *Window) resolved(list string, key int64, text string) {
	said := w.offerUndo(text, key)
	w.Reload()
	w.publishSoon(list, said)
}

// showConflict shows the conflict page and marks it in the sidebar.
func (w *Window) showConflict() {
	w.showPage(w.pages.resolve)
	w.sidebar.Show(&w.now, w.markInSidebar())
}

// resolving reports whether the conflict page is in sight.
func (w *Window) resolving() bool { return w.pages.shown == page(w.pages.resolve) }

func (w *Window) openResolve(it snapshot.Item) { w.pages.resolve.Open(it) }

// savePage runs the page's own save command, if it has one.
func (w *Window) savePage() {
	if p, own := w.pages.shown.(saver); own {
		p.Save()
	}
}

// resolveDraft takes what was typed in the editor to the conflict page. The item has an open
// version of the person's own, which an edit would drop silently.
func (w *Window) resolveDraft(it snapshot.Item) {
	w.status.ShowMessage(wording.L("your-own-version-is-still-open", "Your own version is still open here. The result so far is the text you typed."))
	w.pages.resolve.OpenTyped(it)
}

// adoptPutOff turns an unsaved resolution of an item into a draft of its editor once no
// conflict is left. It leaves the resolution alone while the conflict page shows it or is the
// page to return to.
func (w *Window) adoptPutOff(s detail.Shown) {
	w.endDecided(s)
	_, decided := w.Drafts.Get(drafts.Resolve, s.Item)
	open := s.Conflicts > 0 || slices.ContainsFunc(w.now.Conflicts, func(r snapshot.Row) bool { return snapshot.Item{Set: r.Set, ID: r.ID} == s.Item })
	at := w.resolving() || w.besideResolving()
	if decided && !open && !(at && w.pages.resolve.Item() == s.Item) && w.draftOf(s.Item) == nil {
		w.pages.resolve.ToEditor(s.Item)
		w.endDecided(s)
	}
}

// endDecided clears the draft's choice to delete or keep the item once it has taken effect.
func (w *Window) endDecided(s detail.Shown) {
	d := w.draftOf(s.Item)
	if d == nil || !(d.Deletes() && s.Version.Deleted || d.Stays && !s.Version.Deleted) {
		return
	}
	d.Whole, d.Stays = "", false
	if len(d.Fields) == 0 {
		w.Drafts.Drop(drafts.Edit, s.Item)
	} else {
		w.Drafts.Put(drafts.Edit, s.Item, *d)
	}
}

func (w *Window) showItemAt(it snapshot.Item) {
	w.item = it
	w.goHome()
	w.readItem(it)
}

// batching is the state of resolving many conflicts at once.
type batching struct {
	planning work.Last
	// cancel stops the saving; nil while nothing is being saved.
	cancel context.CancelFunc
	// begun holds the items that the person had already begun to resolve when saving started.
	begun map[edit.Ref]bool
}

// showBatch opens the page that resolves many conflicts at once.
func (w *Window) showBatch() {
	w.showForm(w.pages.batch())
	if w.batching.cancel != nil {
		return
	}
	ask(w, w.Names.Endpoints, func(all []store.Endpoint) {
		w.pages.batch().People(all)
	})
	w.pages.batch().Begin()
}

func (w *Window) batchShown() bool { return shows[*batch.Page](w) }

// planBatch computes what a rule would do. A later call replaces an earlier one.
func (w *Window) planBatch(a batch.Asked) {
	chosen := w.choicesOf(w.now.Conflicts)
	work.AskBeside(&w.batching.planning, w.Seam, func(ctx context.Context) ([]batch.Row, error) {
		plans, err := w.Conflicts.Plan(ctx, a.Rule, a.By, chosen)
		if err != nil {
			return nil, err
		}
		return batch.Rows(ctx, w.Speaker, a, plans)
	}, func(rows []batch.Row, err error) {
		if err != nil {
			w.Warn(err)
			w.pages.batch().Failed()
			return
		}
		w.pages.batch().Show(rows)
	})
}

// choicesOf returns the choices that the person has made so far for these conflicts.
func (w *Window) choicesOf(rows []snapshot.Row) map[edit.Ref]conflicts.SavedDraft {
	all := map[edit.Ref]conflicts.SavedDraft{}
	for _, r := range rows {
		if d, kept := w.Drafts.Get(drafts.Resolve, r.Item()); kept && d.Decides() {
			all[edit.Ref{Set: r.Set, ID: r.ID}] = d.SavedDraft
		}
	}
	return all
}

// replan updates the plan on the page after something changed.
func (w *Window) replan() {
	if w.batchShown() && w.batching.cancel == nil {
		w.planBatch(w.pages.batch().Asked())
	}
}

// openPlanned opens an item of the plan on the conflict page.
func (w *Window) openPlanned(ref edit.Ref) { w.openResolve(itemAt(ref)) }

func itemAt(ref edit.Ref) snapshot.Item { return snapshot.Item{Set: ref.Set, ID: ref.ID} }

// hasBegun reports whether the person has begun to resolve an item.
func (w *Window) hasBegun(ref edit.Ref) bool {
	d, kept := w.Drafts.Get(drafts.Resolve, itemAt(ref))
	return kept && d.Decides()
}

// resolveBatch saves plans in the background.
func (w *Window) resolveBatch(plans []conflicts.Planned) {
	if w.batching.cancel != nil {
		return
	}
	w.batching.begun = map[edit.Ref]bool{}
	for _, p := range plans {
		w.batching.begun[p.Ref] = w.hasBegun(p.Ref)
	}
	w.pages.batch().Busy(true)
	w.status.Show(wording.N("resolving-n-conflicts", "Resolving {{.N}} conflicts…", len(plans), wording.Data{"N": wording.Number(len(plans))}))
	w.status.Working(0, len(plans))
	w.batching.cancel = w.stoppable(func(ctx context.Context) {
		o, err := w.Conflicts.ResolveMany(ctx, plans, w.steps(&w.batching.cancel))
		w.Seam.UI(func() { w.resolvedBatch(o, err) })
	})
}

func (w *Window) stopBatch() {
	w.batching.cancel()
	w.status.ShowMessage(wording.L("canceling-nothing-was-saved", "Canceling… Nothing was saved."))
}

// resolvedBatch reports what was resolved, and schedules publishing it.
func (w *Window) resolvedBatch(o edit.Outcome, err error) {
	w.batching.cancel()
	w.batching.cancel = nil
	w.idle()
	w.pages.batch().Busy(false)
	if err != nil {
		w.Warn(err)
		w.Reload()
		return
	}
	said := w.reportBatch(o)
	w.forgetBatch(o.Done)
	w.pages.batch().Saved(o.Done)
	for _, list := range resolvedLists(o.Done) {
		w.publishSoon(list, said)
	}
	if w.batchShown() {
		w.focus(w.pages.batch().Onward())
	}
	w.Reload()
}

// forgetBatch drops the drafts of items that were resolved, except those begun in the
// meantime and the one on the page.
func (w *Window) forgetBatch(done []edit.Ref) {
	for _, ref := range done {
		it := itemAt(ref)
		shown := w.resolving() && w.pages.resolve.Item() == it
		if begunSince := w.hasBegun(ref) && !w.batching.begun[ref]; !shown && !begunSince {
			w.pages.resolve.Forget(it)
		}
	}
}

func resolvedLists(all []edit.Ref) (sets []string) {
	for _, ref := range all {
		if !slices.Contains(sets, ref.Set) {
			sets = append(sets, ref.Set)
		}
	}
	return sets
}

// reportBatch reports how many conflicts were resolved, and how many could not be.
func (w *Window) reportBatch(o edit.Outcome) frame.Message {
	n := len(o.Done)
	text := wording.N("resolved-n-conflicts", "Resolved {{.N}} conflicts.", n, wording.Data{"N": wording.Number(n)})
	if n == 0 {
		text = ""
	}
	if len(o.Refused) == 0 {
		return w.offerUndo(text, o.Edit)
	}
	return w.reportDone(text, o.Refused)
}
