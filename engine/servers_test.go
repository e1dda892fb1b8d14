package engine_test

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// knowing provides the password of the test servers.
type knowing struct{}

func (knowing) Password(context.Context, string, string) (string, error) {
	return servertest.Password, nil
}

// newDeskAt returns a desk with a list "Groceries" that is shared in a folder of a server, and
// reads what others put there.
func newDeskAt(t *testing.T, endpoint, folder, window string, access transport.Access) *desk {
	t.Helper()
	d := &desk{tester: t, clock: newClock(), memory: memory.New(), t: t}
	var seed [32]byte
	copy(seed[:], endpoint)
	var err error
	d.Engine, err = engine.Open(t.Context(), engine.Parts{
		Store: d.memory, Clock: d.clock, Random: rand.NewChaCha8(seed), Files: transport.Disk{}, Endpoint: endpoint, Here: here,
		Content: cache.Disk{Folder: t.TempDir()},
		Places:  engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: knowing{}, Getenv: func(string) string { return "" }}),
	})
	d.check(err)
	_, err = d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	_, err = d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: folder, Window: window, Access: access, ReadOthers: true})
	d.check(err)
	return d
}

// versionTitles returns the titles of the live items, sorted, with those of their open
// conflicts.
func (d *desk) versionTitles() (titles []string) {
	d.Helper()
	rows, err := d.Lists.Items(d.t.Context(), "Groceries", store.Query{})
	d.check(err)
	for _, r := range rows {
		it := d.item(r.ID)
		title := it.Winner.Title()
		for _, c := range it.Conflicts {
			title += " | " + c.Title()
		}
		titles = append(titles, title)
	}
	slices.Sort(titles)
	return titles
}

// attach attaches a file with a text to an item.
func (d *desk) attach(id, name, text string) {
	d.Helper()
	_, err := d.Attachments.Attach(d.t.Context(), "Groceries", id, name, strings.NewReader(text))
	d.check(err)
}

// files returns the names of the files of an item, each with its content.
func (d *desk) files(id string) (all []string) {
	d.Helper()
	found, err := d.Attachments.Of(d.t.Context(), "Groceries", id)
	d.check(err)
	for _, f := range found {
		text, _ := os.ReadFile(f.Path) // a missing file counts as empty
		all = append(all, f.Called()+": "+string(text))
	}
	return all
}

// turns makes both publish and read until nothing new can arrive.
func turns(a, b *desk) {
	a.Helper()
	for range 3 {
		for _, d := range []*desk{a, b} {
			d.clock.step(24 * time.Hour)
			d.sync()
		}
	}
}

// TestTwoEndpointsShareAListThroughRealServers shares a list in both directions in a folder of
// each server, with a conflict, and with partial feeds.
func TestTwoEndpointsShareAListThroughRealServers(t *testing.T) {
	member := transport.Access{User: servertest.User}
	apache, nginx, rclone := servertest.Apache(t, servertest.Options{}), servertest.Nginx(t, servertest.Options{}), servertest.Rclone(t, servertest.Options{})
	for name, c := range map[string]struct {
		folder string
		window string
		access transport.Access
	}{
		"Apache":                   {apache.Places[servertest.Basic], "", member},
		"Apache, digest":           {apache.Places[servertest.Digest], "1", member},
		"Apache, compressed":       {apache.Places[servertest.Gzip], "1", transport.Access{}},
		"nginx":                    {nginx.Places[servertest.Basic] + "new%20folder/", "1", member},
		"nginx, compressed":        {nginx.Places[servertest.Gzip], "", transport.Access{}},
		"rclone":                   {rclone.Places[servertest.Basic], "1", member},
		"rclone, without password": {rclone.Places[servertest.Open] + "a/b/", "", transport.Access{}},
		"S3":                       {servertest.S3(t).Address("lists/"), "1", transport.Access{}},
	} {
		t.Run(name, func(t *testing.T) {
			desk := newDeskAt(t, "desk", c.folder, c.window, c.access)
			phone := newDeskAt(t, "phone", c.folder, c.window, c.access)
			desk.add("milk", "Milk")
			desk.attach("milk", "Label.txt", "1 %")
			phone.add("eggs", "Eggs")
			turns(desk, phone)
			desk.edit("eggs", "Ten eggs")
			phone.edit("eggs", "Six eggs")
			desk.add("bread", "Bread")
			turns(desk, phone)
			got, other := desk.versionTitles(), phone.versionTitles()
			if len(got) != 3 || got[0] != "Bread" || got[1] != "Milk" || !strings.Contains(got[2], " | ") || !slices.Equal(got, other) {
				t.Errorf("desk has %q, phone %q", got, other)
			}
			if files := phone.files("milk"); !slices.Equal(files, []string{"Label.txt: 1 %"}) {
				t.Errorf("the files are %q", files)
			}
		})
	}
}

