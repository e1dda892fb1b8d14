package engine_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/trust"
)

// waiting returns the undecided updates held for review.
func (d *desk) waiting() (all []store.HeldItem) {
	d.Helper()
	found, err := d.Subscriptions.HeldItems(d.t.Context(), "Groceries")
	d.check(err)
	return slices.DeleteFunc(found, func(s store.HeldItem) bool { return s.State != store.Waiting })
}

func keysOf(all []store.HeldItem) (keys []int64) {
	for _, s := range all {
		keys = append(keys, s.Key)
	}
	return keys
}

// acceptAll accepts everything held for review.
func (d *desk) acceptAll() {
	d.Helper()
	d.check(d.Subscriptions.AcceptHeldItems(d.t.Context(), keysOf(d.waiting())...))
}

func (d *desk) refuseAll() {
	d.Helper()
	d.check(d.Subscriptions.RefuseHeldItems(d.t.Context(), keysOf(d.waiting())...))
}

// alarms returns the alarms of undecided updates, by item.
func (d *desk) alarms() map[string][]trust.Kind {
	d.Helper()
	found := map[string][]trust.Kind{}
	for _, s := range d.waiting() {
		for _, a := range s.Alarms {
			found[s.ID] = append(found[s.ID], a.Kind)
		}
	}
	return found
}

func (d *desk) expectAlarms(want string) {
	d.Helper()
	if got := fmt.Sprint(d.alarms()); got != want {
		d.Errorf("waiting at %s: %s, want %s", d.Device.ID(), got, want)
	}
}

// honest returns endpoints A, B and C that share a list with eggs by A and milk by B.
func honest(t *testing.T) (a, b, c *desk, files *transporttest.Memory) {
	files = &transporttest.Memory{}
	a, b, c = newMemoryDesk(t, "A", files), newMemoryDesk(t, "B", files), newMemoryDesk(t, "C", files)
	a.add("eggs", "Eggs")
	b.add("milk", "Milk")
	rounds(a, b, c)
	return a, b, c, files
}

// forge makes B's feed contain something that A never wrote.
func forge(b *desk, files *transporttest.Memory, of string, change func(sync string) string) {
	const path = "/shared/Groceries.B.xml"
	text := files.All()[path]
	from := strings.Index(text, `<sx:sync id="`+of+`"`)
	to := from + strings.Index(text[from:], "</item>")
	files.Put(path, text[:from]+change(text[from:to])+text[to:])
}

// inNameOfA returns a change in A's name that A never made.
func inNameOfA(sync string) string {
	sync = strings.Replace(sync, `updates="1"`, `updates="2"`, 1)
	return strings.Replace(sync, "<sx:history", `<sx:history sequence="2" when="2026-05-21T18:00:00Z" by="A"/><sx:history`, 1)
}

func deletedInNameOfA(sync string) string {
	return strings.Replace(inNameOfA(sync), `updates="2"`, `updates="2" deleted="true"`, 1)
}

func suspicious(desks ...*desk) {
	for _, d := range desks {
		d.heldItems = true
	}
}

func TestWhoWritesInTheNameOfAnotherIsCaughtByThatOneAlone(t *testing.T) {
	for name, lie := range map[string]func(string) string{"a change": inNameOfA, "a deletion": deletedInNameOfA} {
		t.Run(name, func(t *testing.T) {
			a, b, c, files := honest(t)
			suspicious(a)
			forge(b, files, "eggs", lie)
			a.sync()
			a.expectAlarms("map[eggs:[forged]]")
			if it := a.item("eggs"); it.Winner.Deleted || it.Winner.Updates != 1 {
				t.Errorf("A holds %s", describe(it))
			}
			forge(b, files, "milk", func(s string) string { return s }) // nothing else of B's is suspicious
			c.sync()
			c.expectAlarms("map[]")
			if it := c.item("eggs"); it.Winner.Updates != 2 {
				t.Errorf("C holds %s", describe(it))
			}
		})
	}
}

