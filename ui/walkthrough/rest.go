package walkthrough

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// An idle program sleeps in all of its threads, except for short periods in which it draws. It
// is considered idle when it was seen sleeping several times in a row: on a busy machine, a
// program stays runnable for longer, but never looks asleep. Before the first check, there is
// time for a key press to arrive.
const (
	arrival = 100 * time.Millisecond
	glance  = 15 * time.Millisecond
	asleep  = 8
)

// Rest waits until the program is idle.
func (w *Window) Rest(ctx context.Context) error {
	if err := pause(ctx, arrival); err != nil {
		return err
	}
	for seen := 0; seen < asleep; {
		working, err := w.working()
		if err != nil {
			return err
		}
		if seen++; working {
			seen = 0
		}
		if err := pause(ctx, glance); err != nil {
			return err
		}
	}
	return nil
}

// working reports whether a thread of the program, or of the display that draws for it, is
// running, runnable, or waiting for a disk.
func (w *Window) working() (bool, error) {
	for _, process := range []*os.Process{w.program.Process, w.display.server.Process} {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", process.Pid))
		if err != nil {
			return false, err
		}
		for _, thread := range threads {
			stat, err := os.ReadFile(thread)
			if err != nil {
				continue // the thread has ended
			}
			// The name of the thread is in parentheses, and may contain parentheses.
			if _, state, ok := bytes.Cut(stat[bytes.LastIndexByte(stat, ')'):], []byte(" ")); ok && (state[0] == 'R' || state[0] == 'D') {
				return true, nil
			}
		}
	}
	return false, nil
}
