package storage

import (
	"context"
	"testing"
	"time"

	"crossfeed/engine/store"
)

// Another process that writes one transaction after the other does not starve this one: SQLite
// itself grants a lock to whoever happens to ask next.
func TestProcessesWriteInTurn(t *testing.T) {
	dir := t.TempDir()
	busy, other := patient(t, dir), patient(t, dir)
	write := func(s *Store, long time.Duration) error {
		return s.Update(t.Context(), func(w store.Writer) error {
			time.Sleep(long)
			return w.PutName("phone", time.Now().String())
		})
	}
	ended, ctx := make(chan error), context.Background()
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		var err error
		for ctx.Err() == nil && err == nil {
			err = write(busy, 10*time.Millisecond)
		}
		ended <- err
	}()
	const tries, enough = 20, 50 * time.Millisecond
	late := 0
	for range tries {
		time.Sleep(7 * time.Millisecond)
		began := time.Now()
		if err := write(other, 0); err != nil {
			t.Fatal(err)
		}
		if time.Since(began) > enough {
			late++
		}
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if late > tries/5 { // the machine may be busy
		t.Errorf("%d of %d updates waited longer than %v", late, tries, enough)
	}
}

// patient opens a store that waits for other processes.
func patient(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
