package widget

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/display"
)

// Choice selects one of several words. Space, Enter, Up, Down and Alt+Down open them, as a
// menu if they are few and as a list otherwise; Left and Right select the previous and the
// next one.
type Choice struct {
	widget.Select
	// OnChosen is called with the index of the word that a person chooses.
	OnChosen func(int)

	keys  *Keys
	ring  ring
	words []string
	fixed bool
}

// NewChoice returns a choice of distinct words. The first one is selected.
func NewChoice(keys *Keys, words []string, chosen func(int)) *Choice {
	c := &Choice{OnChosen: chosen, keys: keys, ring: newRing(fynetheme.ColorNameForeground)}
	c.OnChanged = guarded(keys, func(string) {
		if c.OnChosen != nil {
			c.OnChosen(c.SelectedIndex())
		}
	})
	c.ExtendBaseWidget(c)
	c.SetWords(words)
	c.Put(0)
	return c
}

// SetWords changes the available words. The choice is as wide as the longest word, unless
// RoomFor was called.
func (c *Choice) SetWords(words []string) {
	if slices.Equal(words, c.words) {
		return
	}
	c.words = slices.Clone(words)
	words = labels(words)
	longest := utf8.RuneCountInString(c.PlaceHolder)
	for _, w := range words {
		if n := utf8.RuneCountInString(w); !c.fixed && n > longest {
			c.PlaceHolder, longest = w, n
		}
	}
	c.SetOptions(words)
}

// labels returns the labels of words; they are distinct, too.
func labels(words []string) []string {
	all, taken := make([]string, len(words)), make(map[string]int, len(words))
	for i, w := range words {
		label := display.Label(w)
		for shown := label; taken[label] > 0; {
			taken[shown]++
			label = shown + " (" + strconv.Itoa(taken[shown]) + ")"
		}
		all[i] = label
		taken[label]++
	}
	return all
}

// RoomFor makes the choice as wide as a text, whatever its words, so that choices below each
// other have the same width.
func (c *Choice) RoomFor(text string) {
	c.PlaceHolder, c.fixed = display.Label(text), true
	c.Refresh()
}

// Put selects a word without calling OnChosen.
func (c *Choice) Put(i int) {
	if i >= 0 && i < len(c.Options) && c.Selected != c.Options[i] {
		c.Selected = c.Options[i]
		c.Refresh()
	}
}

// CreateRenderer draws a border and the ring over Fyne's choice.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	return ringed{newFramed(c, c.Select.CreateRenderer(), fynetheme.ColorNameInputBorder), c.ring}
}

// FocusGained shows the ring and reports the focus.
func (c *Choice) FocusGained() {
	c.Select.FocusGained()
	c.ring.show(true)
	c.keys.focused(c)
}

// FocusLost hides the ring.
func (c *Choice) FocusLost() {
	c.Select.FocusLost()
	c.ring.show(false)
}

// TypedKey opens the words, selects another one, or forwards the key.
func (c *Choice) TypedKey(ev *fyne.KeyEvent) {
	switch {
	case c.Disabled():
		c.keys.key(ev)
	case ev.Name == fyne.KeySpace:
		c.keys.useSpace()
		c.open()
	case IsEnter(ev.Name), ev.Name == fyne.KeyUp, ev.Name == fyne.KeyDown:
		c.open()
	case ev.Name == fyne.KeyLeft, ev.Name == fyne.KeyRight:
		c.Select.TypedKey(ev)
	default:
		c.keys.key(ev)
	}
}

// TypedRune forwards characters; Space has already been handled as a key.
func (c *Choice) TypedRune(r rune) { c.keys.afterKey(r) }

// TypedShortcut opens the words on Alt+Down and forwards other shortcuts.
func (c *Choice) TypedShortcut(s fyne.Shortcut) {
	if IsAltDown(s) && !c.Disabled() {
		c.open()
		return
	}
	c.keys.shortcut(s)
}

// IsAltDown reports whether a shortcut is Alt+Down, which opens choices and menus.
func IsAltDown(s fyne.Shortcut) bool {
	custom, is := s.(*desktop.CustomShortcut)
	return is && custom.KeyName == fyne.KeyDown && custom.Modifier == fyne.KeyModifierAlt
}

// mostInMenu limits the number of words in a menu. Fyne creates a widget for each line of a
// menu, but a list only for the visible ones.
const mostInMenu = 50

// open opens the words: as a menu if they are few, else as a list.
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

// openList opens the words as a list below the choice. Typing the beginning of a word marks
// it, Enter and clicks select it, and Escape closes the list.
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
	list := NewList(&Keys{Guard: c.keys.Guard, Key: func(ev *fyne.KeyEvent) bool {
		if ev.Name == fyne.KeyEscape {
			over.Hide()
		}
		return true
	}}, func() fyne.CanvasObject { return newWord() }, func(i int, into fyne.CanvasObject) {
		w := into.(*word)
		w.text.SetText(c.Options[i])
		w.tapped = func() { c.keys.Handle(func() { choose(i) }) }
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

// word is a row of the list of words; a click selects it.
type word struct {
	widget.BaseWidget
	text   *Line
	tapped func()
}

func newWord() *word {
	w := &word{text: NewLine("", TextStyle{})}
	w.ExtendBaseWidget(w)
	return w
}

// Tapped selects the word.
func (w *word) Tapped(*fyne.PointEvent) { w.tapped() }

// CreateRenderer draws the text.
func (w *word) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(0, 0, fynetheme.Padding(), fynetheme.Padding()), w.text))
}
