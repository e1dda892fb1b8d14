package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/say"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// foot says what saving will do and what is left to choose, above the buttons that
// save or skip.
type foot struct {
	object   *fyne.Container
	sentence *widget.Words
	left     *widget.Line
	save     *widget.Button
}

// sentenceRows are as many as the sentence needs where the window is narrow and
// the text large.
const sentenceRows = 3

func newFoot(keys *widget.Keys, p *Page) *foot {
	f := &foot{sentence: widget.NewWords(sentenceRows), save: widget.NewMainButton(keys, "", p.Save)}
	f.left = widget.NewWholeLine("", widget.Look{Color: theme.Attention, Style: fyne.TextStyle{Bold: true}})
	buttons := container.NewHBox(f.save, widget.NewButton(keys, lang.L("Skip for now  Esc"), p.Leave), f.left)
	f.object = container.NewVBox(f.sentence, buttons)
	return f
}

func (f *foot) show(s *conflicts.Session, drops []conflicts.Drop) {
	o := s.Outcome()
	sentence := outcomeText(o)
	if dropped := dropsText(s, drops); dropped != "" {
		sentence += " " + dropped
	}
	f.sentence.Set(sentence, widget.Look{})
	if open := s.Open(); len(open) > 0 && open[0] == "" {
		f.sentence.Set(lang.L("Keep or delete?"), widget.Look{})
	}
	text, left := lang.L("Save  Ctrl+Enter"), ""
	switch {
	case o.ToChoose > 0:
		text = lang.L("Next choice  Ctrl+Enter")
		n := choicesLeft(s)
		left = lang.N("{{.N}} choices left", n, say.Data{"N": n})
	case o.Confirms && s.Circle() != "":
		text = lang.L("Leave it at the top level  Ctrl+Enter")
	case o.Confirms:
		text = lang.L("Confirm  Ctrl+Enter")
	case !s.Changed():
		text = lang.L("Accept merge  Ctrl+Enter")
	}
	f.save.Enable()
	f.left.SetText(left)
	if f.save.Text != text {
		f.save.SetText(text)
		widget.LayOut(f.object)
	}
}

// choicesLeft is the number of places that are open: of a text, its stretches.
func choicesLeft(s *conflicts.Session) int {
	n := 0
	for _, field := range s.Open() {
		open := 0
		for _, h := range s.Hunks(field) {
			if h.Open {
				open++
			}
		}
		n += max(open, 1)
	}
	return n
}

// end leaves nothing to save.
func (f *foot) end() {
	f.save.Disable()
	f.sentence.Set("", widget.Look{})
	f.left.SetText("")
}

// outcomeText says what saving will do.
func outcomeText(o conflicts.Outcome) string {
	data := say.Data{"N": o.Update}
	text := lang.L("Saves the result as update {{.N}}.", data)
	switch {
	case o.Deletes && o.Confirms:
		text = lang.L("Confirms the deletion as update {{.N}}.", data)
	case o.Deletes:
		text = lang.L("Deletes the item, as update {{.N}}.", data)
	}
	if o.Restores && o.ToChoose == 0 {
		text += " " + lang.L("Restores the deleted item that it is in.")
	}
	if n := o.Settled + o.Answered; n > 0 {
		text += " " + lang.N("The other {{.N}} versions stay in the history.", n, say.Data{"N": n})
	}
	if n := o.Open + o.Offered; n > 0 {
		text += " " + lang.N("{{.N}} versions are not included and stay open.", n, say.Data{"N": n})
	}
	return text
}
