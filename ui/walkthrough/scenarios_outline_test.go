//go:build display

package walkthrough_test

import (
	"os"
	"path/filepath"
	"testing"

	"crossfeed/ui/walkthrough"
)

// outlines returns a scene of a list with two branches and a feed next to them.
func outlines(t *testing.T) *scene {
	s := stage(t, "outline", "laptop")
	s.subscribe(desk, "laptop")
	for _, title := range []string{"News", "Work", "Comics"} {
		s.by(desk, "item", "add", s.list, "--id", title, "--title", title)
	}
	s.sync()
	return s
}

// outline returns the data of an outline.
func outline(title string) string { return `<outline xmlns="" text="` + title + `"/>` }

// puts makes an endpoint move an item into another one, before it reads anything else.
func (s *scene) puts(name, id, parent string) {
	s.t.Helper()
	s.by(name, "item", "move", s.list, id, "--parent", parent)
}

// (l) An outline moved into a branch here, renamed there.
func TestScenarioAnOutlineMovedHereAndRenamedThere(t *testing.T) {
	s := outlines(t)
	s.puts(desk, "Comics", "News")
	s.changes("laptop", "Comics", "title=Cartoons")
	s.publishes()
	s.resolving("l", "Comics", s.confirms, func(it walkthrough.Item) bool {
		return s.stores("Cartoons", outline("Cartoons"))(it) && it.Parent == "News"
	})
}

// (m) An outline moved into two branches.
func TestScenarioAnOutlinePutIntoTwoBranches(t *testing.T) {
	s := outlines(t)
	s.puts(desk, "Comics", "News")
	s.puts("laptop", "Comics", "Work")
	s.publishes()
	s.resolving("m", "Comics", func() {
		s.goesOn()
		s.picture("place left to choose")
		s.press("2")
		s.picture("chosen")
		s.confirms()
	}, func(it walkthrough.Item) bool {
		return s.stores("Comics", outline("Comics"))(it) && it.Parent == "News"
	})
}

// (n) Two branches, each moved into the other: nobody has a tree that contains both.
func TestScenarioBranchesPutIntoEachOther(t *testing.T) {
	s := outlines(t)
	s.puts(desk, "Work", "News")
	s.puts("laptop", "News", "Work")
	s.publishes()
	s.resolving("n", "News", s.confirms, func(it walkthrough.Item) bool {
		return s.has(it, "News", outline("News")) && !it.Flagged && it.Parent == "" && s.itemAt(desk, "Work").Parent == "News"
	})
}

// (y) An outline moved into a branch here that was deleted there.
func TestScenarioAnOutlinePutIntoADeletedBranch(t *testing.T) {
	s := outlines(t)
	s.puts(desk, "Comics", "News")
	s.by("laptop", "item", "delete", s.list, "News")
	s.publishes()
	s.resolving("y", "Comics", func() {
		s.goesOn()
		s.picture("left to choose")
		s.press("1")
		s.confirms()
	}, func(it walkthrough.Item) bool {
		news := s.itemAt(desk, "News")
		return s.stores("Comics", outline("Comics"))(it) && it.Parent == "News" && s.stores("News", outline("News"))(news) && news.Parent == ""
	}, "News")
	if news := s.itemAt(desk, "News"); !news.Deleted {
		t.Errorf("after the undo the branch is %s, and was deleted", s.describe(news))
	}
}

// (o) A version of which another program only preserved that it existed.
func TestScenarioAVersionThatWasNotKept(t *testing.T) {
	s := outlines(t)
	s.must(os.WriteFile(filepath.Join(s.folder, s.list+".elsewhere.opml"), []byte(unpreserved), 0o600))
	s.by(desk, "sync")
	s.resolving("o", "Comics", s.confirms, func(it walkthrough.Item) bool {
		return s.stores("Comics, daily", outline("Comics, daily"))(it) && it.Parent == ""
	})
}

// unpreserved is a feed of a program that does not preserve the data of conflicts (SSE 0.91
// §5.1).
const unpreserved = `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Shared</title></head><body>
<outline text="Comics, daily"><sx:sync id="Comics" version="4" conflict="true">
<sx:history when="Fri, 22 May 2026 09:43:33 GMT" by="REO1750"><sx:update when="Fri, 22 May 2026 08:43:33 GMT" by="REO1750"/></sx:history>
<sx:conflicts><sx:conflict when="Fri, 22 May 2026 08:00:11 GMT" by="GPM7383" version="4"><!--conflict data here --></sx:conflict></sx:conflicts>
</sx:sync></outline>
</body></opml>
`
