package subscribe

import (
	"context"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/trust"
)

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

// countConflicts counts each item that is in conflict at the end of the run once: one feed can
// resolve the conflicts of another, and several can bring the same conflict.
func (s *Run) countConflicts(ctx context.Context) error {
	counted, open := map[edit.Ref]bool{}, map[int64]map[string]bool{}
	return s.Store.View(ctx, func(r store.Reader) error {
		for i, report := range s.reports {
			if report == nil || report.Conflicts == 0 {
				continue
			}
			set := s.todo[i].set
			if open[set.Key] == nil && !s.options.DryRun {
				rows, err := r.Rows(set.Key, store.Query{Conflicted: true})
				if err != nil {
					return err
				}
				open[set.Key] = map[string]bool{}
				for _, row := range rows {
					open[set.Key][row.ID] = true
				}
			}
			report.Conflicts = 0
			for id, e := range s.items[i] {
				ref := edit.Ref{Set: set.Name, ID: id}
				if e.Conflict && (s.options.DryRun || open[set.Key][id]) && !counted[ref] {
					counted[ref] = true
					report.Conflicts++
				}
			}
		}
		return nil
	})
}

// Progress is reported after this number of items or this time, whichever comes first: often
// enough to be visible, but rarely enough not to slow down the sync.
const (
	paceItems = 250
	paceTime  = 100 * time.Millisecond
)

// pace reports progress, but not every step. It is safe for concurrent use.
type pace struct {
	clock  Clock
	report func(Progress)

	mu         sync.Mutex
	now        Progress
	reportedAt time.Time
}

// reading reports that a subscription is being fetched.
func (p *pace) reading(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading++
		return true
	})
}

// arriving returns a function to be called with the number of bytes received so far of the
// current document. It may be called for several documents in turn.
func (p *pace) arriving(subscription string) func(int64) {
	var last int64
	return func(far int64) {
		if far < last {
			last = 0 // another document
		}
		more := far - last
		last = far
		p.step(func(now *Progress) bool {
			now.Subscription = subscription
			now.Bytes += more
			return false
		})
	}
}

// item reports that another item was read.
func (p *pace) item(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Items++
		return now.Items%paceItems == 0
	})
}

// done reports that a subscription has been read.
func (p *pace) done(subscription string) {
	p.step(func(now *Progress) bool {
		now.Subscription = subscription
		now.Reading--
		now.Done++
		return true
	})
}

// publishing reports that all subscriptions have been read.
func (p *pace) publishing() {
	p.step(func(now *Progress) bool {
		now.Subscription = ""
		return true
	})
}

// step updates the progress, and reports it if the step is worth it or a report is due.
func (p *pace) step(change func(*Progress) (tell bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	worth := change(&p.now)
	if p.report == nil {
		return
	}
	if now := p.clock.Now(); worth || now.Sub(p.reportedAt) >= paceTime {
		p.reportedAt = now
		p.report(p.now)
	}
}

// outcome is the result of refreshing a subscription.
type outcome struct {
	report Report
	// err is why not everything could be read, or nil.
	err error
	// feeds are the existing feeds with their states still to be stored; nil if it is unknown
	// which feeds exist.
	feeds map[string]feedChange
	// items are the effects of its feeds on items.
	items intake.Effects
}

// feedChange is the stored state of a feed before it was read, and the new one.
type feedChange struct{ before, now store.Feed }

// invalid returns the number of items that were invalid when each feed was last read.
func (o outcome) invalid() (n int) {
	for _, one := range o.feeds {
		n += one.now.Skipped
	}
	return n
}

// add adds the result of the feed at an address. An item that several feeds changed counts
// once.
func (o *outcome) add(address string, f intake.Result) {
	for id, e := range f.Items {
		o.items.Add(id, e)
	}
	r := &o.report
	r.New, r.Updated, r.Deleted, r.Conflicts = o.items.Counts()
	r.Read += f.Read
	r.Skipped += f.Skipped
	r.Unchanged = max(0, r.Read-r.Skipped-r.New-r.Updated-r.Deleted)
	r.Discarded += f.Discarded
	r.Held += f.Held + f.Missing
	for _, a := range f.Alarms {
		if !slices.Contains(r.Alarms, a) {
			r.Alarms = append(r.Alarms, a)
		}
	}
	if n := f.Invalid(); n > 0 {
		r.Invalid += n
		r.SkippedIn = append(r.SkippedIn, address)
	}
	r.Refused += f.Refused
	r.Problems = append(r.Problems, f.Problems.Sentences()...)
}
