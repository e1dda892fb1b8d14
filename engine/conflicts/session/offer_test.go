package session_test

import (
	"slices"
	"testing"

	"crossfeed/engine/conflicts/session"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func offerOf(t *testing.T, offers []session.Offer, kind session.OfferKind, versions ...int) session.Offer {
	t.Helper()
	for _, o := range offers {
		if o.Kind == kind && slices.Equal(o.Versions, versions) {
			return o
		}
	}
	t.Fatalf("there is no offer %s of %v among %+v", kind, versions, offers)
	return session.Offer{}
}

// openHunk finds the first open stretch of a text.
func openHunk(t *testing.T, s *session.Session) (int, session.Hunk) {
	t.Helper()
	for i, h := range s.Hunks("text") {
		if h.Open {
			return i, h
		}
	}
	t.Fatal("no stretch is open")
	return 0, session.Hunk{}
}

func TestAnAcceptedOfferResolvesOneStretchAndNothingElse(t *testing.T) {
	for want, find := range map[string]struct {
		kind     session.OfferKind
		versions []int
	}{
		"rye":       {session.OfferVersion, []int{0}},
		"oats":      {session.OfferVersion, []int{1}},
		"rye\noats": {session.OfferBoth, []int{0, 1}},
		"oats\nrye": {session.OfferBoth, []int{1, 0}},
		"flour":     {session.OfferOriginal, nil},
	} {
		s := cake(t)
		i, h := openHunk(t, s)
		must(t, s.Accept("text", i, offerOf(t, h.Offers, find.kind, find.versions...)))
		accepted := recipe(want, "cream", "sugar").Text()
		if got := decided(t, s).Content.Text(); got != accepted {
			t.Errorf("%s of %v: got %q, want %q", find.kind, find.versions, got, accepted)
		}
		if h := s.Hunks("text")[i]; h.Accepted != find.kind || h.Open {
			t.Errorf("%s of %v: the stretch is %+v", find.kind, find.versions, h)
		}
		if got := decided(t, again(t, s, s.Item(), startedFrom(recipe("flour", "milk", "salt")))).Content.Text(); got != accepted {
			t.Errorf("%s of %v: restored %q, want %q", find.kind, find.versions, got, accepted)
		}
	}
}

func TestASetOffersTheMembersOfAllVersions(t *testing.T) {
	phones := func(numbers string) *item.Content {
		return contact(t, record.Values{"name": "Example", "phones": numbers})
	}
	base := phones("1\n2")
	s := from(t, base, phones("11\n2"), phones("12\n2"))
	c := cell(t, s, "phones")
	if !c.Open {
		t.Fatalf("the cell is %+v", c)
	}
	must(t, s.Accept("phones", -1, offerOf(t, c.Offers, session.OfferBoth, 0, 1)))
	for name, s := range map[string]*session.Session{"accepted": s, "restored": again(t, s, s.Item(), startedFrom(base))} {
		c = cell(t, s, "phones")
		if c.Open || c.Result != "11\n2\n12" || !slices.Equal(c.Parts, []string{"A", "B"}) {
			t.Errorf("%s: the cell is %+v", name, c)
		}
	}
}

func TestAFieldOffersTheOriginal(t *testing.T) {
	s := from(t, item.Plain("Eggs", ""), item.Plain("Six eggs", ""), item.Plain("Ten eggs", ""))
	must(t, s.Accept("title", -1, offerOf(t, cell(t, s, "title").Offers, session.OfferOriginal)))
	for _, s := range []*session.Session{s, again(t, s, s.Item(), startedFrom(item.Plain("Eggs", "")))} {
		if c := cell(t, s, "title"); c.Open || c.Result != "Eggs" || c.From != "" || c.Accepted != session.OfferOriginal {
			t.Errorf("the cell is %+v", c)
		}
	}
}

func TestWhatVersionsSayAlikeIsOneOffer(t *testing.T) {
	s := from(t, item.Plain("Eggs", ""), item.Plain("Six eggs", ""), item.Plain("Ten eggs", ""), item.Plain("Six eggs", ""))
	got := offerOf(t, cell(t, s, "title").Offers, session.OfferVersion, 0, 2)
	must(t, s.Accept("title", -1, got))
	if c := cell(t, s, "title"); c.Result != "Six eggs" || c.From != "A" {
		t.Errorf("the cell is %+v", c)
	}
}
