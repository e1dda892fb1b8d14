package engine_test

import (
	"context"
	"io"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// sluggish is a store whose transactions become slow, with a signal, once one puts an item
// that another endpoint made.
type sluggish struct {
	store.Store
	begun chan struct{}
	once  sync.Once
}

func (s *sluggish) Update(ctx context.Context, write func(store.Writer) error) error {
	return s.Store.Update(ctx, func(w store.Writer) error { return write(sluggishWriter{w, s}) })
}

type sluggishWriter struct {
	store.Writer
	s *sluggish
}

func (w sluggishWriter) PutItem(set int64, it *item.Item, seen store.Seen) error {
	if seen.From != "" {
		w.s.once.Do(func() { close(w.s.begun) })
		time.Sleep(2 * time.Millisecond)
	}
	return w.Writer.PutItem(set, it, seen)
}

func TestAnEditGoesBeforeTheKeepingOfALongFeed(t *testing.T) {
	files := &transporttest.Memory{}
	a := newMemoryDesk(t, "a", files)
	many := testsize.Of(250, 1000)
	for range many {
		a.add("", "x")
	}
	a.sync()
	st := &sluggish{Store: memory.New(), begun: make(chan struct{})}
	b := newDesk(t, t, "b", st, files, newClock())
	b.share("/shared")
	done := make(chan error, 1)
	go func() {
		_, err := b.Sync(t.Context(), subscribe.SyncOptions{})
		done <- err
	}()
	<-st.begun
	_, err := b.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Bread"}, edit.AddOptions{ID: "bread"})
	b.check(err)
	rows, err := b.Lists.Items(t.Context(), "Groceries", store.Query{})
	if err != nil || len(rows) > 10 {
		t.Errorf("%d items after the edit, %v; want it to be one of the first", len(rows), err)
	}
	b.check(<-done)
	if rows, err := b.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != many+1 {
		t.Errorf("%d items after the sync, %v; want all", len(rows), err)
	}
}

// slow is a file system whose reader signals the end of a feed and then waits.
type slow struct {
	transport.Files
	reached, goOn chan struct{}
	once          *sync.Once
}

func (s slow) Open(path string) (io.ReadCloser, error) {
	f, err := s.Files.Open(path)
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{io.MultiReader(f, s), f}, nil
}

func (s slow) Read([]byte) (int, error) {
	s.once.Do(func() {
		close(s.reached)
		<-s.goOn
	})
	return 0, io.EOF
}

func TestAnEditDuringALongSyncIsSavedAtOnceAndStillThereAfterwards(t *testing.T) {
	files := &transporttest.Memory{}
	a := newMemoryDesk(t, "a", files)
	a.add("milk", "Milk")
	a.sync()
	st := memory.New()
	fast := newDesk(t, t, "b", st, files, newClock())
	fast.share("/shared")
	fast.sync()
	a.edit("milk", "Oat milk")
	a.sync()

	wait := slow{files, make(chan struct{}), make(chan struct{}), new(sync.Once)}
	b := newDesk(t, t, "b", st, wait, newClock())
	done := make(chan error, 1)
	go func() {
		_, err := b.Sync(t.Context(), subscribe.SyncOptions{})
		done <- err
	}()
	<-wait.reached
	b.clock.step(time.Hour)
	_, err := b.Edit.Change(t.Context(), "Groceries", "milk", record.Values{"title": "Soy milk"}, nil)
	b.check(err)
	_, err = b.Edit.Add(t.Context(), "Groceries", record.Values{"title": "Bread"}, edit.AddOptions{ID: "bread"})
	b.check(err)
	close(wait.goOn)
	b.check(<-done)

	if it := b.item("milk"); it.Winner.Title() != "Soy milk" || len(it.Conflicts) != 1 || it.Conflicts[0].Title() != "Oat milk" {
		t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
	}
	if got := b.item("bread").Winner.Title(); got != "Bread" {
		t.Errorf("bread is %q", got)
	}
}
