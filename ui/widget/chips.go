package widget

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"crossfeed/ui/theme"
	"crossfeed/ui/wording"
)

// Chip is a short text that can be removed: by a click, or by Delete, Backspace, Space or
// Enter while it has the focus.
type Chip struct {
	widget.BaseWidget
	// OnRemoved is called when a person removes the chip.
	OnRemoved func()

	keys   *Keys
	ring   ring
	ground *Ground
	sign   *icon
	off    *widget.Icon
	left   *fyne.Container
	text   *Line
	line   *fyne.Container
}

// NewChip returns a chip with a text.
func NewChip(keys *Keys, text string) *Chip {
	c := &Chip{keys: keys, ring: newRing(theme.Ring), ground: NewGround(fynetheme.ColorNameButton)}
	c.ground.rounded = true
	c.sign = newIcon()
	c.left = container.NewCenter(c.sign)
	c.text = NewLine(text, TextStyle{})
	c.off = widget.NewIcon(fynetheme.CancelIcon())
	right := container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(fynetheme.IconInlineSize()*0.7), c.off))
	c.line = Border(nil, nil, c.left, right, c.text)
	c.ExtendBaseWidget(c)
	c.Set(ChipText{Text: text})
	return c
}

// ChipText is the content of a chip: a text, and an icon in front of it, or nil for none.
type ChipText struct {
	Sign fyne.Resource
	Text string
	// Ask means that the chip is a question, which "removing" it answers with yes.
	Ask bool
}

// Set changes the content of the chip.
func (c *Chip) Set(t ChipText) {
	c.sign.set(t.Sign, fynetheme.IconInlineSize()*0.7)
	c.left.Hidden = t.Sign == nil
	c.text.SetText(t.Text)
	if right := fynetheme.CancelIcon(); !t.Ask && c.off.Resource != right {
		c.off.SetResource(right)
	} else if t.Ask {
		c.off.SetResource(fynetheme.ContentAddIcon())
	}
	c.Refresh()
}

// Text returns the text of the chip.
func (c *Chip) Text() string { return c.text.Text() }

// Wants returns the width that the whole chip needs.
func (c *Chip) Wants() float32 { return c.MinSize().Width + c.text.Needs() }

// CreateRenderer draws the chip, and the ring over it.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	inside := container.New(layout.NewCustomPaddedLayout(2, 2, 8, 6), c.line)
	drawn := widget.NewSimpleRenderer(container.NewStack(c.ground, inside))
	return ringed{newFramed(c, drawn, theme.Outline), c.ring}
}

func (c *Chip) Cursor() desktop.Cursor { return desktop.PointerCursor }

// Tapped removes the chip.
func (c *Chip) Tapped(*fyne.PointEvent) { c.remove() }

func (c *Chip) remove() {
	if c.OnRemoved != nil {
		c.keys.Handle(c.OnRemoved)
	}
}

// FocusGained shows the ring and reports the focus.
func (c *Chip) FocusGained() {
	c.ring.show(true)
	c.keys.focused(c)
}

// FocusLost hides the ring.
func (c *Chip) FocusLost() { c.ring.show(false) }

// TypedKey removes the chip or forwards the key.
func (c *Chip) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeySpace:
		c.keys.useSpace()
		c.remove()
	case fyne.KeyDelete, fyne.KeyBackspace, fyne.KeyReturn, fyne.KeyEnter:
		c.remove()
	default:
		c.keys.key(ev)
	}
}

// TypedRune forwards characters, except for Space, which has already removed the chip.
func (c *Chip) TypedRune(r rune) { c.keys.afterKey(r) }

// TypedShortcut forwards the shortcut.
func (c *Chip) TypedShortcut(s fyne.Shortcut) { c.keys.shortcut(s) }

// Chips arranges chips in rows that wrap.
type Chips struct {
	// OnRemoved is called with the index of the chip that a person removes. The owner then
	// sets the remaining chips.
	OnRemoved func(i int)
	// After receives the focus when the chip that had it was the last one.
	After fyne.Focusable
	// OnGrown is called after a person made more chips visible.
	OnGrown func()

	keys   *Keys
	object *fyne.Container
	chips  []*Chip
	// n chips were set, whose content text returns. At most most of them are shown; more shows
	// others.
	n, most int
	text    func(i int) ChipText
	more    *Button
	// locked chips cannot be removed.
	locked bool
}

// NewChips returns an empty row of chips.
func NewChips(keys *Keys) *Chips {
	c := &Chips{keys: keys, object: container.New(&flow{}), most: mostChips, OnGrown: func() {}}
	c.more = NewQuietButton(keys, nil, wording.L("show-more", "Show more"), c.showMore)
	return c
}

// Object returns the root object; it is hidden while there are no chips.
func (c *Chips) Object() fyne.CanvasObject { return c.object }

// Chips returns the visible chips.
func (c *Chips) Chips() []*Chip { return slices.Clone(c.chips) }

// mostChips limits how many chips are shown at first, and how many more the button shows: each
// of them takes time to lay out.
const mostChips = 50

// Set shows n chips, or if there are too many, the first ones, the number of the rest, and a
// button that shows more. text returns the content of a chip. If a chip had the focus, the one
// at its position receives it.
func (c *Chips) Set(n int, text func(i int) ChipText) {
	had := c.focused()
	c.n, c.text = n, text
	shown := min(n, c.most)
	for len(c.chips) < shown {
		c.grow()
	}
	c.chips = c.chips[:shown]
	c.object.Objects = nil
	for i, chip := range c.chips {
		chip.Set(text(i))
		c.object.Objects = append(c.object.Objects, chip)
	}
	if more := n - shown; more > 0 {
		words := wording.N("and-n-more", "and {{.N}} more", more, map[string]any{"N": wording.Number(more)})
		c.object.Objects = append(c.object.Objects, Middle(NewWholeLine(words, TextStyle{Color: theme.Quiet})), c.more)
	}
	c.object.Hidden = n == 0
	c.object.Refresh()
	c.restoreFocus(had)
}

// Fold shows only the first chips again, from the next Set on.
func (c *Chips) Fold() { c.most = mostChips }

// showMore shows more chips, and focuses the first of these.
func (c *Chips) showMore() {
	first := len(c.chips)
	c.most += mostChips
	c.Set(c.n, c.text)
	c.OnGrown()
	Focus(c.chips[first], c.object)
}

// SetEnabled sets whether chips can be removed.
func (c *Chips) SetEnabled(enabled bool) { c.locked = !enabled }

func (c *Chips) grow() {
	i := len(c.chips)
	chip := NewChip(c.keys, "")
	chip.OnRemoved = func() {
		if !c.locked {
			c.OnRemoved(i)
		}
	}
	c.chips = append(c.chips, chip)
}

// focused returns the index of the chip that has the focus, or Nothing.
func (c *Chips) focused() int {
	on := canvasOf(c.object)
	if on == nil {
		return Nothing
	}
	return slices.IndexFunc(c.chips, func(chip *Chip) bool { return on.Focused() == fyne.Focusable(chip) })
}

func (c *Chips) restoreFocus(had int) {
	on := canvasOf(c.object)
	switch {
	case had == Nothing || on == nil:
	case len(c.chips) > 0:
		on.Focus(c.chips[min(had, len(c.chips)-1)])
	case c.After != nil:
		on.Focus(c.After)
	}
}

func canvasOf(o fyne.CanvasObject) fyne.Canvas {
	return fyne.CurrentApp().Driver().CanvasForObject(o)
}
