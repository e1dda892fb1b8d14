package engine_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/net/webdav"

	"crossfeed/engine"
	"crossfeed/engine/invite"
	"crossfeed/engine/lists"
	"crossfeed/engine/location"
)

// guest is a desk without any list.
func guest(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := newNetDesk(t, endpoint)
	d.check(d.DeleteSet(t.Context(), "Groceries"))
	return d
}

// invited is a desk that shares "Groceries" with one item at a place, and its invitation.
func invited(t *testing.T, o engine.ShareOptions) (*desk, invite.Invitation) {
	t.Helper()
	d := newNetDesk(t, "desk")
	d.add("milk", "Milk")
	shared, err := d.Share(t.Context(), "Groceries", o)
	d.check(err)
	// It travels as a text.
	i, err := invite.FromText(shared.Invitation.Link())
	d.check(err)
	return d, i
}

// nothing fails where an engine keeps anything.
func (d *desk) nothing(t *testing.T) {
	t.Helper()
	all, err := d.Lists.All(t.Context())
	d.check(err)
	subs, err := d.Subscriptions.All(t.Context(), "")
	d.check(err)
	if len(all) != 0 || len(subs) != 0 {
		t.Errorf("it keeps %v and %v", all, subs)
	}
}

// Two people reach a list shared both ways: one step each, and no answer, where the folder
// is shared, on disks and on a WebDAV server.
func TestAnInvitationToASharedFolder(t *testing.T) {
	address, _ := server(t)
	for _, place := range []string{t.TempDir() + string(filepath.Separator), address} {
		d, i := invited(t, engine.ShareOptions{Location: place, ReadOthers: true})
		g := guest(t, "laptop")
		a, err := g.Accept(t.Context(), i, engine.AcceptOptions{Share: engine.ShareOptions{Location: i.Address}})
		g.check(err)
		if a.Set != "Groceries" || a.Answer != nil || a.Report.New != 1 {
			t.Errorf("%s: %+v", place, a)
		}
		g.edit("milk", "Oat milk")
		_, err = g.Publish(t.Context(), "Groceries")
		g.check(err)
		d.sync()
		if got := d.item("milk").Winner.Title(); got != "Oat milk" {
			t.Errorf("%s: the first has %q", place, got)
		}
	}
}

// With an address of one's own for each, the answer leads back, and needs none itself.
func TestAnAnswerIsAcceptedLikeAnInvitation(t *testing.T) {
	here, there := filepath.Join(t.TempDir(), "a.xml"), filepath.Join(t.TempDir(), "b.xml")
	d, i := invited(t, engine.ShareOptions{Location: here})
	g := guest(t, "laptop")
	a, err := g.Accept(t.Context(), i, engine.AcceptOptions{New: "Food", Share: engine.ShareOptions{Location: there}})
	g.check(err)
	if a.Answer == nil || a.Answer.Answer != i.FeedID || a.Answer.Address != there {
		t.Fatalf("the answer is %+v", a.Answer)
	}
	back, err := d.Accept(t.Context(), *a.Answer, engine.AcceptOptions{Into: "ignored"})
	d.check(err)
	if back.Set != "Groceries" || back.Answer != nil {
		t.Errorf("accepting the answer: %+v", back)
	}
	if _, err := g.Accept(t.Context(), *a.Answer, engine.AcceptOptions{}); !errors.Is(err, engine.ErrOwnInvitation) {
		t.Errorf("the own answer: %v", err)
	}
	stranger := guest(t, "phone")
	if _, err := stranger.Accept(t.Context(), *a.Answer, engine.AcceptOptions{}); !errors.Is(err, engine.ErrNoSuchInvitation) {
		t.Errorf("a stranger's answer: %v", err)
	}
	stranger.nothing(t)
}

