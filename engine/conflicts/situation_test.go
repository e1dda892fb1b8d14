package conflicts_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// contentOf returns a content in the neutral form with that inside.
func contentOf(t *testing.T, inside string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + inside + `</entry>`)
	must(t, err)
	return c
}

// task returns a todo with other properties, and with mirrors for plain readers.
func task(t *testing.T, mirrors, properties string) *item.Content {
	t.Helper()
	return contentOf(t, mirrors+`<vtodo xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><properties>`+
		`<summary><text>Bins</text></summary>`+properties+`</properties></vtodo>`)
}

func card(t *testing.T, inside string) *item.Content {
	t.Helper()
	return contentOf(t, `<title>Example Ltd</title><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Example Ltd</text></fn>`+inside+`</vcard>`)
}

func TestWhatAPersonCannotSeeIsOneConfirmation(t *testing.T) {
	const title = `<title>Bins</title>`
	for name, c := range map[string]struct {
		a, b *item.Content
		want conflicts.Situation
	}{
		"what identifies it":       {task(t, title, `<uid><text>1</text></uid>`), task(t, title, `<uid><text>2</text></uid>`), conflicts.OnlyVolatile},
		"the program of a card":    {card(t, `<prodid><text>a</text></prodid>`), card(t, `<prodid><text>b</text></prodid>`), conflicts.OnlyVolatile},
		"a mirror of the title":    {task(t, `<title>Bins</title>`, ``), task(t, `<title> Bins </title>`, ``), conflicts.OnlyVolatile},
		"a mirror that is missing": {task(t, `<title>Bins</title>`, ``), task(t, ``, ``), conflicts.OnlyVolatile},
		"the order of tags":        {todo(t, record.Values{"tags": "a\nb"}), todo(t, record.Values{"tags": "b\na"}), conflicts.OnlyVolatile},
		"a place by hand":          {todo(t, record.Values{"order": "60"}), todo(t, record.Values{"order": "90"}), conflicts.OnlyVolatile},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, parted(c.a, c.b), "me")
			if got := s.Situation(); got != c.want {
				t.Errorf("the situation is %d, want %d", got, c.want)
			}
			if open := s.Open(); open != nil || !s.Outcome().Confirms {
				t.Errorf("open is %q, the outcome %+v", open, s.Outcome())
			}
			if got := fmt.Sprint(s.Alike()); got != "[[0 1]]" {
				t.Errorf("groups are %s", got)
			}
			if d := decided(t, s); d.Content != c.a || !slices.Equal(d.Taken, []int{0}) {
				t.Errorf("the result is %s", d.Content.XML())
			}
		})
	}
}

func TestTakingAFieldFromTheVersionThatWasTakenWholeDecidesNothingMore(t *testing.T) {
	s := begin(t, parted(todo(t, record.Values{"title": "Eggs", "tags": "a\nb"}), todo(t, record.Values{"title": "Eggs", "tags": "b\na"})), "me")
	must(t, s.Take(1))
	must(t, s.TakeField("title", 1))
	if !s.Outcome().Confirms {
		t.Errorf("the outcome is %+v", s.Outcome())
	}
}

func TestVersionsThatDifferInOtherDataAloneAreAnotherCase(t *testing.T) {
	s := begin(t, parted(priced(t, "2"), priced(t, "3")), "me")
	if s.Situation() != conflicts.OnlyOther || s.Outcome().Confirms || len(s.Alike()) != 2 {
		t.Errorf("the situation is %d, groups are %v", s.Situation(), s.Alike())
	}
}

func TestVersionsThatAreAlikeAreGrouped(t *testing.T) {
	eggs := func(title, tags string) *item.Content { return todo(t, record.Values{"title": title, "tags": tags}) }
	it := parted(eggs("Eggs", "a\nb"), eggs("Six eggs", "a\nb"), eggs("Eggs", "b\na"), eggs("Six eggs", "b\na"))
	it.Conflicts = append(it.Conflicts, tombstone(2, "watch"), tombstone(1, "tv"))
	if got := fmt.Sprint(begin(t, it, "me").Alike()); got != "[[0 2] [1 3] [4]]" {
		t.Errorf("groups are %s", got)
	}
}

func TestVersionsThatDifferAreTheOrdinaryCase(t *testing.T) {
	s := begin(t, eggs(), "me")
	must(t, s.Take(0))
	if s.Situation() != conflicts.Ordinary || s.Outcome().Confirms {
		t.Errorf("the situation is %d, the outcome %+v", s.Situation(), s.Outcome())
	}
}

// The choice is the same whichever version wins.
func TestAnEditAgainstADeletionIsOpenUntilAPersonSaysWhich(t *testing.T) {
	for name, it := range map[string]func() *item.Item{"the edit wins": deletedElsewhere, "the deletion wins": deletedHere} {
		t.Run(name, func(t *testing.T) {
			live, dead := 0, 1
			if it().Winner.Deleted {
				live, dead = 1, 0
			}
			fresh := func() *conflicts.Session { return begin(t, it(), "me") }
			s := fresh()
			if open := s.Open(); s.Situation() != conflicts.EditAgainstDeletion || open[0] != "" {
				t.Fatalf("the situation is %d, open %q", s.Situation(), open)
			}
			if _, err := s.Decision(noon); err == nil || !strings.Contains(err.Error(), ": whether it is deleted") {
				t.Errorf("got %v", err)
			}
			must(t, s.Take(dead))
			if s.Open() != nil || !decided(t, s).Deleted {
				t.Errorf("the deletion was taken; open is %q", s.Open())
			}
			s = fresh()
			must(t, s.Take(live))
			if s.Open() != nil || decided(t, s).Deleted {
				t.Errorf("the edit was taken; open is %q", s.Open())
			}
			for how, decide := range map[string]func(*conflicts.Session) error{
				"typing":         func(s *conflicts.Session) error { return s.Type("title", "Eggs after all") },
				"taking a field": func(s *conflicts.Session) error { return s.TakeField("title", live) },
				"staying":        func(s *conflicts.Session) error { s.Stay(); return nil },
			} {
				s := fresh()
				must(t, decide(s))
				if slices.Contains(s.Open(), "") || s.Outcome().Deletes || !s.Changed() {
					t.Errorf("%s: open is %q", how, s.Open())
				}
				must(t, s.Reset(""))
				if s.Open()[0] != "" {
					t.Errorf("%s, taken back: open is %q", how, s.Open())
				}
			}
		})
	}
}

