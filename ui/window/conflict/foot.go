package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts/session"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
)

// foot is the sentence that says what saving will do, and the buttons that do
// it or put it off.
type foot struct {
	object   *fyne.Container
	sentence *widget.Words
	save     *widget.Button
}

// sentenceRows are as many as the sentence needs where the window is narrow and
// the text large.
const sentenceRows = 4

func newFoot(keys *widget.Keys, p *Page) *foot {
	f := &foot{sentence: widget.NewWords(sentenceRows), save: widget.NewMainButton(keys, "", p.Save)}
	buttons := container.NewHBox(f.save, widget.NewButton(keys, lang.L("Later  Esc"), p.Leave))
	f.object = widget.Border(nil, nil, container.NewCenter(buttons), nil, widget.Middle(f.sentence))
	return f
}

func (f *foot) show(s *session.Session) {
	o := s.Outcome()
	f.sentence.Set(outcomeText(o), widget.Look{})
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		f.sentence.Set(lang.L("Left to choose: deleted or not."), widget.Look{})
	}
	text := lang.L("Save  Ctrl+Enter")
	switch {
	case o.ToChoose > 0:
		text = lang.L("Go on choosing  Ctrl+Enter")
	case o.Confirms && s.Circle() != "":
		text = lang.L("Leave it at the top level  Ctrl+Enter")
	case o.Confirms:
		text = lang.L("Confirm  Ctrl+Enter")
	case !s.Changed():
		text = lang.L("Accept the proposal  Ctrl+Enter")
	}
	f.save.Enable()
	if f.save.Text != text {
		f.save.SetText(text)
		widget.LayOut(f.object)
	}
}

// end says that there is nothing to save any more.
func (f *foot) end() {
	f.save.Disable()
	f.sentence.Set("", widget.Look{})
}

// outcomeText says what saving will do.
func outcomeText(o session.Outcome) string {
	if o.ToChoose > 0 {
		return lang.N("{{.N}} fields are left to choose.", o.ToChoose, say.Data{"N": o.ToChoose})
	}
	first := lang.L("Saves update {{.N}} by you.", say.Data{"N": o.Update})
	switch {
	case o.Deletes && o.Confirms:
		first = lang.L("Confirms the deletion: update {{.N}} by you.", say.Data{"N": o.Update})
	case o.Deletes:
		first = lang.L("Deletes the item: update {{.N}} by you.", say.Data{"N": o.Update})
	}
	if o.Settled+o.Open > 0 {
		first += " " + settledText(o.Settled) + " " + openLeft(o.Open)
	}
	return first + offeredText(o)
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

// offeredText says what becomes of versions that are offered again.
func offeredText(o session.Outcome) string {
	text := ""
	if o.Answered > 0 {
		text += " " + lang.N("{{.N}} offered versions are answered.", o.Answered, say.Data{"N": o.Answered})
	}
	if o.Offered > 0 {
		text += " " + lang.N("{{.N}} stay offered.", o.Offered, say.Data{"N": o.Offered})
	}
	return text
}
