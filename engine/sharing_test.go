package engine_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	netdav "golang.org/x/net/webdav"

	"crossfeed/engine"
	"crossfeed/engine/credentials"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/publish"
	"crossfeed/engine/record"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
	"crossfeed/engine/transport/webdav"
)

// server returns a local WebDAV server, and the folder that it serves.
func server(t *testing.T) (address, folder string) {
	folder = t.TempDir()
	s := httptest.NewServer(&netdav.Handler{FileSystem: netdav.Dir(folder), LockSystem: netdav.NewMemLS()})
	t.Cleanup(s.Close)
	return s.URL + "/", folder
}

// newNetDesk returns a desk with a list "Groceries" that reaches files and servers.
func newNetDesk(t *testing.T, endpoint string) *desk {
	t.Helper()
	keeper := &credentials.Memory{}
	client := web.New(web.Options{Passwords: keeper, TempFiles: transport.TempFolder{}})
	t.Cleanup(client.Close)
	c := newClock()
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: memory.New(), Clock: c, Random: strings.NewReader(strings.Repeat(endpoint, 1000)), Files: transport.Disk{}, Endpoint: endpoint, Here: here,
		Places:  engine.Everywhere{"": transport.OnDisk{Files: transport.Disk{}}, "http": webdav.New(client), "https": webdav.New(client)},
		Secrets: keeper,
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{tester: t, Engine: e, clock: c, t: t}
	_, err = d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	return d
}

func TestSharingInAFolderIsOneStepAndOneInvitation(t *testing.T) {
	d := newNetDesk(t, "desk")
	d.check(d.Names.SetOwn(t.Context(), "Ray", true))
	d.add("milk", "Milk")
	dir := t.TempDir()
	got, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: dir, Window: "30d", ReadOthers: true})
	d.check(err)
	path := filepath.Join(dir, "Groceries.desk.xml")
	if got.Address != path || got.Complete != filepath.Join(dir, "Groceries.desk.complete.xml") {
		t.Errorf("shared at %+v", got)
	}
	set, err := d.Lists.Named(t.Context(), "Groceries")
	d.check(err)
	want := sharing.Invitation{
		Address: dir, Folder: true, Title: "Groceries", From: "Ray",
		Kind: "note", Format: "rss", Dialect: "feedsync-1.0", FeedID: set.FeedID,
	}
	if got.Invitation != want {
		t.Errorf("the invitation is %+v, want %+v", got.Invitation, want)
	}
	all, err := d.Subscriptions.All(t.Context(), "Groceries")
	d.check(err)
	if len(all) != 1 || all[0].Location != dir {
		t.Errorf("subscribed to %+v", all)
	}
	if _, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{ReadOthers: true}); err != nil {
		t.Errorf("shared again: %v", err)
	}
	if set, _ = d.Lists.Named(t.Context(), "Groceries"); set.Publication.Window != "30d" {
		t.Errorf("shared again, the window is %q", set.Publication.Window)
	}
}

func TestSharingOnAServer(t *testing.T) {
	d := newNetDesk(t, "desk")
	d.add("milk", "Milk")
	address, folder := server(t)
	got, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: address, Window: "30d", Access: transport.Access{User: "ray"}, Password: "secret"})
	d.check(err)
	if got.Address != address+"Groceries.desk.xml" || got.Complete != address+"Groceries.desk.complete.xml" || got.Invitation.Address != address || got.Invitation.User != "ray" || !got.Invitation.Folder {
		t.Errorf("shared at %+v", got)
	}
	text, err := os.ReadFile(filepath.Join(folder, "Groceries.desk.xml"))
	d.check(err)
	if !strings.Contains(string(text), `<sx:related link="`+got.Complete+`" type="complete"/>`) || strings.Contains(string(text), "secret") {
		t.Errorf("published %s", text)
	}
	d.add("eggs", "Eggs")
	path, err := d.Sharing.Publish(t.Context(), "Groceries")
	d.check(err)
	if text, err = os.ReadFile(filepath.Join(folder, "Groceries.desk.xml")); err != nil || path != got.Address || !strings.Contains(string(text), "Eggs") {
		t.Errorf("published %s, %v", text, err)
	}
	d.check(os.WriteFile(filepath.Join(folder, "Groceries.desk.xml"), []byte("<rss/>"), 0o600))
	d.add("bread", "Bread")
	if _, err = d.Sharing.Publish(t.Context(), "Groceries"); !errors.Is(err, sharing.ErrNotOurs) {
		t.Errorf("over a second writer: %v", err)
	}
	set, err := d.Lists.Named(t.Context(), "Groceries")
	d.check(err)
	if p := set.Publication; p.Trouble != transport.SecondWriter || p.ErrorSince.IsZero() || p.LastSuccess.IsZero() {
		t.Errorf("noted %+v", p)
	}
}

