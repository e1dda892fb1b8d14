package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"testing"
	"testing/iotest"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/store"
)

func parts(st store.Store, seed byte) engine.Parts {
	return engine.Parts{Store: st, Clock: newClock(), Random: rand.NewChaCha8([32]byte{seed}), Files: &transporttest.Memory{}}
}

func open(t *testing.T, p engine.Parts) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestTheFirstStartMakesAnIdentifierAndTheNextOnesKeepIt(t *testing.T) {
	st := memory.New()
	first := open(t, parts(st, 1)).Device.ID()
	if !regexp.MustCompile(`^[a-z2-7]{16}$`).MatchString(first) || !item.ValidNSS(first) {
		t.Errorf("made %q", first)
	}
	if again := open(t, parts(st, 2)).Device.ID(); again != first {
		t.Errorf("became %q after %q", again, first)
	}
	if other := open(t, parts(memory.New(), 2)).Device.ID(); other == first {
		t.Error("two stores have one identifier")
	}
}

// overtaken is a store on which another process starts for the first time just before this
// one's first update.
type overtaken struct {
	store.Store
	first func()
}

func (o overtaken) Update(ctx context.Context, write func(store.Writer) error) error {
	o.first()
	return o.Store.Update(ctx, write)
}

func TestTwoFirstStartsAtOnceAgree(t *testing.T) {
	st := memory.New()
	var first string
	second := open(t, parts(overtaken{st, func() { first = open(t, parts(st, 1)).Device.ID() }}, 2)).Device.ID()
	if first == "" || second != first {
		t.Errorf("one is %q, the other %q", first, second)
	}
}

func TestAGivenIdentifierReplacesTheStoresAndIsNotKept(t *testing.T) {
	st := memory.New()
	own := open(t, parts(st, 1)).Device.ID()
	p := parts(st, 1)
	p.Endpoint = "JEO2000"
	if got := open(t, p).Device.ID(); got != "JEO2000" {
		t.Errorf("is %q", got)
	}
	if got := open(t, parts(st, 1)).Device.ID(); got != own {
		t.Errorf("afterwards it is %q, want %q", got, own)
	}
}

func TestAnIdentifierThatCannotBeWrittenIsRefused(t *testing.T) {
	p := parts(memory.New(), 1)
	p.Endpoint = "Jack's laptop"
	var bad *rules.IdentifierError
	if _, err := engine.Open(t.Context(), p); !errors.As(err, &bad) {
		t.Errorf("error %v, want IdentifierError", err)
	}
}

func TestWithoutRandomnessThereIsNoIdentifier(t *testing.T) {
	st := memory.New()
	before := revisionOf(t, st)
	p := parts(st, 1)
	failure := errors.New("no entropy")
	p.Random = iotest.ErrReader(failure)
	if _, err := engine.Open(t.Context(), p); !errors.Is(err, failure) {
		t.Errorf("error %v, want %v", err, failure)
	}
	if now := revisionOf(t, st); now != before {
		t.Errorf("the store was written: revision %d after %d", now, before)
	}
}

// revisionOf returns the revision of a store.
func revisionOf(t *testing.T, st store.Store) int64 {
	t.Helper()
	n, err := st.Revision(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return n
}
