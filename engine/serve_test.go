package engine_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/publish"
	"crossfeed/engine/sharing"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// serves serves the list of a desk until the test ends.
func (d *desk) serves(o publish.SiteOptions) (address string, names []string, got *atomic.Int64) {
	d.Helper()
	feeds, err := d.Sharing.Serves(d.t.Context(), "Groceries", func(error) {})
	d.check(err)
	for _, f := range feeds {
		names = append(names, f.Name)
	}
	o.Failed = func(err error) { d.Errorf("serving: %v", err) }
	h := publish.NewSite(feeds, o)
	got = &atomic.Int64{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got.Add(1)
		h.ServeHTTP(w, r)
	}))
	d.t.Cleanup(func() {
		s.Close()
		if err := h.Close(); err != nil {
			d.t.Error(err)
		}
	})
	return s.URL, names, got
}

func TestASubscriberReadsWhatIsServed(t *testing.T) {
	a, b := newReachingDesk(t, "desk", &credentials.Memory{}), newReachingDesk(t, "laptop", &credentials.Memory{})
	a.add("milk", "Milk")
	address, names, _ := a.serves(publish.SiteOptions{User: "ray", Password: "pass word"})
	if !slices.Equal(names, []string{"Groceries.desk.xml"}) {
		t.Errorf("served are %q", names)
	}
	o := subscribe.Options{Password: "pass word"}
	o.Access.User = "ray"
	_, err := b.Subscriptions.SubscribeAs(t.Context(), "Groceries", address+"/Groceries.desk.xml", o)
	b.check(err)
	b.sync()
	if b.item("milk").Winner.Title() != "Milk" {
		t.Errorf("%+v", b.item("milk").Winner)
	}
	a.edit("milk", "Oat milk")
	b.clock.step(time.Hour)
	b.sync()
	if b.item("milk").Winner.Title() != "Oat milk" {
		t.Errorf("%+v", b.item("milk").Winner)
	}
}

// The subscriber reads the complete feed once, and the partial one from then on; after a long
// absence, it reads the complete one again.
func TestASubscriberFollowsAServedWindow(t *testing.T) {
	a, b := newReachingDesk(t, "desk", &credentials.Memory{}), newReachingDesk(t, "laptop", &credentials.Memory{})
	for i := range 30 {
		a.add(fmt.Sprintf("i%d", i), "Item")
	}
	_, err := a.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: t.TempDir(), Window: "3"})
	a.check(err)
	address, names, requests := a.serves(publish.SiteOptions{})
	if !slices.Equal(names, []string{"Groceries.desk.xml", "Groceries.desk.complete.xml"}) {
		t.Fatalf("served are %q", names)
	}
	_, err = b.Subscriptions.Subscribe(t.Context(), "Groceries", address+"/"+names[0])
	b.check(err)
	count := func() int {
		all, err := b.Lists.Items(t.Context(), "Groceries", store.Query{})
		b.check(err)
		return len(all)
	}
	for _, c := range []struct{ adds, requests, want int }{{0, 2, 30}, {2, 1, 32}, {10, 2, 42}} {
		for i := range c.adds {
			a.add(fmt.Sprintf("n%d-%d", c.want, i), "Item")
		}
		before := requests.Load()
		b.clock.step(time.Hour)
		b.sync()
		if n := int(requests.Load() - before); n != c.requests || count() != c.want {
			t.Errorf("after %d more: %d items in %d requests, want %d in %d", c.adds, count(), n, c.want, c.requests)
		}
	}
}

// Readers have seen all edits: undoing one is an update, and does not remove it.
func TestServingCountsAsPublishing(t *testing.T) {
	a := newReachingDesk(t, "desk", &credentials.Memory{})
	a.add("milk", "Milk")
	feeds, err := a.Sharing.Serves(t.Context(), "Groceries", func(error) {})
	a.check(err)
	var before, after strings.Builder
	a.check(feeds[0].Write(t.Context(), "http://127.0.0.1", &before))
	_, err = a.Edit.Undo(t.Context(), edit.UndoOptions{Published: true})
	a.check(err)
	a.check(feeds[0].Write(t.Context(), "http://127.0.0.1", &after))
	if !strings.Contains(before.String(), "Milk") || !strings.Contains(after.String(), `id="milk" updates="2" deleted="true"`) {
		t.Errorf("served before\n%s\nand after\n%s", &before, &after)
	}
}

func TestWhatIsServedIsFoundByItsFirstPage(t *testing.T) {
	a, b := newReachingDesk(t, "desk", &credentials.Memory{}), newReachingDesk(t, "laptop", &credentials.Memory{})
	a.add("milk", "Milk")
	address, names, _ := a.serves(publish.SiteOptions{})
	found, err := b.Subscriptions.Probe(t.Context(), "", address, transport.Access{})
	b.check(err)
	if len(found.Feeds) != 1 || found.Feeds[0].Address != address+"/"+names[0] || found.Feeds[0].Items != 1 {
		t.Errorf("found %+v", found)
	}
}

func TestAnOutlineIsServedAsOne(t *testing.T) {
	a := newReachingDesk(t, "desk", &credentials.Memory{})
	_, err := a.Lists.Create(t.Context(), lists.New{Name: "Plans", Kind: "outline"})
	a.check(err)
	feeds, err := a.Sharing.Serves(t.Context(), "Plans", func(error) {})
	a.check(err)
	var text strings.Builder
	a.check(feeds[0].Write(t.Context(), "http://127.0.0.1", &text))
	if len(feeds) != 1 || feeds[0].Name != "Plans.desk.opml" || feeds[0].Type != "text/x-opml" || !strings.Contains(text.String(), "<opml") {
		t.Errorf("%d feeds; %s, %s\n%s", len(feeds), feeds[0].Name, feeds[0].Type, &text)
	}
}

func TestTheFilesOfWhatIsServedAreServed(t *testing.T) {
	a := newDeskAt(t, "desk", t.TempDir()+string(filepath.Separator), "", transport.Access{})
	b := newDeskAt(t, "phone", t.TempDir()+string(filepath.Separator), "", transport.Access{})
	a.add("milk", "Milk")
	a.attach("milk", "Label.html", "<b>1 %</b>")
	address, names, _ := a.serves(publish.SiteOptions{File: func(ctx context.Context, name string) (io.ReadSeekCloser, error) {
		return a.Attachments.Served(ctx, []string{"Groceries"}, name)
	}})
	_, err := b.Subscriptions.Subscribe(t.Context(), "Groceries", address+"/"+names[0])
	b.check(err)
	b.sync()
	if files := b.files("milk"); !slices.Equal(files, []string{"Label.html: <b>1 %</b>"}) {
		t.Errorf("%q", files)
	}
	found, err := a.Attachments.Of(t.Context(), "Groceries", "milk")
	a.check(err)
	for path, want := range map[string]int{
		found[0].Link: 200, "files/": 404, "files/x": 404, "files/../Groceries.desk.xml": 404, "files/%2e%2e/x": 404,
		"files/" + strings.Repeat("0", 64) + ".html": 404,
	} {
		answer, err := http.Get(address + "/" + path)
		a.check(err)
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
		if h := answer.Header; want == 200 && (h.Get("Content-Disposition") != "attachment" || h.Get("Content-Type") != "application/octet-stream") {
			t.Errorf("%s: %v", path, h)
		}
	}
}
