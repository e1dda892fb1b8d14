//go:build display

package walkthrough_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// (j) Two hundred items are in conflict: those that merge cleanly are resolved at once, and
// undone at once.
func TestScenarioTwoHundredAtOnce(t *testing.T) {
	const many, colliding = 200, 13
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	for i := range many {
		s.adds(desk, fmt.Sprintf("i%03d", i), fmt.Sprintf("title=Thing %d", i))
	}
	s.sync()
	for i := range many {
		id := fmt.Sprintf("i%03d", i)
		s.changes(desk, id, fmt.Sprintf("title=Thing number %d", i))
		if i < colliding {
			s.changes("laptop", id, fmt.Sprintf("title=Thing No %d", i))
		} else {
			s.changes("laptop", id, "due=2026-06-01")
		}
	}
	s.publishes()
	s.bystander()
	s.manyAtOnce(many, colliding)
	var merged []string
	for i := colliding; i < many; i++ {
		id, title := fmt.Sprintf("i%03d", i), fmt.Sprintf("Thing number %d", i)
		merged = append(merged, id)
		data := s.todo(id, "<summary><text>"+title+"</text></summary>{order}<due><date>2026-06-01</date></due>")
		if it := s.itemAt(desk, id); !s.stores(title, data)(it) {
			t.Errorf("the merge is %s", s.describe(it))
		}
	}
	s.unchanged("all of it", merged...)
}

// manyAtOnce resolves the clean conflicts, undoes that, and resolves them again.
func (s *scene) manyAtOnce(many, colliding int) {
	s.t.Helper()
	s.tables(many)
	asked := s.leftOpen(colliding)
	s.opens()
	before := s.window.Pressed()
	s.press("ctrl+shift+F8")
	s.picture("preview")
	s.confirms()
	s.conflicted("what collides is left", colliding)
	s.picture("resolved")
	m := measured{asked: asked, confirmed: s.confirmed, keys: s.window.Pressed() - before}
	s.press("Escape")
	s.published(colliding)
	s.asks("ctrl+z")
	s.sees()
	s.press("shift+Tab", "Return") // from Keep to Undo for everyone
	s.conflicted("all are open again", many)
	s.asBefore()
	s.press("ctrl+y")
	s.conflicted("what collides is left", colliding)
	for i := range many {
		m.lost += s.lost(fmt.Sprintf("i%03d", i))
	}
	s.tabulate("j", m)
}

// asBefore checks that the items in conflict have the content that they had when their versions
// were recorded.
func (s *scene) asBefore() {
	s.t.Helper()
	var open []walkthrough.Item
	s.must(s.a.Read(s.ctx, &open, "conflict", "list", s.list))
	for _, it := range open {
		was := s.tabled[slices.IndexFunc(s.tabled, func(v walkthrough.Item) bool { return v.ID == it.ID })]
		if it.Data != was.Data || it.Deleted != was.Deleted {
			s.t.Errorf("after the undo the item is %s, was %s", s.describe(it), s.describe(was))
		}
	}
}

// ownFeed returns the file that the desk publishes.
func (s *scene) ownFeed() string {
	s.t.Helper()
	return slices.DeleteFunc(s.feeds(), func(feed string) bool { return slices.Contains(s.names, endpointOf(feed)) })[0]
}

// published waits until the desk's feed lists that many conflicts.
func (s *scene) published(conflicts int) {
	s.t.Helper()
	s.until("the resolutions are published", func() (bool, string) {
		n := strings.Count(s.feed(s.ownFeed()), "conflicts>") / 2
		return n == conflicts, fmt.Sprintf("the feed lists %d conflicts", n)
	})
}

// tables records every version of that many items in conflict.
func (s *scene) tables(many int) {
	s.t.Helper()
	var open []walkthrough.Item
	s.must(s.a.Read(s.ctx, &open, "conflict", "list", s.list))
	for _, it := range open {
		s.tabled = append(append(s.tabled, it), it.Conflicts...)
	}
	if len(s.tabled) != 2*many {
		s.t.Errorf("%d versions are to be resolved, want %d", len(s.tabled), 2*many)
	}
}

// leftOpen counts the open choices of the items that the rule of the page leaves to a person,
// as reported by conflict show.
func (s *scene) leftOpen(want int) (open int) {
	s.t.Helper()
	for i := range want {
		open += len(s.openOf(fmt.Sprintf("i%03d", i)))
	}
	return open
}

// conflicted waits until that many items are in conflict at the desk.
func (s *scene) conflicted(what string, want int) {
	s.t.Helper()
	s.until(what, func() (bool, string) {
		var open []walkthrough.Item
		s.must(s.a.Read(s.ctx, &open, "conflict", "list", s.list))
		return len(open) == want, fmt.Sprintf("%d are to be resolved", len(open))
	})
}
