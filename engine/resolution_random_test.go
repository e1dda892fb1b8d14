//go:build !raced

package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
)

// resolver is an endpoint that resolves, undoes and redoes, publishes, and receives news, in
// random order.
type resolver struct {
	*desk
	*rapid.T
	// others are the titles given by others; made counts all titles.
	others []string
	made   int
	// flags is set if items with conflicts are flagged (SSE 0.91 §2.3).
	flags bool
}

func newResolver(t *testing.T, r *rapid.T, list lists.New) *resolver {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	desks := parted(func(endpoint string) *desk {
		d := newDesk(t, r, endpoint, memory.New(), files, newClock())
		d.shareAs(list, "/shared")
		return d
	}, "A", "B", "C")
	return &resolver{desk: desks[0], T: r, flags: list.Dialect == "sse-0.91" || list.Kind == "outline", others: []string{"Eggs of B", "Eggs of C"}}
}

func (s *resolver) title(what string) string {
	s.made++
	return fmt.Sprint(what, "-", s.made)
}

// resolve resolves everything that is open, or a part.
func (s *resolver) resolve() {
	if len(s.conflicted()) == 0 {
		return
	}
	one := s.begin("eggs")
	s.check(one.Take(rapid.SampledFrom(one.Candidates()).Draw(s.T, "version").Number))
	s.check(one.Type("title", s.title("resolved")))
	for _, c := range one.Candidates() {
		if !c.Locked {
			s.check(one.Tick(c.Number, rapid.Bool().Draw(s.T, "taken")))
		}
	}
	s.save(one)
}

func (s *resolver) hear() {
	title := s.title("stray")
	s.others = append(s.others, title)
	s.stray("eggs", title, title)
}

func (s *resolver) publish() {
	_, err := s.Sharing.Publish(s.t.Context(), "Groceries")
	s.check(err)
}

// turn undoes or redoes, and reports whether there was anything to do.
func (s *resolver) turn(turn func(*desk) error) bool {
	s.clock.step(time.Minute)
	err := turn(s.desk)
	if err != nil && !errors.Is(err, edit.ErrNothingToUndo) && !edit.IsRefusal(err) {
		s.T.Fatal(err)
	}
	return err == nil
}

// state returns the winner, the open versions and the reopened versions.
func (s *resolver) state() (winner string, rest [2][]string) {
	it := s.item("eggs")
	if want := s.flags && len(it.Conflicts) > 0; it.Flagged != want {
		s.T.Fatalf("with %d conflicts it is flagged: %t", len(it.Conflicts), it.Flagged)
	}
	rest = [2][]string{titlesOf(it.Conflicts), s.offered("eggs")}
	if s.flags { // an undo by an update resolves the versions and reopens them
		rest = [2][]string{slices.Concat(rest[0], rest[1])}
	}
	slices.Sort(rest[0])
	slices.Sort(rest[1])
	return it.Winner.Title(), rest
}

// forEachListKind checks a property for lists of FeedSync and of SSE 0.91, ordered or not.
func forEachListKind(t *testing.T, check func(*testing.T, *rapid.T, lists.New)) {
	for name, list := range map[string]lists.New{
		"FeedSync": {}, "SSE 0.91": {Kind: "note", Format: "rss", Dialect: "sse-0.91"}, "outlines": {Kind: "outline"},
	} {
		list.Name = "Groceries"
		t.Run(name, func(t *testing.T) { rapid.Check(t, func(r *rapid.T) { check(t, r, list) }) })
	}
}

func TestAllThatIsUndoneAndDoneAgainIsAsBeforeWhetherOthersSawItOrNot(t *testing.T) {
	forEachListKind(t, func(t *testing.T, r *rapid.T, list lists.New) {
		s := newResolver(t, r, list)
		s.live()
		var states []string
		for range rapid.IntRange(1, 4).Draw(r, "turns") {
			before := fmt.Sprint(s.state())
			s.perhaps(s.publish)
			if !s.turn(undo) {
				break
			}
			states = append(states, before)
		}
		for _, want := range slices.Backward(states) {
			s.perhaps(s.publish)
			if !s.turn(redo) {
				s.T.Fatal("what was undone cannot be done again")
			}
			if got := fmt.Sprint(s.state()); got != want {
				s.T.Fatalf("undone and done again it is %s, was %s", got, want)
			}
		}
	})
}

func TestWhereAllIsUndoneWhatOthersSaidWinsOrIsOpenOrOffered(t *testing.T) {
	forEachListKind(t, func(t *testing.T, r *rapid.T, list lists.New) {
		s := newResolver(t, r, list)
		s.live()
		for s.turn(undo) {
			s.perhaps(s.publish)
		}
		winner, rest := s.state()
		for _, title := range s.others {
			if winner != title && !slices.Contains(slices.Concat(rest[0], rest[1]), title) {
				s.T.Fatalf("%q is nowhere: %q wins, and there are %q", title, winner, rest)
			}
		}
	})
}

// live performs actions in random order.
func (s *resolver) live() {
	things := map[string]func(){
		"settle": s.resolve, "hear": s.hear, "publish": s.publish,
		"undo": func() { s.turn(undo) }, "redo": func() { s.turn(redo) },
	}
	for range rapid.IntRange(1, 20).Draw(s.T, "things") {
		things[rapid.SampledFrom([]string{"settle", "hear", "publish", "undo", "redo"}).Draw(s.T, "thing")]()
	}
}

func (s *resolver) perhaps(do func()) {
	if rapid.Bool().Draw(s.T, "perhaps") {
		do()
	}
}
