package outline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/window/outline"
)

// tree is an outline as a text: a word for each row, with ">" for each ancestor.
type tree []string

func (t tree) Len() int { return len(t) }

func (t tree) ID(row int) string { return strings.TrimLeft(t[row], ">") }

func (t tree) Depth(row int) int { return len(t[row]) - len(t.ID(row)) }

func of(text string) tree { return strings.Fields(text) }

// rows returns the indices of identifiers.
func (t tree) rows(ids string) []int {
	var all []int
	for _, id := range strings.Fields(ids) {
		all = append(all, outline.Find(t, id))
	}
	return all
}

func text(m outline.Move, ok bool) string {
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
		key    func(outline.Tree, []int) (outline.Move, bool)
		chosen string
		want   string
	}{
		{outline.Up, "mail", `mail in "work" after ""`},
		{outline.Up, "misc", `misc in "" after "work"`},
		{outline.Up, "news", "stays"},
		{outline.Down, "work", `work in "" after "home"`},
		{outline.Down, "b", "stays"},
		{outline.Down, "misc", "stays"},
		{outline.In, "home", `home in "work" after "mail"`},
		{outline.In, "mail", `mail in "news" after "b"`},
		{outline.In, "b", `b in "a" after ""`},
		{outline.In, "work", "stays"},
		{outline.Out, "a", `a in "work" after "news"`},
		{outline.Out, "garden", `garden in "" after "home"`},
		{outline.Out, "misc", "stays"},
		// several move together with their descendants
		{outline.Up, "home garden misc", `home misc in "" after ""`},
		{outline.Out, "a b", `a b in "work" after "news"`},
		// rows that are not adjacent become adjacent
		{outline.Down, "work misc", "stays"},
		{outline.Up, "work misc", "stays"},
		{outline.Out, "news mail", `news mail in "" after "work"`},
		// rows with another parent are not moved, and counted
		{outline.In, "home c", `home in "work" after "mail"`},
		{outline.Down, "a mail garden", `a in "news" after "b", 2 stayed`},
		{outline.Up, "b home misc", `b in "news" after "", 2 stayed`},
	} {
		tr := of(feeds)
		if got := text(c.key(tr, tr.rows(c.chosen))); got != c.want {
			t.Errorf("%s: got %s, want %s", c.chosen, got, c.want)
		}
	}
}

