package attachments

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/fetch"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// Got is the result of fetching a file.
type Got struct {
	// Subscription is the index of the subscription that had the file, or that was tried last.
	Subscription int
	Err          error
}

// Fetch downloads files concurrently, each from the first feed that has it, and calls came
// with each result.
func (s *Service) Fetch(ctx context.Context, all []MissingFile, came func(MissingFile, Got)) error {
	c, err := s.cache()
	if err != nil {
		return nil
	}
	now := s.Clock.Now()
	var gone awayPlaces
	jobs := make([]fetch.Job[Got], len(all))
	for i, f := range all {
		jobs[i] = fetch.Job[Got]{Host: transport.PlaceOf(f.sources[0].Feed), Do: func(ctx context.Context) (got Got) {
			for _, from := range f.sources {
				got = Got{from.subscription, gone.ask(from.Feed, func() error {
					return Fetch(ctx, s.Places, c, now, f.Attachment, from.Source)
				})}
				if got.Err == nil || ctx.Err() != nil {
					break
				}
			}
			return got
		}, Failed: func(err error) Got { return Got{f.sources[0].subscription, err} }}
	}
	return fetch.Run(ctx, jobs, fetch.Usual, func(i int, g Got) { came(all[i], g) }, func(Got) {})
}

// inLinks precedes the name of each file in the text by which items are searched
// (record.Searched).
const inLinks = "files/"

// usedFile is a file that items of a list refer to, in a winner or an open conflict.
type usedFile struct {
	record.Attachment
	// items are the identifiers of those items.
	items []string
}

// usedFiles returns the distinct files that the items of a list refer to, for items that have
// a file whose name has the prefix begins. It leaves out the items in but, and deleted
// versions.
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

// MissingFile is a file that is not here, with the feeds next to which it may be.
type MissingFile struct {
	record.Attachment
	sources []fileSource
}

// fileSource is a feed of a subscription.
type fileSource struct {
	Source
	// subscription is the index of its subscription in the list passed to Missing.
	subscription int
}

// Missing returns the files of a list that are not here and that feeds of some subscriptions
// may have, because they have an item with the file.
func (s *Service) Missing(ctx context.Context, set store.Set, from []store.Subscription) (all []MissingFile, err error) {
	c, err := s.cache()
	if err != nil {
		return nil, nil // this device stores no files
	}
	err = s.Store.View(ctx, func(r store.Reader) error {
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
				all = append(all, MissingFile{f.Attachment, sources})
			}
		}
		return nil
	})
	return all, err
}

// sourcesOf returns the feeds of subscriptions that have any of some items.
func sourcesOf(r store.Reader, set store.Set, items []string, from []store.Subscription) (all []fileSource, err error) {
	for _, id := range items {
		holders, err := r.Holders(set.Key, id)
		if err != nil {
			return nil, err
		}
		for _, h := range holders {
			at := slices.IndexFunc(from, func(t store.Subscription) bool { return t.Key == h.Subscription })
			if at < 0 {
				continue
			}
			found := fileSource{Source{Feed: heldIn(from[at], h), Access: from[at].Access}, at}
			if !slices.ContainsFunc(all, func(o fileSource) bool { return o.Feed == found.Feed }) {
				all = append(all, found)
			}
		}
	}
	return all, nil
}

// heldIn returns the address of a feed that has an item.
func heldIn(t store.Subscription, h store.Holder) string {
	if h.Feed == "" {
		return t.Location
	}
	return transport.Join(t.Location, h.Feed)
}

// awayPlaces are servers that became unreachable while files were fetched. They are not asked
// for the next file.
type awayPlaces struct {
	mu  sync.Mutex
	why map[string]error
}

// ask calls do for the server of a feed, unless the server is unreachable.
func (p *awayPlaces) ask(feed string, do func() error) error {
	place := transport.PlaceOf(feed)
	p.mu.Lock()
	err := p.why[place]
	p.mu.Unlock()
	if err != nil {
		return err
	}
	if err = do(); place != "" && Away(err) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.why == nil {
			p.why = map[string]error{}
		}
		p.why[place] = err
	}
	return err
}

// failure is why a file could not be fetched.
type failure struct {
	err error
	at  time.Time
}

// fileOf identifies a file of a list.
type fileOf struct {
	set  int64
	file string
}

// Note remembers why a file could not be fetched, for as long as the program runs: every sync
// tries again.
func (s *Service) Note(set store.Set, f MissingFile, g Got) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := fileOf{set.Key, f.File()}
	if g.Err == nil {
		delete(s.failed, name)
		return
	}
	if s.failed == nil {
		s.failed = map[fileOf]failure{}
	}
	s.failed[name] = failure{g.Err, s.Clock.Now()}
}

// whyNot adds to a file that is not here why it could not be fetched.
func (s *Service) whyNot(set int64, f *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if failed, there := s.failed[fileOf{set, f.File()}]; there && f.Path == "" {
		f.Err, f.Tried = failed.err, failed.at
	}
}
