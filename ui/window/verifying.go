package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/status"
)

// verify reads everything that is stored.
func (w *Window) verify() { w.verifyWith(engine.VerifyOptions{}) }

func (w *Window) verifyWith(o engine.VerifyOptions) {
	begun := runLong(w, lang.L("Verifying the data…"), func(ctx context.Context, progress func(done, all int)) (engine.Verified, error) {
		o.Progress, o.Note = progress, true
		return w.Engine.Verify(ctx, o)
	}, func(v engine.Verified, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		w.verified(v, o.Repair)
	}, func() {})
	if !begun {
		w.status.Say(waitForOther())
	}
}

// verified says what was found, and offers to repair it.
func (w *Window) verified(v engine.Verified, repaired bool) {
	n := engine.DamagedItems(v.Faults)
	if !v.Structure {
		w.damagedItems = n
	}
	w.standDamage()
	switch {
	case repaired:
		w.Reload()
		text := lang.N("Repaired {{.N}} items.", engine.DamagedItems(v.Repaired), say.Data{"N": say.Number(engine.DamagedItems(v.Repaired))})
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
