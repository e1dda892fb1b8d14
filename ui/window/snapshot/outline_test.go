package snapshot_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/store"
	"crossfeed/ui/window/snapshot"
)

// of returns an outline from a text: a word for each row, with ">" for each ancestor.
func of(text string) snapshot.Rows {
	var rows snapshot.Rows
	for _, word := range strings.Fields(text) {
		id := strings.TrimLeft(word, ">")
		rows = append(rows, snapshot.Row{Row: store.Row{ID: id}, Depth: len(word) - len(id)})
	}
	return rows
}

// indices returns the indices of identifiers.
func indices(r snapshot.Rows, ids string) []int {
	var all []int
	for _, id := range strings.Fields(ids) {
		all = append(all, r.Find(id))
	}
	return all
}

func text(m snapshot.Move, ok bool) string {
	if !ok {
		return "stays"
	}
	stayed := ""
	if m.Stayed > 0 {
		stayed = fmt.Sprintf(", %d stayed", m.Stayed)
	}
	return fmt.Sprintf("%s in %q after %q%s", strings.Join(m.IDs, " "), m.Parent, m.After, stayed)
}

const feeds = "work >news >>a >>b >mail home >garden >>c misc"

func TestKeysMoveWhatIsChosen(t *testing.T) {
	for _, c := range []struct {
		key    func(snapshot.Rows, []int) (snapshot.Move, bool)
		chosen string
		want   string
	}{
		{snapshot.Rows.MoveUp, "mail", `mail in "work" after ""`},
		{snapshot.Rows.MoveUp, "misc", `misc in "" after "work"`},
		{snapshot.Rows.MoveUp, "news", "stays"},
		{snapshot.Rows.MoveDown, "work", `work in "" after "home"`},
		{snapshot.Rows.MoveDown, "b", "stays"},
		{snapshot.Rows.MoveDown, "misc", "stays"},
		{snapshot.Rows.Indent, "home", `home in "work" after "mail"`},
		{snapshot.Rows.Indent, "mail", `mail in "news" after "b"`},
		{snapshot.Rows.Indent, "b", `b in "a" after ""`},
		{snapshot.Rows.Indent, "work", "stays"},
		{snapshot.Rows.Outdent, "a", `a in "work" after "news"`},
		{snapshot.Rows.Outdent, "garden", `garden in "" after "home"`},
		{snapshot.Rows.Outdent, "misc", "stays"},
		// several move together with their descendants
		{snapshot.Rows.MoveUp, "home garden misc", `home misc in "" after ""`},
		{snapshot.Rows.Outdent, "a b", `a b in "work" after "news"`},
		// rows that are not adjacent become adjacent
		{snapshot.Rows.MoveDown, "work misc", "stays"},
		{snapshot.Rows.MoveUp, "work misc", "stays"},
		{snapshot.Rows.Outdent, "news mail", `news mail in "" after "work"`},
		// rows with another parent are not moved, and counted
		{snapshot.Rows.Indent, "home c", `home in "work" after "mail"`},
		{snapshot.Rows.MoveDown, "a mail garden", `a in "news" after "b", 2 stayed`},
		{snapshot.Rows.MoveUp, "b home misc", `b in "news" after "", 2 stayed`},
	} {
		tr := of(feeds)
		if got := text(c.key(tr, indices(tr, c.chosen))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.chosen, got, c.want)
		}
	}
}

func TestRowsWithOthersBetweenThemAreMovedTogether(t *testing.T) {
	tr := of("z >a >b >c >>d >e >f")
	for _, c := range []struct {
		key    func(snapshot.Rows, []int) (snapshot.Move, bool)
		chosen string
		want   string
	}{
		{snapshot.Rows.MoveUp, "b e", `b e in "z" after ""`},
		{snapshot.Rows.MoveUp, "c f", `c f in "z" after "a"`},
		{snapshot.Rows.MoveDown, "a c", `a c in "z" after "e"`},
		{snapshot.Rows.MoveDown, "a c d", `a c in "z" after "e"`},
		{snapshot.Rows.Indent, "b f", `b f in "a" after ""`},
		{snapshot.Rows.Outdent, "b e", `b e in "" after "z"`},
	} {
		if got := text(c.key(tr, indices(tr, c.chosen))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.chosen, got, c.want)
		}
	}
}

