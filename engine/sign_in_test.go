package engine_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// given provides a fixed password that is not stored.
type given string

func (g given) Password(context.Context, string, string) (string, error) { return string(g), nil }

// A password that led to no result is replaced by the previously stored one, and not by one
// from the environment or from a prompt.
func TestOnlyWhatWasKeptIsPutBack(t *testing.T) {
	outlines := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`<opml version="2.0"><head/><body><outline text="a"/></body></opml>`))
	}))
	defer outlines.Close()
	s := outlines.URL
	kept := &credentials.Memory{}
	chain := credentials.Chain{
		Before: []transport.Passwords{given("of the environment")}, PasswordStore: kept, After: []transport.Passwords{given("typed")},
	}
	d := newReachingDesk(t, "desk", chain)
	o := subscribe.Options{Access: transport.Access{User: "ray"}, Password: "given"}
	subscribe := func() {
		if _, err := d.Subscriptions.SubscribeAs(t.Context(), "Groceries", s+"/feed.xml", o); err == nil {
			t.Fatal("a list of notes is subscribed to outlines")
		}
	}
	subscribe()
	if password, err := kept.Password(t.Context(), s, "ray"); err == nil {
		t.Errorf("%q is kept, want nothing", password)
	}
	d.check(kept.Save(t.Context(), s, "ray", "before"))
	subscribe()
	if password, err := kept.Password(t.Context(), s, "ray"); err != nil || password != "before" {
		t.Errorf("%q is kept, error %v, want what was kept before", password, err)
	}
}

func TestWhoSignsInIsListedOnce(t *testing.T) {
	d := newReachingDesk(t, "desk", &credentials.Memory{})
	one, other := closedTo(t), closedTo(t)
	for at, access := range map[string]transport.Access{
		one + "/a.xml":                      {User: "ray"},
		one + "/b.xml":                      {User: "ray"},
		one + "/c.xml":                      {},
		other + "/a.xml":                    {Scheme: "bearer"},
		filepath.Join(t.TempDir(), "a.xml"): {User: "ray"},
	} {
		_, err := d.Subscriptions.SubscribeAs(t.Context(), "Groceries", at, subscribe.Options{Access: access})
		d.check(err)
	}
	got, err := d.Accounts.Used(t.Context())
	d.check(err)
	slices.SortFunc(got, func(a, b credentials.Account) int { return strings.Compare(b.User, a.User) })
	if want := []credentials.Account{{Place: one, User: "ray"}, {Place: other}}; !slices.Equal(got, want) {
		t.Errorf("%v sign in, want %v", got, want)
	}
}

// closedTo returns the address of a server that asks for a password, and accepts none.
func closedTo(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="lists"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

func TestAPasswordInTheAddressOfAProxyIsNotKept(t *testing.T) {
	d := newReachingDesk(t, "desk", &credentials.Memory{})
	access := transport.Access{Proxy: "http://member:hunter2@proxy.example:3128"}
	_, subscribing := d.Subscriptions.SubscribeAs(t.Context(), "Groceries", closedTo(t)+"/a.xml", subscribe.Options{Access: access})
	_, sharing := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: t.TempDir(), Access: access})
	for what, err := range map[string]error{"subscribing": subscribing, "sharing": sharing} {
		if !errors.Is(err, transport.ErrPassword) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// newDeskWithPasswords returns a desk on in-memory servers that stores passwords.
func newDeskWithPasswords(t *testing.T) (*desk, *transporttest.Places, func() string) {
	kept, places := &credentials.Memory{}, &transporttest.Places{}
	e, err := engine.Open(t.Context(), engine.Parts{Store: memory.New(), Clock: newClock(), Random: zeros{}, Places: places, Secrets: kept, Endpoint: "desk"})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, t: t}
	for _, name := range []string{"Groceries", "Work"} {
		_, err := e.Lists.Create(t.Context(), lists.New{Name: name})
		d.check(err)
	}
	return d, places, func() string {
		password, err := kept.Password(t.Context(), "https://example.org", "ray")
		if err != nil && !errors.Is(err, transport.ErrNoPassword) {
			t.Fatal(err)
		}
		return password
	}
}

// zeros is a source of zeros instead of random numbers.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestAPasswordGoesWithTheLastThatSignsIn(t *testing.T) {
	d, places, kept := newDeskWithPasswords(t)
	ray := transport.Access{User: "ray"}
	const at, other = "https://example.org/a.xml", "https://example.org/b.xml"
	places.Serve(at, transporttest.Served{Text: `<rss version="2.0"><channel><title>A</title></channel></rss>`})
	for _, set := range []string{"Groceries", "Work"} {
		_, err := d.Subscriptions.SubscribeAs(t.Context(), set, at, subscribe.Options{Access: ray, Password: "secret"})
		d.check(err)
	}
	_, err := d.Sharing.Share(t.Context(), "Work", sharing.Options{Location: other, Access: ray})
	d.check(err)
	d.check(d.Subscriptions.Unsubscribe(t.Context(), "Groceries", at))
	d.check(d.Subscriptions.Unsubscribe(t.Context(), "Work", at))
	if kept() != "secret" {
		t.Error("a list is still published there")
	}
	_, err = d.Sharing.StopSharing(t.Context(), "Work", true)
	d.check(err)
	if kept() != "" {
		t.Error("the password is still kept")
	}
}

func TestWhatAPersonKeptBeforeAFailedAcceptanceStaysKept(t *testing.T) {
	d, places, kept := newDeskWithPasswords(t)
	d.check(d.Accounts.SignIn(t.Context(), "https://example.org/", "ray", "secret"))
	const at = "https://example.org/a.xml"
	places.Serve(at, transporttest.Served{Text: `<rss version="2.0"><channel><title>A</title></channel></rss>`})
	places.Serve("https://example.org/own.xml", transporttest.Served{Text: "a page"})
	_, err := d.Sharing.Accept(t.Context(), sharing.Invitation{Title: "A", Kind: "note", Format: "rss", Dialect: "feedsync-1.0", Address: at, User: "ray"},
		sharing.AcceptOptions{Share: sharing.Options{Location: "https://example.org/own.xml", Access: transport.Access{User: "ray"}}})
	if err == nil {
		t.Error("it was published over a page")
	}
	if all, _ := d.Subscriptions.All(t.Context(), ""); len(all) != 0 || kept() != "secret" {
		t.Errorf("subscriptions %v, kept %q", all, kept())
	}
}
