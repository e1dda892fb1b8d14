package engine_test

import (
	"errors"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/secret"
	"crossfeed/engine/store/memory"
)

// newKeepingDesk is a desk on servers in memory that keeps passwords.
func newKeepingDesk(t *testing.T) (*desk, *locationtest.Places, func() string) {
	kept, places := &secret.Memory{}, &locationtest.Places{}
	e, err := engine.Open(t.Context(), engine.Parts{Store: memory.New(), Clock: newClock(), Random: zeros{}, Places: places, Secrets: kept, Endpoint: "desk"})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, t: t}
	for _, name := range []string{"Groceries", "Work"} {
		_, err := e.NewSet(t.Context(), engine.NewSet{Name: name})
		d.check(err)
	}
	return d, places, func() string {
		password, err := kept.Password(t.Context(), "https://example.org", "ray")
		if err != nil && !errors.Is(err, location.ErrNoPassword) {
			t.Fatal(err)
		}
		return password
	}
}

// zeros is nothing random.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestAPasswordGoesWithTheLastThatSignsIn(t *testing.T) {
	d, places, kept := newKeepingDesk(t)
	ray := location.Access{User: "ray"}
	const at, other = "https://example.org/a.xml", "https://example.org/b.xml"
	places.Serve(at, locationtest.Served{Text: `<rss version="2.0"><channel><title>A</title></channel></rss>`})
	for _, set := range []string{"Groceries", "Work"} {
		_, err := d.SubscribeAs(t.Context(), set, at, engine.SubscribeOptions{Access: ray, Password: "secret"})
		d.check(err)
	}
	_, err := d.Share(t.Context(), "Work", engine.ShareOptions{Location: other, Access: ray})
	d.check(err)
	d.check(d.Unsubscribe(t.Context(), "Groceries", at))
	d.check(d.Unsubscribe(t.Context(), "Work", at))
	if kept() != "secret" {
		t.Error("a list is still published there")
	}
	_, err = d.StopSharing(t.Context(), "Work", true)
	d.check(err)
	if kept() != "" {
		t.Error("the password is still kept")
	}
}

func TestWhatAPersonKeptBeforeAFailedAcceptanceStaysKept(t *testing.T) {
	d, places, kept := newKeepingDesk(t)
	d.check(d.SignIn(t.Context(), "https://example.org/", "ray", "secret"))
	const at = "https://example.org/a.xml"
	places.Serve(at, locationtest.Served{Text: `<rss version="2.0"><channel><title>A</title></channel></rss>`})
	places.Serve("https://example.org/own.xml", locationtest.Served{Text: "a page"})
	_, err := d.Accept(t.Context(), invite.Invitation{Title: "A", Kind: "note", Format: "rss", Dialect: "feedsync-1.0", Address: at, User: "ray"},
		engine.AcceptOptions{Share: engine.ShareOptions{Location: "https://example.org/own.xml", Access: location.Access{User: "ray"}}})
	if err == nil {
		t.Error("it was published over a page")
	}
	if all, _ := d.Subscriptions(t.Context(), ""); len(all) != 0 || kept() != "secret" {
		t.Errorf("subscriptions %v, kept %q", all, kept())
	}
}