// TestTwoEndpointsGoOnWhereTheirServerWasAway stops the server while both change things: that
// is reported, each keeps its changes, and once the server is back, both have everything.
func TestTwoEndpointsGoOnWhereTheirServerWasAway(t *testing.T) {
	for _, begin := range []func(testing.TB, servertest.Options) *servertest.Server{servertest.Apache, servertest.Nginx, servertest.Rclone} {
		s := begin(t, servertest.Options{})
		t.Run(s.Name, func(t *testing.T) {
			a := newDeskAt(t, "desk", s.Places[servertest.Open], "1", transport.Access{})
			b := newDeskAt(t, "phone", s.Places[servertest.Open], "", transport.Access{})
			a.add("milk", "Milk")
			both := []*desk{a, b}
			turns(a, b)
			s.Program.Stop()
			a.edit("milk", "Oat milk")
			b.add("bread", "Bread")
			for _, d := range both {
				d.clock.step(time.Hour)
				reports, err := d.Sync(t.Context(), subscribe.SyncOptions{})
				d.check(err)
				for i, what := range []string{s.Places[servertest.Open], "publishing"} {
					if len(reports) != 2 || !strings.Contains(reports[i].Error, what) {
						t.Errorf("%s: %+v, want %q", d.Device.ID(), reports, what)
					}
				}
				set, err := d.Lists.Named(t.Context(), "Groceries")
				d.check(err)
				// A persistent connection may break off before connections are refused.
				if p := set.Publication; p.Trouble != transport.Refused && p.Trouble != transport.BrokenOff || !p.ErrorSince.Equal(d.clock.Now()) {
					t.Errorf("%s: noted %+v", d.Device.ID(), p)
				}
			}
			if got, other := a.versionTitles(), b.versionTitles(); !slices.Equal(got, []string{"Oat milk"}) || !slices.Equal(other, []string{"Bread", "Milk"}) {
				t.Errorf("meanwhile desk has %q, phone %q", got, other)
			}
			s.Program.Start()
			turns(a, b)
			want := []string{"Bread", "Oat milk"}
			if got, other := a.versionTitles(), b.versionTitles(); !slices.Equal(got, want) || !slices.Equal(other, want) {
				t.Errorf("afterwards desk has %q, phone %q", got, other)
			}
			for _, d := range both {
				set, err := d.Lists.Named(t.Context(), "Groceries")
				d.check(err)
				if set.Publication.Error != "" {
					t.Errorf("%s still says %s", d.Device.ID(), set.Publication.Error)
				}
			}
		})
	}
}

// TestASecondWriterOnAServerIsSaidAndLeftAlone has another program write at the address.
func TestASecondWriterOnAServerIsSaidAndLeftAlone(t *testing.T) {
	for _, begin := range []func(testing.TB, servertest.Options) *servertest.Server{servertest.Apache, servertest.Nginx, servertest.Rclone} {
		s := begin(t, servertest.Options{})
		t.Run(s.Name, func(t *testing.T) {
			d := newDeskAt(t, "desk", s.Places[servertest.Open], "", transport.Access{})
			address := transport.Join(s.Places[servertest.Open], "Groceries.desk.xml")
			request(t, http.MethodPut, address, "<rss/>")
			d.add("milk", "Milk")
			_, err := d.Sharing.Publish(t.Context(), "Groceries")
			if err == nil || !strings.Contains(err.Error(), "publish elsewhere") {
				t.Errorf("%v", err)
			}
			if got := request(t, http.MethodGet, address, ""); got != "<rss/>" {
				t.Errorf("there is %q", got)
			}
		})
	}
}

func request(t *testing.T, method, address, text string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	a, err := http.DefaultClient.Do(&http.Request{Method: method, URL: u, Body: io.NopCloser(strings.NewReader(text)), ContentLength: int64(len(text))})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode > 299 {
		t.Fatalf("%s %s: %d, %v", method, address, a.StatusCode, err)
	}
	return string(b)
}
