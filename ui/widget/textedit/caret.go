package textedit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
)

const (
	caretWidth = 2
	blinkTime  = 530 * time.Millisecond
)

// caret is the line that blinks where typing goes.
type caret struct {
	line  *canvas.Rectangle
	blink *fyne.Animation
}

func newCaret() *caret {
	c := &caret{line: canvas.NewRectangle(nil)}
	c.line.Hide()
	return c
}

// put shows the caret at a place, and has it stay there before it blinks again.
func (c *caret) put(at fyne.Position, height float32) {
	c.stop()
	c.line.Move(at)
	c.line.Resize(fyne.NewSize(caretWidth, height))
	c.line.FillColor = fynetheme.Color(fynetheme.ColorNamePrimary)
	c.line.Show()
	if !fyne.CurrentApp().Settings().ShowAnimations() {
		return
	}
	c.blink = &fyne.Animation{
		Duration: blinkTime, AutoReverse: true, RepeatCount: fyne.AnimationRepeatForever, Curve: fyne.AnimationLinear,
		Tick: func(done float32) { hide(c.line, done > 0.5) },
	}
	c.blink.Start()
}

// stop hides the caret.
func (c *caret) stop() {
	if c.blink != nil {
		c.blink.Stop()
		c.blink = nil
	}
	hide(c.line, true)
}
