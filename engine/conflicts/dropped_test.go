package conflicts_test

import (
	"fmt"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
)

func drops(s *conflicts.Session) string {
	var all []string
	for _, d := range s.Dropped() {
		text := fmt.Sprintf("{%d %s %v}", d.Number, d.Field, d.Values)
		if len(d.Removed) > 0 {
			text = fmt.Sprintf("{%d %s %v removed %v}", d.Number, d.Field, d.Values, d.Removed)
		}
		all = append(all, text)
	}
	return fmt.Sprint(all)
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// shopping starts to resolve a list that two people added to and edited.
func shopping(t *testing.T) *conflicts.Session {
	t.Helper()
	text := func(title, text string) *item.Content { return item.Plain(title, text) }
	it := &item.Item{
		Winner:    version(3, "desk", text("Shop", "apples\nbread\ncheese\n")),
		Conflicts: []*item.Version{version(2, "laptop", text("Shopping", "apples\nbread\nmilk\neggs\n"))},
	}
	original := version(1, "phone", text("Shop", "apples\nbread\n"))
	s, err := conflicts.NewSession(it, "desk", conflicts.About{Base: ancestry.Base{Version: original}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAWholeVersionDropsWhatTheOthersAdded(t *testing.T) {
	s := shopping(t)
	must(t, s.Take(0))
	same(t, "taking A", drops(s), "[{1 title [Shopping]} {1 text [milk eggs]}]")
	must(t, s.Take(1))
	same(t, "taking B", drops(s), "[{0 text [cheese]}]") // A did not change the title
}

// What a version removed is dropped if the result has it.
func TestAWholeVersionDropsWhatTheOthersRemoved(t *testing.T) {
	s := from(t, item.Plain("Shop", "apples\nbread\ntea\n"), item.Plain("Shop", "apples\nbread\ntea\nmilk\n"), item.Plain("Shop", "bread\n"))
	must(t, s.Take(0))
	same(t, "taking A", drops(s), "[{1 text [] removed [apples tea]}]")
	must(t, s.Take(1))
	same(t, "taking B", drops(s), "[{0 text [milk]}]")
}

func TestAMergeThatHasEverythingDropsNothing(t *testing.T) {
	s := shopping(t)
	must(t, s.Put("text", "bread\napples\ncheese\nmilk\neggs\n"))
	same(t, "all lines, in another order", drops(s), "[]")
	must(t, s.Put("text", "apples\nbread\ncheese\nmilk\n"))
	same(t, "one line less", drops(s), "[{1 text [eggs]}]")
}

func TestWhatIsNotIncludedDropsNothing(t *testing.T) {
	it := shopping(t).Item()
	s := begin(t, it, "phone")
	must(t, s.Take(0))
	must(t, s.Tick(1, false))
	same(t, "B left out", drops(s), "[]")
}

func TestDeletingDropsWhatWasEdited(t *testing.T) {
	it := &item.Item{Winner: tombstone(3, "desk"), Conflicts: []*item.Version{version(2, "laptop", item.Plain("Eggs", "brown"))}}
	original := version(1, "phone", item.Plain("Eggs", ""))
	s, err := conflicts.NewSession(it, "desk", conflicts.About{Base: ancestry.Base{Version: original}})
	must(t, err)
	must(t, s.Take(0))
	same(t, "deleting", drops(s), "[{1 text [brown]}]")
	s.Stay()
	same(t, "keeping", drops(s), "[{0  []}]")
}
