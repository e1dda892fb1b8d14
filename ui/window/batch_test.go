package window

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/ui/window/snapshot"
)

// parted returns a desk that shares todos with a laptop. In one, each device changed another
// field; in two, both changed the due date; in one, both made the same change; and one was
// deleted there and changed here.
func parted(t *testing.T) (*desk, *engine.Engine) {
	t.Helper()
	d := todos(t, "Bread", "Cheese", "Eggs", "Milk", "Soup", "Tea")
	laptop := d.shares()
	there := func(title, field, value string) { change(t, laptop, "Errands", d.idOf(title), field, value) }
	here := func(title, field, value string) { change(t, d.engine, "Errands", d.idOf(title), field, value) }
	must(t, two(laptop.Edit.Change(t.Context(), "Errands", d.idOf("Bread"), record.Values{"due": "2026-05-27", "tags": "shop"}, nil)))
	there("Cheese", "due", "2026-05-27")
	there("Eggs", "due", "2026-05-27")
	must(t, two(laptop.Edit.Change(t.Context(), "Errands", d.idOf("Milk"), record.Values{"title": "Oat milk", "order": "60"}, nil)))
	must(t, two(laptop.Edit.Delete(t.Context(), "Errands", d.idOf("Soup"))))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Errands")))
	d.clock.now = d.clock.now.Add(time.Minute)
	here("Bread", "tags", "bakery")
	here("Cheese", "due", "2026-05-28")
	here("Eggs", "due", "2026-05-28")
	here("Soup", "due", "2026-05-28")
	here("Milk", "title", "Oat milk")
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 5)
	return d, laptop
}

// shares returns a laptop that has the same list.
func (d *desk) shares() *engine.Engine {
	d.t.Helper()
	folder := d.t.TempDir()
	must(d.t, two(d.engine.Sharing.PublishAt(d.t.Context(), "Errands", folder)))
	must(d.t, two(d.engine.Subscriptions.Subscribe(d.t.Context(), "Errands", folder)))
	laptop := d.other("laptop", folder, "Errands")
	sync(d.t, laptop)
	return laptop
}

func (d *desk) idOf(title string) string {
	d.t.Helper()
	return d.win.now.Rows[d.row(title)].ID
}

