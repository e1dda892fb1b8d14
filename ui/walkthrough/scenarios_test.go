//go:build display

package walkthrough_test

import (
	"strings"
	"testing"
	"time"

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
	s.resolving("a", "kim", s.confirms, s.stores("Kim Example", `<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Kim Example</text></fn>`+
		`<tel><parameters><type><text>cell</text></type></parameters><text>030 23125002</text></tel><email><text>kim@example.com</text></email></vcard>`))
}

// (b) A todo was completed, renamed and rescheduled by three endpoints.
func TestScenarioATodoDoneRetitledAndMoved(t *testing.T) {
	s := stage(t, "todo", "laptop", "tablet")
	s.subscribe(desk, "laptop", "tablet")
	s.share("eggs", "title=Eggs", "due=2026-05-25")
	s.changes(desk, "eggs", "done=true")
	completed := s.now().Format(time.RFC3339)
	s.changes("laptop", "eggs", "title=Eggs ×12")
	s.changes("tablet", "eggs", "due=2026-05-26")
	s.publishes()
	s.resolving("b", "eggs", s.confirms, s.stores("Eggs ×12", s.todo("eggs", "<summary><text>Eggs ×12</text></summary><due><date>2026-05-26</date></due>{order}"+
		"<status><text>COMPLETED</text></status><completed><date-time>"+completed+"</date-time></completed>"+
		"<percent-complete><integer>100</integer></percent-complete>")))
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
	}, says("Cake", strings.TrimPrefix(paragraph("Bake for thirty minutes."), "text=")))
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
	}, s.stores("Eggs ×12", s.todo("eggs", "<summary><text>Eggs ×12</text></summary>{order}")))
}

// (e) Both endpoints deleted it.
func TestScenarioDeletedByBoth(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.bystander()
	s.share("eggs", "title=Eggs")
	s.by("laptop", "item", "delete", s.list, "eggs")
	s.by(desk, "item", "delete", s.list, "eggs")
	s.publishes()
	s.unasked("e", "eggs")
	s.undoesOwn("eggs", s.stores("Eggs", s.todo("eggs", "<summary><text>Eggs</text></summary>{order}")))
}

// (f) Both endpoints made the same edit.
func TestScenarioTheSameEditTwice(t *testing.T) {
	s := stage(t, "todo", "laptop")
	s.subscribe(desk, "laptop")
	s.bystander()
	s.share("eggs", "title=Eggs")
	s.changes("laptop", "eggs", "title=Eggs ×12")
	s.changes(desk, "eggs", "title=Eggs ×12")
	s.publishes()
	s.unasked("f", "eggs")
	s.undoesOwn("eggs", s.stores("Eggs", s.todo("eggs", "<summary><text>Eggs</text></summary>{order}")))
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
	}, s.saves("Eggs", "<summary><text>Eggs</text></summary><due><date>2026-05-27</date></due>"+
		"<categories><text>food</text><text>veg</text><text>shop</text></categories>{order}<priority><integer>1</integer></priority>"))
}

// resolved reports whether an item has no open conflicts.
func resolved(it walkthrough.Item) bool { return len(it.Conflicts) == 0 }
