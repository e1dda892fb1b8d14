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

// unchanged is what is remembered of a feed that is as it was.
func (f *fetchedFeed) unchanged(now time.Time) store.Feed {
	s := f.before
	s.Known = f.answer.Known
	f.server(&s, now)
	return s
}

// server remembers what the server says.
func (f *fetchedFeed) server(s *store.Feed, now time.Time) {
	s.Fresh = f.answer.Fresh
	if s.Moved != f.answer.Moved || s.MovedSince.After(now) {
		s.Moved, s.MovedSince = f.answer.Moved, now
	}
	if s.Moved == "" {
		s.MovedSince = time.Time{}
	}
}

// after is what is remembered of a feed once its documents were taken in. The server is
// asked for changes since then only where all was taken in: what could not be is tried
// again.
func (f *fetchedFeed) after(r intake.Result, t toRead, now time.Time) store.Feed {
	s := r.Counted
	f.server(&s, now)
	d := r.Documents[len(r.Documents)-1]
	s.ID, s.Title, s.Author, s.TTL = d.ID, d.Title, d.Author, d.TTL
	s.Names = namesFrom(d)
	s.Expires, s.Offers, s.Complete = expiresOf(d.Sharing), offersOf(d.Sharing), f.named
	s.SetAside, s.Sizes = r.Invalid(), r.Sizes
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

// until is the least value of the documents of a feed (SSE 0.93 §4.1.1 step 4).
func (f *fetchedFeed) until(all []feed.Document) (until string) {
	for _, d := range all {
		if d.Sharing != nil {
			until = feed.LesserUntil(d.Dialect, until, d.Sharing.Until)
		}
	}
	return until
}

// gap is when changes were missed for good: they left the feed, and nothing has them. What
// a complete feed brings closes it.
func (f *fetchedFeed) gap(now time.Time) time.Time {
	switch {
	case f.whole():
		return time.Time{}
	case f.step == feed.OutOfSync:
		return now
	}
	return f.before.Gap
}

// whole tells that a complete feed was read, or that the feed is its own.
func (f *fetchedFeed) whole() bool {
	return f.lacks == nil && (len(f.complete) > 0 || f.named == f.address)
}

// countsAll tells that what is in none of the documents is not in the feed.
func (f *fetchedFeed) countsAll() bool {
	return f.whole() || f.own.sharing == nil || f.own.sharing.Since == "" || f.before.Counted == 0
}

// behind tells that changes are missing still with an until: the complete feed is so much
// older than the feed that some stand in neither. They come with a newer one.
func (f *fetchedFeed) behind(until string) bool {
	return feed.NextStep(f.own.dialect, until, f.own.sharing) == feed.OutOfSync
}

// discards tells whether what is in none of the documents is taken out of the list
// (SSE 0.93 §4.1.2 step 2): the subscriber is out of sync, and knows all that there is.
func (f *fetchedFeed) discards() bool {
	return f.step == feed.OutOfSync && f.whole() && !f.anew() && !slices.ContainsFunc(f.complete, f.older)
}

// anew tells that another endpoint goes on with the feed: one that is restored from a backup
// gets a new identifier. What it lacks it lost, and is to get back from others.
func (f *fetchedFeed) anew() bool {
	now := f.own.head.Author
	return f.before.Author != "" && now != "" && now != f.before.Author
}

// older tells that a complete feed says that it is older than the feed that named it: what
// it lacks may have been made since.
func (f *fetchedFeed) older(d *document) bool {
	return f.own.sharing != nil && feed.NextStep(d.dialect, f.own.sharing.Until, d.sharing) == feed.Restored
}

// expiresOf is before when a feed has to be read again; zero where it does not say. In
// SSE 0.91 the window says it (§2.1): what changed at until leaves the feed after so many
// days.
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

// mostOffers bounds what is remembered of the feeds that a feed names.
const mostOffers = 100

// offersOf are the feeds that a feed says are merged into it (SSE 0.93 §2.2.1).
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

// mostNames bounds how many names of a feed are remembered.
const mostNames = 200

// namesFrom are the names that a feed gives to devices, the one of its own publisher
// first, as they are remembered: cleaned, and none that says nothing.
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
