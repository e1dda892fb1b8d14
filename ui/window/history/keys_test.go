package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	graph "crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/snapshot"
)

// texts returns all texts of the page.
func (s *shown) texts() []string {
	var all []string
	for _, o := range uitest.Drawn(s.page.Object()) {
		if t, is := o.(*canvas.Text); is && t.Text != "" {
			all = append(all, t.Text)
		}
	}
	return all
}

func (s *shown) expect(texts ...string) {
	s.t.Helper()
	all := s.texts()
	for _, text := range texts {
		if !slices.Contains(all, text) {
			s.t.Errorf("%q is not shown among %q", text, all)
		}
	}
}

func (s *shown) expectNo(text string) {
	s.t.Helper()
	if slices.Contains(s.texts(), text) {
		s.t.Errorf("%q is shown", text)
	}
}

func TestWhatUpdatesDidIsSaidInSentences(t *testing.T) {
	s := show(t, eggs(t).history("desk"))
	s.expect(
		"History of “Eggs ×12”", "phone", "laptop", "you", "tablet",
		"tablet deleted it", "current version",
		"phone changed Priority", "laptop changed Text", "open",
		"you resolved 2 versions", "you changed Title", "laptop changed Due and Tags", "created by phone",
	)
}

// Of two large sets, only the first differences are listed, with their numbers.
func TestLargeSetsAreComparedByTheirDifferences(t *testing.T) {
	var tags []string
	for i := range 1_500 {
		tags = append(tags, fmt.Sprint("tag", 1_000+i))
	}
	s := newStory(t)
	s.create("endpoint_p", record.Values{"title": "Eggs", "tags": record.FormatTags(tags)})
	s.read("desk", "endpoint_p")
	tags[1] = "food"
	s.change("desk", record.Values{"tags": record.FormatTags(append(tags, "veg"))})
	p := show(t, s.history("desk"))
	p.expect("Tags · 1 removed, 2 added", "tag1001", "food", "veg")
	p.expectNo("tag1000")
	p.press(fyne.KeyDown)
	p.expect("Tags · 0 removed, 1,500 added · the first 200 are shown", "tag1000")
	uitest.AssertHarmless(t, "the history", p.page.Object())
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	s := show(t, wrong(t))
	s.expect("laptop changed it", "never received", "had no effect", "open · wrong clock")
	s.press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	s.expect("tablet changed Tags · May 20, 20:18 · 3 days ago · open · earlier than the version it is based on: that device’s clock was behind")
}

func TestSomethingRestoredAndSavedWithoutAChange(t *testing.T) {
	s := newStory(t)
	s.create("desk", record.Values{"title": "Eggs"})
	s.remove("desk")
	s.change("desk", record.Values{"title": "Eggs"})
	s.change("desk", record.Values{})
	show(t, s.history("desk")).expect("you restored it", "you deleted it", "you saved it without changes", "created by you")
}

func TestReorderingIsNoSavingWithoutAChange(t *testing.T) {
	s := newStory(t)
	s.create("desk", record.Values{"title": "Eggs", "order": "60"})
	s.change("desk", record.Values{"order": "90"})
	show(t, s.history("desk")).expect("you changed Order", "created by you")
}

// Without marks a version is compared with the one that it was made from. At first the newest
// is selected.
func TestTheMarkedUpdateIsCompared(t *testing.T) {
	s := show(t, eggs(t).history("desk"))
	s.expect("Deleted")
	s.press(fyne.KeyDown)
	s.expect("phone changed Priority · May 21, 20:18 · 2 days ago · open", "Priority", "high")
	s.press(fyne.KeyEnd)
	s.expect("no earlier version", "phone · May 21, 13:23 · 2 days ago", "From the market.")
	s.press(fyne.KeyUp)
	s.expect("Due", "Tags", "veg")
	s.expectNo("no earlier version")
	s.press(fyne.KeyHome)
	s.expect("Deleted")
}

