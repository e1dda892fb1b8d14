package engine_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	netdav "golang.org/x/net/webdav"

	"crossfeed/engine/lists"
	"crossfeed/engine/sharing"
	"crossfeed/engine/transport"
)

// guest returns a desk without lists.
func guest(t *testing.T, endpoint string) *desk {
	t.Helper()
	d := newNetDesk(t, endpoint)
	d.check(d.Sharing.DeleteSet(t.Context(), "Groceries"))
	return d
}

// invited returns a desk that shares "Groceries" with one item at a location, and its
// invitation.
func invited(t *testing.T, o sharing.Options) (*desk, sharing.Invitation) {
	t.Helper()
	d := newNetDesk(t, "desk")
	d.add("milk", "Milk")
	shared, err := d.Sharing.Share(t.Context(), "Groceries", o)
	d.check(err)
	// Invitations are transferred as text.
	i, err := sharing.FromText(shared.Invitation.Link())
	d.check(err)
	return d, i
}

// nothing fails if an engine stores anything.
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

// Two people share a list both ways, with one step each and without an answer, if the folder
// is shared: on disk and on a WebDAV server.
func TestAnInvitationToASharedFolder(t *testing.T) {
	address, _ := server(t)
	for _, place := range []string{t.TempDir() + string(filepath.Separator), address} {
		d, i := invited(t, sharing.Options{Location: place, ReadOthers: true})
		g := guest(t, "laptop")
		a, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Share: sharing.Options{Location: i.Address}})
		g.check(err)
		if a.Set != "Groceries" || a.Answer != nil || a.Report.New != 1 {
			t.Errorf("%s: %+v", place, a)
		}
		g.edit("milk", "Oat milk")
		_, err = g.Sharing.Publish(t.Context(), "Groceries")
		g.check(err)
		d.sync()
		if got := d.item("milk").Winner.Title(); got != "Oat milk" {
			t.Errorf("%s: the first has %q", place, got)
		}
	}
}

// If each has a separate address, the answer leads back, and needs no further answer.
func TestAnAnswerIsAcceptedLikeAnInvitation(t *testing.T) {
	here, there := filepath.Join(t.TempDir(), "a.xml"), filepath.Join(t.TempDir(), "b.xml")
	d, i := invited(t, sharing.Options{Location: here})
	g := guest(t, "laptop")
	a, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{New: "Food", Share: sharing.Options{Location: there}})
	g.check(err)
	if a.Answer == nil || a.Answer.Answer != i.FeedID || a.Answer.Address != there {
		t.Fatalf("the answer is %+v", a.Answer)
	}
	back, err := d.Sharing.Accept(t.Context(), *a.Answer, sharing.AcceptOptions{Into: "ignored"})
	d.check(err)
	if back.Set != "Groceries" || back.Answer != nil {
		t.Errorf("accepting the answer: %+v", back)
	}
	if _, err := g.Sharing.Accept(t.Context(), *a.Answer, sharing.AcceptOptions{}); !errors.Is(err, sharing.ErrOwnInvitation) {
		t.Errorf("the own answer: %v", err)
	}
	stranger := guest(t, "phone")
	if _, err := stranger.Sharing.Accept(t.Context(), *a.Answer, sharing.AcceptOptions{}); !errors.Is(err, sharing.ErrNoSuchInvitation) {
		t.Errorf("a stranger's answer: %v", err)
	}
	stranger.nothing(t)
}

// Without a location for the guest's own feed, the list is read-only.
func TestAnInvitationThatIsOnlyRead(t *testing.T) {
	_, i := invited(t, sharing.Options{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := guest(t, "laptop")
	a, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{})
	g.check(err)
	set, err := g.Lists.Named(t.Context(), "Groceries")
	g.check(err)
	if a.Answer != nil || set.Location != "" || g.item("milk").Winner.Title() != "Milk" {
		t.Errorf("%+v, published at %q", a, set.Location)
	}
}

// Whatever step fails, the previous ones are undone.
func TestAnInvitationThatCannotBeAcceptedLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct {
		change func(*sharing.Invitation, *sharing.AcceptOptions)
		is     func(error) bool
	}{
		"nothing is there": {func(i *sharing.Invitation, _ *sharing.AcceptOptions) {
			i.Address = filepath.Join(folder, "nowhere.xml")
		}, func(err error) bool { return trouble(err) == transport.NotFound }},
		"what is there is no feed": {func(i *sharing.Invitation, _ *sharing.AcceptOptions) {
			i.Address = filepath.Join(folder, "page.xml")
		}, func(err error) bool { return err != nil }},
		"the kind does not fit": {func(i *sharing.Invitation, _ *sharing.AcceptOptions) {
			i.Kind, i.Format, i.Dialect = "outline", "opml", "sse-0.91"
		}, func(err error) bool { return err != nil }},
		"the own place is another's": {func(_ *sharing.Invitation, o *sharing.AcceptOptions) {
			o.Share.Location = filepath.Join(folder, "diary.txt")
		}, func(err error) bool { return errors.Is(err, sharing.ErrNotOurs) }},
	} {
		t.Run(name, func(t *testing.T) {
			_, i := invited(t, sharing.Options{Location: filepath.Join(t.TempDir(), "a.xml")})
			g := guest(t, "laptop")
			g.check(os.WriteFile(filepath.Join(folder, "page.xml"), []byte("<html><title>Hello</title></html>"), 0o600))
			g.check(os.WriteFile(filepath.Join(folder, "diary.txt"), []byte("dear diary"), 0o600))
			var o sharing.AcceptOptions
			c.change(&i, &o)
			if _, err := g.Sharing.Accept(t.Context(), i, o); !c.is(err) {
				t.Errorf("error %v", err)
			}
			g.nothing(t)
		})
	}
}

