package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
)

// settledBatch says what was settled, and lets the others know.
func (w *Window) settledBatch(o engine.Outcome, err error) {
	w.batching.cancel()
	w.batching.cancel = nil
	w.idle()
	w.pages.batch.Busy(false)
	if err != nil {
		w.Warn(err)
		w.Reload()
		return
	}
	text := w.tellBatch(o)
	w.forgetBatch(o.Done)
	for _, set := range settledSets(o.Done) {
		w.publish(set, text)
	}
	if w.batchShown() {
		w.focus(w.pages.batch.Onward())
	}
	w.Reload()
}

// forgetBatch forgets what a person had begun of items that were settled. What they
// began meanwhile, or have before them, stays a draft.
func (w *Window) forgetBatch(done []engine.Ref) {
	for _, ref := range done {
		it := itemAt(ref)
		shown := w.settling() && w.pages.settle.Item() == it
		if begunSince := w.hasBegun(ref) && !w.batching.begun[ref]; !shown && !begunSince {
			w.pages.settle.Forget(it)
		}
	}
}

func settledSets(all []engine.Ref) (sets []string) {
	for _, ref := range all {
		if !slices.Contains(sets, ref.Set) {
			sets = append(sets, ref.Set)
		}
	}
	return sets
}

// tellBatch says how many items were settled, and how many could not be.
func (w *Window) tellBatch(o engine.Outcome) string {
	n := len(o.Done)
	text := lang.N("Settled {{.N}} items. Ctrl+Z takes all of it back.", n, say.Data{"N": say.Number(n)})
	if n == 0 {
		text = ""
	}
	if len(o.Refused) == 0 {
		w.status.Say(text)
		return text
	}
	w.status.Warn(strings.TrimSpace(text + " " + lang.N("{{.N}} could not be changed: {{.Why}}", len(o.Refused), say.Data{
		"N": len(o.Refused), "Why": reason(o.Refused[0].Err),
	})))
	return text
}
