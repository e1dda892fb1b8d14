package conflicts_test

import (
	"slices"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// endpoint simulates an endpoint with an item and all versions that it has ever seen.
type endpoint struct {
	t    *testing.T
	by   string
	it   *item.Item
	seen []*item.Version
}

// between returns endpoints that start with the same item.
func between(t *testing.T, c *item.Content, by ...string) []*endpoint {
	t.Helper()
	first := &item.Item{Winner: &item.Version{
		ID: "eggs", Updates: 1, Content: c,
		History: []item.History{{Sequence: 1, By: "first", When: item.At(noon)}},
	}}
	var all []*endpoint
	for _, name := range by {
		all = append(all, &endpoint{t: t, by: name, it: first, seen: first.Versions()})
	}
	return all
}

func (e *endpoint) stamp(minute int) rules.Stamp {
	return rules.Stamp{By: e.by, When: noon.Add(time.Duration(minute) * time.Minute)}
}

// edit changes the item at a minute.
func (e *endpoint) edit(minute int, c *item.Content) {
	e.t.Helper()
	it, err := feedsync.Resolve(e.it, rules.Change{Content: c}, nil, e.stamp(minute))
	must(e.t, err)
	e.hold(it)
}

// sync merges what others have.
func (e *endpoint) sync(others ...*endpoint) {
	for _, o := range others {
		e.hold(feedsync.Merge(e.it, o.it).Item)
		e.seen = append(e.seen, missing(o.it.Versions(), e.seen)...)
	}
}

func (e *endpoint) hold(it *item.Item) {
	e.it = it
	e.seen = append(e.seen, missing(it.Versions(), e.seen)...)
}

func missing(versions, others []*item.Version) []*item.Version {
	return slices.DeleteFunc(slices.Clone(versions), func(v *item.Version) bool { return slices.ContainsFunc(others, v.Same) })
}

func (e *endpoint) about() conflicts.About {
	return conflicts.About{Base: ancestry.Find(e.it.Versions(), e.seen)}
}

func (e *endpoint) session() *conflicts.Session {
	e.t.Helper()
	s, err := conflicts.NewSession(e.it, e.by, e.about())
	must(e.t, err)
	return s
}

// resolve saves what a session decided.
func (e *endpoint) resolve(minute int, s *conflicts.Session) {
	e.t.Helper()
	d := decided(e.t, s)
	it, err := feedsync.Resolve(e.it, rules.Change{Content: d.Content, Deleted: d.Deleted}, d.Taken, e.stamp(minute))
	must(e.t, err)
	e.hold(it)
}

// The original is the merge of both resolutions. Where these conflict there is none, and
// everything else has one.
func TestTwoThatResolveOneConflictDifferentlyAreAskedOnlyWhereTheyDiffer(t *testing.T) {
	for name, by := range map[string][]int{"the two that made it": {0, 1}, "two others": {2, 3}} {
		t.Run(name, func(t *testing.T) {
			base := item.Plain("Eggs", "")
			all := between(t, base, "desk", "laptop", "tablet", "phone")
			all[0].edit(1, base.WithTitle("Eggs ×12"))
			all[1].edit(2, item.Plain("Six eggs", "from the market"))
			one, other := all[by[0]], all[by[1]]
			for _, e := range []*endpoint{one, other} {
				e.sync(all[0], all[1])
			}
			for i, e := range []*endpoint{one, other} {
				s := e.session()
				if open := s.Open(); !slices.Equal(open, []string{"title"}) || !s.Base().Known() {
					t.Fatalf("open is %q, the base %+v", open, s.Base())
				}
				must(t, s.TakeField("title", i))
				if i == 1 {
					must(t, s.Type("text", "from the market\nand brown"))
				}
				e.resolve(10+i, s)
			}
			one.sync(other)
			s := one.session()
			if s.Situation() != conflicts.ResolvedApart || len(s.Candidates()) != 2 || !slices.Equal(s.Open(), []string{"title"}) {
				t.Errorf("the situation is %d, of %d versions, open %q", s.Situation(), len(s.Candidates()), s.Open())
			}
			if c := cell(t, s, "title"); c.HasBase || !s.Base().Merged() {
				t.Errorf("the base is %+v, the title's %q", s.Base(), c.Base)
			}
			if c := cell(t, s, "text"); !c.HasBase || c.Base != "from the market" || c.Open || c.Result != "from the market\nand brown" {
				t.Errorf("the text is %+v", c)
			}
			must(t, s.Take(1))
			one.resolve(20, s)
			other.sync(one)
			if len(other.it.Conflicts) != 0 || !other.it.Winner.Same(one.it.Winner) {
				t.Errorf("the other has %d conflicts", len(other.it.Conflicts))
			}
		})
	}
}

func TestWhatOneResolvesInPartAnotherResolvesToTheEnd(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	all := between(t, base, "desk", "laptop", "tablet")
	desk, laptop, tablet := all[0], all[1], all[2]
	desk.edit(1, base.WithTitle("Eggs ×12"))
	laptop.edit(2, base.WithText("white ones"))
	tablet.edit(3, base.WithTitle("Six eggs"))
	desk.sync(laptop, tablet)

	s := desk.session()
	if open := s.Open(); !slices.Equal(open, []string{"title"}) {
		t.Fatalf("open is %q", open)
	}
	for _, c := range s.Candidates() {
		if c.Version.Top().By == "laptop" {
			must(t, s.Tick(c.Number, c.Number == 0))
		}
	}
	must(t, s.Put("title", "Eggs"))
	if o := s.Outcome(); o.Resolved != 1 || o.Open != 1 {
		t.Fatalf("the outcome is %+v", o)
	}
	desk.resolve(10, s)

	laptop.sync(desk)
	s = laptop.session()
	if open := s.Open(); open != nil || len(s.Candidates()) != 2 {
		t.Fatalf("open is %q, of %d versions", open, len(s.Candidates()))
	}
	laptop.resolve(20, s)
	desk.sync(laptop)
	if it := desk.it; len(it.Conflicts) != 0 || it.Winner.Title() != "Eggs" || it.Winner.Content.Text() != "white ones" {
		t.Errorf("desk has %q, %q with %d conflicts", it.Winner.Title(), it.Winner.Content.Text(), len(it.Conflicts))
	}
}

func TestWhatWasResolvedElsewhereIsNewsAndTheDraftStays(t *testing.T) {
	base := item.Plain("Eggs", "")
	all := between(t, base, "desk", "laptop")
	desk, laptop := all[0], all[1]
	desk.edit(1, base.WithTitle("Eggs ×12"))
	laptop.edit(2, base.WithTitle("Six eggs"))
	desk.sync(laptop)
	laptop.sync(desk)
	s := desk.session()
	must(t, s.Type("title", "mine"))
	theirs := laptop.session()
	must(t, theirs.Take(0))
	laptop.resolve(10, theirs)
	desk.sync(laptop)
	if news := s.Update(desk.it, desk.about()); !news.Resolved || len(news.Arrived) != 0 {
		t.Errorf("the news is %+v", news)
	}
	expect(t, s, "title", "mine", "", true)
}

func TestWhatArrivesForTheOpenItemLeavesTheDraft(t *testing.T) {
	base := item.Plain("Eggs", "brown ones")
	all := between(t, base, "desk", "laptop", "tablet")
	desk, laptop, tablet := all[0], all[1], all[2]
	desk.edit(1, base.WithTitle("Eggs ×12"))
	laptop.edit(2, base.WithTitle("Six eggs"))
	tablet.edit(3, base.WithText("white ones"))
	desk.sync(laptop)
	s := desk.session()
	must(t, s.Type("title", "mine"))
	desk.sync(tablet)
	news := s.Update(desk.it, desk.about())
	if len(news.Arrived) != 1 || news.Resolved || news.BaseLost {
		t.Fatalf("the news is %+v", news)
	}
	expect(t, s, "title", "mine", "", true)
	if d := decided(t, s); d.Content.Title() != "mine" || slices.Equal(d.Taken, []int{0, 1}) && !news.Winner {
		t.Errorf("the result is %q, and takes %v", d.Content.Title(), d.Taken)
	}
}

func TestAnItemWithoutConflictsOfItsOwnHasNoneToResolve(t *testing.T) {
	base := item.Plain("Eggs", "")
	all := between(t, base, "desk", "laptop")
	for _, e := range all {
		alone := *e.it.Winner
		alone.NoConflicts = true
		e.it = &item.Item{Winner: &alone}
	}
	all[0].edit(1, base.WithTitle("Eggs ×12"))
	all[1].edit(2, base.WithTitle("Six eggs"))
	all[0].sync(all[1])
	if _, err := conflicts.NewSession(all[0].it, "desk", all[0].about()); err == nil {
		t.Error("losing versions were to be dropped, and there is something to resolve")
	}
}

// Another program may write conflicts although the flag forbids them: nothing must be lost.
func TestAnItemThatForbidsConflictsAndCameWithSomeIsResolvedLikeAnyOther(t *testing.T) {
	it := parted(item.Plain("Eggs ×12", ""), item.Plain("Six eggs", ""))
	for _, v := range it.Versions() {
		v.NoConflicts = true
	}
	s := begin(t, it, "me")
	must(t, s.Take(1))
	d := decided(t, s)
	next, err := feedsync.Resolve(it, rules.Change{Content: d.Content}, d.Taken, rules.Stamp{By: "me", When: noon})
	must(t, err)
	if len(next.Conflicts) != 0 || next.Winner.Title() != "Six eggs" {
		t.Errorf("it is %q with %d conflicts", next.Winner.Title(), len(next.Conflicts))
	}
}
