package subscribe

import (
	"slices"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// unchanged returns the state to store for an unchanged feed.
func (f *fetchedFeed) unchanged(now time.Time) store.Feed {
	s := f.before
	s.Known = f.answer.Known
	f.server(&s, now)
	return s
}

// server records what the server said.
func (f *fetchedFeed) server(s *store.Feed, now time.Time) {
	s.Fresh = f.answer.Fresh
	if s.Moved != f.answer.Moved || s.MovedSince.After(now) {
		s.Moved, s.MovedSince = f.answer.Moved, now
	}
	if s.Moved == "" {
		s.MovedSince = time.Time{}
	}
}

// after returns the state to store for a feed once its documents were merged. The next request
// is conditional only if everything was merged, so that the rest is retried.
func (f *fetchedFeed) after(r intake.Result, t toRead, now time.Time) store.Feed {
	s := r.Counted
	f.server(&s, now)
	d := r.Documents[len(r.Documents)-1]
	s.ID, s.Title, s.Author, s.TTL = d.ID, d.Title, d.Author, d.TTL
	s.Names = namesFrom(d)
	s.Expires, s.Offers, s.Complete = expiresOf(d.Sharing), offersOf(d.Sharing), f.named
	s.Skipped, s.Sizes = r.Invalid(), r.Sizes
	s.Untaken = t.Mode == store.GiveOnly
	s.Known = f.answer.Known
	switch {
	case s.Untaken:
		s.Until = ""
	case f.lacks != nil:
		s.Known = transport.Known{}
	default:
		s.Until, s.Gap = f.until(r.Documents), f.gap(now)
	}
	if r.Unfit || f.behind(s.Until) {
		s.Known = transport.Known{}
	}
	return s
}

// until returns the least value of the documents of a feed (SSE 0.93 §4.1.1 step 4).
func (f *fetchedFeed) until(all []feed.Document) (until string) {
	for _, d := range all {
		if d.Sharing != nil {
			until = feed.LesserUntil(d.Dialect, until, d.Sharing.Until)
		}
	}
	return until
}

// gap returns when changes were missed permanently: they left the feed, and no document has
// them. Reading a complete feed closes the gap.
func (f *fetchedFeed) gap(now time.Time) time.Time {
	switch {
	case f.whole():
		return time.Time{}
	case f.step == feed.OutOfSync:
		return now
	}
	return f.before.Gap
}

// whole reports whether a complete feed was read, or the feed is its own complete feed.
func (f *fetchedFeed) whole() bool {
	return f.lacks == nil && (len(f.complete) > 0 || f.named == f.address)
}

// countsAll reports whether an item that is in none of the documents is not in the feed.
func (f *fetchedFeed) countsAll() bool {
	return f.whole() || f.own.sharing == nil || f.own.sharing.Since == "" || f.before.Counted == 0
}

// behind reports whether changes are still missing at an until: the complete feed is so much
// older than the feed that neither of them has some changes. A newer complete feed will.
func (f *fetchedFeed) behind(until string) bool {
	return feed.NextStep(f.own.dialect, until, f.own.sharing) == feed.OutOfSync
}

// discards reports whether items that are in none of the documents are removed from the list
// (SSE 0.93 §4.1.2 step 2): the subscriber was out of sync, and has now read everything.
func (f *fetchedFeed) discards() bool {
	return f.step == feed.OutOfSync && f.whole() && !f.isContinued() && !slices.ContainsFunc(f.complete, f.older)
}

// isContinued reports whether another endpoint continues the feed: an endpoint that is restored from
// a backup gets a new identifier. Items that it lacks were lost, and others are to restore
// them.
func (f *fetchedFeed) isContinued() bool {
	now := f.own.head.Author
	return f.before.Author != "" && now != "" && now != f.before.Author
}

// older reports whether a complete feed says that it is older than the feed that named it: the
// items that it lacks may have been created since.
func (f *fetchedFeed) older(d *document) bool {
	return f.own.sharing != nil && feed.NextStep(d.dialect, f.own.sharing.Until, d.sharing) == feed.Restored
}

// expiresOf returns the time before which a feed has to be read again, or zero if the feed
// does not say. In SSE 0.91 the window says it (§2.1): what changed at until leaves the feed
// after that number of days.
func expiresOf(s *feed.Sharing) time.Time {
	switch {
	case s == nil:
		return time.Time{}
	case s.Window > 0 && s.Until != "":
		at, err := feed.ParseInstant(s.Until)
		if err != nil {
			return time.Time{}
		}
		return at.UTC().AddDate(0, 0, s.Window)
	}
	at, err := feed.ParseRFC3339(s.Expires)
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}

// mostOffers limits how many offered feeds are stored.
const mostOffers = 100

// offersOf returns the feeds that a feed declares as merged into it (SSE 0.93 §2.2.1).
func offersOf(s *feed.Sharing) (all []store.Offered) {
	if s == nil {
		return nil
	}
	for _, r := range s.Related {
		offer := store.Offered{Link: r.Link, Title: r.Title}
		if r.Type == feed.Aggregated && len(all) < mostOffers && !slices.Contains(all, offer) {
			all = append(all, offer)
		}
	}
	return all
}

// mostNames limits how many names of a feed are stored.
const mostNames = 200

// namesFrom returns the names that a feed gives to devices, its own publisher first. They are
// cleaned, and empty ones are left out.
func namesFrom(d feed.Document) (all []store.Named) {
	for _, one := range d.Devices {
		name := item.CleanName(one.Name)
		switch {
		case name == "":
		case one.ID == d.Author:
			all = slices.Insert(all, 0, store.Named{By: one.ID, Name: name})
		default:
			all = append(all, store.Named{By: one.ID, Name: name})
		}
	}
	return all[:min(len(all), mostNames)]
}
