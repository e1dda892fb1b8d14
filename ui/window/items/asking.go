package items

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"

	"crossfeed/engine/record"
	"crossfeed/engine/record/quick"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
)

// asking is a line above the rows that asks for what an action needs.
type asking struct {
	object *fyne.Container
	pane   *Pane
	name   *widget.Line
	entry  *widget.Entry
	answer *widget.Line
	// read makes an action of what was typed and says it in words; ok is false
	// where it means nothing.
	read func(text string) (a Action, words string, ok bool)
}

func newAsking(keys *widget.Keys, p *Pane) *asking {
	a := &asking{pane: p, name: widget.NewWholeLine("", widget.Look{}), answer: widget.NewLine("", widget.Look{Color: theme.Quiet})}
	own := keys.Behind(widget.Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			a.leave()
			return true
		}
		return false
	}})
	a.entry = widget.NewEntry(own, "")
	a.entry.OnChanged = func(string) { a.say() }
	a.entry.OnSubmitted = func(string) { a.submit() }
	a.object = container.NewVBox(widget.Border(nil, nil, container.NewCenter(a.name), nil, a.entry), a.answer)
	a.object.Hide()
	return a
}

// open asks.
func (a *asking) open(name, placeholder string, read func(string) (Action, string, bool)) {
	if len(a.pane.Chosen()) == 0 {
		return
	}
	a.read = read
	a.name.SetText(name)
	a.entry.SetPlaceHolder(placeholder)
	a.entry.Put("")
	a.say()
	a.object.Show()
	a.pane.layOut()
	if c := fyne.CurrentApp().Driver().CanvasForObject(a.entry); c != nil {
		c.Focus(a.entry)
	}
}

// say tells what the answer means.
func (a *asking) say() {
	_, words, _ := a.read(a.entry.Text)
	a.answer.SetText(words)
}

func (a *asking) submit() {
	action, _, ok := a.read(a.entry.Text)
	if !ok {
		return
	}
	a.leave()
	a.pane.Do(action)
}

// leave closes the line and goes back to the rows.
func (a *asking) leave() {
	a.close()
	a.pane.FocusList()
}

func (a *asking) close() {
	if a.object.Visible() {
		a.object.Hide()
		a.pane.layOut()
	}
}

// AskDue asks when what is chosen is due.
func (p *Pane) AskDue() {
	p.ask.open(lang.L("Due"), lang.L("tomorrow, fri 18:00, 27.11. — nothing takes it off"), func(text string) (Action, string, bool) {
		if strings.TrimSpace(text) == "" {
			return Action{Verb: SetDue}, lang.L("Enter: not due any more. Esc: leave it."), true
		}
		d, ok := quick.Date(text, p.speaker.Typing())
		if !ok {
			return Action{}, lang.L("That is no date yet."), false
		}
		return Action{Verb: SetDue, Value: d.String()}, p.speaker.Date(d.String()), true
	})
}

// AskTags asks which tags what is chosen gets or loses.
func (p *Pane) AskTags() {
	p.ask.open(lang.L("Tags"), lang.L("dairy shop −veg: adds two, takes one off"), func(text string) (Action, string, bool) {
		var put, off []string
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }) {
			word = strings.TrimPrefix(word, "#")
			if bare, minus := cutMinus(word); minus {
				off = append(off, strings.TrimPrefix(bare, "#"))
			} else {
				put = append(put, word)
			}
		}
		off = slices.DeleteFunc(off, func(s string) bool { return s == "" })
		words := strings.TrimSpace("+ " + strings.Join(put, ", "))
		if len(off) > 0 {
			words += "   − " + strings.Join(off, ", ")
		}
		if len(put)+len(off) == 0 {
			return Action{}, "", false
		}
		return Action{Verb: ChangeTags, Value: record.FormatTags(put), Without: record.FormatTags(off)}, words, true
	})
}

// cutMinus takes a minus off, be it typed or as it is shown.
func cutMinus(word string) (string, bool) {
	for _, minus := range []string{"-", "−"} {
		if bare, is := strings.CutPrefix(word, minus); is {
			return bare, true
		}
	}
	return word, false
}
