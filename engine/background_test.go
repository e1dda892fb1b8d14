package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// folders is a fake folder watcher: the test reports changes.
type folders struct {
	mu       sync.Mutex
	followed []string
	changed  chan []string
}

func (f *folders) Follow(paths []string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.followed = paths
}

func (f *folders) following() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.followed
}

func (f *folders) Run(ctx context.Context, _ time.Duration, changed func([]string)) {
	for {
		select {
		case <-ctx.Done():
			return
		case paths := <-f.changed:
			changed(paths)
		}
	}
}

// backgroundSync runs RunInBackground, and records the time of each report.
type backgroundSync struct {
	*far
	folders *folders
	mu      sync.Mutex
	begin   time.Time
	log     []read
	end     func()
}

// read is a report, and its time since the start.
type read struct {
	address string
	after   time.Duration
}

func syncInBackground(f *far) *backgroundSync {
	k := &backgroundSync{far: f, folders: &folders{changed: make(chan []string)}, begin: time.Now()}
	ctx, cancel := context.WithCancel(f.t.Context())
	done := make(chan error)
	go func() {
		done <- f.RunInBackground(ctx, engine.BackgroundOptions{Folders: k.folders, Sync: func(ctx context.Context, o subscribe.SyncOptions) {
			reports, _ := f.Sync(ctx, o)
			k.mu.Lock()
			defer k.mu.Unlock()
			for _, r := range reports {
				k.log = append(k.log, read{r.Subscription, time.Since(k.begin)})
			}
		}})
	}()
	k.end = func() {
		cancel()
		f.check(<-done)
	}
	return k
}

// of returns the times at which an address was read, in whole minutes.
func (k *backgroundSync) of(address string) (minutes []int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.log {
		if r.address == address {
			minutes = append(minutes, int(r.after/time.Minute))
		}
	}
	return minutes
}

// newSystemClockDesk returns a desk on the system's clock, without subscriptions.
func newSystemClockDesk(t *testing.T) *far {
	f := newFarOn(t, &transporttest.Places{}, memory.New(), system{})
	f.list("Groceries")
	return f
}

func TestFeedsAreReadAsTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		f.subscribe(feedA, "a")
		f.subscribe(feedB, "b")
		f.check(f.Subscriptions.Configure(t.Context(), "Groceries", feedB, func(o *subscribe.Options) { o.Every = 40 * time.Minute }))
		k := syncInBackground(f)
		time.Sleep(62 * time.Minute)
		k.end()
		if a := k.of(feedA); len(a) != 4 || a[0] != 0 || a[1] < 15 || a[1] > 17 {
			t.Errorf("every quarter of an hour: %v", a)
		}
		if b := k.of(feedB); len(b) != 2 || b[1] < 40 || b[1] > 45 {
			t.Errorf("every forty minutes: %v", b)
		}
	})
}

// A subscription that is added while RunInBackground runs is refreshed immediately.
func TestANewSubscriptionIsReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		k := syncInBackground(f)
		time.Sleep(time.Hour)
		f.subscribe(feedA, "a")
		time.Sleep(10 * time.Second)
		k.end()
		if a := k.of(feedA); !slices.Equal(a, []int{60}) {
			t.Errorf("read after %v minutes", a)
		}
	})
}

// While one feed takes an hour, the others are refreshed when they are due, and the slow one
// is not requested a second time.
func TestOthersAreDueWhileOneFeedIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		f.subscribe(feedA, "a")
		f.subscribe(feedB, "b")
		f.serve(feedA, transporttest.Served{Text: noteFeed("a"), After: slowest})
		k := syncInBackground(f)
		time.Sleep(50 * time.Minute)
		if b := f.at(feedB).Health.LastSuccess.Sub(k.begin); b < 30*time.Minute {
			t.Errorf("the quick one was read last after %v", b)
		}
		asked := 0
		for _, r := range f.places.Requests() {
			if r.Address == feedA {
				asked++
			}
		}
		if asked != 1 {
			t.Errorf("the slow one is asked for %d times", asked)
		}
		time.Sleep(12 * time.Minute)
		k.end()
		if rows, err := f.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != 2 {
			t.Errorf("%d notes, %v", len(rows), err)
		}
	})
}

// A folder is read when something changes in it, and the others are not.
func TestAFolderIsReadWhenItChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		files := f.places.Files.(*transporttest.Memory)
		files.Folder("/shared")
		_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", "/shared")
		f.check(err)
		f.subscribe(feedA, "a")
		k := syncInBackground(f)
		time.Sleep(2 * time.Minute)
		if got := k.folders.following(); !slices.Equal(got, []string{"/shared"}) {
			t.Errorf("following %q", got)
		}
		files.Put("/shared/Groceries.laptop.xml", noteFeed("laptop"))
		k.folders.changed <- []string{"/shared", "/unsubscribed meanwhile"}
		time.Sleep(time.Second)
		if got := k.of("/shared"); !slices.Equal(got, []int{0, 2}) {
			t.Errorf("the folder is read after %v minutes", got)
		}
		if got := k.of(feedA); !slices.Equal(got, []int{0}) {
			t.Errorf("the other is read after %v minutes", got)
		}
		f.check(f.Subscriptions.Pause(t.Context(), "Groceries", "/shared", true))
		time.Sleep(time.Second)
		if got := k.folders.following(); len(got) != 0 {
			t.Errorf("paused, following %q", got)
		}
		k.end()
	})
}

