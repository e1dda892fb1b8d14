package window

import (
	"slices"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/status"
)

// resolvedBatch says what was resolved, and lets the others know.
func (w *Window) resolvedBatch(o engine.Outcome, err error) {
	w.batching.cancel()
	w.batching.cancel = nil
	w.idle()
	w.pages.batch().Busy(false)
	if err != nil {
		w.Warn(err)
		w.Reload()
		return
	}
	said := w.tellBatch(o)
	w.forgetBatch(o.Done)
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
func (w *Window) forgetBatch(done []engine.Ref) {
	for _, ref := range done {
		it := itemAt(ref)
		shown := w.settling() && w.pages.settle.Item() == it
		if begunSince := w.hasBegun(ref) && !w.batching.begun[ref]; !shown && !begunSince {
			w.pages.settle.Forget(it)
		}
	}
}

func resolvedLists(all []engine.Ref) (sets []string) {
	for _, ref := range all {
		if !slices.Contains(sets, ref.Set) {
			sets = append(sets, ref.Set)
		}
	}
	return sets
}

// tellBatch says how many conflicts were resolved, and how many could not be.
func (w *Window) tellBatch(o engine.Outcome) status.Message {
	n := len(o.Done)
	text := lang.N("Resolved {{.N}} conflicts.", n, say.Data{"N": say.Number(n)})
	if n == 0 {
		text = ""
	}
	if len(o.Refused) == 0 {
		return w.offerUndo(text)
	}
	return w.sayDone(text, o.Refused)
}
