package walkthrough

import (
	"context"
	"fmt"
	"time"
)

// Pace is the time between two key presses of a quick typist, and the time
// that a person takes to look before the next one.
const (
	strokes = 12 * time.Millisecond
	look    = 400 * time.Millisecond
)

// Press presses keys one after the other, by xdotool's names ("ctrl+n", "F8"),
// and looks a moment after each.
func (w *Window) Press(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := w.xdotool(ctx, "key", "--clearmodifiers", key); err != nil {
			return err
		}
		if err := pause(ctx, look); err != nil {
			return err
		}
	}
	return nil
}

// Type types a text letter by letter; line ends are typed as Return.
func (w *Window) Type(ctx context.Context, text string) error {
	delay := fmt.Sprint(strokes.Milliseconds())
	if err := w.xdotool(ctx, "type", "--clearmodifiers", "--delay", delay, "--", text); err != nil {
		return err
	}
	return pause(ctx, look)
}

// Click clicks at a point, in pixels from the window's corner.
func (w *Window) Click(ctx context.Context, x, y int) error {
	if err := w.xdotool(ctx, "mousemove", "--window", w.id, fmt.Sprint(x), fmt.Sprint(y), "click", "1"); err != nil {
		return err
	}
	return pause(ctx, look)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
