package engine_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
)

// newOlderDesks returns two endpoints that share an RSS list in SSE 0.91.
func newOlderDesks(t *testing.T) (laptop, phone *desk, files *transporttest.Memory) {
	t.Helper()
	files = &transporttest.Memory{}
	files.Folder("/shared")
	var desks []*desk
	for _, endpoint := range []string{"laptop", "phone"} {
		d := newDesk(t, t, endpoint, memory.New(), files, newClock())
		d.shareAs(lists.New{Name: "Groceries", Kind: "todo", Dialect: "sse-0.91"}, "/shared")
		desks = append(desks, d)
	}
	return desks[0], desks[1], files
}

// syncUntilQuiet syncs two desks until neither receives anything from the other.
func syncUntilQuiet(a, b *desk) {
	a.Helper()
	for range 2 {
		a.sync()
		b.sync()
	}
	for _, d := range []*desk{a, b} {
		for _, r := range d.sync() {
			if brought(r) > 0 {
				d.Errorf("%s still got %+v", d.Device.ID(), r)
			}
		}
	}
}

func TestAListOfTheOlderEditionIsSharedAndResolved(t *testing.T) {
	laptop, phone, files := newOlderDesks(t)
	laptop.add("milk", "Milk")
	syncUntilQuiet(laptop, phone)
	laptop.edit("milk", "Oat milk")
	phone.clock.step(time.Hour)
	phone.edit("milk", "Soy milk")
	syncUntilQuiet(laptop, phone)
	for _, d := range []*desk{laptop, phone} {
		if it := d.item("milk"); it.Winner.Title() != "Soy milk" || len(it.Conflicts) != 1 || !it.Flagged {
			t.Fatalf("%s has %s, flagged: %v", d.Device.ID(), describe(it), it.Flagged)
		}
	}
	s, err := laptop.Conflicts.Session(t.Context(), "Groceries", "milk")
	laptop.check(err)
	laptop.check(s.Take(1))
	laptop.clock.step(2 * time.Hour)
	_, err = laptop.Conflicts.Resolve(t.Context(), "Groceries", s)
	laptop.check(err)
	syncUntilQuiet(laptop, phone)
	for _, d := range []*desk{laptop, phone} {
		if it := d.item("milk"); it.Winner.Title() != "Oat milk" || it.Winner.Updates != 3 || len(it.Conflicts) != 0 || it.Flagged {
			t.Errorf("%s has %s, flagged: %v", d.Device.ID(), describe(it), it.Flagged)
		}
		if got := d.archive("milk"); !slices.Contains(got, "Soy milk") {
			t.Errorf("%s keeps %q", d.Device.ID(), got)
		}
	}
	text := files.All()["/shared/Groceries.laptop.xml"]
	if !strings.Contains(text, `="http://www.microsoft.com/schemas/rss/sse"`) || strings.Contains(text, "sequence=") {
		t.Errorf("published\n%s", text)
	}
}

func TestAListIsUpgradedToFeedSync(t *testing.T) {
	laptop, phone, files := newOlderDesks(t)
	laptop.add("milk", "Milk")
	laptop.edit("milk", "Oat milk")
	laptop.add("eggs", "Eggs")
	_, err := laptop.Edit.Delete(t.Context(), "Groceries", "eggs")
	laptop.check(err)
	syncUntilQuiet(laptop, phone)
	phone.edit("milk", "Soy milk")
	syncUntilQuiet(laptop, phone)

	laptop.check(laptop.Lists.Upgrade(t.Context(), "Groceries"))
	it := laptop.item("milk")
	if got := historyOf(it.Winner); len(got) != 3 || it.Winner.Updates != 3 || it.Winner.Title() != "Soy milk" {
		t.Errorf("milk is %s", describe(it))
	}
	for k, h := range it.Winner.History {
		if h.Sequence != 3-k {
			t.Errorf("update %d has the sequence %d", 3-k, h.Sequence)
		}
	}
	if !laptop.item("eggs").Winner.Deleted {
		t.Error("eggs are there again")
	}
	reports, err := laptop.Sync(t.Context(), subscribe.SyncOptions{})
	laptop.check(err)
	for _, want := range []string{"SSE 0.91", "FeedSync 1.0", "pgrade the list", `"Groceries"`} {
		if len(reports) != 1 || !strings.Contains(reports[0].Error, want) {
			t.Errorf("the phone's feed: %+v, want %q", reports, want)
		}
	}
	if text := files.All()["/shared/Groceries.laptop.xml"]; !strings.Contains(text, "http://feedsync.org/2007/feedsync") || strings.Contains(text, "schemas/rss/sse") {
		t.Errorf("published\n%s", text)
	}
	phone.check(phone.Lists.Upgrade(t.Context(), "Groceries"))
	phone.sync()
	for _, r := range append(laptop.sync(), phone.sync()...) {
		if brought(r)+r.Conflicts+r.Skipped > 0 {
			t.Errorf("after both upgrades: %+v", r)
		}
	}
	laptop.clock.step(time.Hour)
	laptop.edit("milk", "Rice milk")
	syncUntilQuiet(laptop, phone)
	if it := phone.item("milk"); it.Winner.Title() != "Rice milk" || it.Winner.Updates != 4 || len(it.Conflicts) != 0 {
		t.Errorf("the phone has %s", describe(it))
	}
}

