package engine_test

import (
	"testing"

	"crossfeed/engine/enginetest/transporttest"
)

// An item that three endpoints changed is counted once, whether their feeds are in one folder
// or in two.
func TestAnItemCountsOnceHoweverManyFeedsChangedIt(t *testing.T) {
	for name, c := range map[string]struct {
		titles []string
		asked  int
	}{
		"three titles":       {[]string{"B", "C", "D"}, 1},
		"two of three alike": {[]string{"B", "B", "D"}, 1},
		"all alike":          {[]string{"B", "B", "B"}, 0},
	} {
		for _, folders := range []int{1, 2} {
			a, others := sharers(t, folders)
			for i, d := range others {
				d.edit("milk", c.titles[i])
				_, err := d.Sharing.Publish(t.Context(), "Groceries")
				d.check(err)
			}
			a.counts(name, folders, 1, c.asked)
		}
	}
}

// A conflict that a later feed resolves does not count at the end of the sync.
func TestAConflictThatALaterFeedResolvesIsNotCounted(t *testing.T) {
	for _, folders := range []int{1, 2} {
		a, others := sharers(t, folders)
		for i, d := range others[:2] {
			d.edit("milk", []string{"B", "C"}[i])
			_, err := d.Sharing.Publish(t.Context(), "Groceries")
			d.check(err)
		}
		d := others[2]
		d.sync()
		d.resolveWithTitle("milk", "D")
		_, err := d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
		a.counts("resolved", folders, -1, 0)
		a.expect("milk", "D")
	}
}

// sharers returns four endpoints that share an item through a folder; with two folders, the
// last endpoint has its feed in the second.
func sharers(t *testing.T, folders int) (a *desk, others []*desk) {
	t.Helper()
	files := &transporttest.Memory{}
	files.Folder("/other")
	a = newMemoryDesk(t, "a", files)
	for _, endpoint := range []string{"b", "c", "d"} {
		others = append(others, newMemoryDesk(t, endpoint, files))
	}
	if d := others[2]; folders == 2 {
		_, err := d.Sharing.PublishAt(t.Context(), "Groceries", "/other")
		d.check(err)
		_, err = a.Subscriptions.Subscribe(t.Context(), "Groceries", "/other")
		a.check(err)
	}
	a.add("milk", "Milk")
	rounds(append(others, a)...)
	return a, others
}

// counts syncs, and checks how many items were updated by the feeds of the first folder, and
// how many are in conflict. A negative number matches any.
func (d *desk) counts(what string, folders, updated, asked int) {
	d.Helper()
	reports, got := d.sync(), 0
	for _, r := range reports {
		got += r.Conflicts
		if r.Read != r.New+r.Updated+r.Deleted+r.Unchanged+r.Skipped {
			d.Errorf("%s: the items read are not the sum of the others: %+v", what, r)
		}
	}
	if len(reports) != folders || updated >= 0 && reports[0].Updated != updated || got != asked || got != len(d.conflicted()) {
		d.Errorf("%s, %d folders: %+v, want %d updated and %d in conflict; listed are %q", what, folders, reports, updated, asked, d.conflicted())
	}
}
