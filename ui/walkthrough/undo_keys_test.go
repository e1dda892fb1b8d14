//go:build display

package walkthrough_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestUndoOnThePageOfAConflictReachesNothingElse saves a resolution and opens another
// conflict. Ctrl+Z and Ctrl+Y, on the page and in the result's field, undo and redo the
// choices and the text there. The saved resolution and all other items stay, and typing a
// letter and deleting it chooses nothing.
func TestUndoOnThePageOfAConflictReachesNothingElse(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	for _, id := range []string{"bread", "milk"} {
		s.share(id, "title="+id, "text=one\ntwo\nthree\nfour")
		s.changes(desk, id, "text=one\ntwo here\nthree\nfour")
		s.changes("laptop", id, "text=one\ntwo there\nthree\nfour")
	}
	s.publishes()
	s.bystander()
	s.opens()
	s.opensConflict()
	s.press("1", "ctrl+Return")
	saved := ""
	s.until("one conflict is resolved", func() (bool, string) {
		for _, id := range []string{"bread", "milk"} {
			if it := s.itemAt(desk, id); resolved(it) {
				saved = id
			}
		}
		return saved != "", saved
	})
	left := map[string]string{"bread": "milk", "milk": "bread"}[saved]
	s.before = s.stored()
	undo := []string{"ctrl+z", "ctrl+z", "ctrl+z", "ctrl+y", "ctrl+shift+z", "ctrl+y"}
	s.press(undo...)
	s.unchanged("undo of nothing")
	s.goesOn()
	s.press("2")
	s.press(undo...)
	s.press("ctrl+z")
	s.picture("undone")
	s.unchanged("undo of a choice")
	s.press("e")
	s.typed("hello")
	s.press("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
	s.unchanged("undo of typing")
	s.typed("x")
	s.press("BackSpace")
	s.goesOn()
	s.goesOn()
	s.unchanged("a letter that was typed and removed")
	s.picture("still open")
	s.press("1", "ctrl+Return")
	s.until("the other conflict is resolved", func() (bool, string) {
		it := s.itemAt(desk, left)
		return resolved(it), s.describe(it)
	})
}

// TestChoicesOnThePageOfAConflictSurviveACrash checks that unsaved choices on the page are
// still there after the program was killed and started again.
func TestChoicesOnThePageOfAConflictSurviveACrash(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	s.share("milk", "title=Milk", "text=one\ntwo\nthree\nfour")
	s.changes(desk, "milk", "title=Oat milk", "text=one\ntwo here\nthree\nfour")
	s.changes("laptop", "milk", "title=Soy milk", "text=one\ntwo there\nthree\nfour")
	s.publishes()
	before := s.itemAt(desk, "milk")
	s.opens()
	s.opensConflict()
	s.press("Down", "2")
	chosen := map[string]string{"Soy milk": "Oat milk", "Oat milk": "Soy milk"}[before.Title]
	s.until("the choice is stored", func() (bool, string) {
		all, err := os.ReadFile(filepath.Join(s.a.Data, "drafts.json"))
		return err == nil && strings.Contains(string(all), chosen), string(all)
	})
	s.reopen()
	if now := s.itemAt(desk, "milk"); !sameVersion(now, before) || resolved(now) {
		t.Errorf("after the crash: %s, was %s", s.describe(now), s.describe(before))
	}
	s.opensConflict()
	s.picture("after the crash")
	s.goesOn()
	s.press("1", "ctrl+Return")
	s.until("the conflict is resolved", func() (bool, string) {
		it := s.itemAt(desk, "milk")
		return resolved(it), s.describe(it)
	})
	if now := s.itemAt(desk, "milk"); now.Title != chosen || now.Fields.Text != before.Fields.Text {
		t.Errorf("saved %s, and %q was chosen for the title", s.describe(now), chosen)
	}
}

// TestAResolutionIsPublishedFiveSecondsLater checks that while the page stays open, others
// receive a resolution no sooner than five seconds after it was saved.
func TestAResolutionIsPublishedFiveSecondsLater(t *testing.T) {
	s := stage(t, "note", "laptop")
	s.subscribe(desk, "laptop")
	for _, id := range []string{"bread", "milk"} {
		s.share(id, "title="+id)
		s.changes(desk, id, "title="+id+" here")
		s.changes("laptop", id, "title="+id+" there")
	}
	s.publishes()
	feed := ""
	for _, path := range s.feeds() {
		if endpointOf(path) != "laptop" {
			feed = path
		}
	}
	s.opens()
	s.opensConflict()
	s.press("1")
	at := time.Now() // the times of updates have no fractions
	s.press("ctrl+Return")
	saved := ""
	s.until("one conflict is resolved", func() (bool, string) {
		for _, id := range []string{"bread", "milk"} {
			if resolved(s.itemAt(desk, id)) {
				saved = id
			}
		}
		return saved != "", saved
	})
	s.until("it is published", func() (bool, string) {
		text := s.feed(feed)
		return strings.Contains(text, `id="`+saved+`" updates="3"`), text
	})
	file, err := os.Stat(feed)
	s.must(err)
	if after := file.ModTime().Sub(at); after < 5*time.Second {
		t.Errorf("published %v after the key that saved it", after)
	}
}

// TestUndoInAFieldRevertsNothingElse checks that text typed into the editor of an item is
// undone there. However often Ctrl+Z is pressed, no earlier change is reverted.
func TestUndoInAFieldRevertsNothingElse(t *testing.T) {
	s := stage(t, "todo")
	s.by(desk, "item", "add", s.list, "--id", "eggs", "--title", "Eggs")
	s.opens()
	s.press("Down", "space")
	s.until("the todo is done", func() (bool, string) {
		it := s.itemAt(desk, "eggs")
		return it.Fields.Done, s.describe(it)
	})
	s.before = s.stored()
	s.press("Return")
	s.typed("hello")
	s.press("ctrl+z", "ctrl+z", "ctrl+z")
	s.picture("undone")
	s.unchanged("undo of typing")
}