// manyAtOnce opens the page by its key.
func (d *desk) manyAtOnce() {
	d.press(fyne.KeyF8, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.rest()
}

// fates returns the rows of the page: what would happen to each item.
func (d *desk) fates() string {
	var all []string
	for _, r := range d.win.pages.batch().Rows() {
		sign := "-"
		if r.Included {
			sign = "+"
		}
		fate := sign + " " + r.Title + ": " + r.Result
		if r.Drops != "" {
			fate += " | " + r.Drops
		}
		all = append(all, fate)
	}
	return strings.Join(all, "\n")
}

func (d *desk) expectFates(what string, want ...string) {
	d.t.Helper()
	if got, want := d.fates(), strings.Join(want, "\n"); got != want {
		d.t.Errorf("%s: the page shows\n%s\nwant\n%s", what, got, want)
	}
}

// chooseRule selects a rule by its index with the keyboard.
func (d *desk) chooseRule(n int) {
	d.win.focus(d.win.pages.batch().Focus())
	for range n {
		d.press(fyne.KeyRight)
	}
	d.rest()
}

func TestTheRulesShowWhatTheyWouldDo(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.expectFates("what merges",
		"+ Bread: Due: Wed, May 27; Tags: bakery, shop",
		"+ Oat milk: the same in all versions",
		"- Cheese: choose Due",
		"- Eggs: choose Due",
		"- Soup: choose whether to keep it")
	same(t, "says", d.win.pages.batch().Summary(), "2 will be resolved, 3 are left to you")
	d.chooseRule(1)
	d.expectFates("what merges, then the newest",
		"+ Bread: Due: Wed, May 27; Tags: bakery, shop",
		"+ Cheese: Due: Thu, May 28 | Due: Wed, May 27 (laptop)",
		"+ Eggs: Due: Thu, May 28 | Due: Wed, May 27 (laptop)",
		"+ Oat milk: the same in all versions",
		"+ Soup: Due: Thu, May 28 | deletion (laptop)")
	d.chooseRule(2)
	d.expectFates("the newest",
		"+ Bread: Due: —; Tags: bakery | Due: Wed, May 27 (laptop); Tags: shop (laptop)",
		"+ Cheese: Due: Thu, May 28 | Due: Wed, May 27 (laptop)",
		"+ Eggs: Due: Thu, May 28 | Due: Wed, May 27 (laptop)",
		"+ Oat milk: the same in all versions",
		"+ Soup: Due: Thu, May 28 | deletion (laptop)")
}

// For texts the table shows the lines that differ from the original. A removal can be dropped
// like an addition, and two edits of the same line are left to the person.
func TestTheRulesShowLinesAndRemovals(t *testing.T) {
	d := todos(t, "Call", "Shop")
	values := func(text string, tags ...string) record.Values {
		return record.Values{"text": text, "tags": strings.Join(tags, "\n")}
	}
	edit := func(e *engine.Engine, title string, v record.Values) {
		must(t, two(e.Edit.Change(t.Context(), "Errands", d.idOf(title), v, nil)))
	}
	edit(d.engine, "Call", values("Please do not call the office before noon."))
	edit(d.engine, "Shop", values("milk\nsalt\nbread\nrice\n", "food", "week"))
	laptop := d.shares()
	edit(laptop, "Call", values("Please do not call the shop before noon."))
	edit(laptop, "Shop", values("milk\nsalt\nrice\n", "food"))
	must(t, two(laptop.Sharing.Publish(t.Context(), "Errands")))
	d.clock.now = d.clock.now.Add(time.Minute)
	edit(d.engine, "Call", values("Please call the office before noon."))
	edit(d.engine, "Shop", values("oat milk\nsalt\nbread\nrice\ntea\n", "food", "week", "now"))
	d.syncs()
	d.manyAtOnce()
	d.expectFates("what merges",
		"+ Shop: Tags: food, now; Text: ~ oat milk, − bread, + tea",
		"- Call: choose Text")
	d.chooseRule(1)
	call := "+ Call: Text: Please call the office before noon. | Text: Please do not call the shop before noon. (laptop)"
	d.expectFates("what merges, then the newest", call,
		"+ Shop: Tags: food, now; Text: ~ oat milk, − bread, + tea")
	for _, rule := range []string{"the current version", "the newest"} {
		d.chooseRule(1)
		d.expectFates(rule, call,
			"+ Shop: Tags: food, week, now; Text: ~ oat milk, + tea | removal of Tags: week (laptop); removal of Text: bread (laptop)")
	}
	d.chooseRule(1)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyRight)
	d.rest()
	d.expectFates("the laptop",
		"+ Call: Text: Please do not call the shop before noon. | Text: Please call the office before noon. (you)",
		"+ Shop: Tags: food; Text: − bread | Tags: now (you); Text: + oat milk, + tea (you)")
}