func TestWhatStaysIsAsProposedFromTheVersionsThatLive(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	it := parted(base, base.WithTitle("Eggs ×12"), base.WithText("white ones"))
	it.Winner = tombstone(9, "desk")
	s, err := conflicts.NewSession(it, "me", startedFrom(base))
	must(t, err)
	if open := s.Open(); !slices.Equal(open, []string{""}) {
		t.Fatalf("open is %q", open)
	}
	s.Stay()
	d := decided(t, s)
	if d.Deleted || d.Content.Title() != "Eggs ×12" || d.Content.Text() != "white ones" {
		t.Errorf("the result is %q, %q", d.Content.Title(), d.Content.Text())
	}
	if next := again(t, s, it, startedFrom(base)); next.Open() != nil || !next.Changed() {
		t.Errorf("after another start %q is open", next.Open())
	}
}

func TestADeletionThatIsNotTickedIsNotToBeDecided(t *testing.T) {
	base := item.Plain("Eggs", "")
	it := parted(base.WithTitle("Six eggs"), base)
	it.Conflicts[0] = tombstone(3, "laptop")
	s, err := conflicts.NewSession(it, "me", startedFrom(base))
	must(t, err)
	must(t, s.Tick(1, false))
	if d := decided(t, s); d.Deleted || d.Content.Title() != "Six eggs" || d.Taken != nil {
		t.Errorf("the result is %+v", d)
	}
}

func TestAnEmptyVersionIsNotLikeADeletedOne(t *testing.T) {
	it := parted(item.Plain("", ""), item.Plain("", ""))
	it.Conflicts[0].Deleted = true
	if got := fmt.Sprint(begin(t, it, "me").Alike()); got != "[[0] [1]]" {
		t.Errorf("groups are %s", got)
	}
}

func TestNothingStaysWhereNothingIsDeleted(t *testing.T) {
	s := begin(t, eggs(), "me")
	s.Stay()
	if s.Changed() {
		t.Error("the session counts as changed")
	}
}

// "Saves update 5 by you. 2 versions go into the history, none stays open."
func TestTheOutcomeCounts(t *testing.T) {
	s := begin(t, eggs(), "me")
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Resolved: 2, ToChoose: 2}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	must(t, s.Tick(2, false))
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Resolved: 1, Open: 1, ToChoose: 2}); got != want {
		t.Errorf("with C un-ticked: got %+v, want %+v", got, want)
	}
	must(t, s.Tick(1, false))
	if got, want := s.Outcome(), (conflicts.Outcome{Update: 5, Open: 2}); got != want {
		t.Errorf("with B and C un-ticked: got %+v, want %+v", got, want)
	}
}

func TestTheOutcomeIsWhatTheRulesDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		it := anyItem().Draw(t, "item")
		s, err := conflicts.NewSession(it, "desk", conflicts.About{})
		if errors.Is(err, conflicts.ErrNoConflict) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		all := s.Candidates()
		for n := range all[1:] {
			_ = s.Tick(n+1, rapid.Bool().Draw(t, "tick"))
		}
		if err := s.Take(rapid.IntRange(0, len(all)-1).Draw(t, "take")); err != nil {
			t.Fatal(err)
		}
		d := decided(t, s)
		stamp := rules.Stamp{By: "desk", When: time.Date(2005, 6, 1, 0, 0, 0, 0, time.UTC)}
		saved, err := feedsync.Resolve(it, rules.Change{Content: d.Content, Deleted: d.Deleted}, d.Taken, stamp)
		if err != nil {
			t.Fatalf("the rules refuse the decision: %v", err)
		}
		want := conflicts.Outcome{Update: saved.Winner.Updates, Deletes: saved.Winner.Deleted}
		for _, c := range all[1:] {
			if slices.ContainsFunc(append(c.Equal, c.Version), func(v *item.Version) bool { return slices.Contains(saved.Conflicts, v) }) {
				want.Open++
			} else {
				want.Resolved++
			}
		}
		got := s.Outcome()
		if got.Confirms = false; got != want {
			t.Errorf("said %+v, did %+v", got, want)
		}
	})
}

// anyItem draws items with one to five conflicts, made by four endpoints.
func anyItem() *rapid.Generator[*item.Item] {
	return rapid.Custom(func(t *rapid.T) *item.Item {
		versions := rapid.SliceOfN(rapid.Custom(anyVersion), 2, 6).Draw(t, "versions")
		return &item.Item{Winner: versions[0], Conflicts: versions[1:]}
	})
}

func anyVersion(t *rapid.T) *item.Version {
	by := rapid.SampledFrom([]string{"desk", "laptop", "tablet", ""}).Draw(t, "by")
	v := version(rapid.IntRange(2, 9).Draw(t, "updates"), by, item.Plain("Eggs", rapid.String().Draw(t, "text")))
	v.Deleted = rapid.Bool().Draw(t, "deleted")
	return v
}
