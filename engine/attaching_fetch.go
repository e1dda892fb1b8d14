package engine

import (
	"context"
	"fmt"
	"slices"
	"sync"

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
		}}
	}
	return schedule.Run(ctx, jobs, schedule.Usual, func(i int, g gotFile) { came(all[i], g) }, func(gotFile) {})
}

// awayPlaces are servers that went away while files were fetched: they are not asked for the
// next file.
type awayPlaces struct {
	mu  sync.Mutex
	why map[string]error
}

// ask asks the server of a feed, unless it is away.
func (p *awayPlaces) ask(feed string, do func() error) error {
	place := location.PlaceOf(feed)
	p.mu.Lock()
	err := p.why[place]
	p.mu.Unlock()
	if err != nil {
		return err
	}
	if err = do(); place != "" && attach.Away(err) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.why == nil {
			p.why = map[string]error{}
		}
		p.why[place] = err
	}
	return err
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

// mostReasons is for how many files a report says why they could not be had: where a
// server is away, the reason is the same for all.
const mostReasons = 5

// countFile counts a file in the report of the subscription that it came from.
func (s *syncing) countFile(t toRead, f lackingFile, g gotFile) {
	for i := range s.todo {
		r := s.reports[i]
		if s.todo[i].Key != t.Key || r == nil {
			continue
		}
		if g.err == nil {
			r.Files++
			continue
		}
		if r.FilesMissing++; r.FilesMissing <= mostReasons {
			r.Unfetched = append(r.Unfetched, Unfetched{Name: f.Called(), Error: plain(g.err)})
		}
	}
}

// sayUnfetched says in words which files could not be had.
func (s *syncing) sayUnfetched() {
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