// Marks select any two versions; the older one is on the left, whichever was marked first.
func TestSpaceMarksTwoVersionsToCompare(t *testing.T) {
	for name, keys := range map[string][]fyne.KeyName{
		"the newer first": {fyne.KeyDown, fyne.KeySpace, fyne.KeyEnd, fyne.KeySpace},
		"the older first": {fyne.KeyEnd, fyne.KeySpace, fyne.KeyHome, fyne.KeyDown, fyne.KeySpace},
		"one, and here":   {fyne.KeyEnd, fyne.KeySpace, fyne.KeyHome, fyne.KeyDown},
		"a third":         {fyne.KeyHome, fyne.KeySpace, fyne.KeyEnd, fyne.KeySpace, fyne.KeyHome, fyne.KeyDown, fyne.KeySpace},
	} {
		t.Run(name, func(t *testing.T) {
			s := show(t, eggs(t).history("desk"))
			for _, k := range keys {
				if k == fyne.KeySpace {
					s.types(" ")
				} else {
					s.press(k)
				}
			}
			s.expect("Title", "Tags", "Priority", "phone · May 21, 13:23 · 2 days ago", "phone · May 21, 20:18 · 2 days ago")
			texts := s.texts()
			if slices.Index(texts, "phone · May 21, 13:23 · 2 days ago") > slices.Index(texts, "phone · May 21, 20:18 · 2 days ago") {
				t.Error("the older one is not on the left")
			}
		})
	}
}

func TestAMarkIsTakenAway(t *testing.T) {
	s := show(t, eggs(t).history("desk"))
	s.press(fyne.KeyEnd)
	s.types("  ")
	s.press(fyne.KeyHome, fyne.KeyDown)
	s.expectNo("Title")
}

func TestEnterLeadsToTheDifferences(t *testing.T) {
	s := show(t, eggs(t).history("desk"))
	s.press(fyne.KeyReturn)
	if s.window.Canvas().Focused() == s.page.Focus() {
		t.Error("the focus is still on the list")
	}
}

func TestAVersionThatNeverCameHereIsNotCompared(t *testing.T) {
	s := show(t, wrong(t))
	s.press(fyne.KeyDown)
	s.expect("The version by laptop was never received, so it cannot be compared.")
	s.press(fyne.KeyDown)
	s.expectNo("The version by laptop was never received, so it cannot be compared.")
}

func TestRRestoresTheMarkedVersion(t *testing.T) {
	story := eggs(t)
	s := show(t, story.history("desk"))
	s.press(fyne.KeyEnd)
	s.types("r")
	if want := store.Identity(story.archive[0]); len(s.restored) != 1 || s.restored[0] != want {
		t.Errorf("restored %x, want %x", s.restored, want)
	}
}

// The current version, and those that were never received, cannot be restored.
func TestWhatCannotBeRestored(t *testing.T) {
	s := show(t, wrong(t))
	s.types("r")
	s.press(fyne.KeyDown)
	s.types("R")
	if len(s.restored) != 0 {
		t.Errorf("restored %x", s.restored)
	}
}

// The selection and the marks stay on their updates when a newer update is received.
func TestMarksStayOnTheirUpdates(t *testing.T) {
	story := eggs(t)
	s := show(t, story.history("desk"))
	s.press(fyne.KeyEnd)
	s.types(" ")
	s.press(fyne.KeyHome, fyne.KeyDown)
	story.change("desk", record.Values{"title": "Eggs"})
	s.page.Show(snapshot.Item{Set: "Groceries", ID: "1"}, story.history("desk"))
	s.seam.Run()
	s.expect("phone changed Priority · May 21, 20:18 · 2 days ago")
	s.expect("phone · May 21, 13:23 · 2 days ago", "phone · May 21, 20:18 · 2 days ago")
}

// An item that was changed a thousand times is drawn and read only as far as it is in sight.
func TestAThousandVersions(t *testing.T) {
	story := newStory(t)
	story.create("desk", record.Values{"title": "0"})
	for n := range 1000 {
		story.change("desk", record.Values{"title": fmt.Sprint(n + 1)})
	}
	s := show(t, story.history("desk"))
	sentences := 0
	for _, text := range s.texts() {
		if strings.HasPrefix(text, "you changed Title") {
			sentences++
		}
	}
	if sentences < 5 || sentences > 40 {
		t.Errorf("%d sentences are drawn", sentences)
	}
	s.press(fyne.KeyEnd)
	s.expect("created by you")
}

// If there are too many lanes to follow, they are not drawn; the sentences are.
func TestTooManyLanesAreNotDrawn(t *testing.T) {
	story := newStory(t)
	story.create("desk", record.Values{"title": "Eggs"})
	l := story.history("desk")
	for n := range 2000 {
		by := fmt.Sprint("stranger", n)
		l.Graph.Lanes = append(l.Graph.Lanes, by)
		l.Graph.Nodes = append(l.Graph.Nodes, graph.Node{Lane: n + 1, Update: item.History{Sequence: 1, By: by}})
	}
	show(t, l).expect("created by you", "stranger0 changed it")
}
