package walkthrough

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// A program that has nothing to do sleeps in all of its threads, but for the moments in
// which it draws. It rests once it was seen so a number of times in a row: a busy machine
// makes a program runnable for longer, never asleep. Before that it gets the time in which
// a key reaches it.
const (
	arrival = 100 * time.Millisecond
	glance  = 15 * time.Millisecond
	asleep  = 8
)

// Rest waits until the program has nothing to do.
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

// working reports whether a thread of the program, or of the display that draws for it,
// runs, could run, or waits for a disk.
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
			// The name of the thread is in parentheses, and may have some in it.
			if _, state, ok := bytes.Cut(stat[bytes.LastIndexByte(stat, ')'):], []byte(" ")); ok && (state[0] == 'R' || state[0] == 'D') {
				return true, nil
			}
		}
	}
	return false, nil
}
