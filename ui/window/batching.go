package window

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/ui/say"
	"crossfeed/ui/window/batch"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

type batchEngine interface {
	Endpoints(ctx context.Context) ([]store.Endpoint, error)
	PlanSettling(ctx context.Context, rule engine.Rule, by string, items ...engine.Ref) ([]engine.Planned, error)
	SettleAll(ctx context.Context, plans []engine.Planned, progress func(done, all int)) (engine.Outcome, error)
}

// batching is the settling of many items at once.
type batching struct {
	planning work.Last
	// cancel ends the settling that runs; nil while none does.
	cancel context.CancelFunc
	// begun are the items that a person had begun to settle when it began.
	begun map[engine.Ref]bool
}

// showBatch opens the page on which many items are settled at once.
func (w *Window) showBatch() {
	w.showForm(w.pages.batch)
	if w.batching.cancel != nil {
		return
	}
	work.Ask(w.Seam, w.Engine.Endpoints, func(all []store.Endpoint, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.pages.batch.People(all)
	})
	w.pages.batch.Begin()
}

func (w *Window) batchShown() bool { return w.pages.shown == page(w.pages.batch) }

// planBatch reads what a rule would do. Another rule overtakes it.
func (w *Window) planBatch(a batch.Asked) {
	work.AskBeside(&w.batching.planning, w.Seam, func(ctx context.Context) ([]batch.Row, error) {
		plans, err := w.Engine.PlanSettling(ctx, a.Rule, a.By)
		if err != nil {
			return nil, err
		}
		return batch.Rows(ctx, w.Speaker, a, plans)
	}, func(rows []batch.Row, err error) {
		if err != nil {
			w.Warn(err)
		}
		w.pages.batch.Show(rows)
	})
}

// replan reads anew what the page shows: something changed.
func (w *Window) replan() {
	if w.batchShown() && w.batching.cancel == nil {
		w.planBatch(w.pages.batch.Asked())
	}
}

// openPlanned shows an item of the page on the settling page.
func (w *Window) openPlanned(ref engine.Ref) { w.openSettle(itemAt(ref)) }

func itemAt(ref engine.Ref) place.Item { return place.Item{Set: ref.Set, ID: ref.ID} }

// hasBegun tells whether a person began to settle an item.
func (w *Window) hasBegun(ref engine.Ref) bool {
	_, begun := w.Drafts.Get(drafts.Settle, itemAt(ref))
	return begun
}

// settleBatch saves what was planned, beside everything else.
func (w *Window) settleBatch(plans []engine.Planned) {
	if w.batching.cancel != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.batching.cancel, w.batching.begun = cancel, map[engine.Ref]bool{}
	for _, p := range plans {
		w.batching.begun[p.Ref] = w.hasBegun(p.Ref)
	}
	w.pages.batch.Busy(true)
	w.status.Say(lang.N("Settling {{.N}} items…", len(plans), say.Data{"N": say.Number(len(plans))}))
	w.status.Working(0, len(plans))
	w.Seam.Aside(func(outer context.Context) {
		defer context.AfterFunc(outer, cancel)()
		o, err := w.Engine.SettleAll(ctx, plans, w.batchProgress)
		w.Seam.UI(func() { w.settledBatch(o, err) })
	})
}

// batchProgress shows how far it is, in steps that can be seen.
func (w *Window) batchProgress(done, all int) {
	const steps = 100
	if step := max(all/steps, 1); done%step != 0 && done != all {
		return
	}
	w.Seam.UI(func() {
		if w.batching.cancel != nil {
			w.status.Working(done, all)
		}
	})
}

func (w *Window) stopBatch() {
	w.batching.cancel()
	w.status.Say(lang.L("Stopping: nothing is settled then…"))
}

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
		shown := w.settling() && w.pages.settle.Shown().Item == it
		if begunSince := w.hasBegun(ref) && !w.batching.begun[ref]; !shown && !begunSince {
			w.forget(it)
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
