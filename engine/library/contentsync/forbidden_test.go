package contentsync_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

func TestForbiddenLinksAreToldAndNeverRequested(t *testing.T) {
	for name, link := range map[string]string{
		"a path":                "file:///etc/passwd",
		"from https to http":    "http://feeds.example/a",
		"another bucket":        "s3://other/key",
		"a nested feed as well": "nested:http://feeds.example/a.xml",
		"on demand as well":     "demand:http://feeds.example/a",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.feed("root.xml", day1, item("1", day1, "f"), item("2", day1, link))
			w.file("f")
			r := w.report()
			want(t, "asked", w.asked(), "f root.xml")
			want(t, "waiting", w.waiting(), "")
			if told := r.Problems[at+"root.xml"]; len(told) != 1 || told[0].Rule != "forbidden-link" || told[0].Item != "2" || told[0].Line == 0 {
				t.Errorf("got %+v", told)
			}
			if told := w.feedRow("root.xml"); told.Wrong != 1 || len(told.Problems) != 1 {
				t.Errorf("kept: %+v", told)
			}
			_, link, _ = strings.Cut(":"+link, ":demand:")
			if err := contentsync.Want(context.Background(), w.parts(), w.key, link); err == nil {
				t.Error("a person can ask for it")
			}
		})
	}
}

// Whether a public name leads to a private network is checked when it is dialled, based on the
// address that named it.
func TestEveryRequestSaysWhoNamedIt(t *testing.T) {
	w := newWorld(t)
	w.update(func(s store.Writer) error {
		l, err := s.Library(w.key)
		l.Access.User = "reader"
		if _, err := s.PutLibrary(l); err != nil {
			return err
		}
		return err
	})
	w.feed("root.xml", day1, item("1", day1, "nested:sub/n.xml"))
	w.feed("sub/n.xml", day1, item("2", day1, "f"))
	w.file("sub/f")
	w.places.Requests()
	w.sync()
	from := map[string]string{}
	for _, r := range w.places.Requests() {
		from[r.Address] = r.From
		if r.Access.User != "reader" {
			t.Errorf("%s is asked for as %q", r.Address, r.Access.User)
		}
	}
	for address, wanted := range map[string]string{at + "root.xml": "", at + "sub/n.xml": at + "root.xml", at + "sub/f": at + "sub/n.xml"} {
		if got, asked := from[address]; !asked || got != wanted {
			t.Errorf("%s is named by %q, want %q", address, got, wanted)
		}
	}
}

func TestADownloadThatIsForbiddenWhereItLeadsToFails(t *testing.T) {
	w := newWorld(t)
	w.feed("root.xml", day1, item("1", day1, "inside", "f"))
	w.places.Serve(at+"inside", transporttest.Served{Err: &transport.Error{Trouble: transport.Forbids, Address: at + "inside"}})
	w.file("f")
	w.sync()
	if got := w.failed()["inside"].Trouble; got != transport.Forbids {
		t.Errorf("got %v", got)
	}
	want(t, "here", w.here(), "f")
}

// A root feed that was redirected to https must not link to http, just like a feed at an https
// address.
func TestWhatAFeedNamesIsMeantFromWhereItWasFound(t *testing.T) {
	w := newWorld(t)
	w.places.Serve(at+"root.xml", transporttest.Served{Text: feedOf(day1, item("1", day1, "f")), At: at + "moved/root.xml"})
	w.file("moved/f")
	want(t, "asked", w.sync(), "moved/f root.xml")
}

// onDisk returns a library whose root feed is a local file.
func onDisk(t *testing.T, files map[string]string) (*world, string) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := newWorld(t)
	w.places.Files = transport.Disk{}
	address, err := transport.Parse(filepath.Join(folder, "library", "root.xml"))
	if err != nil {
		t.Fatal(err)
	}
	w.addLibrary(store.Library{Address: address})
	return w, filepath.Dir(address)
}