func TestOthersReadAtThePublicAddress(t *testing.T) {
	d := newNetDesk(t, "desk")
	address, _ := server(t)
	public, _ := server(t)
	got, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: address + "drop/", Public: public, Access: transport.Access{User: "ray"}})
	d.check(err)
	if i := got.Invitation; i.Address != public+"Groceries.desk.xml" || i.Folder || i.User != "" || got.Address != address+"drop/Groceries.desk.xml" {
		t.Errorf("shared at %+v", got)
	}
	got, err = d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Window: "5"})
	d.check(err)
	if got.Invitation.Address != public+"Groceries.desk.xml" {
		t.Errorf("shared again at %+v", got)
	}
	got, err = d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: address + "list.xml"})
	d.check(err)
	if i := got.Invitation; i.Address != address+"list.xml" || i.User != "" || i.Folder {
		t.Errorf("shared elsewhere at %+v", got)
	}
}

func TestWhoCanReadIsToldBeforeAnythingIsWritten(t *testing.T) {
	d := newNetDesk(t, "desk")
	dir := t.TempDir()
	address, folder := server(t)
	for _, c := range []struct {
		o    sharing.Options
		want transport.Audience
	}{
		{sharing.Options{Location: dir}, transport.ThisUser},
		{sharing.Options{Location: address}, transport.Everyone},
		{sharing.Options{Location: dir, Public: address}, transport.Everyone},
	} {
		d.check(os.Chmod(dir, 0o700))
		if got, err := d.Sharing.WhoCanRead(t.Context(), c.o); err != nil || got.Who != c.want || got.Detail == "" {
			t.Errorf("%+v: %+v, %v; want %d", c.o, got, err, c.want)
		}
	}
	for _, place := range []string{dir, folder} {
		if names, err := os.ReadDir(place); err != nil || len(names) != 0 {
			t.Errorf("there is something: %v, %v", names, err)
		}
	}
}

func TestWhatCannotBeSharedIsNotSet(t *testing.T) {
	d := newNetDesk(t, "desk")
	dir := t.TempDir()
	address, folder := server(t)
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Plans", Kind: "outline"})
	d.check(err)
	for _, c := range []struct {
		set  string
		o    sharing.Options
		want error
	}{
		{"Groceries", sharing.Options{}, sharing.ErrNotShared},
		{"Groceries", sharing.Options{Location: filepath.Join(dir, "a.xml"), ReadOthers: true}, sharing.ErrNoFolder},
		{"Groceries", sharing.Options{Location: dir, Window: "soon"}, nil},
		{"Groceries", sharing.Options{Location: address, Public: "http://ray:secret@example.com/"}, nil},
		{"Plans", sharing.Options{Location: dir, Window: "30d"}, publish.ErrWholeOnly},
	} {
		if _, err := d.Sharing.Share(t.Context(), c.set, c.o); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s, %+v: %v, want %v", c.set, c.o, err, c.want)
		}
		if set, err := d.Lists.Named(t.Context(), c.set); err != nil || set.Location != "" || set.Publication.Window != "" {
			t.Errorf("%s, %+v: set %+v, %v", c.set, c.o, set, err)
		}
	}
	for _, place := range []string{dir, folder} {
		if names, err := os.ReadDir(place); err != nil || len(names) != 0 {
			t.Errorf("there is something: %v, %v", names, err)
		}
	}
	if _, err := d.Sharing.Invitation(t.Context(), "Groceries"); !errors.Is(err, sharing.ErrNotShared) {
		t.Errorf("an invitation to what is not shared: %v", err)
	}
}

