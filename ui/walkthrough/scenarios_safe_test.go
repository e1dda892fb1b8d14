//go:build display

package walkthrough_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/ui/walkthrough"
)

// essay returns a text of 80 KB; the lines with a number in changed are different.
func essay(changed map[int]string) string {
	var lines []string
	for n := range 1000 {
		line := fmt.Sprintf("Line %d: %s", n, strings.Repeat("word ", 14))
		if text, is := changed[n]; is {
			line = text
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// says reports whether a conflict is resolved, and exactly a note with this title and text was
// saved.
func says(title, text string) func(walkthrough.Item) bool {
	want := item.Plain(title, text).Hash().String()
	return func(it walkthrough.Item) bool { return resolved(it) && !it.Deleted && it.Data == want }
}

// (p) Seven lines of a long note changed here, seven there, one of them the same: choosing
// that line preserves the other twelve edits.
func TestScenarioOneCollisionAmongFourteenEdits(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("essay", "title=Essay", "text="+essay(nil))
	here, there, both := map[int]string{}, map[int]string{}, map[int]string{}
	for i := range 6 {
		here[100*i+50], there[100*i+100] = fmt.Sprintf("Desk %d", i), fmt.Sprintf("Laptop %d", i)
	}
	here[650], there[650] = "The desk's line", "The laptop's line"
	for n, line := range there {
		both[n] = line
	}
	for n, line := range here {
		both[n] = line
	}
	both[650] = there[650]
	s.changes(desk, "essay", "text="+essay(here))
	s.changes("laptop", "essay", "text="+essay(there))
	s.publishes()
	s.resolving("p", "essay", func() {
		s.goesOn()
		s.picture("open stretch")
		s.press(s.versionOf("laptop", "essay"))
		s.confirms()
	}, says("Essay", essay(both)))
}

// versionOf returns the key that takes the version of an endpoint.
func (s *scene) versionOf(name, id string) string {
	s.t.Helper()
	it := s.itemAt(desk, id)
	versions := append([]walkthrough.Item{it}, it.Conflicts...)
	n := slices.IndexFunc(versions, func(v walkthrough.Item) bool { return v.History[0].By == name })
	if n < 0 {
		s.t.Fatalf("%s has no version by %s", s.describe(it), name)
	}
	return fmt.Sprint(n + 1)
}

// (q) Two edits of one line: nothing is merged without asking.
func TestScenarioTheSameLineInOtherWords(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("call", "title=Call", "text=Please do not call the office before noon.")
	s.changes(desk, "call", "text=Please do not call the shop before noon.")
	s.changes("laptop", "call", "text=Please call the office before noon.")
	s.publishes()
	s.resolving("q", "call", func() {
		s.goesOn()
		s.picture("open line")
		s.press(s.versionOf("laptop", "call"))
		s.confirms()
	}, says("Call", "Please call the office before noon."))
}

// (r) and (s) Both added a line at the end, where the text ends with a line break and where it
// does not. One after the other, no line twice.
func TestScenarioBothAppended(t *testing.T) {
	t.Run("r", func(t *testing.T) { bothAppend(t, "r", "\n") })
	t.Run("s", func(t *testing.T) { bothAppend(t, "s", "") })
}

func bothAppend(t *testing.T, letter, end string) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("shop", "title=Shop", "text=apples\nbread"+end)
	s.changes("laptop", "shop", "text=apples\nbread\neggs"+end)
	s.changes(desk, "shop", "text=apples\nbread\ncheese"+end)
	s.publishes()
	s.resolving(letter, "shop", func() {
		s.goesOn()
		s.press("1", "Left", "plus")
		s.picture("both taken")
		s.confirms()
	}, says("Shop", "apples\nbread\ncheese\neggs"+end))
}

// (t) Both completed the same todo.
func TestScenarioBothCompletedIt(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.bystander()
	s.share("eggs", "title=Eggs")
	s.changes("laptop", "eggs", "done=true")
	s.changes(desk, "eggs", "done=true")
	s.publishes()
	s.unasked("t", "eggs")
	s.undoesOwn("eggs", s.stores("Eggs", s.todo("eggs", "<summary><text>Eggs</text></summary>{order}")))
}

// (u) Both accepted the same merge.
func TestScenarioBothAcceptedTheMerge(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.bystander()
	s.share("eggs", "title=Eggs", "due=2026-05-25")
	s.changes(desk, "eggs", "title=Eggs ×12")
	s.changes("laptop", "eggs", "due=2026-05-26")
	s.publishes()
	conflict := s.itemAt(desk, "eggs")
	s.by("laptop", "sync")
	for _, name := range []string{"laptop", desk} {
		s.by(name, "conflict", "resolve", s.list, "eggs", "--merge")
	}
	s.publishes()
	s.unasked("u", "eggs")
	const merged = "<summary><text>Eggs ×12</text></summary><due><date>2026-05-26</date></due>{order}"
	if it := s.itemAt(desk, "eggs"); !s.has(it, "Eggs ×12", s.todo("eggs", merged)) {
		t.Errorf("the merge is %s", s.describe(it))
	}
	if n := s.inFeed("eggs", merged); n != 2 {
		t.Errorf("the feed has %d versions with all of the merge, and nothing else, want those of both:\n%s", n, s.feed(s.ownFeed()))
	}
	s.undoByKeys = true
	s.undone("eggs", conflict)
	s.unchanged("the undo", "eggs")
}

// (v) Two people resolved a conflict concurrently in different ways. Only the differences are
// open; what only one of them changed is merged.
func TestScenarioDifferentResolutionsInParallel(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.disagree("laptop")
	s.undoByKeys = true
	s.resolving("v", "eggs", func() {
		s.goesOn()
		s.picture("open field")
		s.press(s.versionOf("laptop", "eggs"))
		s.confirms()
	}, s.saves("Eggs for laptop", "<summary><text>Eggs for laptop</text></summary><due><date>2026-05-25</date></due>{order}<priority><integer>1</integer></priority>"))
}

// (w) Three people did.
func TestScenarioThreeResolutionsInParallel(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe(desk, "laptop", "tablet")
	s.disagree("laptop", "tablet")
	s.resolving("w", "eggs", func() {
		s.goesOn()
		s.picture("open field")
		s.press(s.versionOf("tablet", "eggs"))
		s.confirms()
	}, s.saves("Eggs for tablet", "<summary><text>Eggs for tablet</text></summary><due><date>2026-05-25</date></due>{order}<priority><integer>1</integer></priority>"))
}

// disagree makes the desk and others change a title, and then resolve that conflict
// concurrently, each to a different title. The laptop sets the priority, too.
func (s *scene) disagree(others ...string) {
	s.t.Helper()
	all := append([]string{desk}, others...)
	s.share("eggs", "title=Eggs", "due=2026-05-25")
	for _, name := range all {
		s.changes(name, "eggs", "title=Eggs of "+name)
	}
	s.publishes()
	for _, name := range others {
		s.by(name, "sync")
	}
	for _, name := range all {
		args := []string{"conflict", "resolve", s.list, "eggs", "--merge", "--field", "title=Eggs for " + name}
		if name == "laptop" {
			args = append(args, "--field", "priority=1")
		}
		s.by(name, args...)
	}
	s.publishes()
}

// (x) A right-to-left line changed by two people, in different words.
func TestScenarioRightToLeft(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("list", "title=רשימה", "text=לקנות חלב ולחם בשוק\nלשלם חשבון")
	s.changes(desk, "list", "text=לקנות חלב וביצים בשוק\nלשלם חשבון")
	s.changes("laptop", "list", "text=לקנות חלב ולחם במכולת\nלשלם חשבון")
	s.publishes()
	s.resolving("x", "list", func() {
		s.goesOn()
		s.picture("open line")
		s.press(s.versionOf("laptop", "list"))
		s.confirms()
	}, says("רשימה", "לקנות חלב ולחם במכולת\nלשלם חשבון"))
}