// Ctrl+Shift+F8, Ctrl+Enter: whatever can be merged is resolved and published, and Ctrl+Z
// reverts all of it.
func TestManyAreResolvedAtOnceByKeys(t *testing.T) {
	d, laptop := parted(t)
	d.manyAtOnce()
	bread := snapshot.Item{Set: "Errands", ID: d.win.pages.batch().Rows()[0].ID}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
	same(t, "the rest is shown", d.win.pages.batch().Summary(), "0 will be resolved, 3 are left to you")
	same(t, "said", d.showedMessage("Resolved 2 conflicts."), true)
	resolved := record.Read(d.item(bread).Winner.Content)
	same(t, "due", resolved.Get("due"), "2026-05-27")
	same(t, "tags", resolved.Get("tags"), "bakery\nshop")
	d.press(fyne.KeyZ, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after undo", len(d.win.now.Conflicts), 5)
	same(t, "and on the page", d.win.pages.batch().Summary(), "2 will be resolved, 3 are left to you")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.seam.Elapse(publishPause)
	same(t, "conflicts at the laptop", conflictsAt(t, laptop, bread), 0)
	d.press(fyne.KeyEscape)
	same(t, "after Esc", d.win.pages.shown == page(d.win.pages.home), true)
}

// Undoing many resolutions that others may have received requires the person's consent. Then
// each item has its old values everywhere, and each conflict is open again.
func TestManyThatWerePublishedAreUndoneAfterAsking(t *testing.T) {
	d, laptop := parted(t)
	d.manyAtOnce()
	d.chooseRule(1) // merge, then take the newest: all five
	said := func(e *engine.Engine) (all []string) {
		for _, title := range []string{"Bread", "Cheese", "Eggs", "Oat milk", "Soup", "Tea"} {
			it, err := e.Lists.Item(t.Context(), "Errands", d.idOf(title))
			must(t, err)
			all = append(all, fmt.Sprint(title, it.Winner.Deleted, it.Winner.Content.Hash()))
		}
		return all
	}
	asked := func() (all []string) {
		for _, c := range d.win.now.Conflicts {
			s, err := d.engine.Conflicts.Session(t.Context(), c.Item().Set, c.Item().ID)
			must(t, err)
			for _, c := range s.Candidates()[1:] {
				all = append(all, c.Version.ID+" "+c.Version.Top().String()+" "+c.Version.Content.Hash().String())
			}
		}
		slices.Sort(all)
		return all
	}
	before, open := said(d.engine), asked()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 0)
	resolved := said(d.engine)
	d.seam.Elapse(publishPause)
	sync(t, laptop)
	same(t, "at the laptop", strings.Join(said(laptop), "\n"), strings.Join(resolved, "\n"))
	for _, c := range []struct {
		answer    string
		conflicts int
	}{{"Keep", 0}, {"Undo for everyone", 5}} {
		d.press(fyne.KeyZ, fyne.KeyModifierControl)
		d.rest()
		same(t, "asks", d.win.status.Text(), "Others may have received these 5 resolutions. Undo them for everyone?")
		same(t, "before the answer", strings.Join(said(d.engine), "\n"), strings.Join(resolved, "\n"))
		d.clickIn(d.win.status.Object(), c.answer)
		same(t, "conflicts after "+c.answer, len(d.win.now.Conflicts), c.conflicts)
	}
	same(t, "undone", strings.Join(said(d.engine), "\n"), strings.Join(before, "\n"))
	same(t, "to choose from", strings.Join(asked(), "\n"), strings.Join(open, "\n"))
	d.seam.Elapse(publishPause)
	sync(t, laptop)
	same(t, "undone at the laptop", strings.Join(said(laptop), "\n"), strings.Join(before, "\n"))
	d.press(fyne.KeyY, fyne.KeyModifierControl)
	d.rest()
	same(t, "redone", strings.Join(said(d.engine), "\n"), strings.Join(resolved, "\n"))
}

// After that, Enter opens the first of the remaining conflicts.
func TestAfterManyTheRestIsAtHand(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the page shows", d.win.pages.resolve.Shown().Item.ID, d.idOf("Cheese"))
}

// showedMessage reports whether the status bar has shown a text.
func (d *desk) showedMessage(text string) bool {
	return strings.Contains(d.win.pages.messages.Text(), text)
}

// Tab goes from the rule to the rows; Space excludes a row, whose item then stays unchanged.
func TestRowsCanBeTakenOut(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.chooseRule(2)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown) // Cheese
	d.types(" ")
	same(t, "says", d.win.pages.batch().Summary(), "4 will be resolved, 1 is left to you")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts", len(d.win.now.Conflicts), 1)
	same(t, "which", d.win.now.Conflicts[0].Title, "Cheese")
}

// On the heading Space excludes all rows, and includes them again.
func TestAllRowsCanBeTakenOut(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyTab)
	d.press(fyne.KeyHome)
	d.types(" ")
	same(t, "out", d.win.pages.batch().Summary(), "0 will be resolved, 5 are left to you")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "nothing is resolved", len(d.win.now.Conflicts), 5)
	d.types(" ")
	same(t, "in", d.win.pages.batch().Summary(), "2 will be resolved, 3 are left to you")
}

