package engine_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/contentsync/cache/cachetest"
	"crossfeed/engine/location"
	"crossfeed/engine/location/locationtest"
	"crossfeed/engine/secret"
	"crossfeed/engine/store/memory"
)

// newSigning is a shelf that keeps passwords.
func newSigning(t *testing.T) (*shelf, *secret.Memory) {
	t.Helper()
	places, keeper := &locationtest.Places{Files: &locationtest.Memory{}}, &secret.Memory{}
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: memory.New(), Clock: newClock(), Random: rand.NewChaCha8([32]byte{1}), Files: places.Files, Places: places,
		Content: cachetest.New(), Secrets: keeper, Endpoint: "desk", Here: here,
	})
	if err != nil {
		t.Fatal(err)
	}
	return &shelf{desk: &desk{tester: t, Engine: e, t: t}, places: places}, keeper
}

func TestThePasswordOfALibraryIsKeptAndForgottenWithIt(t *testing.T) {
	s, keeper := newSigning(t)
	s.serveTree()
	access := location.Access{User: "member"}
	l := s.add(engine.LibraryOptions{Access: access, Password: "secret"})
	if got, err := keeper.Password(t.Context(), "https://photos.example", "member"); err != nil || got != "secret" {
		t.Errorf("got %q, %v", got, err)
	}
	all, err := s.SignsInAs(t.Context())
	if err != nil || !slices.Equal(all, []secret.Account{{Place: "https://photos.example", User: "member"}}) {
		t.Errorf("got %v, %v", all, err)
	}
	s.sync(l)
	for _, r := range s.places.Requests() {
		if r.Access != access {
			t.Errorf("%s was asked for as %+v", r.Address, r.Access)
		}
	}
	s.check(s.RemoveLibrary(t.Context(), l.Key))
	if _, err := keeper.Password(t.Context(), "https://photos.example", "member"); !errors.Is(err, location.ErrNoPassword) {
		t.Errorf("got %v", err)
	}
}

func TestThePasswordOfALibraryThatIsNotAddedIsNotKept(t *testing.T) {
	s, keeper := newSigning(t)
	if _, err := s.AddLibrary(t.Context(), photosFolder, engine.LibraryOptions{Access: location.Access{User: "member"}, Password: "secret"}); err == nil {
		t.Fatal("nothing was added")
	}
	if _, err := keeper.Password(t.Context(), "https://photos.example", "member"); !errors.Is(err, location.ErrNoPassword) {
		t.Errorf("got %v", err)
	}
}
