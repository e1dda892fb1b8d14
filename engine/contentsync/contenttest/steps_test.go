package contenttest_test

import (
	"context"
	"io"
	"sync/atomic"

	"crossfeed/engine/contentsync/cache"
	"crossfeed/engine/location"
	"crossfeed/engine/store"
)

// steps counts what a run does: requests, each piece that comes, what the cache is
// asked to do, before and after, commits of the store, before and after. At the step of
// that number something happens, once.
type steps struct {
	taken  atomic.Int64
	at     int64
	happen func()
}

func (s *steps) step() {
	if s.taken.Add(1) == s.at {
		s.happen()
	}
}

// around lets a reader take steps.
func (s *steps) around(r *reader) {
	r.Store = stepping{r.Store, s}
	r.Places = steppingPlaces{r.Places, s}
	r.Cache = steppingRoot{r.Cache, s}
}

type stepping struct {
	store.Store
	*steps
}

func (s stepping) Update(ctx context.Context, write func(store.Writer) error) error {
	s.step()
	defer s.step()
	return s.Store.Update(ctx, write)
}

type steppingPlaces struct {
	location.Places
	*steps
}

func (s steppingPlaces) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	s.step()
	defer s.step()
	return s.Places.Read(ctx, r)
}

func (s steppingPlaces) Download(ctx context.Context, d location.Download) (*location.Stream, error) {
	s.step()
	a, err := s.Places.Download(ctx, d)
	if err == nil && a.Body != nil {
		a.Body = steppingBody{a.Body, s.steps}
	}
	return a, err
}

type steppingBody struct {
	io.ReadCloser
	*steps
}

func (s steppingBody) Read(b []byte) (int, error) {
	defer s.step()
	return s.ReadCloser.Read(b)
}

type steppingRoot struct {
	cache.Root
	*steps
}

func (s steppingRoot) Library(key int64) cache.Cache {
	return steppingCache{s.Root.Library(key), s.steps}
}

type steppingCache struct {
	cache.Cache
	*steps
}

func (s steppingCache) Remove(name string) error {
	s.step()
	defer s.step()
	return s.Cache.Remove(name)
}

func (s steppingCache) Taken(name string) error {
	s.step()
	defer s.step()
	return s.Cache.Taken(name)
}

func (s steppingCache) Begin(name string, from int64, n cache.Note) (cache.Part, error) {
	s.step()
	defer s.step()
	p, err := s.Cache.Begin(name, from, n)
	if err != nil {
		return nil, err
	}
	return steppingPart{p, s.steps}, nil
}

type steppingPart struct {
	cache.Part
	*steps
}

func (s steppingPart) Write(b []byte) (int, error) {
	defer s.step()
	return s.Part.Write(b)
}

func (s steppingPart) Done(n cache.Note) (hash string, size int64, err error) {
	s.step()
	defer s.step()
	return s.Part.Done(n)
}