// A device is chosen by its name.
func TestAPersonIsPreferred(t *testing.T) {
	d, _ := parted(t)
	must(t, d.engine.Names.Set(t.Context(), "laptop", "Laptop in the kitchen"))
	d.win.Reload()
	d.manyAtOnce()
	d.chooseRule(4)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyRight)
	d.rest()
	d.expectFates("the laptop",
		"+ Bread: Due: Wed, May 27; Tags: shop | Tags: bakery (you)",
		"+ Cheese: Due: Wed, May 27 | Due: Thu, May 28 (you)",
		"+ Eggs: Due: Wed, May 27 | Due: Thu, May 28 (you)",
		"+ Oat milk: the same in all versions",
		"+ Soup: deleted | Due: Thu, May 28 (you)")
}

// An item that the person began to resolve is excluded until they include it.
func TestWhatWasBegunStaysOut(t *testing.T) {
	d, _ := parted(t)
	d.win.openResolve(snapshot.Item{Set: "Errands", ID: d.idOf("Bread")})
	d.rest()
	d.types("2")
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	same(t, "says", d.win.pages.batch().Summary(), "1 will be resolved, 4 are left to you")
	d.press(fyne.KeyTab)
	d.press(fyne.KeyHome)
	d.press(fyne.KeyDown)
	d.types(" ")
	same(t, "taken in", d.win.pages.batch().Summary(), "2 will be resolved, 3 are left to you")
}

// The row of an item with an unsaved resolution shows what that would save, whatever the rule,
// and saves that.
func TestARowShowsWhatADraftSaves(t *testing.T) {
	d, _ := parted(t)
	cheese := snapshot.Item{Set: "Errands", ID: d.idOf("Cheese")}
	d.win.openResolve(cheese)
	d.rest()
	d.types("e")
	d.press(fyne.KeyA, fyne.KeyModifierControl)
	d.types("2026-05-30")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	row := "- Cheese: you have begun to resolve it; Due: Sat, May 30 | Due: Thu, May 28 (you); Due: Wed, May 27 (laptop)"
	same(t, "by the rule that merges", strings.Contains(d.fates(), row), true)
	d.chooseRule(2)
	same(t, "by another rule", strings.Contains(d.fates(), row), true)
	d.press(fyne.KeyTab)
	d.press(fyne.KeyHome)
	for i := range d.win.pages.batch().Rows() {
		d.press(fyne.KeyDown)
		if d.win.pages.batch().Rows()[i].ID == cheese.ID {
			d.types(" ")
			break
		}
	}
	d.press(fyne.KeyReturn, ctrl)
	d.rest()
	same(t, "saved", d.value("Cheese", "due"), "2026-05-30")
	same(t, "a draft is left", d.decided(cheese), false)
}

// If a draft leaves a field open, the row says which.
func TestARowShowsWhatADraftLeavesOpen(t *testing.T) {
	d, laptop, it := shared(t)
	must(t, two(laptop.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Oat milk", "text": "there"}, nil)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	must(t, two(d.engine.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Whole milk", "text": "here"}, nil)))
	d.syncs()
	d.manyAtOnce()
	d.expectFates("before a choice", "- Oat milk: choose Title and Text")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	d.types("2")
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	d.expectFates("after a choice", "- Oat milk: you have begun to resolve it; choose Text")
}

