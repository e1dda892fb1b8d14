package engine

import (
	"context"
	"slices"

	"crossfeed/engine/attach"
	"crossfeed/engine/location"
	"crossfeed/engine/schedule"
	"crossfeed/engine/store"
)

// gotFile is what came of a file.
type gotFile struct {
	// subscription is where it came from, or where it was asked for last.
	subscription int
	err          error
}

// fetchFiles gets files beside each other, each from the first feed that has it, and tells
// what came of each.
func (e *Engine) fetchFiles(ctx context.Context, all []lackingFile, came func(lackingFile, gotFile)) error {
	c, err := e.attached()
	if err != nil {
		return nil
	}
	now := e.parts.Clock.Now()
	var gone awayPlaces
	jobs := make([]schedule.Job[gotFile], len(all))
	for i, f := range all {
		jobs[i] = schedule.Job[gotFile]{Host: location.PlaceOf(f.sources[0].Feed), Do: func(ctx context.Context) (got gotFile) {
			for _, s := range f.sources {
				got = gotFile{s.subscription, gone.ask(s.Feed, func() error {
					return attach.Fetch(ctx, e.parts.Places, c, now, f.Attachment, s.Source)
				})}
				if got.err == nil || ctx.Err() != nil {
					break
				}
			}
			return got
		}, Failed: func(err error) gotFile { return gotFile{f.sources[0].subscription, err} }}
	}
	return schedule.Run(ctx, jobs, schedule.Usual, func(i int, g gotFile) { came(all[i], g) }, func(gotFile) {})
}

// fetchAttachments gets the files of sets from what was read of their subscriptions, and
// counts in the reports.
func (s *syncing) fetchAttachments(ctx context.Context, sets []store.Set) error {
	defer s.sayUnfetched()
	for _, set := range sets {
		from := s.readNow(set)
		lacking, err := s.lackingFiles(ctx, set, from)
		if err != nil {
			return err
		}
		err = s.fetchFiles(ctx, lacking, func(f lackingFile, g gotFile) {
			s.noteFile(set, f, g)
			s.countFile(from[g.subscription], f, g)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readNow are the subscriptions of a set that this run read.
func (s *syncing) readNow(set store.Set) (all []toRead) {
	for i, t := range s.todo {
		if r := s.reports[i]; t.set.Key == set.Key && t.Mode != store.GiveOnly && r != nil && r.Error == "" && !r.Offline {
			all = append(all, t)
		}
	}
	return all
}

// FetchAttachments gets the files that items of a set refer to and that are not here,
// from beside the feeds that hold the items. It returns how many came, and how many could
// not be had. Sync does so for every set that it read, and publishes what came.
func (e *Engine) FetchAttachments(ctx context.Context, set string) (came, missing int, err error) {
	sets, all, err := e.subscribed(ctx, []string{set})
	if err != nil {
		return 0, 0, err
	}
	from := slices.DeleteFunc(all, func(t toRead) bool { return t.Mode == store.GiveOnly })
	lacking, err := e.lackingFiles(ctx, sets[0], from)
	if err != nil {
		return 0, 0, err
	}
	err = e.fetchFiles(ctx, lacking, func(f lackingFile, g gotFile) {
		e.noteFile(sets[0], f, g)
		if g.err == nil {
			came++
		}
	})
	return came, len(lacking) - came, err
}
