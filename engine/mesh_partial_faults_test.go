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

// fail makes a server answer incorrectly for a feed: with an error, or with earlier content.
func (f *faraway) fail() {
	at := f.feedAt(f.desk())
	if rapid.Bool().Draw(f.T, "complete") {
		at = completeOf(at)
	}
	said := f.servers.documents[at]
	wrong := transporttest.Served{Err: &transport.Error{Trouble: transport.Unavailable, Address: at}}
	if len(said) > 0 && rapid.Bool().Draw(f.T, "late") {
		wrong = transporttest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")}
	}
	f.servers.wrong[at] = wrong
}

// mend makes all servers answer correctly again.
func (f *faraway) mend() { clear(f.servers.wrong) }

// overwrite makes another program restore earlier content: a second writer.
func (f *faraway) overwrite() {
	at := f.feedAt(f.desk())
	if said := f.servers.documents[at]; len(said) > 0 {
		f.overwritten = true
		f.servers.Serve(at, transporttest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")})
	}
}

// configure changes whether a subscription receives and republishes, or pauses it, for a
// while.
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

// goBack restores the last backup of an endpoint, as the same or as another device. What only
// it had since is lost with its disk. A device with its own identifier finds out, which may
// happen once a day.
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
			d.heldItems, d.trusting = true, true
		}
	}
	f.share(d)
	for _, id := range f.ids {
		f.written[id] = slices.DeleteFunc(f.written[id], func(title string) bool { return !f.has(id, title) && !published[title] })
	}
}

// published returns the titles in what an endpoint last published. Its server now serves that:
// nothing else reveals that a backup was restored.
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

// has reports whether any archive has a title.
func (f *faraway) has(id, title string) bool {
	return slices.ContainsFunc(f.desks, func(d *desk) bool { return slices.Contains(f.archivedTitles(d, id), title) })
}

// anyoneHas reports whether anybody has an item.
func (f *faraway) anyoneHas(id string) bool {
	return slices.ContainsFunc(f.desks, func(d *desk) bool {
		_, err := d.Lists.Item(f.test.Context(), "Groceries", id)
		return err == nil
	})
}

// archivedTitles returns the titles in the archive of an endpoint, including discarded items.
func (f *faraway) archivedTitles(d *desk, id string) (titles []string) {
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

// wait lets hours pass, so that changes leave the windows.
func (f *faraway) wait() {
	for _, d := range f.desks {
		d.clock.step(13 * time.Hour)
	}
}

// decide accepts or refuses the updates held for review at a random endpoint.
func (f *faraway) decide() {
	if d := f.desk(); rapid.Bool().Draw(f.T, "accept") {
		d.acceptAll()
	} else {
		d.refuseAll()
	}
}

// heal fixes everything that went wrong, and lets everyone sync until nothing is new.
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
		all, err := d.Subscriptions.HeldItems(f.test.Context(), "Groceries")
		d.check(err)
		all = slices.DeleteFunc(all, func(s store.HeldItem) bool { return s.State == store.Accepted })
		d.check(d.Subscriptions.AcceptHeldItems(f.test.Context(), keysOf(all)...))
	}
	f.quiet()
}

// quiet lets everyone sync until nobody receives anything, and takes over what a second writer
// wrote. Updates held for review are accepted before the sync that publishes them: endpoints
// earlier in the order receive them in the next round.
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

// ends checks that everyone has the same, that nothing is lost, and that nothing changes
// anymore.
func (f *faraway) ends() {
	f.heal()
	for _, id := range f.ids {
		if len(f.written[id]) == 0 {
			continue // it was lost with a disk
		}
		if f.imaged && !f.anyoneHas(id) {
			f.archivedAll(id)
			continue
		}
		f.agree(id)
		f.checkArchived(id)
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

// archivedAll checks that all content of an item that is no longer in any list is in an
// archive. This case only occurs if an identifier is fixed, and its endpoint restored a
// backup: its own later changes look forged to it, and are held for review. Meanwhile its feed
// lacks the item, so that whoever reads nothing else discards it
// (TestWhoKeepsAnIdentifierAfterGoingBackIsAskedAboutTheirOwnChanges). If the endpoint
// restores a backup again before somebody decides, the held updates are lost with its data.
func (f *faraway) archivedAll(id string) {
	for _, title := range f.written[id] {
		if !f.has(id, title) {
			f.Errorf("%s was lost", title)
		}
	}
}

// upgrade converts all lists from SSE 0.91 to FeedSync, one after the other, while changes
// continue: feeds that are still SSE 0.91 are refused until their publisher has upgraded, too.
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
