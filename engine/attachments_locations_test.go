package engine_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/attachments"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

func TestAPlaceThatIsRefusedGetsNoFiles(t *testing.T) {
	desk, folder := filingAt(t, "desk", lists.New{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	foreign := filepath.Join(folder, "list.xml")
	if err := os.WriteFile(foreign, []byte("<rss/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := desk.Sharing.PublishAt(t.Context(), "Household", foreign); !errors.Is(err, sharing.ErrNotOurs) {
		t.Errorf("%v", err)
	}
	if names, _ := os.ReadDir(folder); len(names) != 1 {
		t.Errorf("%v", names)
	}
}

func TestAListIsSharedWhereItsFilesCannotBePut(t *testing.T) {
	desk, phone, folder := filingAt(t, "desk", lists.New{Kind: "todo"}), filingAt(t, "phone", lists.New{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	inTheWay := filepath.Join(folder, "files")
	if err := os.WriteFile(inTheWay, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	shared, err := desk.Sharing.Share(t.Context(), "Household", sharing.Options{Location: folder + string(filepath.Separator), ReadOthers: true})
	if err != nil || !errors.Is(shared.Unplaced, attachments.ErrUnplaced) || !strings.Contains(shared.Unplaced.Error(), "12.txt") || shared.Invitation.Address == "" {
		t.Fatalf("%+v, %v", shared, err)
	}
	if text, _ := os.ReadFile(inTheWay); string(text) != "mine" {
		t.Errorf("what lay in the way is %q", text)
	}
	phone.must(phone.Subscriptions.Subscribe(t.Context(), "Household", shared.Address))
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
	if reports, err := desk.Sync(t.Context(), subscribe.SyncOptions{}); err != nil || !strings.Contains(reports[len(reports)-1].Error, "12.txt") {
		t.Errorf("%+v, %v", reports, err)
	}
	if err := os.Remove(inTheWay); err != nil {
		t.Fatal(err)
	}
	desk.sync()
	if n, missing := phone.sync(); n != 1 || missing != 0 {
		t.Errorf("then %d came, %d are missing", n, missing)
	}
}

func TestAFileThatWasTakenFromAnItemGoesWithTheFeed(t *testing.T) {
	desk, folder := filingAt(t, "desk", lists.New{Kind: "todo"}), t.TempDir()
	desk.adds("pay", "12")
	desk.must(desk.Sharing.PublishAt(t.Context(), "Household", filepath.Join(folder, "list.xml")))
	if err := desk.Attachments.Detach(t.Context(), "Household", "pay", "12.txt"); err != nil {
		t.Fatal(err)
	}
	desk.must(desk.Sharing.Publish(t.Context(), "Household"))
	others := filepath.Join(folder, "files", "of somebody else.txt")
	if err := os.WriteFile(others, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	desk.must(desk.Sharing.StopSharing(t.Context(), "Household", true))
	if names := attachedFiles(folder); !slices.Equal(names, []string{filepath.Base(others)}) {
		t.Errorf("%q are left", names)
	}
}

func TestTheFilesOfWhatIsOnlyTakenInArePutNowhere(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	tablet, own := filingAt(t, "tablet", lists.New{Kind: "todo"}), t.TempDir()
	tablet.must(tablet.Subscriptions.SubscribeAs(t.Context(), "Household", filepath.Join(folder, "Household.desk.xml"), subscribe.Options{Mode: store.TakeOnly}))
	tablet.must(tablet.Sharing.PublishAt(t.Context(), "Household", filepath.Join(own, "list.xml")))
	if n, _ := tablet.sync(); n != 1 {
		t.Errorf("%d came", n)
	}
	if names := attachedFiles(own); len(names) != 0 {
		t.Errorf("%q are there", names)
	}
}

func TestFromWhereOnlyIsGivenNoFileIsFetched(t *testing.T) {
	desk, _, folder := filings(t)
	desk.sync()
	giver := filingAt(t, "giver", lists.New{Kind: "todo"})
	giver.must(giver.Subscriptions.SubscribeAs(t.Context(), "Household", folder+string(filepath.Separator), subscribe.Options{Mode: store.GiveOnly}))
	if n, missing := giver.sync(); n+missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestAFileBesideAFeedThatLeadsElsewhereIsNotFollowed(t *testing.T) {
	desk, phone, folder := filings(t)
	desk.sync()
	names, _ := filepath.Glob(filepath.Join(folder, "files", "*"))
	elsewhere := filepath.Join(t.TempDir(), "secret")
	if err := errors.Join(os.Rename(names[0], elsewhere), os.Symlink(elsewhere, names[0])); err != nil {
		t.Fatal(err)
	}
	if n, missing := phone.sync(); n != 0 || missing != 1 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

func TestTheFilesOfAPartialFeedComeAlong(t *testing.T) {
	desk, phone, folder := filingAt(t, "desk", lists.New{Kind: "todo"}), filingAt(t, "phone", lists.New{Kind: "todo"}), t.TempDir()
	for i := range 4 {
		desk.adds(fmt.Sprint("pay", i), fmt.Sprint(i))
	}
	shared, err := desk.Sharing.Share(t.Context(), "Household", sharing.Options{Location: filepath.Join(folder, "list.xml"), Window: "1"})
	if err != nil || shared.Complete == "" {
		t.Fatalf("%+v, %v", shared, err)
	}
	phone.must(phone.Subscriptions.Subscribe(t.Context(), "Household", shared.Address))
	if n, missing := phone.sync(); n != 4 || missing != 0 {
		t.Errorf("%d came, %d are missing", n, missing)
	}
}

// plainServer stores and serves documents, but has no listings (like nginx's bundled WebDAV
// module). It counts the bytes of the files served, and the requests for each.
type plainServer struct {
	mu          sync.Mutex
	documents   map[string][]byte
	given, asks int
	// overloaded makes requests for files fail with 503.
	overloaded bool
}

func (s *plainServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch text, there := s.documents[r.URL.Path]; {
	case s.overloaded && strings.Contains(r.URL.Path, "/files/"):
		s.asks++
		w.WriteHeader(http.StatusServiceUnavailable)
	case r.Method == http.MethodPut:
		s.documents[r.URL.Path], _ = io.ReadAll(r.Body)
		w.WriteHeader(http.StatusCreated)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case !there:
		w.WriteHeader(http.StatusNotFound)
	default:
		if strings.Contains(r.URL.Path, "/files/") {
			s.asks++
			w = giving{w, &s.given}
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}
}

type giving struct {
	http.ResponseWriter
	n *int
}

func (g giving) Write(b []byte) (int, error) {
	n, err := g.ResponseWriter.Write(b)
	*g.n += n
	return n, err
}

// files returns the paths of the stored files.
func (s *plainServer) files() (paths []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path := range s.documents {
		if strings.Contains(path, "/files/") {
			paths = append(paths, path)
		}
	}
	return paths
}

// webDesk returns an endpoint with a list "Groceries" that can reach servers.
func webDesk(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := &desk{tester: t, clock: newClock(), memory: memory.New(), t: t}
	var err error
	d.Engine, err = engine.Open(t.Context(), engine.Parts{
		Store: d.memory, Clock: d.clock, Random: rand.NewChaCha8([32]byte{}), Files: transport.Disk{}, Endpoint: endpoint,
		Content: cache.Disk{Folder: t.TempDir()},
		Places:  engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: knowing{}, Getenv: func(string) string { return "" }}),
	})
	d.check(err)
	_, err = d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	return d
}

// If a server is down, it is not asked for each of many files.
func TestAServerThatIsAwayIsNotAskedForEachFile(t *testing.T) {
	const many = 40
	s := &plainServer{documents: map[string][]byte{}}
	web := httptest.NewServer(s)
	defer web.Close()
	d, phone := webDesk(t, "desk"), webDesk(t, "phone")
	d.add("milk", "Milk")
	for n := range many {
		d.attach("milk", fmt.Sprint(n, ".txt"), fmt.Sprint("file ", n))
	}
	s.overloaded = true
	_, err := d.Sharing.PublishAt(t.Context(), "Groceries", web.URL+"/list.xml")
	if !errors.Is(err, attachments.ErrUnplaced) || s.asks > 4 {
		t.Errorf("%v, after %d requests for files", err, s.asks)
	}
	s.overloaded = false
	_, err = d.Sharing.Publish(t.Context(), "Groceries")
	d.check(err)
	_, err = phone.Subscriptions.Subscribe(t.Context(), "Groceries", web.URL+"/list.xml")
	d.check(err)
	s.overloaded, s.asks = true, 0
	reports, err := phone.Sync(t.Context(), subscribe.SyncOptions{})
	d.check(err)
	if r := reports[0]; r.FilesMissing != many || len(r.Unfetched) != 5 || len(r.Problems) != 6 || s.asks > 4 {
		t.Errorf("%+v after %d requests for files", r, s.asks)
	}
	s.overloaded = false
	reports, err = phone.Sync(t.Context(), subscribe.SyncOptions{Whole: true})
	d.check(err)
	if r := reports[0]; r.Files != many || r.FilesMissing != 0 || len(phone.files("milk")) != many {
		t.Errorf("%+v", r)
	}
}

func TestAServerThatListsNothingIsNotReadAgainAtEachPublishing(t *testing.T) {
	s := &plainServer{documents: map[string][]byte{}}
	web := httptest.NewServer(s)
	defer web.Close()
	d := webDesk(t, "desk")
	d.add("milk", "Milk")
	const size = 20 << 20
	_, err := d.Attachments.Attach(t.Context(), "Groceries", "milk", "film.mp4", bytes.NewReader(make([]byte, size)))
	d.check(err)
	publish := func() {
		t.Helper()
		_, err := d.Sharing.Publish(t.Context(), "Groceries")
		d.check(err)
	}
	_, err = d.Sharing.PublishAt(t.Context(), "Groceries", web.URL+"/list.xml")
	d.check(err)
	if len(s.files()) != 1 {
		t.Fatalf("%q", s.files())
	}
	s.given, s.asks = 0, 0
	for range 3 {
		publish()
	}
	if s.given > size/2 || s.asks > 1 {
		t.Errorf("%d bytes were read of a file that lies there, in %d requests", s.given, s.asks)
	}
	delete(s.documents, s.files()[0])
	d.clock.step(25 * time.Hour)
	publish()
	if len(s.files()) != 1 {
		t.Error("it was not put there again within a day")
	}
}
