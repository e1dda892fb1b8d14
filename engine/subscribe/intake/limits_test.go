package intake_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/subscribe/intake"
)

// crowd returns an item with that many conflicts, by endpoints whose names begin with name.
func crowd(name string, conflicts int) string {
	var b strings.Builder
	for n := range conflicts {
		b.WriteString(entry("milk", name, fmt.Sprintf("%s%d 2", name, n), "phone 1"))
	}
	return strings.Replace(entry("milk", name, name+" 2", "phone 1"), "</sx:sync>", "<sx:conflicts>"+b.String()+"</sx:conflicts></sx:sync>", 1)
}

// An item that could not be published is not merged, even if the user trusts it.
func TestAnEntryThatWouldMakeTooManyConflictsIsSkipped(t *testing.T) {
	d := newDesk(t)
	trusted := intake.Options{Trusted: true}
	d.readAs(trusted, crowd("ours", 600))
	before := d.revision()
	r := d.readAs(trusted, crowd("theirs", 600), entry("eggs", "Eggs", "phone 1"))
	if r.Skipped != 1 || r.New != 1 || r.Updated != 0 || d.revision() == before {
		t.Errorf("%+v", r)
	}
	if n := len(d.item("milk").Conflicts); n != 600 {
		t.Errorf("%d conflicts", n)
	}
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, "there are 1201 conflicts") {
		t.Errorf("problems: %q", said)
	}
}

// takeOutlines merges documents of outlines as one feed.
func (s *subscriber) takeOutlines(documents ...string) intake.Result {
	s.Helper()
	return s.take(s.source(documents...))
}

func newOutlineSubscriber(t *testing.T) *subscriber {
	s := &subscriber{desk: newOutlineDesk(t)}
	s.key = s.subscribe("/shared")
	return s
}

// The complete feed is written first, so that outlines in the other one are newer.
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

// impatient are writers that ask for the write lock the given number of times, and then write.
type impatient struct {
	times int
	write func()
}

func (i *impatient) Waiting() bool { return i.times > 0 }

func (i *impatient) Wait(context.Context) {
	if i.Waiting() {
		i.times--
		i.write()
	}
}

// Others write after each item of a long feed, as long as they wait. What they change is merged
// with the rest of the feed.
func TestOthersWriteBetweenTheItemsOfALongFeed(t *testing.T) {
	for _, times := range []int{1, 3, 500} {
		d := newDesk(t)
		d.read(entry("milk", "Milk", "phone 1"))
		var all []string
		for i := range 150 {
			all = append(all, entry(fmt.Sprint("n", i), "Item", "phone 1"))
		}
		d.files.Put(path, feedOf(append(all, entry("milk", "Oat milk", "phone 2", "phone 1"))...))
		others := &impatient{times: times, write: func() { d.edit("milk", "Soy milk") }}
		r, err := d.try(t.Context(), d.files, intake.Options{Others: others})
		if want := (counts{read: 151, fresh: 150, updated: 1, conflicts: 1}); err != nil || countsOf(r) != want {
			t.Errorf("%d times: %+v, %v; want %+v", times, countsOf(r), err, want)
		}
		if done := times - others.times; done != min(times, 151) {
			t.Errorf("others wrote %d times, want %d", done, min(times, 151))
		}
		if it := d.item("milk"); it.Winner.Title() != "Soy milk" || len(it.Conflicts) != 1 {
			t.Errorf("milk is %q with %d conflicts", it.Winner.Title(), len(it.Conflicts))
		}
	}
}
