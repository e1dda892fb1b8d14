package engine_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
)

// newReachingDesk returns a desk with a list "Groceries" that can reach all kinds of
// locations.
func newReachingDesk(t *testing.T, endpoint string, keeper credentials.PasswordStore) *desk {
	t.Helper()
	return reachingFrom(t, endpoint, keeper, memory.New())
}

// reachingFrom is newReachingDesk on a store.
func reachingFrom(t *testing.T, endpoint string, keeper credentials.PasswordStore, st store.Store) *desk {
	t.Helper()
	var seed [32]byte
	copy(seed[:], endpoint)
	c := newClock()
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: rand.NewChaCha8(seed), Files: transport.Disk{}, Endpoint: endpoint, Here: here, Secrets: keeper,
		Places: engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: keeper, Getenv: func(string) string { return "" }}),
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, clock: c, t: t}
	_, err = d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	return d
}

func TestTwoEndpointsShareAListThroughABucket(t *testing.T) {
	for name, server := range map[string]func(http.Handler) http.Handler{
		"that heeds conditions":    func(next http.Handler) http.Handler { return next },
		"that ignores them":        servertest.Ignoring("If-Match", "If-None-Match"),
		"that answers 501 to them": servertest.Refusing(http.StatusNotImplemented),
	} {
		t.Run(name, func(t *testing.T) { shareThrough(t, server) })
	}
}

func shareThrough(t *testing.T, server func(http.Handler) http.Handler) {
	s := servertest.S3(t, servertest.Signed("AKIA1", "s3cr3t-key"), server)
	folder := s.Address("shared/")
	desks := []*desk{}
	for _, endpoint := range []string{"desk", "laptop"} {
		d := newReachingDesk(t, endpoint, &credentials.Memory{})
		got, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{
			Location: folder, Window: "30d", Access: transport.Access{User: "AKIA1"}, Password: "s3cr3t-key", ReadOthers: true,
		})
		d.check(err)
		if want := strings.Replace(folder, "shared/", "shared/Groceries."+endpoint+".xml", 1); got.Address != want {
			t.Errorf("%s shares at %s, want %s", endpoint, got.Address, want)
		}
		desks = append(desks, d)
	}
	a, b := desks[0], desks[1]
	a.add("milk", "Milk")
	b.add("eggs", "Eggs")
	for range 2 {
		a.sync()
		b.sync()
	}
	for _, d := range desks {
		if d.item("milk").Winner.Title() != "Milk" || d.item("eggs").Winner.Title() != "Eggs" {
			t.Errorf("%s has not both", d.Device.ID())
		}
	}
	a.edit("milk", "Oat milk")
	b.edit("milk", "Soy milk")
	for range 2 {
		a.sync()
		b.sync()
	}
	if x, y := a.item("milk"), b.item("milk"); len(x.Conflicts) != 1 || len(y.Conflicts) != 1 || x.Winner.Title() != y.Winner.Title() {
		t.Errorf("%d and %d conflicts, %q and %q win", len(x.Conflicts), len(y.Conflicts), x.Winner.Title(), y.Winner.Title())
	}
	if _, err := s.Objects.DeleteObject(servertest.Bucket, "shared/Groceries.desk.xml"); err != nil {
		t.Fatal(err)
	}
	put(t, s, "shared/Groceries.laptop.xml", "<rss/>")
	a.add("tea", "Tea")
	b.add("tea", "Tea")
	_, err := a.Sharing.Publish(t.Context(), "Groceries")
	a.check(err) // what somebody deleted is written again
	if _, err := b.Sharing.Publish(t.Context(), "Groceries"); !errors.Is(err, sharing.ErrNotOurs) {
		t.Errorf("over a second writer: error %v, want ErrNotOurs", err)
	}
	if got := strings.Join(s.Keys(t), " "); got != "shared/Groceries.desk.complete.xml shared/Groceries.desk.xml shared/Groceries.laptop.complete.xml shared/Groceries.laptop.xml" {
		t.Errorf("in the bucket lie %s", got)
	}
}

// put stores an object in a bucket, as a second writer does.
func put(t *testing.T, s servertest.Bucketry, key, text string) {
	t.Helper()
	_, err := s.Objects.PutObject(servertest.Bucket, key, map[string]string{}, strings.NewReader(text), int64(len(text)), nil)
	if err != nil {
		t.Fatal(err)
	}
}
