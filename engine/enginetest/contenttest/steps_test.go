package contenttest_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	_ "pgregory.net/rapid" // for its flags, which set here, too, how much is tried and whether failures are stored

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// steps counts the steps of a run: requests, each received piece, cache operations, before and
// after, and commits of the store, before and after. At the step with a given number,
// something happens once.
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

// around makes a reader count steps.
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
	transport.Places
	*steps
}

func (s steppingPlaces) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
	s.step()
	defer s.step()
	return s.Places.Read(ctx, r)
}

func (s steppingPlaces) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
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

func (s steppingCache) Confirm(name string) error {
	s.step()
	defer s.step()
	return s.Cache.Confirm(name)
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

var (
	seeds = flag.Uint64("worlds.seeds", 0, "how many worlds of each kind, instead of the usual number")
	first = flag.Uint64("worlds.first", 1, "the first seed")
)

// TestMain scales by the number of checks that other packages make of a property: with
// -rapid.checks=50, an eighth of the worlds is tried. It also acts as the program that is
// killed.
func TestMain(m *testing.M) {
	if play := os.Getenv(childVariable); play != "" {
		os.Exit(child(play))
	}
	if err := flag.Set("rapid.checks", fmt.Sprint(allChecks)); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

const allChecks = 400

// enough returns how many of the usual number of worlds are tried.
func enough(usual uint64) uint64 {
	if *seeds > 0 {
		return *seeds
	}
	checks, err := strconv.ParseUint(flag.Lookup("rapid.checks").Value.String(), 10, 32)
	if err != nil {
		panic(err)
	}
	return max(1, testsize.Of(usual/20, usual)*checks/allChecks)
}

// regressions is the file of kinds and seeds that once failed, one per line.
const regressions = "testdata/seeds"

// kinds are the comparisons whose failing seeds are stored.
var kinds = map[string]func(*testing.T, uint64) []string{"memory": inMemory, "disk": onDisks, "folder": inFolder}

func TestWorldsThatOnceFailed(t *testing.T) {
	t.Parallel()
	f, err := os.Open(regressions)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var kind string
		var seed uint64
		if _, err := fmt.Sscan(lines.Text(), &kind, &seed); err != nil || kinds[kind] == nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		if told := kinds[kind](t, seed); len(told) > 0 {
			fail(t, kind, seed, told)
		}
	}
}

var failed atomic.Int32

// saveSeed stores a seed that failed, unless -rapid.nofailfile is set. Ten are enough to see
// what is wrong.
func saveSeed(t *testing.T, kind string, seed uint64) {
	t.Helper()
	if failed.Add(1) > 10 {
		t.Fatal("that is enough")
	}
	if flag.Lookup("rapid.nofailfile").Value.String() == "true" {
		return
	}
	f, err := os.OpenFile(regressions, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := fmt.Fprintln(f, kind, seed); err != nil {
		t.Fatal(err)
	}
}