func TestRowsWithOthersBetweenThemAreMovedTogether(t *testing.T) {
	tr := of("z >a >b >c >>d >e >f")
	for _, c := range []struct {
		key    func(outline.Tree, []int) (outline.Move, bool)
		chosen string
		want   string
	}{
		{outline.Up, "b e", `b e in "z" after ""`},
		{outline.Up, "c f", `c f in "z" after "a"`},
		{outline.Down, "a c", `a c in "z" after "e"`},
		{outline.Down, "a c d", `a c in "z" after "e"`},
		{outline.In, "b f", `b f in "a" after ""`},
		{outline.Out, "b e", `b e in "" after "z"`},
	} {
		if got := text(c.key(tr, tr.rows(c.chosen))); got != c.want {
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
		if got := text(outline.Into(tr, tr.rows(c.chosen), outline.Find(tr, c.into))); got != c.want {
			t.Errorf("%s into %s: got %s, want %s", c.chosen, c.into, got, c.want)
		}
	}
	if got, want := text(outline.Into(tr, tr.rows("a"), outline.None)), `a in "" after "misc"`; got != want {
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
		mark          outline.Mark
	}{
		{"misc", "b", 0.9, 0, `misc in "work" after "news"`, outline.Mark{3, outline.AtBottom, 1}},
		{"misc", "b", 0.9, 2, `misc in "news" after "b"`, outline.Mark{3, outline.AtBottom, 2}},
		{"misc", "b", 0.9, 9, `misc in "b" after ""`, outline.Mark{3, outline.AtBottom, 3}},
		{"misc", "work", 0.1, 5, `misc in "" after ""`, outline.Mark{0, outline.AtTop, 0}},
		{"misc", "work", 0.9, 0, `misc in "work" after ""`, outline.Mark{0, outline.AtBottom, 1}},
		{"a", "misc", 0.9, 0, `a in "" after "misc"`, outline.Mark{8, outline.AtBottom, 0}},
		{"a", "c", 0.8, 0, `a in "" after "home"`, outline.Mark{7, outline.AtBottom, 0}},
		{"a", "c", 0.8, 1, `a in "home" after "garden"`, outline.Mark{7, outline.AtBottom, 1}},
		// at its present position, a row can be outdented
		{"b", "b", 0.1, 1, `b in "work" after "news"`, outline.Mark{3, outline.AtTop, 1}},
		{"c", "c", 0.9, 0, `c in "" after "home"`, outline.Mark{7, outline.AtBottom, 0}},
		// several together
		{"a b", "misc", 0.9, 0, `a b in "" after "misc"`, outline.Mark{8, outline.AtBottom, 0}},
		// onto a row
		{"misc", "news", 0.5, 0, `misc in "news" after "b"`, outline.Mark{1, outline.Round, 2}},
	} {
		m, mark, ok := outline.Drop(tr, tr, tr.rows(c.dragged), outline.Pointer{Row: outline.Find(tr, c.over), Part: c.part, Depth: c.depth})
		if got := text(m, ok); got != c.want || mark != c.mark {
			t.Errorf("%s over %s at %v: got %s, %v; want %s, %v", c.dragged, c.over, c.depth, got, mark, c.want, c.mark)
		}
	}
}

func TestNothingIsDroppedIntoItself(t *testing.T) {
	tr := of(feeds)
	for _, over := range []string{"work", "news", "a"} {
		if m, _, ok := outline.Drop(tr, tr, tr.rows("work"), outline.Pointer{Row: outline.Find(tr, over), Part: 0.5}); ok {
			t.Errorf("work onto %s: %s", over, text(m, ok))
		}
	}
	for row := range tr {
		for depth := range 5 {
			for _, part := range []float32{0, 0.9} {
				m, _, ok := outline.Drop(tr, tr, tr.rows("work misc"), outline.Pointer{Row: row, Part: part, Depth: depth})
				if inside := []string{"work", "news", "a", "b", "mail", "misc"}; ok && (slices.Contains(inside, m.Parent) || slices.Contains(inside, m.After)) {
					t.Errorf("over %s at %d: %s", tr[row], depth, text(m, ok))
				}
			}
		}
	}
}

// The content of a closed branch is not visible: below it means after it.
func TestBelowAClosedBranchMeansBesideIt(t *testing.T) {
	all, shown := of(feeds), of("work home >garden >>c misc")
	m, mark, ok := outline.Drop(shown, all, shown.rows("misc"), outline.Pointer{Row: 0, Part: 0.9, Depth: 3})
	if got, want := text(m, ok), `misc in "" after "work"`; got != want || mark.Depth != 0 {
		t.Errorf("below: got %s at %d, want %s", got, mark.Depth, want)
	}
	m, _, ok = outline.Drop(shown, all, shown.rows("misc"), outline.Pointer{Row: 0, Part: 0.5})
	if got, want := text(m, ok), `misc in "work" after "mail"`; got != want {
		t.Errorf("onto: got %s, want %s", got, want)
	}
}

func TestThePathLeadsFromTheOutermost(t *testing.T) {
	tr := of(feeds)
	var path []string
	for _, row := range outline.Path(tr, outline.Find(tr, "b")) {
		path = append(path, tr.ID(row))
	}
	if got := strings.Join(path, " "); got != "work news" {
		t.Errorf("got %s", got)
	}
}

func TestEveryRowStandsInTheOneAbove(t *testing.T) {
	tr := of(feeds)
	for row, parent := range outline.Parents(tr) {
		if above := outline.Above(tr, row); parent != above {
			t.Errorf("%s: %d and %d", tr[row], parent, above)
		}
	}
	if got := fmt.Sprint(outline.Parents(tr)); got != "[-1 0 1 1 0 -1 5 6 -1]" {
		t.Error(got)
	}
}

func TestBranchesAreOpenUntilTheyAreClosed(t *testing.T) {
	var b outline.Branches
	says := func(what string, b outline.Branches, want string) {
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
		again := outline.Parse(outline.Format(map[string]outline.Branches{"Feeds": b}))["Feeds"]
		if outline.Format(map[string]outline.Branches{"": again}) != outline.Format(map[string]outline.Branches{"": b}) {
			t.Errorf("%s: %v was read as %v", what, b, again)
		}
	}
	says("at first", b, "abc")
	says("one closed", b.Shut("b"), "ac")
	says("and opened again", b.Shut("b", "c").Opened("b"), "ab")
	closed := outline.Branches{Closed: true}
	says("all closed", closed, "")
	says("one opened", closed.Opened("c"), "c")
	says("and closed again", closed.Opened("c", "a").Shut("c"), "a")
	says("of what cannot be read", outline.Parse("nonsense")["Feeds"], "abc")
}

func TestNotAllThatWasEverClosedIsKept(t *testing.T) {
	var b outline.Branches
	for i := range 3000 {
		b = b.Shut(fmt.Sprint(i))
	}
	if open := b.Open(); len(b.But) != 2000 || open("2999") || !open("0") {
		t.Errorf("%d are kept", len(b.But))
	}
}
