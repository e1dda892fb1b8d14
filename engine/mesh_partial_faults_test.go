package engine_test

import (
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine"
	"crossfeed/engine/feed"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/store"
)

// fail lets a server answer wrongly for a feed: with an error, or with what lay there
// before.
func (f *faraway) fail() {
	at := f.feedAt(f.desk())
	if rapid.Bool().Draw(f.T, "complete") {
		at = completeOf(at)
	}
	said := f.servers.said[at]
	wrong := locationtest.Served{Err: &location.Error{Trouble: location.Unavailable, Address: at}}
	if len(said) > 0 && rapid.Bool().Draw(f.T, "late") {
		wrong = locationtest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")}
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
		f.servers.Serve(at, locationtest.Served{Text: rapid.SampledFrom(said).Draw(f.T, "said")})
	}
}

// configure takes in and gives on in another way, or not at all, for a while.
func (f *faraway) configure() {
	d := f.desk()
	mode := rapid.SampledFrom([]store.Mode{store.BothWays, store.TakeOnly, store.GiveOnly}).Draw(f.T, "mode")
	at := rapid.SampledFrom(f.reads[d]).Draw(f.T, "subscription")
	f.restored = f.restored || mode == store.TakeOnly
	d.check(d.Configure(f.test.Context(), "Groceries", at, func(o *engine.SubscribeOptions) { o.Mode = mode }))
	d.check(d.Pause(f.test.Context(), "Groceries", at, rapid.IntRange(0, 3).Draw(f.T, "paused") == 0))
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
		_, err := d.Item(f.test.Context(), "Groceries", id)
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