func TestWhatWasDoneBeforeAnUpgradeStaysAndCannotBeUndone(t *testing.T) {
	laptop, _, _ := newOlderDesks(t)
	laptop.check(sameErr(laptop.Lists.Create(t.Context(), lists.New{Name: "Other"})))
	_, err := laptop.Edit.Add(t.Context(), "Other", record.Values{"title": "Mine"}, edit.AddOptions{ID: "mine"})
	laptop.check(err)
	laptop.add("milk", "Milk")
	laptop.edit("milk", "Oat milk")
	laptop.check(laptop.Lists.Upgrade(t.Context(), "Groceries"))
	done, err := laptop.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})
	if err != nil || len(done.Items) != 1 || done.Items[0] != (edit.Ref{Set: "Other", ID: "mine"}) {
		t.Errorf("undone is %+v, %v", done, err)
	}
	if _, err := laptop.Edit.Undo(t.Context(), edit.UndoOptions{Published: true}); !errors.Is(err, edit.ErrNothingToUndo) {
		t.Errorf("%v", err)
	}
	if it := laptop.item("milk"); it.Winner.Title() != "Oat milk" {
		t.Errorf("milk is %s", describe(it))
	}
	l, err := laptop.Conflicts.History(t.Context(), "Groceries", "milk", 0)
	laptop.check(err)
	var first [32]byte
	for _, a := range l.Archived {
		if a.Version.Title() == "Milk" {
			first = store.Identity(a.Version)
		}
	}
	laptop.clock.step(time.Minute)
	it, err := laptop.Edit.RestoreVersion(t.Context(), "Groceries", "milk", first)
	laptop.check(err)
	if it.Winner.Title() != "Milk" || it.Winner.Updates != 3 || it.Winner.Top().Sequence != 3 {
		t.Errorf("restored is %s", describe(it))
	}
	laptop.clock.step(time.Minute)
	if _, err := laptop.Edit.Undo(t.Context(), edit.UndoOptions{Published: true}); err != nil || laptop.item("milk").Winner.Title() != "Oat milk" {
		t.Errorf("undone after the upgrade: %v, %s", err, describe(laptop.item("milk")))
	}
}

func sameErr(_ lists.List, err error) error { return err }

func TestListsThatCannotBeUpgraded(t *testing.T) {
	laptop, phone, _ := newOlderDesks(t)
	laptop.add("milk", "Milk")
	syncUntilQuiet(laptop, phone)
	laptop.edit("milk", "Oat milk")
	phone.edit("milk", "Soy milk")
	syncUntilQuiet(laptop, phone)
	for _, n := range []lists.New{{Name: "Plans", Kind: "outline"}, {Name: "Notes"}, {Name: "Mixed", Dialect: "sse-0.93"}} {
		laptop.check(sameErr(laptop.Lists.Create(t.Context(), n)))
	}
	for name, words := range map[string]string{"Groceries": "while there are conflicts (1)", "Plans": "outline", "Notes": "it is FeedSync 1.0 already", "Mixed": "it is SSE 0.93 already"} {
		before, err := laptop.memory.Revision(t.Context())
		laptop.check(err)
		err = laptop.Lists.Upgrade(t.Context(), name)
		if !errors.Is(err, lists.ErrNotUpgradable) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", name, err, words)
		}
		if now, err := laptop.memory.Revision(t.Context()); err != nil || now != before {
			t.Errorf("%s: the store was changed", name)
		}
	}
	if err := laptop.Lists.Upgrade(t.Context(), "Gone"); !errors.Is(err, store.ErrNoSet) {
		t.Errorf("no such list: %v", err)
	}
}

