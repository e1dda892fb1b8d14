package conflicts_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// withoutContent marks a version as one whose content its publisher did not store.
func withoutContent(v *item.Version) *item.Version {
	v.Missing = true
	return v
}

func TestAVersionWhoseContentWasNotKeptCanBeTickedAndNotBeTaken(t *testing.T) {
	it := eggs()
	it.Conflicts[0] = withoutContent(version(3, "laptop", item.Plain("", "")))
	s, err := conflicts.NewSession(it, "me", conflicts.About{})
	must(t, err)
	if c := s.Candidates()[1]; !c.Missing || !c.Taken || c.Locked {
		t.Errorf("the candidate is %+v", c)
	}
	for name, err := range map[string]error{
		"taking it whole":   s.Take(1),
		"taking a field":    s.TakeField("title", 1),
		"taking other data": s.TakeField("text", 1),
	} {
		if !errors.Is(err, conflicts.ErrMissing) {
			t.Errorf("%s: got %v, want ErrMissing", name, err)
		}
	}
	if open := s.Open(); !slices.Equal(open, []string{"title"}) {
		t.Errorf("open is %q: the version says nothing, also not that there is no text", open)
	}
	if got := fmt.Sprint(s.Alike()); got != "[[0] [1] [2]]" {
		t.Errorf("groups are %s", got)
	}
	must(t, s.TakeField("title", 2))
	if d := decided(t, s); !slices.Equal(d.Taken, []int{0, 1}) || d.Content.Text() != "from the market" {
		t.Errorf("the result is %+v", d)
	}
	must(t, s.Tick(1, false))
	if d := decided(t, s); !slices.Equal(d.Taken, []int{1}) {
		t.Errorf("taken are %v", d.Taken)
	}
}

func TestAConflictOfWhichNothingWasKeptLeavesNothingToChoose(t *testing.T) {
	it := parted(item.Plain("Eggs", "x"), item.Plain("", ""))
	withoutContent(it.Conflicts[0])
	s, err := conflicts.NewSession(it, "me", conflicts.About{})
	must(t, err)
	if s.Open() != nil || s.Situation() != conflicts.Ordinary || s.Outcome().Confirms {
		t.Errorf("open is %q, the situation %d, the outcome %+v", s.Open(), s.Situation(), s.Outcome())
	}
}

// reoffered returns an item that was resolved with B and C, where the resolution was undone
// after it was published.
func reoffered() (*item.Item, conflicts.About) {
	it := eggs()
	about := conflicts.About{Offered: it.Conflicts}
	return &item.Item{Winner: it.Winner}, about
}

func TestReopenedVersionsFollowTheConflictsAndAreResolvedByAPlainUpdate(t *testing.T) {
	it, about := reoffered()
	it.Conflicts = []*item.Version{version(7, "phone", item.Plain("Eggs?", ""))}
	s, err := conflicts.NewSession(it, "laptop", about)
	must(t, err)
	var got []string
	for _, c := range s.Candidates() {
		got = append(got, fmt.Sprint(c.Letter, c.Version.Top().By, c.Offered, c.Own, c.Taken, c.Locked))
	}
	want := []string{"Adeskfalse false true true", "Bphonefalse false true false", "Claptoptrue true true false", "Dtablettrue false true false"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	must(t, s.Take(2))
	must(t, s.Tick(3, false))
	d := decided(t, s)
	if !slices.Equal(d.Taken, []int{0}) || len(d.StillOffered) != 1 || d.StillOffered[0].Top().By != "tablet" || d.Content.Text() != "brown ones" {
		t.Errorf("the result is %+v", d)
	}
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Resolved: 1, Answered: 1, Offered: 1}); got != want {
		t.Errorf("the outcome is %+v, want %+v", got, want)
	}
	if _, err := feedsync.Resolve(it, rules.Change{Content: d.Content}, d.Taken, rules.Stamp{By: "laptop", When: noon}); err != nil {
		t.Errorf("the rules refuse it: %v", err)
	}
}

func TestAnItemWithReopenedVersionsIsToResolve(t *testing.T) {
	it, about := reoffered()
	s, err := conflicts.NewSession(it, "me", about)
	must(t, err)
	must(t, s.Take(1))
	must(t, s.Tick(2, false))
	if d := decided(t, again(t, s, it, about)); d.Taken != nil || len(d.StillOffered) != 1 || d.Content.Text() != "brown ones" {
		t.Errorf("the result is %+v", d)
	}
	if news := s.Update(it, conflicts.About{}); !news.Resolved || len(news.Gone) != 2 {
		t.Errorf("the news is %+v", news)
	}
}

func TestAVersionThatIsOpenIsNotReopened(t *testing.T) {
	s, err := conflicts.NewSession(eggs(), "me", conflicts.About{Offered: eggs().Conflicts})
	must(t, err)
	if n := len(s.Candidates()); n != 3 {
		t.Errorf("there are %d versions, want 3", n)
	}
}

func TestWhatIsOfferedMeanwhileIsTicked(t *testing.T) {
	s := begin(t, eggs(), "me")
	offer := version(1, "watch", item.Plain("Old eggs", ""))
	if news := s.Update(eggs(), conflicts.About{Offered: []*item.Version{offer}}); len(news.Arrived) != 1 || !s.Candidates()[3].Taken || s.Changed() {
		t.Errorf("the news is %+v", news)
	}
}

