package subscribe

import "crossfeed/engine/trust"

// SyncOptions say what to sync and how.
type SyncOptions struct {
	// Sets names the sets; none means all.
	Sets []string
	// Subscriptions are the locations of those that are read; none means all of the sets.
	// One that nothing of them is subscribed to is store.ErrNoSubscription.
	Subscriptions []string
	// Due reads only what is due by its schedule, and passes over what is being read.
	Due bool
	// Whole reads without conditions, and what is gone for good as well: a person asked
	// for it.
	Whole bool
	// DryRun reads and merges, and writes nothing.
	DryRun bool
	// AcceptLarge agrees to however much of a list is deleted, overwritten or new.
	AcceptLarge bool
	// Hold reports whether a list is not published now: whoever asks for the sync publishes it
	// later. It may be called on any goroutine; nil holds none.
	Hold func(list string) bool
	// Progress is called now and then, by one goroutine at a time, or is nil.
	Progress func(Progress)
}

// Progress tells how far a sync is.
type Progress struct {
	// Subscription is the location that there was news of last; "" while publishing.
	Subscription string
	// Reading is the number of subscriptions that are being read.
	Reading int
	// Done of Of subscriptions are read; Items were merged so far.
	Done, Of, Items int
	// Bytes came over the network so far.
	Bytes int64
}

// Report is what one subscription brought. A set that could not be published
// has a report of its own, whose Subscription is the place of publication.
type Report struct {
	Set          string `json:"set"`
	Subscription string `json:"subscription"`
	Read         int    `json:"read"`
	New          int    `json:"new"`
	Updated      int    `json:"updated"`
	Deleted      int    `json:"deleted"`
	// Conflicts is the number of items that are in conflict at the end of the run because
	// of what was read. An item counts once, for the first subscription that has it.
	Conflicts int   `json:"conflicts"`
	Unchanged int   `json:"unchanged"`
	SetAside  int   `json:"skipped"`
	Bytes     int64 `json:"bytes"`
	// Missed reports that changes left a feed before they were read, and that it names no
	// complete feed that has them.
	Missed bool   `json:"missed"`
	Error  string `json:"error"`
	// Publishing reports that this is about publishing, and not about reading a feed.
	Publishing bool `json:"publishing,omitempty"`
	// Discarded items were taken out of the set, because changes had been missed and
	// their publisher has them no more.
	Discarded int `json:"discarded,omitempty"`
	// Held are items that wait for a person, because something in them is alarming
	// (Service.Suspects): those among SetAside, and missing that left the feed, and stay.
	Held int `json:"held"`
	// Alarms are what is alarming in those, each once.
	Alarms []trust.Alarm `json:"alarms,omitempty"`
	// Refused are items among those set aside that a person refused.
	Refused int `json:"refused,omitempty"`
	// Offline tells that it was not read, or not published, because this computer reaches
	// no network, which is no error.
	Offline bool `json:"offline,omitempty"`
	// Files of items came, and FilesMissing could not be had. Why the first of them could
	// not is in Unfetched, and in words in Problems.
	Files        int         `json:"files,omitempty"`
	FilesMissing int         `json:"files_missing,omitempty"`
	Unfetched    []Unfetched `json:"unfetched,omitempty"`
	// Problems are what was found in the feeds.
	Problems []string `json:"problems,omitempty"`
	// Invalid are items among those set aside that nobody can decide about.
	Invalid int `json:"-"`
	// SkippedIn are the addresses of the feeds that have those.
	SkippedIn []string `json:"skipped_in,omitempty"`
}

// Differs reports whether the feed has anything else than what is here.
func (r Report) Differs() bool {
	return r.New+r.Updated+r.Deleted+r.Conflicts+r.Discarded+r.Held > 0
}

// Unfetched is a file of an item that could not be had, and the plain reason.
type Unfetched struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}
