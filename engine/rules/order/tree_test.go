package order_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
)

// nodes parses a set, one item per line: "a =1 ^parent", and "deleted" for a tombstone.
func nodes(t *testing.T, text string) (all []order.Node) {
	t.Helper()
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		id, p, _, _ := read(t, words)
		all = append(all, order.Node{ID: id, Place: p, Deleted: slices.Contains(words, "deleted")})
	}
	return all
}

// draw formats rows as "a(b(c) d)", and fails if the number of children is wrong.
func draw(t *testing.T, nodes []order.Node, rows []order.Row) string {
	t.Helper()
	var b strings.Builder
	depth := 0
	counts := map[int]int{}
	for i, r := range rows {
		for ; depth > r.Depth; depth-- {
			b.WriteByte(')')
		}
		switch {
		case i == 0:
		case r.Depth > rows[i-1].Depth:
			b.WriteByte('(')
			depth = r.Depth
		default:
			b.WriteByte(' ')
		}
		b.WriteString(nodes[r.Index].ID)
		for j := i - 1; j >= 0; j-- {
			if rows[j].Depth < r.Depth {
				counts[j]++
				break
			}
		}
	}
	for i, r := range rows {
		if r.Children != counts[i] {
			t.Errorf("%s has %d children, not %d", nodes[r.Index].ID, r.Children, counts[i])
		}
	}
	return b.String() + strings.Repeat(")", depth)
}

func TestTheTreeOfASet(t *testing.T) {
	for _, c := range []struct{ what, nodes, tree, shown string }{
		{"nothing", "", "", ""},
		{"parents come before their children, siblings in the order of their keys", `
			c =2 ^a
			d =1 ^c
			b =1 ^a
			a =3
			z =1`, "z a(b c(d))", "z a(b c(d))"},
		{"equal keys stand by identifier, and what has no key comes last", `
			n
			b =1
			a =1
			m = ^b
			k =5 ^b`, "a b(k m) n", "a b(k m) n"},
		{"the children of a tombstone stand where it stood", `
			a =1
			t =2 deleted
			x =1 ^t
			y =2 ^t
			b =3`, "a t(x y) b", "a x y b"},
		{"also through several, and under the nearest ancestor that is shown", `
			a =1
			t =1 ^a deleted
			u =1 ^t deleted
			x =1 ^u
			y =2 ^a
			v =3 ^a deleted`, "a(t(u(x)) y v)", "a(x y)"},
		{"a missing parent puts items to the root, last, by identifier", `
			z =1 ^gone
			c =9
			y =2 ^gone
			x =1 ^z
			b`, "c b y z(x)", "c b y z(x)"},
		{"a cycle is laid out as it will be opened", `
			b =1 ^c
			c =1 ^b
			x =1 ^c
			a =1`, "a b(c(x))", "a b(c(x))"},
	} {
		all := nodes(t, c.nodes)
		before := slices.Clone(all)
		if got := draw(t, all, order.Tree(all)); got != c.tree {
			t.Errorf("%s: the tree is %q, want %q", c.what, got, c.tree)
		}
		if got := draw(t, all, order.Shown(all, nil)); got != c.shown {
			t.Errorf("%s: shown is %q, want %q", c.what, got, c.shown)
		}
		if !slices.Equal(all, before) {
			t.Errorf("%s: the nodes were changed", c.what)
		}
	}
}

