package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/status"
	"crossfeed/ui/window/work"
)

// verifying is a verification of the data while it runs.
type verifying struct {
	asking work.Last
	busy   bool
}

// verify reads everything that is stored.
func (w *Window) verify() { w.verifyWith(engine.VerifyOptions{}) }

func (w *Window) verifyWith(o engine.VerifyOptions) {
	if w.verifying.busy {
		return
	}
	w.verifying.busy = true
	w.status.Say(lang.L("Verifying the data…"))
	w.status.Working(0, 0)
	o.Progress = func(done, all int) {
		w.Seam.UI(func() {
			if w.verifying.busy {
				w.status.Working(done, all)
			}
		})
	}
	work.AskBeside(&w.verifying.asking, w.Seam, func(ctx context.Context) (engine.Verified, error) {
		return w.Engine.Verify(ctx, o)
	}, func(v engine.Verified, err error) {
		w.verifying.busy = false
		w.idle()
		if err != nil {
			w.Warn(err)
			return
		}
		w.verified(v, o.Repair)
	})
}

// stopVerifying gives up what was begun: nothing of it is kept.
func (w *Window) stopVerifying() {
	w.verifying.asking.Cancel()
	w.verifying.busy = false
	w.idle()
	w.status.Say(lang.L("Cancelled. Nothing was half done."))
}

// verified says what was found, and offers to repair it.
func (w *Window) verified(v engine.Verified, repaired bool) {
	n := itemsIn(v.Faults)
	switch {
	case repaired:
		w.Reload()
		text := lang.N("Repaired {{.N}} items.", itemsIn(v.Repaired), say.Data{"N": say.Number(itemsIn(v.Repaired))})
		if n > 0 {
			text += " " + lang.N("{{.N}} items could not be fetched again.", n, say.Data{"N": say.Number(n)})
		}
		if v.Kept != "" {
			text += " " + lang.L("The data as it was is in {{.Path}}.", say.Data{"Path": v.Kept})
		}
		w.status.Say(text)
	case v.Structure:
		w.Warn(engine.ErrStructure)
	case n > 0:
		w.status.Offer(lang.N("{{.N}} items are damaged. Everything else can be used.", n, say.Data{"N": say.Number(n)}),
			status.Action{Text: lang.L("Repair"), Do: func() { w.verifyWith(engine.VerifyOptions{Repair: true}) }})
	default:
		w.status.Say(lang.N("Verified {{.N}} items: nothing is damaged.", v.Items, say.Data{"N": say.Number(v.Items)}))
	}
}

// itemsIn counts the items of which something is damaged: one may have several faults.
func itemsIn(faults []engine.Fault) int {
	items := map[[2]string]bool{}
	for _, f := range faults {
		items[[2]string{f.List, f.Item}] = true
	}
	return len(items)
}