func TestStopSharingTakesTheFeedsAwayWhereItIsWanted(t *testing.T) {
	for _, remove := range []bool{false, true} {
		d := newNetDesk(t, "desk")
		d.add("milk", "Milk")
		address, folder := server(t)
		for _, place := range []string{t.TempDir(), address} {
			shared, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: place, Window: "30d"})
			d.check(err)
			dir := folder
			if place != address {
				dir = place
			}
			d.check(os.WriteFile(filepath.Join(dir, "Groceries.phone.xml"), nil, 0o600))
			at, err := d.Sharing.StopSharing(t.Context(), "Groceries", remove)
			if err != nil || at != shared.Address {
				t.Errorf("stopped at %s, %v", at, err)
			}
			names, err := os.ReadDir(dir)
			d.check(err)
			if want := map[bool]int{false: 3, true: 1}[remove]; len(names) != want {
				t.Errorf("removing %v left %v", remove, names)
			}
			set, err := d.Lists.Named(t.Context(), "Groceries")
			d.check(err)
			if p := set.Publication; set.Location != "" || p.Window != "" || p.Address != "" || p.Last != (transport.Written{}) || p.Ledger == "" {
				t.Errorf("kept %+v", set)
			}
			if path, err := d.Sharing.Publish(t.Context(), "Groceries"); path != "" || err != nil {
				t.Errorf("published at %q, %v", path, err)
			}
			if _, err := d.Sharing.StopSharing(t.Context(), "Groceries", remove); !errors.Is(err, sharing.ErrNotShared) {
				t.Errorf("stopped twice: %v", err)
			}
		}
	}
}

func TestStopSharingTakesNothingAwayThatIsAnotherWriters(t *testing.T) {
	d := newNetDesk(t, "desk")
	dir := t.TempDir()
	shared, err := d.Sharing.Share(t.Context(), "Groceries", sharing.Options{Location: dir})
	d.check(err)
	d.check(os.WriteFile(shared.Address, []byte("dear diary"), 0o600))
	if _, err := d.Sharing.StopSharing(t.Context(), "Groceries", true); !errors.Is(err, sharing.ErrNotOurs) {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(shared.Address); err != nil || string(text) != "dear diary" {
		t.Errorf("there is %q, %v", text, err)
	}
	if _, err := d.Sharing.StopSharing(t.Context(), "Groceries", false); err != nil {
		t.Errorf("without taking it away: %v", err)
	}
}

// between runs a function before the first file is written.
type between struct {
	*transporttest.Memory
	do func()
}

func (b *between) Replace(ctx context.Context, name string, write func(io.Writer) error) error {
	if do := b.do; do != nil {
		b.do = nil
		do()
	}
	return b.Memory.Replace(ctx, name, write)
}

// A list that is renamed while it is published for the first time keeps its feed at the
// original location.
func TestAListThatIsRenamedWhileItIsSharedKeepsItsFeed(t *testing.T) {
	files := &between{Memory: &transporttest.Memory{}}
	files.Folder("/shared")
	d := newDesk(t, t, "desk", memory.New(), files, newClock())
	_, err := d.Lists.Create(t.Context(), lists.New{Name: "Groceries"})
	d.check(err)
	files.do = func() {
		_, err := d.Edit.RenameList(t.Context(), "Groceries", "Food")
		d.check(err)
	}
	_, err = d.Sharing.PublishAt(t.Context(), "Groceries", "/shared")
	d.check(err)
	_, err = d.Edit.Add(t.Context(), "Food", record.Values{"title": "Milk"}, edit.AddOptions{})
	d.check(err)
	at, err := d.Sharing.Publish(t.Context(), "Food")
	d.check(err)
	if all := files.All(); len(all) != 1 || !strings.Contains(all["/shared/Groceries.desk.xml"], "Milk") {
		t.Errorf("published at %s: %q", at, all)
	}
}
