package engine_test

import (
	"errors"
	"path/filepath"
	"testing"

	"crossfeed/engine"
)

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
	subs, err := g.Subscriptions(t.Context(), "Groceries")
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
		func(list string) error { _, err := g.Subscribe(t.Context(), list, folder); return err },
		func(list string) error { _, err := g.PublishAt(t.Context(), list, folder); return err },
	} {
		_, err := g.NewSet(t.Context(), engine.NewSet{Name: "Food", Kind: i.Kind})
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