func TestATombstoneThatHasSomethingToResolveIsShown(t *testing.T) {
	all := nodes(t, `
			t =1 deleted
			x =1 ^t
			u =2 deleted
			y =1 ^u`)
	got := draw(t, all, order.Shown(all, func(n order.Node) bool { return n.ID == "t" }))
	if want := "t(x) y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// SSE 0.91 §4.4.2: items in ascending order of identifier are moved to the top level.
func TestCyclesAreOpenedAtTheLowestIdentifier(t *testing.T) {
	for _, c := range []struct{ what, nodes, want string }{
		{"none", `
			a =1
			b =1 ^a`, ""},
		{"an item in itself", "a =1 ^a", "a !a"},
		{"two in each other", `
			b =1 ^a
			a =1 ^b`, "a !b"},
		{"a longer one, with what hangs below it", `
			c =1 ^b
			b =1 ^d
			d =1 ^c
			a =1 ^c
			z =1 ^a`, "b !d"},
		{"several", `
			f =1 ^e
			e =1 ^f
			a =1 ^e
			d =1 ^c
			c =1 ^d
			b =1 ^b`, "b !b c !d e !f"},
		{"a missing parent is none", "a =1 ^gone", ""},
	} {
		all := nodes(t, c.nodes)
		var got []string
		for _, m := range order.Cycles(all) {
			if m.Place.Key != order.Last || m.Place.Parent != "" {
				t.Errorf("%s: %s is put to %v", c.what, all[m.Index].ID, m.Place)
			}
			got = append(got, all[m.Index].ID+" !"+m.Place.Cycle)
			all[m.Index].Place = m.Place
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %s", c.what, got, c.want)
		}
		if again := order.Cycles(all); len(again) > 0 {
			t.Errorf("%s: there are cycles left: %v", c.what, again)
		}
	}
}

func TestATreeOfAnyDepthIsLaidOut(t *testing.T) {
	const depth = 100_000
	all := make([]order.Node, depth)
	s := make([]order.Spot, depth)
	for i := range all {
		all[i].ID = fmt.Sprint(i)
		s[i] = order.Spot{ID: all[i].ID, Number: i + 1, Parent: i}
		if i > 0 {
			all[i].Place.Parent = fmt.Sprint(i - 1)
		}
	}
	rows := order.Tree(all)
	if len(rows) != depth || rows[depth-1].Depth != depth-1 {
		t.Errorf("%d rows", len(rows))
	}
	if l := order.Locate(s, nil); l[depth-1].Parent != fmt.Sprint(depth-2) {
		t.Errorf("the last stands in %q", l[depth-1].Parent)
	}
	all[0].Place.Parent = fmt.Sprint(depth - 1)
	if m := order.Cycles(all); len(m) != 1 || m[0].Index != 0 {
		t.Errorf("got %v", m)
	}
}

// ladder returns nodes that are each the child of the previous one, with a sibling for every
// tenth.
func ladder(n int) (nodes []order.Node) {
	parent := ""
	for i := range n {
		id := fmt.Sprintf("i%04d", i)
		nodes = append(nodes, order.Node{ID: id, Place: item.Place{Parent: parent, Key: "1"}})
		if i%10 == 0 {
			nodes = append(nodes, order.Node{ID: "beside-" + id, Place: item.Place{Parent: parent, Key: "2"}})
		}
		parent = id
	}
	return nodes
}

// written returns the nodes' positions as written in a document.
func written(t *testing.T, nodes []order.Node) (all []order.Spot) {
	t.Helper()
	var open []int
	for i, row := range order.Folded(order.Tree(nodes)) {
		if row.Depth >= order.Levels || row.Depth > len(open) {
			t.Fatalf("row %d stands %d deep after %d", i, row.Depth, len(open))
		}
		s := order.Spot{ID: nodes[row.Index].ID, Number: i + 1, Given: nodes[row.Index].Place}
		if row.Depth > 0 {
			s.Parent = open[row.Depth-1]
		}
		all, open = append(all, s), append(open[:row.Depth], s.Number)
	}
	return all
}

// However deep a tree is, readers of its document get the same positions, whether they know
// the items or not.
func TestATreeThatIsTooDeepForADocumentComesBackWhole(t *testing.T) {
	for _, n := range []int{999, 1000, 1001, 1011, 2500, 20_000} {
		nodes := ladder(n)
		want := map[string]item.Place{}
		for _, node := range nodes {
			want[node.ID] = node.Place
		}
		for name, known := range map[string]func(string) order.Known{
			"nothing is known":     nil,
			"all is known":         func(id string) order.Known { return order.Known{Place: want[id], Same: true} },
			"older ones are known": func(string) order.Known { return order.Known{Place: item.Place{Key: "7"}} },
		} {
			located := order.Locate(written(t, nodes), known)
			if len(located) != len(nodes) {
				t.Fatalf("%d of %d are there", len(located), len(nodes))
			}
			for _, l := range located {
				if l.Place != want[l.ID] || l.Derived {
					t.Fatalf("%d levels, %s: %s is at %v, derived %v, want %v", n, name, l.ID, l.Place, l.Derived, want[l.ID])
				}
			}
		}
	}
}

// The first outline that is too deep for a document moves to the top level, even if it is the
// only one.
func TestASingleOutlineThatIsTooDeepComesToTheRoot(t *testing.T) {
	deep := []order.Row{{Index: 0, Depth: order.Levels - 1, Children: 1}, {Index: 1, Depth: order.Levels}}
	if got, want := order.Folded(deep), []order.Row{deep[0], {Index: 1}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestWhatIsNotTooDeepStaysAsItIs(t *testing.T) {
	rows := order.Tree(ladder(order.Levels))
	if !slices.Equal(order.Folded(rows), rows) {
		t.Error("the rows were changed")
	}
}
