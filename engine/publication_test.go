package engine_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// newDiskDesk returns a desk with a list "Groceries" and real files.
func newDiskDesk(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := newDesk(t, t, endpoint, memory.New(), transport.Disk{}, newClock())
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	return d
}

func TestPublishingAtAFileAndInAFolder(t *testing.T) {
	d := newDiskDesk(t, "desk")
	d.add("milk", "Milk")
	dir := t.TempDir()
	for at, want := range map[string]string{
		dir:                               filepath.Join(dir, "Groceries.desk.xml"),
		filepath.Join(dir, "list.xml"):    filepath.Join(dir, "list.xml"),
		"file://" + dir + "/other%20.xml": filepath.Join(dir, "other .xml"),
	} {
		path, err := d.Sharing.PublishAt(t.Context(), "Groceries", at)
		if err != nil || path != want {
			t.Errorf("at %s: %q, %v; want %q", at, path, err, want)
		}
		if text, err := os.ReadFile(want); err != nil || !strings.Contains(string(text), "Milk") {
			t.Errorf("%s holds %q, %v", want, text, err)
		}
		if again, err := d.Sharing.Publish(t.Context(), "Groceries"); err != nil || again != want {
			t.Errorf("again: %q, %v; want %q", again, err, want)
		}
	}
}

func TestASetWithoutALocationIsNotPublished(t *testing.T) {
	d := newDiskDesk(t, "desk")
	if path, err := d.Sharing.Publish(t.Context(), "Groceries"); path != "" || err != nil {
		t.Errorf("got %q, %v", path, err)
	}
}

func TestWhatCannotBePublishedIsNotSet(t *testing.T) {
	d := newDiskDesk(t, "desk")
	dir := t.TempDir()
	diary := filepath.Join(dir, "diary.xml")
	if err := os.WriteFile(diary, []byte("dear diary"), 0o600); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]error{
		diary:                            sharing.ErrNotOurs,
		"http://example.com/feed.xml":    transport.ErrScheme,
		filepath.Join(dir, "gone", "a"):  nil,
		filepath.Join(dir, "gone") + "/": nil,
	} {
		path, err := d.Sharing.PublishAt(t.Context(), "Groceries", at)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Errorf("at %s: %q, %v; want %v", at, path, err, want)
		}
	}
	all, err := d.Lists.All(t.Context())
	d.check(err)
	if all[0].Location != "" {
		t.Errorf("location %q", all[0].Location)
	}
	if text, err := os.ReadFile(diary); err != nil || string(text) != "dear diary" {
		t.Errorf("the diary holds %q, %v", text, err)
	}
}

func TestAFolderThatWentAwayIsNotMistakenForAFile(t *testing.T) {
	d := newDiskDesk(t, "desk")
	drive := filepath.Join(t.TempDir(), "drive")
	if err := os.Mkdir(drive, 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := d.Sharing.PublishAt(t.Context(), "Groceries", drive)
	d.check(err)
	if err := os.RemoveAll(drive); err != nil {
		t.Fatal(err)
	}
	reports, err := d.Sync(t.Context(), subscribe.SyncOptions{})
	if err != nil || len(reports) != 1 || reports[0].Subscription != drive+"/" || !strings.Contains(reports[0].Error, "folder "+drive+" not found") {
		t.Errorf("%+v, %v", reports, err)
	}
	if _, err := os.Stat(drive); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is something: %v", err)
	}
}

func TestASetOfTheSameNameDoesNotWriteOverTheFormerOnesFeed(t *testing.T) {
	files := &transporttest.Memory{}
	d := newMemoryDesk(t, "desk", files)
	d.add("milk", "Milk")
	d.sync()
	old := files.All()["/shared/Groceries.desk.xml"]
	_, err := d.Sharing.DeleteShared(t.Context(), "Groceries", false)
	d.check(err)
	_, err = d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	if _, err := d.Sharing.PublishAt(t.Context(), "Groceries", "/shared"); !errors.Is(err, sharing.ErrNotOurs) || !strings.Contains(err.Error(), "delete it there first") {
		t.Errorf("error %v, want ErrNotOurs and the remedy", err)
	}
	if files.All()["/shared/Groceries.desk.xml"] != old {
		t.Error("the former feed was written over")
	}
}

// takeAway makes somebody delete the document at an address.
func (c *couple) takeAway(address string) {
	sum := sha256.Sum256([]byte(c.places.Text(address)))
	c.a.check(c.places.Remove(c.a.t.Context(), transport.Target{Address: address}, transport.Written{Hash: hex.EncodeToString(sum[:])}))
}

func TestWhatIsGoneFromAServerIsWrittenAgainAtTheNextSync(t *testing.T) {
	for _, at := range []string{feedOf("a"), completeOf(feedOf("a"))} {
		c := newCouple(t, lists.New{}, "1")
		c.a.add("milk", "Milk")
		c.a.sync()
		before := c.places.Text(at)
		c.takeAway(at)
		c.a.sync()
		if c.places.Text(at) != before {
			t.Errorf("%s is not there again", at)
		}
	}
}

func TestWhatAnotherWroteOverAFeedOnAServerIsSaidAtTheNextSync(t *testing.T) {
	c := newCouple(t, lists.New{}, "1")
	c.a.add("milk", "Milk")
	c.a.sync()
	other := transporttest.Served{Text: c.places.Text(feedOf("b"))}
	c.places.Serve(feedOf("a"), other)
	reports, err := c.a.Sync(t.Context(), subscribe.SyncOptions{})
	c.a.check(err)
	if !anyError(reports) || c.places.Text(feedOf("a")) != other.Text {
		t.Errorf("reports %+v, and there lies %s", reports, c.places.Text(feedOf("a")))
	}
}

