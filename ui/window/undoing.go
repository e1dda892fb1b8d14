package window

import (
	"context"

	"fyne.io/fyne/v2/lang"

	"crossfeed/engine"
	"crossfeed/ui/say"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// undo takes the last edit back.
func (w *Window) undo() {
	w.turnBack(w.Engine.Undo, func(what string) string {
		return lang.L("Undone: {{.What}}. Ctrl+Y does it again.", say.Data{"What": what})
	})
}

// redo does again what was undone last.
func (w *Window) redo() {
	w.turnBack(w.Engine.Redo, func(what string) string {
		return lang.L("Done again: {{.What}}.", say.Data{"What": what})
	})
}

func (w *Window) turnBack(turn func(context.Context) (engine.Undone, error), text func(string) string) {
	work.Ask(w.Seam, turn, func(u engine.Undone, err error) {
		if err != nil {
			w.Warn(err)
			return
		}
		said := text(undoneText(u)) + refusedText(len(u.Refused))
		w.status.Say(said)
		w.Reload()
		w.showTurned(u)
		for _, set := range u.Sets {
			w.publish(set, said)
		}
	})
}

// showTurned goes on, on the settling page, with what was turned back there: an
// item that is to settle again, or the next one where it is settled again.
func (w *Window) showTurned(u engine.Undone) {
	if u.What != "settle" || len(u.Items) != 1 || !w.settling() {
		return
	}
	it := place.Item{Set: u.Items[0].Set, ID: u.Items[0].ID}
	w.pages.settle.OpenOrNext(it)
}

// refusedText says how many items were left as they are; nothing for none.
func refusedText(n int) string {
	if n == 0 {
		return ""
	}
	return " " + lang.N("{{.N}} items changed since, and stay as they are.", n, say.Data{"N": n})
}

// undoneText names an edit, with the item where it was about one.
func undoneText(u engine.Undone) string {
	word := editWord(u.What)
	switch len(u.Titles) {
	case 0:
		return word
	case 1:
		return lang.L("{{.What}} of “{{.Title}}”", say.Data{"What": word, "Title": say.Title(u.Titles[0])})
	}
	return lang.N("{{.What}} of {{.N}} items", len(u.Titles), say.Data{"What": word, "N": len(u.Titles)})
}

// editWord is the noun for what an edit did.
func editWord(what string) string {
	switch what {
	case "add":
		return lang.L("adding")
	case "delete":
		return lang.L("deleting")
	case "restore":
		return lang.L("restoring")
	case "complete":
		return lang.L("completing")
	case "order":
		return lang.L("ordering")
	case "move":
		return lang.L("moving")
	case "copy":
		return lang.L("copying")
	case "import":
		return lang.L("the import")
	case "join":
		return lang.L("joining")
	case "settle":
		return lang.L("the settling")
	}
	return lang.L("the change")
}
