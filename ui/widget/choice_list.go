package widget

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// mostInMenu is how many words a menu has. Fyne makes a widget for each line of a menu, and a
// list makes those that are in sight alone.
const mostInMenu = 50

// open opens the words: a few as a menu, many as a list.
func (c *Choice) open() {
	if len(c.Options) > mostInMenu {
		c.openList()
		return
	}
	c.Select.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
}

// Tapped opens the words.
func (c *Choice) Tapped(ev *fyne.PointEvent) {
	if c.Disabled() || len(c.Options) <= mostInMenu {
		c.Select.Tapped(ev)
		return
	}
	if in := fyne.CurrentApp().Driver().CanvasForObject(c); in != nil {
		in.Focus(c)
	}
	c.openList()
}

// openList opens the words as a list below the choice. Typing the beginning of a word leads
// to it, Enter and a click choose it, and Escape changes nothing.
func (c *Choice) openList() {
	in := fyne.CurrentApp().Driver().CanvasForObject(c)
	if in == nil {
		return
	}
	var over *widget.PopUp
	choose := func(i int) {
		over.Hide()
		c.SetSelectedIndex(i)
	}
	list := NewList(&Keys{Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			over.Hide()
		}
		return true
	}}, func() fyne.CanvasObject { return newWord() }, func(i int, into fyne.CanvasObject) {
		w := into.(*word)
		w.text.SetText(c.Options[i])
		w.tapped = func() { choose(i) }
	})
	list.Text = func(i int) string { return c.Options[i] }
	list.OnEntered = choose
	over = widget.NewPopUp(list, in)
	const rows = 12
	pad := fynetheme.Padding()
	height := min(rows*(newWord().MinSize().Height+pad)+2*pad, in.Size().Height-2*pad)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c).AddXY(0, c.Size().Height)
	at.Y = max(pad, min(at.Y, in.Size().Height-height-pad))
	over.ShowAtPosition(at)
	over.Resize(fyne.NewSize(c.Size().Width, height))
	list.SetRows(len(c.Options), c.SelectedIndex())
	in.Focus(list)
}

// word is a row of the list of words, which a click chooses.
type word struct {
	widget.BaseWidget
	text   *Line
	tapped func()
}

func newWord() *word {
	w := &word{text: NewLine("", Look{})}
	w.ExtendBaseWidget(w)
	return w
}

// Tapped chooses the word.
func (w *word) Tapped(*fyne.PointEvent) { w.tapped() }

// CreateRenderer draws the text.
func (w *word) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(0, 0, fynetheme.Padding(), fynetheme.Padding()), w.text))
}
