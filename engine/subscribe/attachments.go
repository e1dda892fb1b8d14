package subscribe

import (
	"context"
	"fmt"
	"slices"

	"crossfeed/engine/attachments"
	"crossfeed/engine/fetch"
	"crossfeed/engine/store"
)

// fetchAttachments downloads the missing files of the sets from the subscriptions that this
// run read, and counts the files in the reports.
func (s *Run) fetchAttachments(ctx context.Context) error {
	defer s.reportUnfetched()
	for _, set := range s.Sets {
		from := s.readNow(set)
		missing, err := s.Attachments.Missing(ctx, set, subscriptionsOf(from))
		if err != nil {
			return err
		}
		err = s.Attachments.Fetch(ctx, missing, func(f attachments.MissingFile, g attachments.Got) {
			s.Attachments.Note(set, f, g)
			s.countFile(from[g.Subscription], f, g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readNow returns the subscriptions of a set that this run read.
func (s *Run) readNow(set store.Set) (all []toRead) {
	for i, t := range s.todo {
		if r := s.reports[i]; t.set.Key == set.Key && t.Mode != store.GiveOnly && r != nil && r.Error == "" && !r.Offline {
			all = append(all, t)
		}
	}
	return all
}

func subscriptionsOf(all []toRead) []store.Subscription {
	subscriptions := make([]store.Subscription, len(all))
	for i, t := range all {
		subscriptions[i] = t.Subscription
	}
	return subscriptions
}

// FetchAttachments downloads missing files that items of a set refer to, from next to the
// feeds that hold the items. It returns how many were downloaded and how many could not be.
// Sync does the same for every set that it read, and publishes the downloaded files.
func (e *Service) FetchAttachments(ctx context.Context, set string) (came, missing int, err error) {
	sets, all, err := e.Subscribed(ctx, []string{set})
	if err != nil {
		return 0, 0, err
	}
	from := slices.DeleteFunc(all, func(t store.Subscription) bool { return t.Mode == store.GiveOnly })
	wanted, err := e.Attachments.Missing(ctx, sets[0], from)
	if err != nil {
		return 0, 0, err
	}
	err = e.Attachments.Fetch(ctx, wanted, func(f attachments.MissingFile, g attachments.Got) {
		e.Attachments.Note(sets[0], f, g)
		if g.Err == nil {
			came++
		}
	})
	return came, len(wanted) - came, err
}

// mostReasons is the number of files for which a report gives the reason of the failure: when
// a server is down, the reason is the same for all.
const mostReasons = 5

// countFile counts a file in the report of its subscription.
func (s *Run) countFile(t toRead, f attachments.MissingFile, g attachments.Got) {
	for i := range s.todo {
		r := s.reports[i]
		if s.todo[i].Key != t.Key || r == nil {
			continue
		}
		if g.Err == nil {
			r.Files++
			continue
		}
		if r.FilesMissing++; r.FilesMissing <= mostReasons {
			r.Unfetched = append(r.Unfetched, Unfetched{Name: f.Called(), Error: fetch.Reason(g.Err), Err: g.Err})
		}
	}
}

// reportUnfetched describes in the reports' problems which files could not be downloaded.
func (s *Run) reportUnfetched() {
	for _, r := range s.reports {
		if r == nil {
			continue
		}
		for _, f := range r.Unfetched {
			r.Problems = append(r.Problems, fmt.Sprintf("file %s: %s", f.Name, f.Error))
		}
		if more := r.FilesMissing - len(r.Unfetched); more > 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("%d more files could not be fetched", more))
		}
	}
}
