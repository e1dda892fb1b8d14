package walkthrough

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// strokes is the time between two key presses of a quick typist.
const strokes = 12 * time.Millisecond

// Press presses keys one after the other, by xdotool's names ("ctrl+n", "F8"), waiting each
// time until the program has handled the previous one.
func (w *Window) Press(ctx context.Context, keys ...string) error {
	for _, key := range keys {
		if err := w.key(ctx, key); err != nil {
			return err
		}
		if err := w.Rest(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Type types a text letter by letter, with Return at the end of each line except the last.
func (w *Window) Type(ctx context.Context, text string) error {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			if err := w.key(ctx, "Return"); err != nil {
				return err
			}
		}
		if err := w.letters(ctx, line); err != nil {
			return err
		}
	}
	return w.Rest(ctx)
}

func (w *Window) key(ctx context.Context, key string) error {
	w.pressed++
	return w.xdotool(ctx, "key", "--clearmodifiers", key)
}

func (w *Window) letters(ctx context.Context, line string) error {
	if line == "" {
		return nil
	}
	w.pressed += utf8.RuneCountInString(line)
	return w.xdotool(ctx, "type", "--clearmodifiers", "--delay", fmt.Sprint(strokes.Milliseconds()), "--", line)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
