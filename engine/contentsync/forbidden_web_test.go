package contentsync_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"crossfeed/engine/contentsync"
	"crossfeed/engine/location"
	"crossfeed/engine/location/reach"
	"crossfeed/engine/location/web"
	"crossfeed/engine/store"
)

// In this test 127.0.0.9 is a public address, and the others of this computer are private.
func publicNine(ip net.IP) bool { return !ip.Equal(net.IPv4(127, 0, 0, 9)) }

// serveOn is a web server at an address of this computer.
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

// A feed of a public server leads to no address of the network at home, neither by name
// nor through a redirect; and what is right in it comes.
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
	client := web.New(web.Options{Private: publicNine, Spool: location.TempSpool{}, Getenv: func(string) string { return "" }})
	t.Cleanup(client.Close)
	w := newWorld(t)
	w.addLibrary(store.Library{Address: public + "/root.xml"})
	p := w.parts()
	p.Places = reach.Everywhere{Web: client}
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
		if f.Trouble != location.Forbids || !strings.Contains(f.Error, "private network") {
			t.Errorf("%s: %v, %s", f.Address, f.Trouble, f.Error)
		}
	}
}
