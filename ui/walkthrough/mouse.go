package walkthrough

import (
	"context"
	"fmt"
	"time"
)

// Point is a position in the window, in pixels from its upper left corner.
type Point struct{ X, Y int }

// Drag presses the mouse button at one point, moves to another in steps, as a hand does,
// pauses there, and releases the button.
func (w *Window) Drag(ctx context.Context, from, to Point) error {
	const steps, step = 12, 30 * time.Millisecond
	if err := w.moveTo(ctx, from); err != nil {
		return err
	}
	if err := w.xdotool(ctx, "mousedown", "1"); err != nil {
		return err
	}
	for n := 1; n <= steps; n++ {
		at := Point{from.X + (to.X-from.X)*n/steps, from.Y + (to.Y-from.Y)*n/steps}
		if err := w.moveTo(ctx, at); err != nil {
			return err
		}
		if err := pause(ctx, step); err != nil {
			return err
		}
	}
	if err := w.Rest(ctx); err != nil {
		return err
	}
	if err := w.xdotool(ctx, "mouseup", "1"); err != nil {
		return err
	}
	return w.Rest(ctx)
}

func (w *Window) moveTo(ctx context.Context, p Point) error {
	return w.xdotool(ctx, "mousemove", "--window", w.id, fmt.Sprint(p.X), fmt.Sprint(p.Y))
}

// Click clicks a point with the mouse button, while a key is held, by xdotool's names; ""
// holds none.
func (w *Window) Click(ctx context.Context, at Point, held string) error {
	if err := w.moveTo(ctx, at); err != nil {
		return err
	}
	click := []string{"click", "1"}
	if held != "" {
		click = []string{"keydown", held, "sleep", "0.1", "click", "1", "sleep", "0.1", "keyup", held}
	}
	if err := w.xdotool(ctx, click...); err != nil {
		return err
	}
	return w.Rest(ctx)
}
