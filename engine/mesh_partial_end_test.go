package engine_test

import (
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/feedsync"
	"crossfeed/engine/rules"
	"crossfeed/engine/sse091"
	"crossfeed/engine/store"
)

// heal ends all that went wrong, and lets everyone sync until nothing comes any more.
func (f *faraway) heal() {
	f.mend()
	for _, d := range f.desks {
		if f.overwritten {
			d.clock.step(25 * time.Hour)
		}
		for _, at := range f.reads[d] {
			d.check(d.Pause(f.test.Context(), "Groceries", at, false))
			d.check(d.Configure(f.test.Context(), "Groceries", at, func(o *engine.SubscribeOptions) { o.Mode = store.BothWays }))
		}
		all, err := d.Suspects(f.test.Context(), "Groceries")
		d.check(err)
		all = slices.DeleteFunc(all, func(s store.Suspect) bool { return s.State == store.Accepted })
		d.check(d.AcceptSuspects(f.test.Context(), keysOf(all)...))
	}
	f.quiet()
}

// quiet lets everyone sync until nobody brings anything to anybody, and takes over what a
// second writer wrote. What was held for review is accepted before the sync that publishes it:
// whoever had their turn before reads it in the round after.
func (f *faraway) quiet() {
	said := ""
	for round := range 4 * len(f.desks) {
		came := 0
		for _, d := range f.desks {
			d.clock.step(time.Minute)
			if d.trusting {
				came += len(d.waiting())
				d.acceptAll()
			}
			reports, err := d.Sync(f.test.Context(), engine.SyncOptions{AcceptLarge: true})
			d.check(err)
			f.judge(d, reports)
			for _, r := range reports {
				came += brought(r) + r.Held + len(r.Error)
				said = r.Error
				if r.Error != "" && r.Subscription == f.feedAt(d) {
					f.share(d)
				}
			}
		}
		if came == 0 && round > 0 {
			return
		}
	}
	f.Fatalf("the endpoints never come to rest: %s", said)
}

// ends checks that everyone has the same, that nothing is lost, and that all is calm.
func (f *faraway) ends() {
	f.heal()
	for _, id := range f.ids {
		if len(f.written[id]) == 0 {
			continue // it went with a disk
		}
		if f.imaged && !f.anyoneHas(id) {
			f.archivedAll(id)
			continue
		}
		f.agree(id)
		f.keptAll(id)
	}
	written := f.servers.Written()
	for _, d := range f.desks {
		d.clock.step(time.Minute)
		d.sync()
	}
	if n := f.servers.Written(); n != written {
		f.Errorf("%d feeds were written though nothing is new", n-written)
	}
}

// archivedAll checks that everything that an item said, which is in no list any more, is in an
// archive. That happens only where an identifier is given, and its endpoint went on with a
// backup: its own newer changes look like a forger's to it, and wait for a person. Its feed lacks
// the item meanwhile, so that whoever reads nothing else discards it
// (TestWhoKeepsAnIdentifierAfterGoingBackIsAskedAboutTheirOwnChanges). Where that endpoint goes
// back once more before somebody decides, what waited is gone with its data.
func (f *faraway) archivedAll(id string) {
	for _, title := range f.written[id] {
		if !f.has(id, title) {
			f.Errorf("%s was lost", title)
		}
	}
}

// upgrade makes all lists of SSE 0.91 lists of FeedSync, one after the other, while changes
// go on: what still is SSE 0.91 is refused until its publisher is as far.
func (f *faraway) upgrade() {
	if f.rules != rules.Rules(sse091.Rules{}) {
		return
	}
	f.ids = slices.DeleteFunc(f.ids, func(id string) bool { return !f.anyoneHas(id) })
	(&ring{f.mesh}).settleEverything()
	f.quiet()
	for i, d := range f.desks {
		d.check(d.UpgradeSet(f.test.Context(), "Groceries"))
		f.rules = feedsync.Rules{}
		for _, id := range f.ids[:min(i, len(f.ids))] {
			f.changes(d, id)
		}
		_, err := d.Sync(f.test.Context(), engine.SyncOptions{AcceptLarge: true})
		d.check(err)
	}
	f.ends()
}
