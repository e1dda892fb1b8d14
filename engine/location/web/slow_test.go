package web

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestHowLongARequestMayTake(t *testing.T) {
	l := Limits{}.orDefaults()
	for name, c := range map[string]struct {
		bytes int64
		want  time.Duration
	}{
		"nothing came":           {0, 2 * time.Minute},
		"a byte every second":    {120, 2*time.Minute + 120*time.Second/1024},
		"a minute more at 1 KiB": {60 << 10, 3 * time.Minute},
		"half a gigabyte":        {512 << 20, 2*time.Minute + 512<<10*time.Second},
	} {
		if got := l.allowed(c.bytes); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// When a request ends depends on how fast bytes come, and never on how long whoever reads
// takes over what came.
func TestARequestEndsWhenTooLittleComes(t *testing.T) {
	for name, c := range map[string]struct {
		bytes       int
		every, busy time.Duration
		// ends is when it is given up; 0 is never.
		ends time.Duration
	}{
		"a byte every two seconds":            {1, 2 * time.Second, 0, 2 * time.Minute},
		"a byte just before each silence":     {1, 59 * time.Second, 0, 2 * time.Minute},
		"half of the least rate":              {512, time.Second, 0, 4 * time.Minute},
		"the least rate":                      {1 << 10, time.Second, 0, 0},
		"a slow reader of what comes at once": {1, 0, time.Minute, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, w := watching(t.Context(), Limits{}.orDefaults())
			defer w.stop()
			begun := time.Now()
			w.reach(w.begin(), receiving)
			for time.Since(begun) < time.Hour && ctx.Err() == nil {
				w.heard(0)
				select {
				case <-time.After(c.every):
				case <-ctx.Done():
				}
				w.restAfter(c.bytes)
				time.Sleep(c.busy)
			}
			var slow tooSlow
			gaveUp := errors.As(context.Cause(ctx), &slow)
			took := time.Since(begun).Round(time.Second)
			if gaveUp != (c.ends > 0) || gaveUp && (took-c.ends).Abs() > 2*time.Second {
				t.Errorf("%s: %v after %v, want %v", name, context.Cause(ctx), took, c.ends)
			}
		})
	}
}
