package settle

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/settle/session"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// foot is the sentence that says what saving will do, and the buttons that do
// it or put it off.
type foot struct {
	object   fyne.CanvasObject
	sentence *widget.Words
}

// sentenceRows are as many as the sentence needs where the window is narrow and
// the text large.
const sentenceRows = 4

func newFoot(keys *widget.Keys, p *Page) *foot {
	f := &foot{sentence: widget.NewWords(sentenceRows)}
	buttons := container.NewHBox(
		widget.NewMainButton(keys, lang.L("Save  Ctrl+Enter"), p.Save),
		widget.NewButton(keys, lang.L("Later  Esc"), p.Leave))
	f.object = widget.Border(nil, nil, container.NewCenter(buttons), nil, widget.Middle(f.sentence))
	return f
}

func (f *foot) show(o session.Outcome) { f.sentence.Set(outcomeText(o), widget.Look{}) }

// outcomeText says what saving will do.
func outcomeText(o session.Outcome) string {
	first := lang.L("Saves update {{.N}} by you.", say.Data{"N": o.Update})
	if o.Deletes {
		first = lang.L("Deletes the item: update {{.N}} by you.", say.Data{"N": o.Update})
	}
	return first + " " + settledText(o.Settled) + " " + openLeft(o.Open)
}

func settledText(n int) string {
	if n == 0 {
		return lang.L("No version goes into the history,")
	}
	return lang.N("{{.N}} versions go into the history,", n, say.Data{"N": n})
}

func openLeft(n int) string {
	if n == 0 {
		return lang.L("none stays open.")
	}
	return lang.N("{{.N}} stay open.", n, say.Data{"N": n})
}