func TestAHeldItemSaysWhatIsAlarming(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	reports := a.sync()
	s := a.waiting()[0]
	want := store.HeldItem{
		Key: s.Key, Set: s.Set, Subscription: s.Subscription, Feed: "/shared/Groceries.B.xml", ID: "eggs", Title: "Eggs",
		At:     a.clock.Now(),
		Alarms: []trust.Alarm{{Kind: trust.Forged, Sequence: 2, When: "2026-05-21T18:00:00Z", Number: 1}}, Document: s.Document, Mark: s.Mark,
	}
	if fmt.Sprintf("%+v", s) != fmt.Sprintf("%+v", want) {
		t.Errorf("got %+v\nwant %+v", s, want)
	}
	it, err := subscribe.ReceivedItem(s)
	if err != nil || it.ID() != "eggs" || it.Winner.Updates != 2 || it.Winner.Title() != "Eggs" {
		t.Errorf("got %+v, %v", it, err)
	}
	r := reports[0]
	if r.Held != 1 || r.Skipped != 1 || r.Updated != 0 {
		t.Errorf("the report is %+v", r)
	}
}

func TestWhatWaitsIsAskedAboutOnceUntilItChanges(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	first := keysOf(a.waiting())
	forge(b, files, "milk", func(s string) string { return s + "<!-- another feed -->" })
	before, err := a.memory.Revision(t.Context())
	a.check(err)
	a.sync()
	if got := keysOf(a.waiting()); !slices.Equal(got, first) {
		t.Errorf("waiting are %v, and were %v", got, first)
	}
	after, err := a.memory.Revision(t.Context())
	a.check(err)
	if after > before+2 { // the stored state of the feed
		t.Errorf("%d transactions", after-before)
	}
	forge(b, files, "eggs", func(s string) string { return strings.Replace(s, "18:00:00Z", "19:00:00Z", 1) })
	a.sync()
	if got := a.waiting(); len(got) != 1 || got[0].Alarms[0].When != "2026-05-21T19:00:00Z" {
		t.Errorf("waiting are %+v", got)
	}
}

func TestAFeedThatSaysSomethingHarmlessNowIsAskedAboutNoMore(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	was := files.All()["/shared/Groceries.B.xml"]
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	a.expectAlarms("map[eggs:[forged]]")
	files.Put("/shared/Groceries.B.xml", was)
	a.sync()
	a.expectAlarms("map[]")
	if all, _ := a.Subscriptions.HeldItems(t.Context(), ""); len(all) != 0 {
		t.Errorf("kept are %+v", all)
	}
}

func TestWhatIsAcceptedIsMergedAsItsFeedWouldHave(t *testing.T) {
	for name, lie := range map[string]func(string) string{"a change": inNameOfA, "a deletion": deletedInNameOfA} {
		t.Run(name, func(t *testing.T) {
			a, b, c, files := honest(t)
			suspicious(a)
			forge(b, files, "eggs", lie)
			a.sync()
			c.sync()
			a.acceptAll()
			if got, want := describe(a.item("eggs")), describe(c.item("eggs")); !slices.Equal(got, want) || a.item("eggs").Winner.Deleted != c.item("eggs").Winner.Deleted {
				t.Errorf("A holds %s, C holds %s", got, want)
			}
			forge(b, files, "milk", func(s string) string { return s + "<!-- another feed -->" })
			a.heldItems = false
			a.sync()
			rounds(a, c)
			if a.edit("milk", "Oat milk"); a.item("eggs").Winner.Updates != 2 {
				t.Errorf("A holds %s", describe(a.item("eggs")))
			}
			all, err := a.Subscriptions.HeldItems(t.Context(), "Groceries")
			if err != nil || len(all) != 1 || all[0].State != store.Accepted || all[0].Document != "" {
				t.Errorf("kept are %+v, %v", all, err)
			}
		})
	}
}