// Network folders do not report changes: folders are also read on schedule.
func TestAFolderIsReadThoughNothingIsToldOfIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		files := f.places.Files.(*transporttest.Memory)
		files.Folder("/shared")
		_, err := f.Subscriptions.Subscribe(t.Context(), "Groceries", "/shared")
		f.check(err)
		k := syncInBackground(f)
		time.Sleep(time.Minute)
		files.Put("/shared/Groceries.laptop.xml", noteFeed("laptop"))
		time.Sleep(16 * time.Minute)
		k.end()
		if got := k.of("/shared"); len(got) != 2 || got[1] < 15 {
			t.Errorf("the folder is read after %v minutes", got)
		}
		if rows, err := f.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != 1 {
			t.Errorf("%d notes, %v", len(rows), err)
		}
	})
}

// sleeper is a clock that continues while the computer sleeps; timers do not.
type sleeper struct {
	mu    sync.Mutex
	slept time.Duration
}

func (s *sleeper) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().Add(s.slept)
}

func (s *sleeper) sleep(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.slept += d
}

// After a night's sleep, everything is refreshed within about a minute, once each.
func TestWhatBecameDueDuringSleepIsReadAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &sleeper{}
		f := newFarOn(t, &transporttest.Places{}, memory.New(), c)
		f.list("Groceries")
		f.subscribe(feedA, "a")
		f.subscribe(feedB, "b")
		for _, address := range []string{feedA, feedB} {
			f.check(f.Subscriptions.Configure(t.Context(), "Groceries", address, func(o *subscribe.Options) { o.Every = 2 * time.Hour }))
		}
		k := syncInBackground(f)
		time.Sleep(10 * time.Minute)
		c.sleep(8 * time.Hour)
		time.Sleep(70 * time.Second)
		k.end()
		for _, address := range []string{feedA, feedB} {
			if got := k.of(address); len(got) != 2 || got[1] > 11 {
				t.Errorf("%s is read after %v minutes", address, got)
			}
		}
	})
}

// A list without subscriptions is published all the same.
func TestWhatIsPublishedIsPublishedNowAndThen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newSystemClockDesk(t)
		files := f.places.Files.(*transporttest.Memory)
		files.Folder("/shared")
		_, err := f.Sharing.PublishAt(t.Context(), "Groceries", "/shared")
		f.check(err)
		k := syncInBackground(f)
		time.Sleep(time.Minute)
		f.clock = newClock()
		f.add("milk", "Milk")
		before := files.All()["/shared/Groceries.desk.xml"]
		time.Sleep(16 * time.Minute)
		k.end()
		if files.All()["/shared/Groceries.desk.xml"] == before {
			t.Error("it was not published")
		}
	})
}

// readsOf is a store that counts its reads.
type readsOf struct {
	store.Store
	n atomic.Int64
}

func (s *readsOf) View(ctx context.Context, do func(store.Reader) error) error {
	s.n.Add(1)
	return s.Store.View(ctx, do)
}

// While nothing is due and nothing changes, the store is not read. A change is noticed all the
// same.
func TestNothingIsReadWhileNothingChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := &readsOf{Store: memory.New()}
		e, err := engine.Open(t.Context(), engine.Parts{
			Store: st, Clock: system{}, Random: rand.NewChaCha8([32]byte{1}), Files: &transporttest.Memory{},
			Places: &transporttest.Places{Files: &transporttest.Memory{}}, Endpoint: "desk", Here: here, Content: cachetest.New(),
		})
		if err != nil {
			t.Fatal(err)
		}
		f := &far{&desk{tester: t, Engine: e, memory: st, t: t}, nil}
		f.list("Groceries")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		var syncs, libraries atomic.Int64
		go func() {
			ended <- f.RunInBackground(ctx, engine.BackgroundOptions{
				Sync:      func(context.Context, subscribe.SyncOptions) { syncs.Add(1) },
				Libraries: func(context.Context) { libraries.Add(1) },
			})
		}()
		time.Sleep(time.Minute)
		before := st.n.Load()
		time.Sleep(10 * time.Hour)
		if reads := st.n.Load() - before; reads > 0 {
			t.Errorf("within ten idle hours, it was read %d times", reads)
		}
		f.check(f.memory.Update(t.Context(), func(w store.Writer) error {
			_, err := w.PutLibrary(store.Library{Address: "https://example.com/feed.xml"})
			return errors.Join(err, w.PutDevice(store.Device{ID: "desk", Backups: store.Backups{Folder: "/media/usb"}}))
		}))
		time.Sleep(10 * time.Second)
		if syncs.Load() == 0 || libraries.Load() == 0 {
			t.Errorf("after the settings changed: %d syncs, %d of libraries", syncs.Load(), libraries.Load())
		}
		cancel()
		f.check(<-ended)
	})
}

func TestKeepNeedsTheListsThatItIsToldOf(t *testing.T) {
	f := newSystemClockDesk(t)
	err := f.RunInBackground(t.Context(), engine.BackgroundOptions{Sets: []string{"Gone"}})
	if !errors.Is(err, store.ErrNoSet) {
		t.Errorf("error %v, want ErrNoSet", err)
	}
}
