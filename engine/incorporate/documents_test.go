package incorporate_test

import (
	"testing"

	"crossfeed/engine/incorporate"
)

// takeOutlines merges documents of outlines as one feed.
func (s *subscriber) takeOutlines(documents ...string) incorporate.Result {
	s.Helper()
	return s.take(s.source(documents...))
}

func newOutlineSubscriber(t *testing.T) *subscriber {
	s := &subscriber{desk: newOutlineDesk(t)}
	s.key = s.subscribe("/shared")
	return s
}

// The complete feed is written first, so that what stands in the other one is newer.
func TestOutlinesStandWhereTheNewerDocumentHasThem(t *testing.T) {
	for name, c := range map[string]struct{ complete, partial, want string }{
		"moved in the newer one":        {opmlOf(outline("a", "1 phone"), outline("b", "1 phone", outline("x", "1 phone"))), opmlOf(outline("a", "1 phone", outline("x", "2 phone"))), "a(x) b"},
		"an older state in the newer":   {opmlOf(outline("a", "1 phone", outline("x", "2 phone")), outline("b", "1 phone")), opmlOf(outline("b", "1 phone", outline("x", "1 phone"))), "a(x) b"},
		"each has some of them":         {opmlOf(outline("a", "1 phone"), outline("b", "1 phone")), opmlOf(outline("a", "1 phone", outline("c", "1 phone"))), "a(c) b"},
		"the same in both":              {opmlOf(outline("a", "1 phone", outline("b", "1 phone"))), opmlOf(outline("a", "1 phone", outline("b", "1 phone"))), "a(b)"},
		"set aside in the complete one": {opmlOf(outline("a", "1 phone"), outline("x", "0 phone")), opmlOf(outline("a", "1 phone", outline("x", "1 phone"))), "a(x)"},
	} {
		s := newOutlineSubscriber(t)
		r := s.takeOutlines(c.complete, c.partial)
		if got := s.tree(); got != c.want {
			t.Errorf("%s: %s, want %s (%q)", name, got, c.want, r.Problems.Sentences())
		}
		before := s.revision()
		if r := s.takeOutlines(c.complete, c.partial); r.New+r.Updated > 0 || s.revision() != before {
			t.Errorf("%s, read again: %+v", name, countsOf(r))
		}
	}
}

func TestAnItemOfBothDocumentsMayConflictInThem(t *testing.T) {
	s := newSubscriber(t)
	r := s.take(s.source(feedOf(entry("milk", "Oat milk", "phone 2", "phone 1")), feedOf(entry("milk", "Soy milk", "tablet 2", "phone 1"))))
	it := s.item("milk")
	if len(it.Conflicts) != 1 || r.Conflicts != 1 || r.New != 1 || r.Read != 1 {
		t.Errorf("%+v with %d conflicts", countsOf(r), len(it.Conflicts))
	}
	for _, said := range r.Problems.Sentences() {
		t.Errorf("said %q, and no document has it twice", said)
	}
}
