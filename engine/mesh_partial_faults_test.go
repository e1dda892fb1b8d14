package engine_test

import (
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/feed"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/rules/sse091"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// fail lets a server answer wrongly for a feed: with an error, or with what lay there
// before.
func (f *faraway) fail() {
	at := f.feedAt(f.desk())
	if rapid.Bool().Draw(f.T, "complete") {
		at = completeOf(at)
	}
	said := f.servers.said[at]
	wrong := transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: at}}
	if len(said) > 0 && rapid.Bool().Draw(f.T, "late") {
		wrong = transporttest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")}
	}
	f.servers.wrong[at] = wrong
}

// mend lets all servers answer as they should.
func (f *faraway) mend() { clear(f.servers.wrong) }

// overwrite lets another program put back what was published once: a second writer.
func (f *faraway) overwrite() {
	at := f.feedAt(f.desk())
	if said := f.servers.said[at]; len(said) > 0 {
		f.overwritten = true
		f.servers.Serve(at, transporttest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")})
	}
}

// configure takes in and gives on in another way, or not at all, for a while.
func (f *faraway) configure() {
	d := f.desk()
	mode := rapid.SampledFrom([]store.Mode{store.BothWays, store.TakeOnly, store.GiveOnly}).Draw(f.T, "mode")
	at := rapid.SampledFrom(f.reads[d]).Draw(f.T, "subscription")
	f.restored = f.restored || mode == store.TakeOnly
	d.check(d.Subscriptions.Configure(f.test.Context(), "Groceries", at, func(o *subscribe.Options) { o.Mode = mode }))
	d.check(d.Subscriptions.Pause(f.test.Context(), "Groceries", at, rapid.IntRange(0, 3).Draw(f.T, "paused") == 0))
}

func (f *faraway) backUp() {
	d := f.desk()
	f.backups[d] = f.memories[d].Copy()
}

// goBack lets an endpoint go on with its last backup, as itself or as another one. What
// only it had since is gone with its disk. One with an identifier of its own finds out, which it
// may do once a day.
func (f *faraway) goBack() {
	d := f.desk()
	if f.backups[d] == nil {
		return
	}
	var published map[string]bool
	f.restored = true
	if f.own {
		d.clock.step(25 * time.Hour)
		published = f.published(d)
	}
	switch anew := rapid.Bool().Draw(f.T, "anew"); {
	case anew && f.own:
		f.homes[d] = f.another()
	case anew:
		f.fixed[d] += "x"
	case !f.own:
		f.imaged = true
	}
	f.open(d, f.backups[d].Copy())
	if !f.own || f.overwritten {
		for _, d := range f.desks {
			d.suspects, d.trusting = true, true
		}
	}
	f.share(d)
	for _, id := range f.ids {
		f.written[id] = slices.DeleteFunc(f.written[id], func(title string) bool { return !f.has(id, title) && !published[title] })
	}
}

// published has the titles in what an endpoint published last, which its server gives from now
// on: nothing else tells that a backup was put back.
func (f *faraway) published(d *desk) map[string]bool {
	titles := map[string]bool{}
	for _, at := range []string{f.feedAt(d), completeOf(f.feedAt(d))} {
		delete(f.servers.wrong, at)
		in := feed.NewReader(strings.NewReader(f.servers.Text(at)), at)
		for {
			e, err := in.Next()
			if err != nil {
				break
			}
			for _, v := range e.Item.Versions() {
				titles[v.Title()] = true
			}
		}
	}
	return titles
}

// has tells whether anybody's archive has a title.
func (f *faraway) has(id, title string) bool {
	return slices.ContainsFunc(f.desks, func(d *desk) bool { return slices.Contains(f.kept(d, id), title) })
}

// anyoneHas tells whether anybody has an item.
func (f *faraway) anyoneHas(id string) bool {
	return slices.ContainsFunc(f.desks, func(d *desk) bool {
		_, err := d.Lists.Item(f.test.Context(), "Groceries", id)
		return err == nil
	})
}

// kept lists the titles in the archive of an endpoint, of what was discarded too.
func (f *faraway) kept(d *desk, id string) (titles []string) {
	d.check(f.memories[d].View(f.test.Context(), func(r store.Reader) error {
		set, err := r.SetNamed("Groceries")
		d.check(err)
		all, err := r.Versions(set.Key, id)
		for _, one := range all {
			titles = append(titles, one.Version.Title())
		}
		return err
	}))
	return titles
}

// wait lets hours go by, so that changes leave the windows.
func (f *faraway) wait() {
	for _, d := range f.desks {
		d.clock.step(13 * time.Hour)
	}
}

// suspects decides about what waits somewhere.
func (f *faraway) decide() {
	if d := f.desk(); rapid.Bool().Draw(f.T, "accept") {
		d.acceptAll()
	} else {
		d.refuseAll()
	}
}

// heal ends all that went wrong, and lets everyone sync until nothing comes any more.
func (f *faraway) heal() {
	f.mend()
	for _, d := range f.desks {
		if f.overwritten {
			d.clock.step(25 * time.Hour)
		}
		for _, at := range f.reads[d] {
			d.check(d.Subscriptions.Pause(f.test.Context(), "Groceries", at, false))
			d.check(d.Subscriptions.Configure(f.test.Context(), "Groceries", at, func(o *subscribe.Options) { o.Mode = store.BothWays }))
		}
		all, err := d.Subscriptions.Suspects(f.test.Context(), "Groceries")
		d.check(err)
		all = slices.DeleteFunc(all, func(s store.Suspect) bool { return s.State == store.Accepted })
		d.check(d.Subscriptions.AcceptSuspects(f.test.Context(), keysOf(all)...))
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
			reports, err := d.Sync(f.test.Context(), subscribe.SyncOptions{AcceptLarge: true})
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
	(&ring{f.mesh}).resolveEverything()
	f.quiet()
	for i, d := range f.desks {
		d.check(d.Lists.Upgrade(f.test.Context(), "Groceries"))
		f.rules = feedsync.Rules{}
		for _, id := range f.ids[:min(i, len(f.ids))] {
			f.changes(d, id)
		}
		_, err := d.Sync(f.test.Context(), subscribe.SyncOptions{AcceptLarge: true})
		d.check(err)
	}
	f.ends()
}