func TestWhatIsRefusedStaysOutWithoutAWordUntilItChanges(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	a.refuseAll()
	forge(b, files, "milk", func(s string) string { return s + "<!-- another feed -->" })
	a.heldItems = false
	for _, r := range a.sync() {
		if r.Skipped != 1 || len(r.Problems) > 0 {
			t.Errorf("the report is %+v", r)
		}
	}
	a.expectAlarms("map[]")
	a.heldItems = true
	forge(b, files, "eggs", func(s string) string { return strings.Replace(s, "18:00:00Z", "19:00:00Z", 1) })
	a.sync()
	a.expectAlarms("map[eggs:[forged]]")
}

// A's next change replaces the forged one everywhere.
func TestAfterARefusalTheNextEditOutdoesTheLie(t *testing.T) {
	a, b, c, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	c.sync() // C accepts it as genuine
	a.sync()
	a.refuseAll()
	edited := a.edit("eggs", "Eggs of A")
	if top := edited.Winner.Top(); top.Sequence != 3 {
		t.Errorf("the sequence is %d, and 2 was used in the name of A", top.Sequence)
	}
	a.sync()
	c.sync()
	if it := c.item("eggs"); it.Winner.Title() != "Eggs of A" || len(it.Conflicts) > 0 {
		t.Errorf("C holds %s", describe(it))
	}
	a.heldItems = false
	rounds(a, c)
	a.expectAlarms("map[]")
}

func TestWhatWaitsAndWhatUsesTheNumbersUpIsNotOutdone(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	if top := a.edit("eggs", "Eggs of A").Winner.Top(); top.Sequence != 2 {
		t.Errorf("the sequence is %d, and nothing was refused", top.Sequence)
	}
	forge(b, files, "eggs", func(s string) string { return strings.Replace(s, `sequence="2"`, `sequence="2147483647"`, 1) })
	a.sync()
	a.refuseAll()
	if top := a.edit("eggs", "Eggs again").Winner.Top(); top.Sequence != 3 {
		t.Errorf("the sequence is %d", top.Sequence)
	}
}

// Held updates are removed with the subscription, and items received earlier stay.
func TestWhoUnsubscribesIsAskedNoMore(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	a.expectAlarms("map[eggs:[forged]]")
	subscribed, err := a.Subscriptions.All(t.Context(), "Groceries")
	a.check(err)
	a.check(a.Subscriptions.Unsubscribe(t.Context(), "Groceries", subscribed[0].Location))
	a.expectAlarms("map[]")
	if eggs, milk := a.item("eggs"), a.item("milk"); eggs.Winner.Updates != 1 || milk.Winner.Title() != "Milk" {
		t.Errorf("A holds %s and %s", describe(eggs), describe(milk))
	}
	if all, err := a.Subscriptions.HeldItems(t.Context(), ""); err != nil || len(all) != 0 {
		t.Errorf("kept are %+v, %v", all, err)
	}
}

func TestWhatWasRefusedCanBeAcceptedLaterAndNotTheOtherWayRound(t *testing.T) {
	a, b, _, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	a.sync()
	keys := keysOf(a.waiting())
	a.refuseAll()
	a.check(a.Subscriptions.AcceptHeldItems(t.Context(), keys...))
	if it := a.item("eggs"); it.Winner.Updates != 2 {
		t.Errorf("A holds %s", describe(it))
	}
	for name, decide := range map[string]error{
		"accept": a.Subscriptions.AcceptHeldItems(t.Context(), keys...), "refuse": a.Subscriptions.RefuseHeldItems(t.Context(), keys...),
	} {
		if !errors.Is(decide, subscribe.ErrDecided) {
			t.Errorf("%s: %v", name, decide)
		}
	}
	if err := cmp.Or(a.Subscriptions.AcceptHeldItems(t.Context(), 99), a.Subscriptions.RefuseHeldItems(t.Context(), 99)); !errors.Is(err, store.ErrNoHeldItem) {
		t.Errorf("an unknown one: %v", err)
	}
}