func TestRowsArePutIntoABranch(t *testing.T) {
	tr := of(feeds)
	for _, c := range []struct{ chosen, into, want string }{
		{"misc", "work", `misc in "work" after "mail"`},
		{"mail", "work", `mail in "work" after "news"`},
		{"a misc", "garden", `a misc in "garden" after "c"`},
		{"work", "news", "stays"},
		{"work", "work", "stays"},
	} {
		if got := text(tr.MoveUnder(indices(tr, c.chosen), tr.Find(c.into))); got != c.want {
			t.Errorf("%s into %s: got %s, want %s", c.chosen, c.into, got, c.want)
		}
	}
	if got, want := text(tr.MoveUnder(indices(tr, "a"), snapshot.NoRow)), `a in "" after "misc"`; got != want {
		t.Errorf("to the outermost: got %s, want %s", got, want)
	}
}

// Between two rows the horizontal position of the pointer determines the depth, as far as the
// rows around leave a choice.
func TestWhatIsDroppedBetweenRowsStandsAsDeepAsThePointerAsks(t *testing.T) {
	tr := of(feeds)
	for _, c := range []struct {
		dragged, over string
		part          float32
		depth         int
		want          string
		mark          snapshot.DropMark
	}{
		{"misc", "b", 0.9, 0, `misc in "work" after "news"`, snapshot.DropMark{3, snapshot.AtBottom, 1}},
		{"misc", "b", 0.9, 2, `misc in "news" after "b"`, snapshot.DropMark{3, snapshot.AtBottom, 2}},
		{"misc", "b", 0.9, 9, `misc in "b" after ""`, snapshot.DropMark{3, snapshot.AtBottom, 3}},
		{"misc", "work", 0.1, 5, `misc in "" after ""`, snapshot.DropMark{0, snapshot.AtTop, 0}},
		{"misc", "work", 0.9, 0, `misc in "work" after ""`, snapshot.DropMark{0, snapshot.AtBottom, 1}},
		{"a", "misc", 0.9, 0, `a in "" after "misc"`, snapshot.DropMark{8, snapshot.AtBottom, 0}},
		{"a", "c", 0.8, 0, `a in "" after "home"`, snapshot.DropMark{7, snapshot.AtBottom, 0}},
		{"a", "c", 0.8, 1, `a in "home" after "garden"`, snapshot.DropMark{7, snapshot.AtBottom, 1}},
		// at its present position, a row can be outdented
		{"b", "b", 0.1, 1, `b in "work" after "news"`, snapshot.DropMark{3, snapshot.AtTop, 1}},
		{"c", "c", 0.9, 0, `c in "" after "home"`, snapshot.DropMark{7, snapshot.AtBottom, 0}},
		// several together
		{"a b", "misc", 0.9, 0, `a b in "" after "misc"`, snapshot.DropMark{8, snapshot.AtBottom, 0}},
		// onto a row
		{"misc", "news", 0.5, 0, `misc in "news" after "b"`, snapshot.DropMark{1, snapshot.Round, 2}},
	} {
		m, mark, ok := tr.Drop(tr, indices(tr, c.dragged), snapshot.Pointer{Row: tr.Find(c.over), Part: c.part, Depth: c.depth})
		if got := text(m, ok); got != c.want || mark != c.mark {
			t.Errorf("%s over %s at %v: got %s, %v; want %s, %v", c.dragged, c.over, c.depth, got, mark, c.want, c.mark)
		}
	}
}

