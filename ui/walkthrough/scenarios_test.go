//go:build display

package walkthrough_test

import (
	"slices"
	"testing"

	"crossfeed/ui/walkthrough"
)

// (a) A contact: the e-mail address was changed here, the telephone number there.
func TestScenarioAContactChangedInTwoFields(t *testing.T) {
	s := stage(t, "contact", "laptop")
	s.subscribe(desk, "laptop")
	s.share("kim", "name=Kim Example", "emails=kim@example.org", "phones=[cell] 030 23125001")
	s.changes(desk, "kim", "emails=kim@example.com")
	s.changes("laptop", "kim", "phones=[cell] 030 23125002")
	s.publishes()
	s.resolving("a", "kim", s.confirms, func(it walkthrough.Item) bool {
		return resolved(it) && slices.Equal(it.Fields.Emails, []string{"kim@example.com"}) &&
			slices.Equal(it.Fields.Phones, []string{"[cell] 030 23125002"})
	})
}

// (b) A todo was completed, renamed and rescheduled by three endpoints.
func TestScenarioATodoDoneRetitledAndMoved(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe(desk, "laptop", "tablet")
	s.share("eggs", "title=Eggs", "due=2026-05-25")
	s.changes(desk, "eggs", "done=true")
	s.changes("laptop", "eggs", "title=Eggs ×12")
	s.changes("tablet", "eggs", "due=2026-05-26")
	s.publishes()
	s.resolving("b", "eggs", s.confirms, func(it walkthrough.Item) bool {
		return resolved(it) && it.Fields.Done && it.Title == "Eggs ×12" && it.Fields.Due == "2026-05-26"
	})
}

// paragraph returns a text of three lines; the middle one differs.
func paragraph(middle string) string {
	return "text=Preheat the oven.\n" + middle + "\nServe warm."
}

// (c) Two endpoints changed the same paragraph.
func TestScenarioTheSameParagraphChangedByTwo(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("cake", "title=Cake", paragraph("Bake for forty minutes."))
	s.changes(desk, "cake", paragraph("Bake for fifty minutes."))
	s.changes("laptop", "cake", paragraph("Bake for thirty minutes."))
	s.publishes()
	s.undoByKeys = true
	s.resolving("c", "cake", func() {
		s.press("Down", "1")
		s.picture("chosen")
		s.confirms()
	}, func(it walkthrough.Item) bool {
		return resolved(it) && "text="+it.Fields.Text == paragraph("Bake for thirty minutes.")
	})
}

// (d) One endpoint deleted what another one edited.
func TestScenarioDeletedAgainstEdited(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.share("eggs", "title=Eggs")
	s.changes(desk, "eggs", "title=Eggs ×12")
	s.by("laptop", "item", "delete", s.list, "eggs")
	s.publishes()
	s.undoByKeys = true
	s.resolving("d", "eggs", func() {
		s.press("2")
		s.picture("chosen")
		s.confirms()
	}, func(it walkthrough.Item) bool { return resolved(it) && it.Title == "Eggs ×12" && !it.Deleted })
}

// (e) Both endpoints deleted it.
func TestScenarioDeletedByBoth(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	other := s.bystander()
	s.share("eggs", "title=Eggs")
	s.by("laptop", "item", "delete", s.list, "eggs")
	s.by(desk, "item", "delete", s.list, "eggs")
	s.publishes()
	s.unasked("e", "eggs", other)
	s.undoesOwn("eggs", other, func(it walkthrough.Item) bool { return resolved(it) && !it.Deleted && it.Title == "Eggs" })
}

// (f) Both endpoints made the same edit.
func TestScenarioTheSameEditTwice(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	other := s.bystander()
	s.share("eggs", "title=Eggs")
	s.changes("laptop", "eggs", "title=Eggs ×12")
	s.changes(desk, "eggs", "title=Eggs ×12")
	s.publishes()
	s.unasked("f", "eggs", other)
	s.undoesOwn("eggs", other, func(it walkthrough.Item) bool { return resolved(it) && it.Title == "Eggs" })
}

// (g) Five endpoints changed it, in a window of the initial size.
func TestScenarioFiveVersions(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet", "phone", "server")
	s.width, s.height = 1180, 740
	s.subscribe(desk, "laptop", "tablet", "phone", "server")
	s.share("eggs", "title=Eggs", "due=2026-05-25", "tags=food")
	s.changes(desk, "eggs", "tags=food\nshop")
	s.changes("laptop", "eggs", "due=2026-05-26")
	s.changes("tablet", "eggs", "due=2026-05-27")
	s.changes("phone", "eggs", "tags=food\nveg")
	s.changes("server", "eggs", "priority=1")
	s.publishes()
	s.resolving("g", "eggs", func() {
		s.goesOn()
		s.picture("open field")
		s.press(s.versionOf("tablet", "eggs"))
		s.confirms()
	}, s.saves("<summary><text>Eggs</text></summary><due><date>2026-05-27</date></due>"+
		"<categories><text>food</text><text>veg</text><text>shop</text></categories><priority><integer>1</integer></priority>"))
}

// resolved reports whether an item has no open conflicts.
func resolved(it walkthrough.Item) bool { return len(it.Conflicts) == 0 }
