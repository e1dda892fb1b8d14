//go:build display

package walkthrough_test

import (
	"testing"

	"crossfeed/ui/walkthrough"
)

// (h) The desk resolves one of two versions and leaves the other open; the laptop resolves the
// rest. In the end, everyone has the same.
func TestScenarioPartialThenTheRestElsewhere(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe(desk, "laptop", "tablet")
	s.share("eggs", "title=Eggs", "due=2026-05-25")
	s.changes(desk, "eggs", "title=Eggs ×6")
	s.changes("laptop", "eggs", "title=Eggs ×12")
	s.changes("tablet", "eggs", "due=2026-05-27")
	s.publishes()
	s.resolving("h", "eggs", func() {
		s.press("Right", "Right", "space")
		s.picture("one left out")
		s.confirms()
	}, func(it walkthrough.Item) bool {
		const saved = "<summary><text>Eggs ×6</text></summary><due><date>2026-05-27</date></due>{order}"
		return len(it.Conflicts) == 1 && s.has(it, "Eggs ×6", s.todo("eggs", saved)) && s.inFeed("eggs", saved) == 1
	})
	s.sync()
	s.by("laptop", "conflict", "resolve", s.list, "eggs", "--merge", "--field", "title=Eggs ×12")
	s.sync()
	const saved = "<summary><text>Eggs ×12</text></summary><due><date>2026-05-27</date></due>{order}"
	want := s.itemAt("laptop", "eggs")
	if !s.has(want, "Eggs ×12", s.todo("eggs", saved)) {
		t.Errorf("the laptop resolved it to %s", s.describe(want))
	}
	for _, name := range s.names {
		if got := s.itemAt(name, "eggs"); !resolved(got) || !sameVersion(got, want) {
			t.Errorf("%s has %s, laptop %s", name, s.describe(got), s.describe(want))
		}
	}
	s.unchanged("all of it", "eggs")
	if s.inFeed("eggs", saved) != 1 {
		t.Errorf("the desk's feed does not have what the laptop resolved:\n%s", s.feed(s.ownFeed()))
	}
}

// (i) The desk never received the common ancestor of the versions.
func TestScenarioBaseUnknown(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe("laptop", "tablet")
	s.adds("laptop", "eggs", "title=Eggs")
	s.sync("laptop", "tablet")
	s.changes("laptop", "eggs", "title=Eggs ×6")
	s.changes("tablet", "eggs", "title=Eggs ×12", "due=2026-05-27")
	s.by("tablet", "publish", s.list)
	s.by("laptop", "publish", s.list)
	s.subscribe(desk)
	s.by(desk, "sync")
	s.resolving("i", "eggs", func() {
		s.goesOn()
		s.picture("open field")
		s.press("1")
		s.goesOn()
		s.press("1")
		s.confirms()
	}, s.saves("Eggs ×12", "<summary><text>Eggs ×12</text></summary>{order}<due><date>2026-05-27</date></due>"))
}
