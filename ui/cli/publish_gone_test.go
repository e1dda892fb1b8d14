package cli_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"golang.org/x/net/webdav"

	"crossfeed/engine/location/servertest"
	"crossfeed/ui/cli"
)

// davServer is a WebDAV server on a folder, which counts the methods that it is asked for.
type davServer struct {
	*httptest.Server
	folder string
	mu     sync.Mutex
	asked  []string
	// refuses is the status with which it answers everything, or 0.
	refuses int
}

func newDavServer(t *testing.T) *davServer {
	t.Helper()
	s := &davServer{folder: t.TempDir()}
	files := &webdav.Handler{FileSystem: webdav.Dir(s.folder), LockSystem: webdav.NewMemLS()}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method)
		refuses := s.refuses
		s.mu.Unlock()
		if refuses > 0 {
			w.WriteHeader(refuses)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// methods are those that were asked for since the last time.
func (s *davServer) methods() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.asked = nil }()
	return s.asked
}

// What somebody deleted is there again when publish says that it is, though nothing
// changed since.
func TestWhatIsGoneIsThereAgainAfterPublish(t *testing.T) {
	d := newDesk(t)
	d.online()
	dav := newDavServer(t)
	for kind, at := range map[string]struct{ location, folder string }{
		"WebDAV": {dav.URL + "/", dav.folder},
		"file":   {d.file("shared") + "/", d.file("shared")},
	} {
		if err := os.MkdirAll(at.folder, 0o700); err != nil {
			t.Fatal(err)
		}
		d.ok("set", "new", kind)
		d.ok("item", "add", kind, "--id", kind, "--title", "Eggs")
		d.ok("publish", kind, at.location, "--window", "1")
		for _, command := range [][]string{{"publish", kind}, {"sync"}} {
			for _, name := range []string{kind + ".desk.xml", kind + ".desk.complete.xml"} {
				path := filepath.Join(at.folder, name)
				before := read(t, path)
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
				d.ok(command...)
				if got, err := os.ReadFile(path); err != nil || string(got) != before {
					t.Errorf("%s: after %v %s holds %q, %v", kind, command, name, got, err)
				}
			}
		}
	}
}

func TestWhatIsGoneFromABucketIsThereAgainAfterPublish(t *testing.T) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t"))
	d := signingIn(t, "desk", "s3cr3t")
	d.ok("set", "new", "Groceries")
	d.ok("publish", "Groceries", s.Address("shared/"), "--user", "AKIA1")
	before := s.Keys(t)
	if _, err := s.Objects.DeleteObject(servertest.Bucket, "shared/Groceries.desk.xml"); err != nil {
		t.Fatal(err)
	}
	d.ok("publish", "Groceries")
	if got := s.Keys(t); !slices.Equal(got, before) || len(got) != 1 {
		t.Errorf("there are %v, and were %v", got, before)
	}
}

// Publish says nothing is there that it could not find there, and asks for no document.
func TestThatAFeedIsThereIsAskedForEachTime(t *testing.T) {
	d := newDesk(t)
	d.online()
	dav := newDavServer(t)
	d.ok("set", "new", "Groceries")
	d.ok("publish", "Groceries", dav.URL+"/")
	dav.methods()
	d.ok("publish", "Groceries")
	if asked := dav.methods(); !slices.Contains(asked, http.MethodHead) || slices.Contains(asked, http.MethodGet) || slices.Contains(asked, http.MethodPut) {
		t.Errorf("it asks for %v", asked)
	}
	dav.refuses = http.StatusServiceUnavailable
	d.run("publish", "Groceries").is(cli.Failed).mentions(dav.URL+"/Groceries.desk.xml", "503")
	dav.refuses = 0
	d.ok("publish", "Groceries")
	// What another program wrote there is no feed of ours.
	if err := os.WriteFile(filepath.Join(dav.folder, "Groceries.desk.xml"), []byte("<rss/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run("publish", "Groceries").is(cli.Failed).mentions("something else was written there")
}