// Keys that made no choice do not count as a beginning.
func TestAKeyThatChoosesNothingBeginsNothing(t *testing.T) {
	d, laptop, it := shared(t)
	must(t, two(laptop.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Oat milk", "text": "there"}, nil)))
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	must(t, two(d.engine.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Whole milk", "text": "here"}, nil)))
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	d.press(fyne.KeyBackspace)
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	d.expectFates("after Backspace", "- Oat milk: choose Title and Text")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyF8)
	d.rest()
	d.press(fyne.KeyDown)
	d.types("2")
	d.press(fyne.KeyZ, ctrl)
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	d.expectFates("after a choice that was undone", "- Oat milk: choose Title and Text")
}

// Unfinished choices are kept, whatever the rule: the rule decides only the rest. The row
// shows both, and both are saved.
func TestARuleDecidesOnlyWhatADraftLeavesOpen(t *testing.T) {
	const newest, current, preferred = 1, 2, 4
	theirs := "Text: there | Title: Oat milk (laptop); Title: Whole milk (you); Text: here (you)"
	yours := "Text: here | Title: Oat milk (laptop); Text: there (laptop); Title: Whole milk (you)"
	for rule, row := range map[int]string{newest: theirs, current: theirs, preferred: yours} {
		d, laptop, it := shared(t)
		must(t, two(laptop.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Oat milk", "text": "there"}, nil)))
		must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
		must(t, two(d.engine.Edit.Change(t.Context(), it.Set, it.ID, record.Values{"title": "Whole milk", "text": "here"}, nil)))
		d.syncs()
		d.press(fyne.KeyF8)
		d.rest()
		d.press(fyne.KeyDown)
		d.types("e")
		d.press(fyne.KeyA, ctrl)
		d.types("Soy milk")
		d.press(fyne.KeyEscape)
		d.press(fyne.KeyEscape)
		d.rest()
		d.manyAtOnce()
		d.expectFates("what merges", "- Oat milk: you have begun to resolve it; choose Text")
		d.chooseRule(rule)
		d.press(fyne.KeyTab)
		if rule == preferred {
			d.press(fyne.KeyTab) // past the device
		}
		d.press(fyne.KeyHome)
		d.press(fyne.KeyDown)
		d.types(" ")
		d.rest()
		d.expectFates("included", "+ Oat milk: Title: Soy milk; "+row)
		d.press(fyne.KeyReturn, ctrl)
		d.rest()
		same(t, "conflicts", len(d.win.now.Conflicts), 0)
		same(t, "saved", strings.HasPrefix(row, "Text: "+d.value("Soy milk", "text")+" |"), true)
		same(t, "a draft is left", d.decided(it), false)
	}
}

// A rule does not replace an invalid value: the row is left to the person.
func TestARuleReplacesNothingThatIsTypedWrong(t *testing.T) {
	d, _ := parted(t)
	d.win.openResolve(snapshot.Item{Set: "Errands", ID: d.idOf("Cheese")})
	d.rest()
	d.types("e")
	d.press(fyne.KeyA, ctrl)
	d.types("somewhen")
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyEscape)
	d.rest()
	d.manyAtOnce()
	for _, rule := range []int{0, 1, 1} {
		d.chooseRule(rule)
		same(t, "the row\n"+d.fates(), strings.Contains(d.fates(), "- Cheese: you have begun to resolve it; choose Due"), true)
	}
}

// Enter opens an item on the conflict page.
func TestARowOpensItsItem(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyTab)
	d.press(fyne.KeyEnd)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the page shows", d.win.pages.resolve.Shown().Item.ID, d.idOf("Soup"))
}

// A rule that is chosen in the meantime replaces the one before.
func TestAnotherRuleOvertakesTheOneBefore(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.press(fyne.KeyRight)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl) // nothing is planned yet
	d.press(fyne.KeyRight)
	d.rest()
	same(t, "says", d.win.pages.batch().Summary(), "5 will be resolved")
	same(t, "nothing is resolved", len(d.win.now.Conflicts), 5)
}

// stopping is an engine that lets a person stop the resolution halfway.
type stopping struct {
	Conflicts
	stop func()
}

func (s stopping) ResolveMany(ctx context.Context, plans []conflicts.Planned, progress func(done, all int)) (edit.Outcome, error) {
	progress(1, len(plans))
	s.stop()
	return s.Conflicts.ResolveMany(ctx, plans, progress)
}

func TestResolvingManyCanBeStopped(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	d.win.Conflicts = stopping{d.win.Conflicts, func() { d.press(fyne.KeyPeriod, fyne.KeyModifierControl) }}
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "nothing is resolved", len(d.win.now.Conflicts), 5)
	same(t, "status", d.win.status.Text(), "Canceled. Nothing was left half done.")
	d.win.Conflicts = d.engine.Conflicts
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "once more", len(d.win.now.Conflicts), 3)
}

