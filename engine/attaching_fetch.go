package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/attach"
	"crossfeed/engine/fetch"
	"crossfeed/engine/location"
	"crossfeed/engine/record"
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
	jobs := make([]fetch.Job[gotFile], len(all))
	for i, f := range all {
		jobs[i] = fetch.Job[gotFile]{Host: location.PlaceOf(f.sources[0].Feed), Do: func(ctx context.Context) (got gotFile) {
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
	return fetch.Run(ctx, jobs, fetch.Usual, func(i int, g gotFile) { came(all[i], g) }, func(gotFile) {})
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

// inLinks stands before the name of each file in the text by which an item is found
// (record.Searched).
const inLinks = "files/"

// usedFile is a file that items of a set refer to, in a winner or an open conflict.
type usedFile struct {
	record.Attachment
	// items are the identifiers of those that do.
	items []string
}

// usedFiles are the files that the items of a set refer to, by what is in them: those of
// the items with a file whose name begins so. Those of deleted items are not among them.
func usedFiles(r store.Reader, set int64, begins string, but map[string]bool) (used []*usedFile, err error) {
	rows, err := r.Rows(set, store.Query{Search: inLinks + begins})
	if err != nil {
		return nil, err
	}
	known := map[string]*usedFile{}
	for _, row := range rows {
		if but[row.ID] {
			continue
		}
		it, err := r.Item(set, row.ID)
		if errors.Is(err, store.ErrDamagedItem) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, v := range it.Versions() {
			if v.Deleted {
				continue
			}
			for _, a := range record.Attachments(v.Content) {
				switch f := known[a.File()]; {
				case a.File() == "":
				case f == nil:
					f = &usedFile{a, []string{row.ID}}
					known[a.File()], used = f, append(used, f)
				case !slices.Contains(f.items, row.ID):
					f.items = append(f.items, row.ID)
				}
			}
		}
	}
	return used, nil
}

// lackingFile is a file that is not here, and the feeds beside which it may lie.
type lackingFile struct {
	record.Attachment
	sources []fileSource
}

// fileSource is a feed of a subscription.
type fileSource struct {
	attach.Source
	// subscription is the index of its subscription among those that are asked.
	subscription int
}

// lackingFiles are the files of a set that are not here, and that feeds of some
// subscriptions may have: the feeds that hold an item with it.
func (e *Engine) lackingFiles(ctx context.Context, set store.Set, from []toRead) (all []lackingFile, err error) {
	c, err := e.attached()
	if err != nil {
		return nil, nil // this engine keeps no files
	}
	err = e.store.View(ctx, func(r store.Reader) error {
		used, err := usedFiles(r, set.Key, "", nil)
		if err != nil {
			return err
		}
		for _, f := range used {
			if _, there, err := c.Size(f.File()); err != nil || there {
				continue
			}
			sources, err := sourcesOf(r, set, f.items, from)
			if err != nil {
				return err
			}
			if len(sources) > 0 {
				all = append(all, lackingFile{f.Attachment, sources})
			}
		}
		return nil
	})
	return all, err
}

// sourcesOf are the feeds of subscriptions that hold one of some items.
func sourcesOf(r store.Reader, set store.Set, items []string, from []toRead) (all []fileSource, err error) {
	for _, id := range items {
		holders, err := r.Holders(set.Key, id)
		if err != nil {
			return nil, err
		}
		for _, h := range holders {
			at := slices.IndexFunc(from, func(t toRead) bool { return t.Key == h.Subscription })
			if at < 0 {
				continue
			}
			s := fileSource{attach.Source{Feed: heldIn(from[at], h), Access: from[at].Access}, at}
			if !slices.ContainsFunc(all, func(o fileSource) bool { return o.Feed == s.Feed }) {
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// heldIn is the address of a feed that holds an item.
func heldIn(t toRead, h store.Holder) string {
	if h.Feed == "" {
		return t.Location
	}
	return location.Join(t.Location, h.Feed)
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

// failedFile is why a file did not come.
type failedFile struct {
	err error
	at  time.Time
}

// fileOf names a file of a set.
type fileOf struct {
	set  int64
	file string
}

// noteFile remembers why a file did not come, as long as the program runs: every sync
// tries again.
func (e *Engine) noteFile(set store.Set, f lackingFile, g gotFile) {
	e.failedMu.Lock()
	defer e.failedMu.Unlock()
	name := fileOf{set.Key, f.File()}
	if g.err == nil {
		delete(e.failedFiles, name)
		return
	}
	if e.failedFiles == nil {
		e.failedFiles = map[fileOf]failedFile{}
	}
	e.failedFiles[name] = failedFile{g.err, e.parts.Clock.Now()}
}

// whyNot says of a file that is not here why it did not come.
func (e *Engine) whyNot(set int64, f *AttachedFile) {
	e.failedMu.Lock()
	defer e.failedMu.Unlock()
	if failed, there := e.failedFiles[fileOf{set, f.File()}]; there && f.Path == "" {
		f.Error, f.Trouble, f.Tried = fetch.Reason(failed.err), fetch.TroubleOf(failed.err), failed.at
	}
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
			r.Unfetched = append(r.Unfetched, Unfetched{Name: f.Called(), Error: fetch.Reason(g.err)})
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