// Without a place for the own feed, the list is only read.
func TestAnInvitationThatIsOnlyRead(t *testing.T) {
	_, i := invited(t, engine.ShareOptions{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := guest(t, "laptop")
	a, err := g.Accept(t.Context(), i, engine.AcceptOptions{})
	g.check(err)
	set, err := g.Lists.Named(t.Context(), "Groceries")
	g.check(err)
	if a.Answer != nil || set.Location != "" || g.item("milk").Winner.Title() != "Milk" {
		t.Errorf("%+v, published at %q", a, set.Location)
	}
}

// Whatever fails on the way, what was made before is taken back.
func TestAnInvitationThatCannotBeAcceptedLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct {
		change func(*invite.Invitation, *engine.AcceptOptions)
		is     func(error) bool
	}{
		"nothing is there": {func(i *invite.Invitation, _ *engine.AcceptOptions) {
			i.Address = filepath.Join(folder, "nowhere.xml")
		}, func(err error) bool { return trouble(err) == location.NotFound }},
		"what is there is no feed": {func(i *invite.Invitation, _ *engine.AcceptOptions) {
			i.Address = filepath.Join(folder, "page.xml")
		}, func(err error) bool { return err != nil }},
		"the kind does not fit": {func(i *invite.Invitation, _ *engine.AcceptOptions) {
			i.Kind, i.Format, i.Dialect = "outline", "opml", "sse-0.91"
		}, func(err error) bool { return err != nil }},
		"the own place is another's": {func(_ *invite.Invitation, o *engine.AcceptOptions) {
			o.Share.Location = filepath.Join(folder, "diary.txt")
		}, func(err error) bool { return errors.Is(err, engine.ErrNotOurs) }},
	} {
		t.Run(name, func(t *testing.T) {
			_, i := invited(t, engine.ShareOptions{Location: filepath.Join(t.TempDir(), "a.xml")})
			g := guest(t, "laptop")
			g.check(os.WriteFile(filepath.Join(folder, "page.xml"), []byte("<html><title>Hello</title></html>"), 0o600))
			g.check(os.WriteFile(filepath.Join(folder, "diary.txt"), []byte("dear diary"), 0o600))
			var o engine.AcceptOptions
			c.change(&i, &o)
			if _, err := g.Accept(t.Context(), i, o); !c.is(err) {
				t.Errorf("error %v", err)
			}
			g.nothing(t)
		})
	}
}

// A list that was there stays as it was where accepting fails, and keeps its items.
func TestAListThatWasThereStaysAsItWas(t *testing.T) {
	_, i := invited(t, engine.ShareOptions{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := newNetDesk(t, "laptop")
	g.add("bread", "Bread")
	taken := filepath.Join(t.TempDir(), "diary.txt")
	g.check(os.WriteFile(taken, []byte("dear diary"), 0o600))
	if _, err := g.Accept(t.Context(), i, engine.AcceptOptions{Share: engine.ShareOptions{Location: taken}}); err == nil {
		t.Fatal("it was accepted")
	}
	subs, err := g.Subscriptions.All(t.Context(), "")
	g.check(err)
	if len(subs) != 0 || g.item("bread").Winner.Title() != "Bread" {
		t.Errorf("it reads %v", subs)
	}
	if _, err := g.Lists.Item(t.Context(), "Groceries", "milk"); err == nil {
		t.Error("it has the other's item")
	}
}

// guarded is a WebDAV server that lets one user in.
func guarded(t *testing.T, user, password string) string {
	t.Helper()
	dav := &webdav.Handler{FileSystem: webdav.Dir(t.TempDir()), LockSystem: webdav.NewMemLS()}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if u, p, _ := r.BasicAuth(); u != user || p != password {
			w.Header().Set("WWW-Authenticate", `Basic realm="lists"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		dav.ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	return s.URL + "/"
}

// A password is never in the invitation. A wrong one is not kept, the right one is.
func TestAPasswordIsKeptOnlyWhereItIsRight(t *testing.T) {
	place := guarded(t, "member", "right")
	_, i := invited(t, engine.ShareOptions{Location: place, Access: location.Access{User: "member"}, Password: "right"})
	if i.User != "member" {
		t.Errorf("the invitation names %q", i.User)
	}
	g := guest(t, "laptop")
	accept := func(password string) error {
		_, err := g.Accept(t.Context(), i, engine.AcceptOptions{Password: password, Share: engine.ShareOptions{Location: i.Address}})
		return err
	}
	for _, wrong := range []string{"", "wrong"} {
		if err := accept(wrong); trouble(err) != location.SignIn {
			t.Errorf("with %q: %v", wrong, err)
		}
		g.nothing(t)
	}
	g.check(accept("right"))
	g.sync()
}

// Accepting that is cancelled leaves nothing.
func TestAcceptingIsCancelled(t *testing.T) {
	_, i := invited(t, engine.ShareOptions{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := guest(t, "laptop")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Accept(ctx, i, engine.AcceptOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	g.nothing(t)
}

// trouble is the kind of a failure.
func trouble(err error) location.Trouble {
	var e *location.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return location.Other
}

// The invitation says who invites: the endpoint is called so, where it has no name yet.
func TestWhoInvitesIsCalledAsTheyCallThemselves(t *testing.T) {
	for given, want := range map[string]string{"": "the kitchen", "Desk": "Desk"} {
		d, i := invited(t, engine.ShareOptions{Location: t.TempDir() + "/", ReadOthers: true})
		i.From = "the kitchen"
		e := newNetDesk(t, "laptop")
		e.check(e.Names.Set(t.Context(), d.Device.ID(), given))
		_, err := e.Accept(t.Context(), i, engine.AcceptOptions{})
		e.check(err)
		book, err := e.Names.Book(t.Context())
		e.check(err)
		if got := book.Name(d.Device.ID()); got != want {
			t.Errorf("called %q before: %q, want %q", given, got, want)
		}
	}
}

// The name that a device gives itself in its feed is not replaced by that of the moment
// when it invited: it may choose another one later.
func TestTheNameInAnInvitationYieldsToTheOneInTheFeed(t *testing.T) {
	d, i := invited(t, engine.ShareOptions{Location: t.TempDir() + "/", ReadOthers: true})
	d.check(d.Names.SetOwn(t.Context(), "Kitchen", true))
	d.sync()
	i.From = "the kitchen"
	e := newNetDesk(t, "laptop")
	_, err := e.Accept(t.Context(), i, engine.AcceptOptions{})
	e.check(err)
	book, err := e.Names.Book(t.Context())
	e.check(err)
	if got := book.Label(d.Device.ID()); got.Name != "Kitchen" || book.Given(d.Device.ID()) {
		t.Errorf("called %+v", got)
	}
}

// The list that an invitation went into is known by what it reads: neither a name nor an
// identifier, which whoever invites can write into an invitation, leads into a list.
func TestWhatAnInvitationSaysLeadsIntoNoList(t *testing.T) {
	folder := t.TempDir() + string(filepath.Separator)
	d, i := invited(t, engine.ShareOptions{Location: folder, ReadOthers: true})
	g := guest(t, "laptop")
	share := engine.ShareOptions{Location: i.Address}
	first, err := g.Accept(t.Context(), i, engine.AcceptOptions{Share: share})
	g.check(err)
	again, err := g.Accept(t.Context(), i, engine.AcceptOptions{Share: share})
	g.check(err)
	if !first.Made || again.Made || again.Set != first.Set {
		t.Errorf("accepted as %+v, and again as %+v", first, again)
	}
	elsewhere := t.TempDir() + string(filepath.Separator)
	_, err = d.PublishAt(t.Context(), "Groceries", elsewhere)
	d.check(err)
	forged := i
	forged.Address = filepath.Clean(elsewhere)
	choice := (*engine.ChoiceError)(nil)
	if _, err := g.Accept(t.Context(), forged, engine.AcceptOptions{Share: engine.ShareOptions{Location: forged.Address}}); !errors.As(err, &choice) || choice.List != "Groceries" {
		t.Errorf("the same feed at another address: %v", err)
	}
	subs, err := g.Subscriptions.All(t.Context(), "Groceries")
	g.check(err)
	if len(subs) != 1 {
		t.Errorf("the list reads %v", subs)
	}
	forged.FeedID = "urn:uuid:another"
	fresh, err := g.Accept(t.Context(), forged, engine.AcceptOptions{Share: engine.ShareOptions{Location: forged.Address}})
	g.check(err)
	if fresh.Set != "Groceries (2)" || !fresh.Made {
		t.Errorf("another list of that name: %+v", fresh)
	}
}

// A new list takes no name that another one has, and one that is chosen has to be there.
func TestWhereAnInvitationGoes(t *testing.T) {
	_, i := invited(t, engine.ShareOptions{Location: t.TempDir() + string(filepath.Separator)})
	g := newNetDesk(t, "laptop")
	for name, o := range map[string]engine.AcceptOptions{
		"a new list of a name that is taken": {New: "Groceries"},
		"a list that is not there":           {Into: "Food"},
	} {
		if a, err := g.Accept(t.Context(), i, o); err == nil {
			t.Errorf("%s: accepted as %+v", name, a)
		}
	}
	earlier, err := g.AcceptedAs(t.Context(), i, i.Address)
	g.check(err)
	if earlier.List != "" {
		t.Errorf("a list of that name went for %+v", earlier)
	}
}

// A list takes part in one folder under one name.
func TestAListHasOneNameInAFolder(t *testing.T) {
	folder := t.TempDir() + string(filepath.Separator)
	_, i := invited(t, engine.ShareOptions{Location: folder})
	g := guest(t, "laptop")
	for _, share := range []func(string) error{
		func(list string) error { _, err := g.Subscriptions.Subscribe(t.Context(), list, folder); return err },
		func(list string) error { _, err := g.PublishAt(t.Context(), list, folder); return err },
	} {
		_, err := g.Lists.Create(t.Context(), lists.New{Name: "Food", Kind: i.Kind})
		g.check(err)
		g.check(share("Food"))
		if _, err := g.Accept(t.Context(), i, engine.AcceptOptions{Into: "Food", Share: engine.ShareOptions{Location: i.Address}}); !errors.Is(err, engine.ErrOtherName) {
			t.Errorf("error %v", err)
		}
		_, err = g.DeleteShared(t.Context(), "Food", false)
		g.check(err)
	}
}

// What stops to be shared, or is shared elsewhere, has its own name again.
func TestTheNameOfTheOthersIsForTheirFolder(t *testing.T) {
	_, i := invited(t, engine.ShareOptions{Location: t.TempDir() + string(filepath.Separator)})
	g := newNetDesk(t, "laptop")
	a, err := g.Accept(t.Context(), i, engine.AcceptOptions{Share: engine.ShareOptions{Location: i.Address}})
	g.check(err)
	onward, err := g.Invitation(t.Context(), a.Set)
	g.check(err)
	if onward.Title != "Groceries" || a.Set != "Groceries (2)" {
		t.Errorf("%s invites to %s", a.Set, onward.Title)
	}
	_, err = g.Share(t.Context(), a.Set, engine.ShareOptions{Location: i.Address, Window: "30d"})
	g.check(err)
	if onward, err = g.Invitation(t.Context(), a.Set); err != nil || onward.Title != "Groceries" {
		t.Errorf("it invites to %s, %v", onward.Title, err)
	}
	_, err = g.Share(t.Context(), a.Set, engine.ShareOptions{Location: t.TempDir()})
	g.check(err)
	if onward, err = g.Invitation(t.Context(), a.Set); err != nil || onward.Title != "Groceries (2)" {
		t.Errorf("elsewhere it invites to %s, %v", onward.Title, err)
	}
}
