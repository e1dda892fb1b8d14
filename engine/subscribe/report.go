package subscribe

import "crossfeed/engine/trust"

// SyncOptions say what to sync and how.
type SyncOptions struct {
	// Sets names the sets; none means all.
	Sets []string
	// Subscriptions are the locations to refresh; none means all of the sets. An unknown
	// location is store.ErrNoSubscription.
	Subscriptions []string
	// Due refreshes only scheduled subscriptions that are due, and none that is being
	// refreshed.
	Due bool
	// Whole reads unconditionally, and includes permanently gone feeds: the user asked for it.
	Whole bool
	// DryRun reads and merges, but writes nothing.
	DryRun bool
	// AcceptLarge agrees to any number of deleted, overwritten or new items.
	AcceptLarge bool
	// Hold reports whether not to publish a list now, because the caller publishes it later.
	// It may be called on any goroutine; nil holds none.
	Hold func(list string) bool
	// Progress is called from time to time, by one goroutine at a time, or is nil.
	Progress func(Progress)
}

// Progress is the progress of a sync.
type Progress struct {
	// Subscription is the location that made progress last; "" while publishing.
	Subscription string
	// Reading is the number of subscriptions that are being refreshed.
	Reading int
	// Done of Of subscriptions were refreshed; Items were merged so far.
	Done, Of, Items int
	// Bytes were received over the network so far.
	Bytes int64
}

// Report is the result of refreshing one subscription. A set that could not be published has
// its own report, whose Subscription is the location of the publication.
type Report struct {
	Set          string `json:"set"`
	Subscription string `json:"subscription"`
	Read         int    `json:"read"`
	New          int    `json:"new"`
	Updated      int    `json:"updated"`
	Deleted      int    `json:"deleted"`
	// Conflicts is the number of items that are in conflict at the end of the run because of
	// what was read. An item counts once, for the first subscription that has it.
	Conflicts int   `json:"conflicts"`
	Unchanged int   `json:"unchanged"`
	Skipped   int   `json:"skipped"`
	Bytes     int64 `json:"bytes"`
	// Missed reports whether changes left a feed before they were read, while the feed names
	// no complete feed that has them.
	Missed bool `json:"missed"`
	// Error is Err in English. Both are zero if there was no error, or the computer is offline.
	Error string `json:"error"`
	Err   error  `json:"-"`
	// Publishing reports whether this is about publishing rather than refreshing.
	Publishing bool `json:"publishing,omitempty"`
	// Discarded items were removed from the set: changes had been missed, and their publisher
	// no longer has them.
	Discarded int `json:"discarded,omitempty"`
	// Held are items held for review because something in them is alarming (Service.HeldItems):
	// some of those in Skipped, and items that are missing from the feed but stay in the
	// list.
	Held int `json:"held"`
	// Alarms are the alarms of the held items, without duplicates.
	Alarms []trust.Alarm `json:"alarms,omitempty"`
	// Refused are skipped items that the user rejected.
	Refused int `json:"refused,omitempty"`
	// Offline reports whether it was not refreshed, or not published, because this computer is
	// offline, which is not an error.
	Offline bool `json:"offline,omitempty"`
	// Files of items were downloaded, FilesMissing could not be. The reasons of the first of
	// those are in Unfetched, and in words in Problems.
	Files        int         `json:"files,omitempty"`
	FilesMissing int         `json:"files_missing,omitempty"`
	Unfetched    []Unfetched `json:"unfetched,omitempty"`
	// Problems were found in the feeds.
	Problems []string `json:"problems,omitempty"`
	// Invalid are skipped items that nobody can approve.
	Invalid int `json:"-"`
	// SkippedIn are the addresses of the feeds with invalid items.
	SkippedIn []string `json:"skipped_in,omitempty"`
}

// Differs reports whether the feed differs from the local list.
func (r Report) Differs() bool {
	return r.New+r.Updated+r.Deleted+r.Conflicts+r.Discarded+r.Held > 0
}

// Unfetched is a file of an item that could not be downloaded, and the reason.
type Unfetched struct {
	Name  string `json:"name"`
	Error string `json:"error"`
	Err   error  `json:"-"`
}