func TestItIsNewsThatTheBaseIsNotKnownAnyMore(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	it := parted(base.WithTitle("Eggs ×12"), base.WithText("white ones"))
	s, err := conflicts.NewSession(it, "me", startedFrom(base))
	must(t, err)
	must(t, s.Type("title", "mine"))
	news := s.Update(it, conflicts.About{Base: ancestry.Base{Unknown: ancestry.Cut}})
	if !news.BaseLost || news.Resolved || news.Arrived != nil || news.Gone != nil {
		t.Errorf("the news is %+v", news)
	}
	expect(t, s, "title", "mine", "", true)
	if open := s.Open(); !slices.Equal(open, []string{"text"}) {
		t.Errorf("open is %q: nothing is proposed any more", open)
	}
	if s.Update(it, conflicts.About{Base: ancestry.Base{Unknown: ancestry.Cut}}).BaseLost {
		t.Error("it is news again that the base is not known")
	}
	if s.Update(it, startedFrom(base)).BaseLost || s.Open() != nil {
		t.Errorf("the base is known again, and open is %q", s.Open())
	}
}

func TestAdoptingASessionIsMeetingItsItem(t *testing.T) {
	s, other := begin(t, eggs(), "me"), begin(t, eggs(), "me")
	for _, s := range []*conflicts.Session{s, other} {
		must(t, s.Take(1))
		must(t, s.Tick(2, false))
	}
	met := s.Update(arrived("phone"), conflicts.About{})
	adopted := other.Adopt(begin(t, arrived("phone"), "me"))
	if len(met.Arrived) != len(adopted.Arrived) || met.Winner != adopted.Winner || fmt.Sprint(s.SavedDraft()) != fmt.Sprint(other.SavedDraft()) {
		t.Errorf("met %+v, adopted %+v", met, adopted)
	}
	if fmt.Sprint(s.Cells()) != fmt.Sprint(other.Cells()) {
		t.Errorf("cells are\n%+v\nand\n%+v", s.Cells(), other.Cells())
	}
}

func TestWhatIsTypedIntoAFieldThatAllSayAlikeIsInTheAccount(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	s := from(t, base, base.WithText("white ones"), base.WithText("white ones, large"))
	must(t, s.TakeField("text", 0))
	must(t, s.Type("title", "Six eggs"))
	if a := s.Account(noon); len(a.Fields) != 2 || a.Fields[0].Value != "Six eggs" {
		t.Errorf("fields are %+v", a.Fields)
	}
}

// The original, and what is merged from versions, must not be logged as typed by hand.
func TestAnAccountTellsTheOriginalAndWhatIsMergedFromWhatWasTyped(t *testing.T) {
	const base, a, b = "one\ntwo\nthree\n", "one\ntwo by A\nthree by A\n", "one by B\ntwo by B\nthree\n"
	for name, c := range map[string]struct {
		choose func(*conflicts.Session) error
		want   conflicts.Resolved
	}{
		"the original, whole": {(*conflicts.Session).TakeOriginal, conflicts.Resolved{Value: base, Original: true}},
		"the original of the field": {func(s *conflicts.Session) error {
			return s.Accept("text", -1, conflicts.Offer{Kind: conflicts.OfferOriginal, Value: base})
		}, conflicts.Resolved{Value: base, Original: true}},
		"a stretch of one": {func(s *conflicts.Session) error {
			i, _ := openHunk(t, s)
			return s.TakeHunk("text", i, 1)
		}, conflicts.Resolved{Value: "one by B\ntwo by B\nthree by A\n", Parts: []int{0, 1}}},
		"both": {func(s *conflicts.Session) error { return s.TakeBoth(0, 1) },
			conflicts.Resolved{Value: "one by B\ntwo by A\ntwo by B\nthree by A\n", Parts: []int{0, 1}}},
		"typed": {func(s *conflicts.Session) error { return s.Type("text", "none") }, conflicts.Resolved{Value: "none"}},
	} {
		s := from(t, note(base), note(a), note(b))
		must(t, c.choose(s))
		c.want.Field, c.want.From = "text", -1
		if got := s.Account(noon).Fields; len(got) != 1 || !reflect.DeepEqual(got[0], c.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
	s := from(t, note(base), note("one by A\ntwo\nthree\n"), note("one\ntwo\nthree by B\n"))
	want := conflicts.Resolved{Field: "text", Value: "one by A\ntwo\nthree by B\n", From: -1, Parts: []int{0, 1}, Proposed: true}
	if got := s.Account(noon).Fields; len(got) != 1 || !reflect.DeepEqual(got[0], want) {
		t.Errorf("merged: got %+v, want %+v", got, want)
	}
}

func TestAnAccountSaysFromWhichVersionEachFieldIs(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	s := from(t, base, base.WithTitle("Eggs ×12"), base.WithText("white ones"), base.WithTitle("Eggs ×6"))
	must(t, s.Tick(2, false))
	must(t, s.Type("title", "Six eggs"))
	a := s.Account(noon)
	want := []conflicts.Resolved{
		{Field: "title", Value: "Six eggs", From: -1},
		{Field: "text", Value: "white ones", From: 1, Proposed: true},
	}
	if !reflect.DeepEqual(a.Fields, want) {
		t.Errorf("fields are %+v", a.Fields)
	}
	if len(a.Versions) != 3 || !a.Versions[1].Taken || a.Versions[2].Taken || a.Versions[1].Top().By != "laptop" {
		t.Errorf("versions are %+v", a.Versions)
	}
	must(t, s.Take(2))
	must(t, s.Type("title", "Eggs, as nobody wrote them"))
	if a := s.Account(noon); len(a.Fields) != 2 || a.Fields[1].From != 2 {
		t.Errorf("fields are %+v", a.Fields)
	}
	must(t, s.Take(0))
	if a := s.Account(noon); a.Fields[0].From != 0 || a.Fields[0].Proposed {
		t.Errorf("fields are %+v", a.Fields)
	}
}