func TestNothingIsDroppedIntoItself(t *testing.T) {
	tr := of(feeds)
	for _, over := range []string{"work", "news", "a"} {
		if m, _, ok := tr.Drop(tr, indices(tr, "work"), snapshot.Pointer{Row: tr.Find(over), Part: 0.5}); ok {
			t.Errorf("work onto %s: %s", over, text(m, ok))
		}
	}
	for row := range tr {
		for depth := range 5 {
			for _, part := range []float32{0, 0.9} {
				m, _, ok := tr.Drop(tr, indices(tr, "work misc"), snapshot.Pointer{Row: row, Part: part, Depth: depth})
				if inside := []string{"work", "news", "a", "b", "mail", "misc"}; ok && (slices.Contains(inside, m.Parent) || slices.Contains(inside, m.After)) {
					t.Errorf("over %s at %d: %s", tr[row].ID, depth, text(m, ok))
				}
			}
		}
	}
}

// The content of a closed branch is not visible: below it means after it.
func TestBelowAClosedBranchMeansBesideIt(t *testing.T) {
	all, shown := of(feeds), of("work home >garden >>c misc")
	m, mark, ok := shown.Drop(all, indices(shown, "misc"), snapshot.Pointer{Row: 0, Part: 0.9, Depth: 3})
	if got, want := text(m, ok), `misc in "" after "work"`; got != want || mark.Depth != 0 {
		t.Errorf("below: got %s at %d, want %s", got, mark.Depth, want)
	}
	m, _, ok = shown.Drop(all, indices(shown, "misc"), snapshot.Pointer{Row: 0, Part: 0.5})
	if got, want := text(m, ok), `misc in "work" after "mail"`; got != want {
		t.Errorf("onto: got %s, want %s", got, want)
	}
}

func TestThePathLeadsFromTheOutermost(t *testing.T) {
	tr := of(feeds)
	var path []string
	for _, row := range tr.Path(tr.Find("b")) {
		path = append(path, tr[row].ID)
	}
	if got := strings.Join(path, " "); got != "work news" {
		t.Errorf("got %s", got)
	}
}

func TestEveryRowStandsInTheOneAbove(t *testing.T) {
	tr := of(feeds)
	for row, parent := range tr.Parents() {
		if above := tr.Parent(row); parent != above {
			t.Errorf("%s: %d and %d", tr[row].ID, parent, above)
		}
	}
	if got := fmt.Sprint(tr.Parents()); got != "[-1 0 1 1 0 -1 5 6 -1]" {
		t.Error(got)
	}
}

func TestBranchesAreOpenUntilTheyAreClosed(t *testing.T) {
	var b snapshot.Branches
	says := func(what string, b snapshot.Branches, want string) {
		t.Helper()
		open, got := b.Open(), ""
		for _, id := range []string{"a", "b", "c"} {
			if open(id) {
				got += id
			}
		}
		if got != want {
			t.Errorf("%s: open are %q, want %q", what, got, want)
		}
		again := snapshot.ParseBranches(snapshot.FormatBranches(map[string]snapshot.Branches{"Feeds": b}))["Feeds"]
		if snapshot.FormatBranches(map[string]snapshot.Branches{"": again}) != snapshot.FormatBranches(map[string]snapshot.Branches{"": b}) {
			t.Errorf("%s: %v was read as %v", what, b, again)
		}
	}
	says("at first", b, "abc")
	says("one closed", b.Shut("b"), "ac")
	says("and opened again", b.Shut("b", "c").Opened("b"), "ab")
	closed := snapshot.Branches{Closed: true}
	says("all closed", closed, "")
	says("one opened", closed.Opened("c"), "c")
	says("and closed again", closed.Opened("c", "a").Shut("c"), "a")
	says("of what cannot be read", snapshot.ParseBranches("nonsense")["Feeds"], "abc")
}

func TestNotAllThatWasEverClosedIsKept(t *testing.T) {
	var b snapshot.Branches
	for i := range 3000 {
		b = b.Shut(fmt.Sprint(i))
	}
	if open := b.Open(); len(b.But) != 2000 || open("2999") || !open("0") {
		t.Errorf("%d are kept", len(b.But))
	}
}