// If accepting fails, an existing list stays unchanged, including its items.
func TestAListThatWasThereStaysAsItWas(t *testing.T) {
	_, i := invited(t, sharing.Options{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := newNetDesk(t, "laptop")
	g.add("bread", "Bread")
	taken := filepath.Join(t.TempDir(), "diary.txt")
	g.check(os.WriteFile(taken, []byte("dear diary"), 0o600))
	if _, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Share: sharing.Options{Location: taken}}); err == nil {
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

// guarded returns a WebDAV server that admits one user.
func guarded(t *testing.T, user, password string) string {
	t.Helper()
	dav := &netdav.Handler{FileSystem: netdav.Dir(t.TempDir()), LockSystem: netdav.NewMemLS()}
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

// An invitation never contains a password. A wrong password is not stored, the right one is.
func TestAPasswordIsKeptOnlyWhereItIsRight(t *testing.T) {
	place := guarded(t, "member", "right")
	_, i := invited(t, sharing.Options{Location: place, Access: transport.Access{User: "member"}, Password: "right"})
	if i.User != "member" {
		t.Errorf("the invitation names %q", i.User)
	}
	g := guest(t, "laptop")
	accept := func(password string) error {
		_, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Password: password, Share: sharing.Options{Location: i.Address}})
		return err
	}
	for _, wrong := range []string{"", "wrong"} {
		if err := accept(wrong); trouble(err) != transport.SignIn {
			t.Errorf("with %q: %v", wrong, err)
		}
		g.nothing(t)
	}
	g.check(accept("right"))
	g.sync()
}

// Canceling leaves nothing behind.
func TestAcceptingIsCancelled(t *testing.T) {
	_, i := invited(t, sharing.Options{Location: filepath.Join(t.TempDir(), "a.xml")})
	g := guest(t, "laptop")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := g.Sharing.Accept(ctx, i, sharing.AcceptOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	g.nothing(t)
}

// trouble returns the kind of a failure.
func trouble(err error) transport.Trouble {
	var e *transport.Error
	if errors.As(err, &e) {
		return e.Trouble
	}
	return transport.Other
}

// The invitation says who invites: that becomes the endpoint's name if it has none yet.
func TestWhoInvitesIsCalledAsTheyCallThemselves(t *testing.T) {
	for given, want := range map[string]string{"": "the kitchen", "Desk": "Desk"} {
		d, i := invited(t, sharing.Options{Location: t.TempDir() + "/", ReadOthers: true})
		i.From = "the kitchen"
		e := newNetDesk(t, "laptop")
		e.check(e.Names.Set(t.Context(), d.Device.ID(), given))
		_, err := e.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{})
		e.check(err)
		book, err := e.Names.Book(t.Context())
		e.check(err)
		if got := book.Name(d.Device.ID()); got != want {
			t.Errorf("called %q before: %q, want %q", given, got, want)
		}
	}
}

// The name in a device's own feed takes precedence over that in its earlier invitation: the
// device may choose another one later.
func TestTheNameInAnInvitationYieldsToTheOneInTheFeed(t *testing.T) {
	d, i := invited(t, sharing.Options{Location: t.TempDir() + "/", ReadOthers: true})
	d.check(d.Names.SetOwn(t.Context(), "Kitchen", true))
	d.sync()
	i.From = "the kitchen"
	e := newNetDesk(t, "laptop")
	_, err := e.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{})
	e.check(err)
	book, err := e.Names.Book(t.Context())
	e.check(err)
	if got := book.Label(d.Device.ID()); got.Name != "Kitchen" || book.Given(d.Device.ID()) {
		t.Errorf("called %+v", got)
	}
}

