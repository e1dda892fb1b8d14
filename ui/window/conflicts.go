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
		Item: w.showItemAt, History: w.history.showItemHistory, Elsewhere: w.putElsewhere, Person: w.people.showPerson,
		Picture: w.attaching.choosePicture, ShowMessage: func(text string) { w.pages.resolveMessage = w.status.ShowMessage(text) }, RetractMessage: func() { w.pages.resolveMessage.Retract() }, Also: func(text string) { w.status.Now().Add(text) }, Alert: func(text string) { w.status.Warn(text) }, Warn: w.Warn,
		Changed: w.resolved, Stale: w.Reload,
	}
}

// resolved reports that a conflict was resolved, shows the result and schedules publishing it.
func (w *Window) resolved(list string, key int64, text string) {
	said := w.edits.offerUndo(text, key)
	w.Reload()
	w.publisher.publishSoon(list, said)
}

// showConflict shows the conflict page and marks it in the sidebar.
func (w *Window) showConflict() {
	w.showPage(w.pages.resolve)
	w.sidebar.Show(&w.now, w.markInSidebar())
}

// savePage runs the page's own save command, if it has one.
func (w *Window) savePage() {
	if p, own := w.pages.shown.(saver); own {
		p.Save()
	}
}

// resolveDraft takes what was typed in the editor to the conflict page. The item has an open
// version of the person's own, which an edit would drop silently.
func (s *shell) resolveDraft(it snapshot.Item) {
	s.status.ShowMessage(wording.L("your-own-version-is-still-open", "Your own version is still open here. The result so far is the text you typed."))
	s.pages.resolve.OpenTyped(it)
}

// adoptPutOff turns an unsaved resolution of an item into a draft of its editor once no
// conflict is left. It leaves the resolution alone while the conflict page shows it or is the
// page to return to.
func (w *Window) adoptPutOff(s detail.Shown) {
	w.endDecided(s.Item, s.Version.Deleted)
	_, decided := w.Drafts.Get(drafts.Resolve, s.Item)
	open := s.Conflicts > 0 || slices.ContainsFunc(w.now.Conflicts, func(r snapshot.Row) bool { return snapshot.Item{Set: r.Set, ID: r.ID} == s.Item })
	at := w.resolving() || w.besideResolving()
	if decided && !open && !(at && w.pages.resolve.Item() == s.Item) && w.draftOf(s.Item) == nil {
		w.pages.resolve.ToEditor(s.Item)
		w.endDecided(s.Item, s.Version.Deleted)
	}
}

// endDecided clears the draft's choice to delete or keep the item once it has taken effect.
func (s *shell) endDecided(it snapshot.Item, deleted bool) {
	d := s.draftOf(it)
	if d == nil || !(d.Deletes() && deleted || d.Stays && !deleted) {
		return
	}
	d.Whole, d.Stays = "", false
	if len(d.Fields) == 0 {
		s.Drafts.Drop(drafts.Edit, it)
	} else {
		s.Drafts.Put(drafts.Edit, it, *d)
	}
}

func (w *Window) showItemAt(it snapshot.Item) {
	w.item = it
	w.goHome()
	w.readItem(it)
}

// batching is the state of resolving many conflicts at once.
type batchPages struct {
	*shell
	publisher *publisher
	edits     *editing
	planning  work.Last
	// cancel stops the saving; nil while nothing is being saved.
	cancel context.CancelFunc
	// begun holds the items that the person had already begun to resolve when saving started.
	begun map[edit.Ref]bool
}

// showBatch opens the page that resolves many conflicts at once.
func (c *batchPages) showBatch() {
	c.showForm(c.pages.batch())
	if c.cancel != nil {
		return
	}
	ask(c.shell, c.Names.Endpoints, func(all []store.Endpoint) {
		c.pages.batch().People(all)
	})
	c.pages.batch().Begin()
}

func (c *batchPages) batchShown() bool { return shows[*batch.Page](c.shell) }