func TestOneLieInTwoFeedsIsOneQuestion(t *testing.T) {
	a, b, c, files := honest(t)
	suspicious(a)
	forge(b, files, "eggs", inNameOfA)
	c.sync() // C accepts it as genuine, and republishes it
	a.sync()
	all := a.waiting()
	if len(all) != 2 {
		t.Fatalf("waiting are %+v", all)
	}
	a.check(a.Subscriptions.AcceptHeldItems(t.Context(), all[0].Key))
	a.expectAlarms("map[]")
	a.heldItems = false
	a.sync()
}

func TestADryRunTellsOfWhatIsAlarmingAndKeepsNothing(t *testing.T) {
	a, b, _, files := honest(t)
	forge(b, files, "eggs", inNameOfA)
	reports, err := a.Sync(t.Context(), subscribe.SyncOptions{DryRun: true})
	a.check(err)
	if reports[0].Held != 1 || reports[0].New+reports[0].Updated != 0 {
		t.Errorf("the report is %+v", reports[0])
	}
	a.expectAlarms("map[]")
}

func TestAListThatIsSharedAnewIsNotFullOfLies(t *testing.T) {
	a, _, _, _ := honest(t)
	a.deleteShared("Groceries")
	_, err := a.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	a.check(err)
	_, err = a.Subscriptions.Subscribe(t.Context(), "Groceries", "/shared")
	a.check(err)
	a.sync()
	if it := a.item("eggs"); it.Winner.Top().By != "A" {
		t.Errorf("A holds %s", describe(it))
	}
}

// Two devices with one identifier: the other's changes are not lost, and are reported as what
// they are.
func TestACopiedDataFolderIsToldAndLosesNothing(t *testing.T) {
	a, b, _, files := honest(t)
	files.Folder("/other")
	copied := newDesk(t, t, "A", a.memory.(*memory.Store).Copy(), files, a.clock)
	_, err := copied.Sharing.PublishAt(t.Context(), "Groceries", "/other/elsewhere.xml")
	a.check(err)
	_, err = a.Subscriptions.Subscribe(t.Context(), "Groceries", "/other/elsewhere.xml")
	a.check(err)
	a.edit("eggs", "Eggs of the one")
	copied.clock.step(time.Minute)
	copied.edit("eggs", "Eggs of the other")
	copied.edit("milk", "Milk of the other")
	suspicious(a, copied)
	copied.sync()
	reports := a.sync()
	a.expectAlarms("map[eggs:[forged] milk:[forged]]")
	if told := fmt.Sprint(reports); !strings.Contains(told, "two devices use the same identifier") {
		t.Errorf("told is %s", told)
	}
	a.acceptAll()
	a.expect("milk", "Milk of the other")
	if got := a.archive("eggs"); !slices.Contains(got, "Eggs of the one") || !slices.Contains(got, "Eggs of the other") {
		t.Errorf("the archive has %q", got)
	}
	a.heldItems = false
	rounds(a, b)
}

