package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/say"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// makeEngine makes records of notes, which they may have been before another program
// changed them.
type makeEngine interface {
	Make(ctx context.Context, set, id string, k record.Kind) (*item.Item, error)
	MakeAll(ctx context.Context, items []engine.Ref, k record.Kind) (engine.Outcome, error)
	Lost(ctx context.Context, set, id string) (record.Kind, error)
}

// makeRecords makes of the notes that are chosen what their list is for.
func (w *Window) makeRecords() {
	if w.pages.shown != page(w.pages.home) || !w.items.MakeRecords() {
		w.status.Say(lang.L("Choose a note in a list of todos or contacts first."))
	}
}

// makeRecord makes a record of a note.
func (w *Window) makeRecord(it place.Item, k record.Kind) {
	work.Ask(w.Seam, func(ctx context.Context) (*item.Item, error) {
		return w.Engine.Make(ctx, it.Set, it.ID, k)
	}, func(now *item.Item, err error) {
		if err != nil {
			w.notSaved(it, err)
			return
		}
		w.done(it.Set, madeText(k, lang.L("“{{.Title}}”", say.Data{"Title": now.Winner.Title()})))
	})
}

// madeText says that a record was made of notes.
func madeText(k record.Kind, what string) string {
	data := say.Data{"What": what}
	if k == record.Contact {
		return lang.L("Made a contact: {{.What}}. Ctrl+Z undoes it.", data)
	}
	return lang.L("Made a todo: {{.What}}. Ctrl+Z undoes it.", data)
}