func TestAnEndpointThatUpgradesBeforeItHeardOfAResolutionBringsTheVersionBack(t *testing.T) {
	laptop, phone, _ := newOlderDesks(t)
	laptop.add("milk", "Milk")
	syncUntilQuiet(laptop, phone)
	laptop.edit("milk", "Oat milk")
	phone.edit("milk", "Soy milk")
	_, err := phone.Sharing.Publish(t.Context(), "Groceries")
	phone.check(err)
	laptop.sync()
	s, err := laptop.Conflicts.Session(t.Context(), "Groceries", "milk")
	laptop.check(err)
	laptop.check(s.Take(0))
	laptop.clock.step(time.Hour)
	_, err = laptop.Conflicts.Resolve(t.Context(), "Groceries", s)
	laptop.check(err)
	for _, d := range []*desk{laptop, phone} {
		d.check(d.Lists.Upgrade(t.Context(), "Groceries"))
		_, err := d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
	}
	syncUntilQuiet(laptop, phone)
	for _, d := range []*desk{laptop, phone} {
		if it := d.item("milk"); len(it.Conflicts) != 1 || it.Winner.Top().By != "laptop" || it.Conflicts[0].Title() != "Soy milk" {
			t.Errorf("%s has %s", d.Device.ID(), describe(it))
		}
	}
}

// A losing version that changes nothing compared with the original is not a conflict if the
// original is known. Someone who joined later never received it and is asked; their resolution
// holds for everyone, although the others did not wait for it.
func TestWhoNeverReceivedTheOriginalResolvesBeforeUpgrading(t *testing.T) {
	laptop, phone, files := newOlderDesks(t)
	laptop.add("milk", "Milk")
	syncUntilQuiet(laptop, phone)
	laptop.edit("milk", "Oat milk")
	laptop.edit("milk", "Milk") // no net change
	phone.clock.step(time.Hour)
	for _, title := range []string{"Soy milk", "Rice milk", "Almond milk"} { // the greater version wins
		phone.edit("milk", title)
	}
	syncUntilQuiet(laptop, phone)
	tablet := newDesk(t, t, "tablet", memory.New(), files, newClock())
	tablet.shareAs(lists.New{Name: "Groceries", Kind: "todo", Dialect: "sse-0.91"}, "/shared")
	tablet.sync()
	for d, asked := range map[*desk]bool{laptop: false, phone: false, tablet: true} {
		if it := d.item("milk"); d.isOpen("milk") != asked || it.Winner.Title() != "Almond milk" || len(it.Conflicts) != 1 {
			t.Fatalf("%s has %s, want it to be asked about: %v", d.Device.ID(), describe(it), asked)
		}
	}
	for _, d := range []*desk{laptop, phone} {
		d.check(d.Lists.Upgrade(t.Context(), "Groceries"))
		_, err := d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
	}
	if err := tablet.Lists.Upgrade(t.Context(), "Groceries"); !errors.Is(err, lists.ErrNotUpgradable) {
		t.Fatalf("the tablet upgraded what it is asked about: %v", err)
	}
	s, err := tablet.Conflicts.Session(t.Context(), "Groceries", "milk")
	tablet.check(err)
	tablet.check(s.Take(1)) // the losing one
	tablet.clock.step(2 * time.Hour)
	_, err = tablet.Conflicts.Resolve(t.Context(), "Groceries", s)
	tablet.check(err)
	tablet.check(tablet.Lists.Upgrade(t.Context(), "Groceries"))
	_, err = tablet.Sharing.Publish(t.Context(), "Groceries")
	tablet.check(err)
	rounds(laptop, phone, tablet)
	for _, d := range []*desk{laptop, phone, tablet} {
		if it := d.item("milk"); it.Winner.Title() != "Milk" || it.Winner.Top().By != "tablet" || len(it.Conflicts) != 0 {
			t.Errorf("%s has %s", d.Device.ID(), describe(it))
		}
	}
}