func TestALibraryOfThisComputerLeadsNowhereOutOfItsFolder(t *testing.T) {
	w, folder := onDisk(t, map[string]string{
		"secret": "secret",
		"library/root.xml": feedOf(day1, item("1", day1, "nested:deep/n.xml"), item("2", day1, "../secret"),
			item("3", day1, "link/secret"), item("4", day1, "nested:../library/deep/m.xml"), item("5", day1, "file:///etc/hostname")),
		"library/deep/n.xml": feedOf(day1, item("6", day1, "../a b.txt", "https://feeds.example/f")),
		"library/deep/m.xml": feedOf(day1, item("7", day1, "../../secret", "../../library/deep/c.txt")),
		"library/deep/c.txt": "c",
		"library/a b.txt":    "a b",
	})
	if err := os.Symlink(filepath.Dir(folder), filepath.Join(folder, "link")); err != nil {
		t.Skip("this system makes no links:", err)
	}
	w.file("f")
	r := w.report()
	var here []string
	for _, path := range w.here() {
		here = append(here, strings.TrimPrefix(path, folder+string(filepath.Separator)))
	}
	if wanted := []string{"a b.txt", filepath.Join("deep", "c.txt"), "f"}; !slices.Equal(here, wanted) {
		t.Errorf("here are %q, want %q", here, wanted)
	}
	if told := r.Problems[filepath.Join(folder, "root.xml")]; len(told) != 2 {
		t.Errorf("told of the root: %+v", told)
	}
	link := w.failed()[filepath.Join(folder, "link", "secret")]
	if link.Trouble != transport.Forbids || len(w.failed()) != 1 {
		t.Errorf("failed: %+v", w.failed())
	}
}

// In this test, 127.0.0.9 is a public address, and the other loopback addresses are private.
func publicNine(ip net.IP) bool { return !ip.Equal(net.IPv4(127, 0, 0, 9)) }

// serveOn starts a web server on a loopback address.
func serveOn(t *testing.T, ip string, answer http.HandlerFunc) *httptest.Server {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(ip, "0"))
	if err != nil {
		t.Fatal(err)
	}
	s := &httptest.Server{Listener: listener, Config: &http.Server{Handler: answer}}
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// A feed on a public server must not lead to the home network, neither by name nor through a
// redirect. Its valid links must be fetched.
func TestALibraryOfAPublicServerLeadsIntoNoPrivateNetwork(t *testing.T) {
	var asked atomic.Int64
	router := serveOn(t, "127.0.0.1", func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		_, _ = io.WriteString(w, "what the router says")
	}).URL
	public := serveOn(t, "127.0.0.9", func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/root.xml":
			_, _ = io.WriteString(w, feedOf(day1, item("1", day1, "photo", "moved", router+"/status", "//"+strings.TrimPrefix(router, "http://")+"/reboot"),
				item("2", day1, "nested:"+router+"/feed.xml"), item("3", day1, "nested:moved")))
		case "/moved":
			http.Redirect(w, r, router+"/status", http.StatusFound)
		default:
			_, _ = io.WriteString(w, "a photo")
		}
	}).URL
	client := web.New(web.Options{Private: publicNine, TempFiles: transport.TempFolder{}, Getenv: func(string) string { return "" }})
	t.Cleanup(client.Close)
	w := newWorld(t)
	w.addLibrary(store.Library{Address: public + "/root.xml"})
	p := w.parts()
	p.Places = engine.Everywhere{"http": webdav.New(client)}
	r, err := contentsync.Sync(t.Context(), p, w.options())
	if err != nil || r.Stopped != nil || r.Files != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the router was asked %d times", n)
	}
	if len(r.Failed) != 5 {
		t.Errorf("%d failed", len(r.Failed))
	}
	for _, f := range r.Failed {
		if f.Trouble != transport.Forbids || !strings.Contains(f.Error, "private network") {
			t.Errorf("%s: %v, %s", f.Address, f.Trouble, f.Error)
		}
	}
}