// planBatch computes what a rule would do. A later call replaces an earlier one.
func (c *batchPages) planBatch(a batch.Asked) {
	chosen := c.choicesOf(c.now.Conflicts)
	work.AskBeside(&c.planning, c.Seam, func(ctx context.Context) ([]batch.Row, error) {
		plans, err := c.Conflicts.Plan(ctx, a.Rule, a.By, chosen)
		if err != nil {
			return nil, err
		}
		return batch.Rows(ctx, c.Speaker, a, plans)
	}, func(rows []batch.Row, err error) {
		if err != nil {
			c.Warn(err)
			c.pages.batch().Failed()
			return
		}
		c.pages.batch().Show(rows)
	})
}

// choicesOf returns the choices that the person has made so far for these conflicts.
func (c *batchPages) choicesOf(rows []snapshot.Row) map[edit.Ref]conflicts.SavedDraft {
	all := map[edit.Ref]conflicts.SavedDraft{}
	for _, r := range rows {
		if d, kept := c.Drafts.Get(drafts.Resolve, r.Item()); kept && d.Decides() {
			all[edit.Ref{Set: r.Set, ID: r.ID}] = d.SavedDraft
		}
	}
	return all
}

// replan updates the plan on the page after something changed.
func (c *batchPages) replan() {
	if c.batchShown() && c.cancel == nil {
		c.planBatch(c.pages.batch().Asked())
	}
}

// openPlanned opens an item of the plan on the conflict page.
func (c *batchPages) openPlanned(ref edit.Ref) { c.openResolve(itemAt(ref)) }

func itemAt(ref edit.Ref) snapshot.Item { return snapshot.Item{Set: ref.Set, ID: ref.ID} }

// hasBegun reports whether the person has begun to resolve an item.
func (c *batchPages) hasBegun(ref edit.Ref) bool {
	d, kept := c.Drafts.Get(drafts.Resolve, itemAt(ref))
	return kept && d.Decides()
}

// resolveBatch saves plans in the background.
func (c *batchPages) resolveBatch(plans []conflicts.Planned) {
	if c.cancel != nil {
		return
	}
	c.begun = map[edit.Ref]bool{}
	for _, p := range plans {
		c.begun[p.Ref] = c.hasBegun(p.Ref)
	}
	c.pages.batch().Busy(true)
	c.status.Show(wording.N("resolving-n-conflicts", "Resolving {{.N}} conflicts…", len(plans), wording.Data{"N": wording.Number(len(plans))}))
	c.status.Working(0, len(plans))
	c.cancel = c.stoppable(func(ctx context.Context) {
		o, err := c.Conflicts.ResolveMany(ctx, plans, c.steps(&c.cancel))
		c.Seam.UI(func() { c.resolvedBatch(o, err) })
	})
}

func (c *batchPages) stopBatch() {
	c.cancel()
	c.status.ShowMessage(wording.L("canceling-nothing-was-saved", "Canceling… Nothing was saved."))
}

// resolvedBatch reports what was resolved, and schedules publishing it.
func (c *batchPages) resolvedBatch(o edit.Outcome, err error) {
	c.cancel()
	c.cancel = nil
	c.idle()
	c.pages.batch().Busy(false)
	if err != nil {
		c.Warn(err)
		c.Reload()
		return
	}
	said := c.reportBatch(o)
	c.forgetBatch(o.Done)
	c.pages.batch().Saved(o.Done)
	for _, list := range resolvedLists(o.Done) {
		c.publisher.publishSoon(list, said)
	}
	if c.batchShown() {
		c.focus(c.pages.batch().Onward())
	}
	c.Reload()
}

// forgetBatch drops the drafts of items that were resolved, except those begun in the
// meantime and the one on the page.
func (c *batchPages) forgetBatch(done []edit.Ref) {
	for _, ref := range done {
		it := itemAt(ref)
		shown := c.resolving() && c.pages.resolve.Item() == it
		if begunSince := c.hasBegun(ref) && !c.begun[ref]; !shown && !begunSince {
			c.pages.resolve.Forget(it)
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
func (c *batchPages) reportBatch(o edit.Outcome) frame.Message {
	n := len(o.Done)
	text := wording.N("resolved-n-conflicts", "Resolved {{.N}} conflicts.", n, wording.Data{"N": wording.Number(n)})
	if n == 0 {
		text = ""
	}
	if len(o.Refused) == 0 {
		return c.edits.offerUndo(text, o.Edit)
	}
	return c.reportDone(text, o.Refused)
}