// An item that changed since it was shown is not resolved; the others are.
func TestWhatChangedMeanwhileIsNotResolved(t *testing.T) {
	d, _ := parted(t)
	d.manyAtOnce()
	s, err := d.engine.Conflicts.Session(t.Context(), "Errands", d.win.pages.batch().Rows()[0].ID)
	must(t, err)
	must(t, s.Take(1))
	must(t, two(d.engine.Conflicts.Resolve(t.Context(), "Errands", s)))
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "said", d.showedMessage("1 could not be changed: The item changed in the meantime."), true)
	same(t, "conflicts", len(d.win.now.Conflicts), 3)
}

// Conflicts received while the table is shown are announced and excluded: a new conflict, and
// a row with another result. Nothing is saved, included or excluded before the person can have
// seen it.
func TestWhatArrivesInTheTableIsNotIncluded(t *testing.T) {
	d, laptop := parted(t)
	tea := d.idOf("Tea")
	change(t, d.engine, "Errands", tea, "due", "2026-05-29")
	d.win.Reload()
	d.rest()
	d.manyAtOnce()
	d.chooseRule(1)
	d.clock.now = d.clock.now.Add(time.Minute)
	change(t, laptop, "Errands", d.idOf("Cheese"), "due", "2026-07-01")
	change(t, laptop, "Errands", tea, "due", "2026-06-02")
	must(t, two(laptop.Sharing.Publish(t.Context(), "Errands")))
	soup, err := d.engine.Conflicts.Session(t.Context(), "Errands", d.idOf("Soup"))
	must(t, err)
	must(t, soup.Take(0))
	must(t, two(d.engine.Conflicts.Resolve(t.Context(), "Errands", soup)))
	d.syncs()
	same(t, "conflicts", len(d.win.now.Conflicts), 5)
	want := []string{
		"+ Bread: Due: Wed, May 27; Tags: bakery, shop",
		"- Cheese: changed in the meantime; Due: Wed, Jul 1 | Due: Thu, May 28 (you)",
		"+ Eggs: Due: Thu, May 28 | Due: Wed, May 27 (laptop)",
		"+ Oat milk: the same in all versions",
		"- Tea: new; Due: Tue, Jun 2 | Due: Fri, May 29 (you)",
	}
	d.expectFates("what arrived", want...)
	same(t, "said", d.showedMessage("2 conflicts are new or changed, and not included."), true)
	same(t, "said of what is gone", d.showedMessage("1 conflict is no longer open."), true)
	d.strikes(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "after the key at once", len(d.win.now.Conflicts), 5)
	same(t, "says", d.win.status.Text(), "Check it first, then press again.")
	d.win.pages.batch().Save() // as a click does
	d.rest()
	same(t, "after a click at once", len(d.win.now.Conflicts), 5)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after the key", len(d.win.now.Conflicts), 2)
	d.expectFates("what is left", want[1], want[4])
	same(t, "said of what was saved", d.showedMessage("conflicts are no longer open."), false)
	d.press(fyne.KeyHome)
	d.types(" ")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "conflicts after they were included", len(d.win.now.Conflicts), 0)
}

// The list of conflicts offers to resolve many at once.
func TestThePlaceOfWhatIsToBeResolvedOffersIt(t *testing.T) {
	d, _ := parted(t)
	same(t, "in a list", d.win.pages.home.batch.Visible(), false)
	d.win.choose(snapshot.Place{Kind: snapshot.KindConflicts})
	d.rest()
	same(t, "in its place", d.win.pages.home.batch.Visible(), true)
}

func TestNothingToResolveSaysSo(t *testing.T) {
	d := withList(t, "Milk")
	d.manyAtOnce()
	same(t, "rows", len(d.win.pages.batch().Rows()), 0)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "shown", d.win.batching.batchShown(), true)
}