func TestAFloodIsOneQuestion(t *testing.T) {
	const items = 120
	files := &transporttest.Memory{}
	a, b := newMemoryDesk(t, "A", files), newMemoryDesk(t, "B", files)
	for i := range items {
		a.add(fmt.Sprintf("n%d", i), "Item")
	}
	rounds(a, b)
	for i := range items / 2 {
		_, err := b.Edit.Delete(t.Context(), "Groceries", fmt.Sprintf("n%d", i))
		b.check(err)
	}
	rounds(a, b) // half of the list is not a flood, but counts towards one for a day
	for i := range items/4 + 21 {
		_, err := b.Edit.Delete(t.Context(), "Groceries", fmt.Sprintf("n%d", items/2+i))
		b.check(err)
	}
	b.add("tea", "Tea")
	suspicious(a)
	b.sync()
	reports := a.sync()
	all := a.waiting()
	if len(all) != items/4+21 || reports[0].New != 1 || reports[0].Held != len(all) {
		t.Fatalf("%d wait, the report is %+v", len(all), reports[0])
	}
	for _, s := range all {
		if want := (trust.Alarm{Kind: trust.Flood, Part: trust.Deleted, Number: 111, Limit: items / 2}); len(s.Alarms) != 1 || s.Alarms[0] != want {
			t.Fatalf("the alarms of %s are %+v", s.ID, s.Alarms)
		}
	}
	a.acceptAll()
	if rows, err := a.Lists.Items(t.Context(), "Groceries", store.Query{}); err != nil || len(rows) != items/4-21+1 {
		t.Errorf("%d items stay, %v", len(rows), err)
	}
	a.heldItems = false
	rounds(a, b)
}

// An outline keeps its position: only its document contains it.
func TestAnAcceptedOutlineStandsWhereItsFeedPutIt(t *testing.T) {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	open := func(endpoint string) *desk {
		d := newDesk(t, t, endpoint, memory.New(), files, newClock())
		d.shareAs(lists.New{Name: "Groceries", Kind: "outline"}, "/shared")
		return d
	}
	a, b := open("A"), open("B")
	for _, id := range []string{"home", "work", "call"} {
		a.add(id, id)
	}
	rounds(a, b)
	b.clock.step(time.Hour)
	b.check(b.Edit.Place(t.Context(), "Groceries", []string{"call"}, "work", ""))
	b.sync()
	const path = "/shared/Groceries.B.opml"
	text := files.All()[path]
	files.Put(path, strings.Replace(text, `by="B"`, `by="A"`, 1))
	suspicious(a)
	a.sync()
	a.expectAlarms("map[call:[forged]]")
	a.acceptAll()
	if p := a.item("call").Winner.Place; p.Parent != "work" || p.Key != b.item("call").Winner.Place.Key {
		t.Errorf("it stands in %+v, and at B in %+v", p, b.item("call").Winner.Place)
	}
}

// On a real store, with the maximum number of conflicts.
func TestTenThousandConflictsAreOneQuestion(t *testing.T) {
	items := testsize.Of(500, 10_000)
	folder := t.TempDir()
	a := newRealDesk(t, "A", folder, newClock())
	var b strings.Builder
	feed := func(change string) string {
		b.Reset()
		b.WriteString(`<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync"><channel><title>t</title>`)
		for i := range items {
			fmt.Fprintf(&b, `<item><title>%s %d</title><sx:sync id="n%d" updates="1"><sx:history sequence="1" when="2026-05-21T12:00:00Z" by="%s"/></sx:sync></item>`, change, i, i, change)
		}
		return b.String() + "</channel></rss>"
	}
	put := func(text string) {
		a.check(os.WriteFile(filepath.Join(folder, "Groceries.flood.xml"), []byte(text), 0o600))
		a.clock.step(time.Minute)
		a.sync()
	}
	put(feed("Item"))
	suspicious(a)
	put(feed("Lie"))
	all := a.waiting()
	if len(all) != items {
		t.Fatalf("%d wait", len(all))
	}
	a.refuseAll()
	a.heldItems = false
	put(feed("Lie") + "<!-- again -->")
	counts, err := a.Lists.All(t.Context())
	if err != nil || counts[0].Items != items || counts[0].Conflicted != 0 {
		t.Errorf("%+v, %v", counts, err)
	}
	a.check(a.Subscriptions.AcceptHeldItems(t.Context(), keysOf(all)...))
	if counts, err := a.Lists.All(t.Context()); err != nil || counts[0].Conflicted != items {
		t.Errorf("%+v, %v", counts, err)
	}
}