func TestFeedsOnServersAreReadOnceADay(t *testing.T) {
	c := newCouple(t, lists.New{}, "1")
	c.a.add("milk", "Milk")
	c.a.sync()
	for _, want := range []int{0, 0, 2, 0, 2} {
		c.places.Requests()
		if c.a.sync(); want > 0 {
			c.a.clock.step(24 * time.Hour)
			c.places.Requests()
			c.a.sync()
		}
		looked := 0
		for _, r := range c.places.Requests() {
			if r.Address == feedOf("a") || r.Address == completeOf(feedOf("a")) {
				looked++
			}
		}
		if looked != want {
			t.Errorf("%d were looked at, want %d", looked, want)
		}
		c.a.clock.step(time.Hour)
	}
	if n := c.places.Written(); n != 6 {
		t.Errorf("%d were written", n) // two and two when they were shared, and two with the milk
	}
}

// Others subscribe to the file under the name that an older version gave it.
func TestAFeedThatOlderVersionsNamedKeepsItsName(t *testing.T) {
	folder := t.TempDir()
	d := newDeskAt(t, "desk", folder+string(filepath.Separator), "", transport.Access{})
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "v1.2"})
	d.check(err)
	now, err := d.Sharing.PublishAt(t.Context(), "v1.2", folder)
	d.check(err)
	former := filepath.Join(folder, "v1%2E2.desk.xml")
	d.check(os.Rename(now, former))
	d.check(d.memory.Update(t.Context(), func(w store.Writer) error {
		sets, err := w.Sets()
		d.check(err)
		for _, s := range sets {
			if s.Name == "v1.2" {
				s.Publication.Address = former
				_, err = w.PutSet(s)
			}
		}
		return err
	}))
	d.clock.step(time.Hour)
	_, err = d.Edit.Add(t.Context(), "v1.2", record.Values{"title": "Milk"}, edit.AddOptions{ID: "milk"})
	d.check(err)
	again, err := d.Sharing.Publish(t.Context(), "v1.2")
	d.check(err)
	if again != former {
		t.Errorf("published at %s, want %s", again, former)
	}
	if _, err := os.Stat(now); err == nil {
		t.Errorf("%s is there again", now)
	}
	d.sync()
}

// Sharing a list where another device publishes it overwrites that feed, because a person
// wants that. What only that feed contains is merged first.
func TestWhoTakesAPlaceOverMergesWhatLiesThere(t *testing.T) {
	for _, window := range []string{"none", "1"} {
		t.Run("window "+window, func(t *testing.T) {
			places, at := &transporttest.Places{}, feedOf("laptop")
			laptop := newPlacedDesk(t, t, "laptop", memory.New(), places, newClock())
			_, err := laptop.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
			laptop.check(err)
			share := func(d *desk) {
				d.clock.step(time.Minute)
				_, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: at, Window: window})
				d.check(err)
			}
			laptop.add("eggs", "Eggs")
			share(laptop)
			copied := newPlacedDesk(t, t, "copy", laptop.memory.(*memory.Store).Copy(), places, newClock())
			copied.clock.step(24 * time.Hour)
			laptop.add("milk", "Milk")
			laptop.edit("eggs", "Eggs of the laptop")
			_, err = laptop.Sharing.Publish(t.Context(), "Groceries")
			laptop.check(err)
			copied.edit("eggs", "Eggs of the copy")
			share(copied)
			copied.expect("milk", "Milk")
			var open []string
			for _, v := range copied.item("eggs").Versions() {
				open = append(open, v.Title())
			}
			if slices.Sort(open); !slices.Equal(open, []string{"Eggs of the copy", "Eggs of the laptop"}) {
				t.Errorf("the copy has %s", describe(copied.item("eggs")))
			}
		})
	}
}

// An assigned identifier is kept, so that changes made before restoring a backup look forged:
// nothing of that is merged without asking. A subscriber of this feed alone discards what it
// no longer contains, and gets it back once the changes are accepted.
func TestWhoKeepsAnIdentifierAfterGoingBackIsAskedAboutTheirOwnChanges(t *testing.T) {
	places, at := &transporttest.Places{}, feedOf("laptop")
	laptop, reader := newPlacedDesk(t, t, "laptop", memory.New(), places, newClock()), newPlacedDesk(t, t, "reader", memory.New(), places, newClock())
	for _, d := range []*desk{laptop, reader} {
		_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
		d.check(err)
	}
	share := func() {
		_, err := laptop.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: at, Window: "1"})
		laptop.check(err)
	}
	share()
	_, err := reader.Subscriptions.Subscribe(t.Context(), "Groceries", at)
	reader.check(err)
	backup := laptop.memory.(*memory.Store).Copy()
	laptop.add("milk", "Milk")
	laptop.sync()
	reader.sync()
	reader.expect("milk", "Milk")

	laptop = newPlacedDesk(t, t, "laptop", backup, places, laptop.clock)
	suspicious(laptop)
	laptop.add("eggs", "Eggs")
	laptop.add("tea", "Tea") // one of the two is not in the partial feed
	share()
	laptop.expectAlarms("map[milk:[forged]]")
	if r := reader.sync(); r[0].Discarded != 1 || !slices.Contains(reader.archive("milk"), "Milk") {
		t.Errorf("the reader: %+v, and its archive has %q", r[0], reader.archive("milk"))
	}
	laptop.acceptAll()
	laptop.sync()
	reader.sync()
	reader.expect("milk", "Milk")
}