// The list for an invitation is identified by what it reads, and never by a name or an
// identifier, which anyone who invites can set to any value.
func TestWhatAnInvitationSaysLeadsIntoNoList(t *testing.T) {
	folder := t.TempDir() + string(filepath.Separator)
	d, i := invited(t, sharing.Options{Location: folder, ReadOthers: true})
	g := guest(t, "laptop")
	share := sharing.Options{Location: i.Address}
	first, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Share: share})
	g.check(err)
	again, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Share: share})
	g.check(err)
	if !first.Made || again.Made || again.Set != first.Set {
		t.Errorf("accepted as %+v, and again as %+v", first, again)
	}
	elsewhere := t.TempDir() + string(filepath.Separator)
	_, err = d.Sharing.PublishAt(t.Context(), "Groceries", elsewhere)
	d.check(err)
	forged := i
	forged.Address = filepath.Clean(elsewhere)
	choice := (*sharing.ChoiceError)(nil)
	if _, err := g.Sharing.Accept(t.Context(), forged, sharing.AcceptOptions{Share: sharing.Options{Location: forged.Address}}); !errors.As(err, &choice) || choice.List != "Groceries" {
		t.Errorf("the same feed at another address: %v", err)
	}
	subs, err := g.Subscriptions.All(t.Context(), "Groceries")
	g.check(err)
	if len(subs) != 1 {
		t.Errorf("the list reads %v", subs)
	}
	forged.FeedID = "urn:uuid:another"
	fresh, err := g.Sharing.Accept(t.Context(), forged, sharing.AcceptOptions{Share: sharing.Options{Location: forged.Address}})
	g.check(err)
	if fresh.Set != "Groceries (2)" || !fresh.Made {
		t.Errorf("another list of that name: %+v", fresh)
	}
}

// A new list cannot have a name that is taken, and a chosen list must exist.
func TestWhereAnInvitationGoes(t *testing.T) {
	_, i := invited(t, sharing.Options{Location: t.TempDir() + string(filepath.Separator)})
	g := newNetDesk(t, "laptop")
	for name, o := range map[string]sharing.AcceptOptions{
		"a new list of a name that is taken": {New: "Groceries"},
		"a list that is not there":           {Into: "Food"},
	} {
		if a, err := g.Sharing.Accept(t.Context(), i, o); err == nil {
			t.Errorf("%s: accepted as %+v", name, a)
		}
	}
	earlier, err := g.Sharing.AcceptedAs(t.Context(), i, i.Address)
	g.check(err)
	if earlier.List != "" {
		t.Errorf("a list of that name went for %+v", earlier)
	}
}

// A list has a single name in a folder.
func TestAListHasOneNameInAFolder(t *testing.T) {
	folder := t.TempDir() + string(filepath.Separator)
	_, i := invited(t, sharing.Options{Location: folder})
	g := guest(t, "laptop")
	for _, share := range []func(string) error{
		func(list string) error { _, err := g.Subscriptions.Subscribe(t.Context(), list, folder); return err },
		func(list string) error { _, err := g.Sharing.PublishAt(t.Context(), list, folder); return err },
	} {
		_, err := g.Lists.Create(t.Context(), lists.New{Name: "Food", Kind: i.Kind})
		g.check(err)
		g.check(share("Food"))
		if _, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Into: "Food", Share: sharing.Options{Location: i.Address}}); !errors.Is(err, sharing.ErrOtherName) {
			t.Errorf("error %v", err)
		}
		_, err = g.Sharing.DeleteShared(t.Context(), "Food", false)
		g.check(err)
	}
}

// A list that is no longer shared, or is shared elsewhere, uses its own name again.
func TestTheNameOfTheOthersIsForTheirFolder(t *testing.T) {
	_, i := invited(t, sharing.Options{Location: t.TempDir() + string(filepath.Separator)})
	g := newNetDesk(t, "laptop")
	a, err := g.Sharing.Accept(t.Context(), i, sharing.AcceptOptions{Share: sharing.Options{Location: i.Address}})
	g.check(err)
	onward, err := g.Sharing.Invitation(t.Context(), a.Set)
	g.check(err)
	if onward.Title != "Groceries" || a.Set != "Groceries (2)" {
		t.Errorf("%s invites to %s", a.Set, onward.Title)
	}
	_, err = g.Sharing.Share(t.Context(), a.Set, sharing.Options{Location: i.Address, Window: "30d"})
	g.check(err)
	if onward, err = g.Sharing.Invitation(t.Context(), a.Set); err != nil || onward.Title != "Groceries" {
		t.Errorf("it invites to %s, %v", onward.Title, err)
	}
	_, err = g.Sharing.Share(t.Context(), a.Set, sharing.Options{Location: t.TempDir()})
	g.check(err)
	if onward, err = g.Sharing.Invitation(t.Context(), a.Set); err != nil || onward.Title != "Groceries (2)" {
		t.Errorf("elsewhere it invites to %s, %v", onward.Title, err)
	}
}
