package conflicts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
)

// mergedFrom returns a base that is merged from two contents, which themselves have another
// base.
func mergedFrom(from *item.Content, contents ...*item.Content) conflicts.About {
	b := ancestry.Base{From: &ancestry.Base{Version: version(1, "phone", from)}}
	for i, c := range contents {
		b.Of = append(b.Of, ancestry.Base{Version: version(2+i, "phone", c)})
	}
	return conflicts.About{Base: b}
}

func TestLinesOfATextThatHaveNoOriginalAreOpenAndTheOthersMerged(t *testing.T) {
	about := mergedFrom(recipe("flour", "milk", "salt"), recipe("rye", "cream", "salt"), recipe("oats", "milk", "salt"))
	s, err := conflicts.NewSession(parted(recipe("rye", "cream", "salt"), recipe("oats", "cream", "sugar")), "me", about)
	must(t, err)
	c := cell(t, s, "text")
	if want := recipe("x", "cream", "salt").Text(); !c.HasBase || "x\n"+c.Base != want {
		t.Errorf("the original is %q", c.Base)
	}
	i, h := openHunk(t, s)
	if !h.NoBase || h.Base != "" || slices.ContainsFunc(h.Offers, func(o conflicts.Offer) bool { return o.Kind == conflicts.OfferOriginal }) {
		t.Errorf("the open stretch is %+v", h)
	}
	must(t, s.TakeHunk("text", i, 1))
	if got := decided(t, s).Content.Text(); got != recipe("oats", "cream", "sugar").Text() {
		t.Errorf("the result is %q", got)
	}
}

func TestTheOriginalIsTakenWhereThereIsOne(t *testing.T) {
	about := mergedFrom(recipe("flour", "milk", "salt"), recipe("rye", "cream", "salt"), recipe("oats", "milk", "salt"))
	s, err := conflicts.NewSession(parted(recipe("rye", "cream", "pepper"), recipe("oats", "cream", "sugar").WithTitle("Pie")), "me", about)
	must(t, err)
	must(t, s.TakeOriginal())
	if open := s.Open(); !slices.Equal(open, []string{"text"}) {
		t.Errorf("open is %q", open)
	}
	i, _ := openHunk(t, s)
	must(t, s.TakeHunk("text", i, 1))
	if c := decided(t, s).Content; c.Title() != "Cake" || c.Text() != recipe("oats", "cream", "salt").Text() {
		t.Errorf("the result is %q, %q", c.Title(), c.Text())
	}
}

func TestWhatBothResolvedAlikeIsNoChoiceThoughTheOriginalsCollide(t *testing.T) {
	about := mergedFrom(recipe("flour", "milk", "salt"), recipe("rye", "milk", "salt"), recipe("oats", "milk", "salt"))
	s, err := conflicts.NewSession(parted(recipe("oats", "milk", "sugar"), recipe("oats", "cream", "salt")), "me", about)
	must(t, err)
	if c := cell(t, s, "text"); c.Open || c.Result != recipe("oats", "cream", "sugar").Text() {
		t.Errorf("the text is %+v", c)
	}
}

// One of two ancestors is a deletion, which has no values for fields.
func TestADeletedAncestorTakesNoOriginalAway(t *testing.T) {
	about := mergedFrom(item.Plain("Eggs", ""), item.Plain("Six eggs", ""), item.Plain("Eggs", ""))
	about.Base.Of[1].Version.Deleted = true
	s, err := conflicts.NewSession(parted(item.Plain("Six eggs", "brown"), item.Plain("Ten eggs", "")), "me", about)
	must(t, err)
	if c := cell(t, s, "title"); c.Base != "Six eggs" || c.Result != "Ten eggs" || c.Open {
		t.Errorf("the title is %+v", c)
	}
}

// What has no original is open wherever versions differ.
func TestMergedOriginalsAreTheRecursiveMergeOfTheTrueGraph(t *testing.T) {
	merged, none := 0, 0
	testsize.Often(func() {
		rapid.Check(t, func(t *rapid.T) {
			m := newPeers(rapid.IntRange(2, 5).Draw(t, "endpoints"))
			steps := rapid.IntRange(1, 60).Draw(t, "steps")
			draw := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			for range steps {
				m.step(t, draw)
			}
			for _, it := range m.held {
				if it == nil || len(it.Conflicts) == 0 {
					continue
				}
				s, err := conflicts.NewSession(it, "", conflicts.About{Base: ancestry.Find(it.Versions(), m.archive), Listed: true})
				if err != nil {
					t.Fatal(err)
				}
				want := m.original(it.Versions())
				if s.Base().Merged() {
					merged++
				}
				for _, c := range s.Cells() {
					text, known := want.value(c.Field)
					if !slices.Contains([]string{"title", "due", "text"}, c.Field) {
						continue
					}
					if c.HasBase != known || c.Base != text {
						t.Fatalf("%s: the original is %q (%v), want %q (%v)", c.Field, c.Base, c.HasBase, text, known)
					}
					if !known {
						none++
					}
					if !known && !c.Alike && !c.Open {
						t.Fatalf("%s: it has no original, versions differ, and it is not open", c.Field)
					}
				}
			}
		})
	})
	if !testing.Short() && (merged == 0 || none == 0) {
		t.Errorf("%d originals were merged, %d fields had none", merged, none)
	}
}

// peers simulates endpoints that share an item with a few fields, and records what each
// version was made from.
type peers struct {
	held    []*item.Item
	archive []*item.Version
	// made has for each version, by its newest update, the versions that it was made from,
	// directly or indirectly, and the fields.
	made map[string]made
}

type made struct {
	from   map[string]bool
	fields fields
}

// fields are a version's values: a title, a day and three lines. A missing one has no
// original.
type fields map[string]string

var names = []string{"title", "due", "line1", "line2", "line3"}

func (f fields) content(t *rapid.T) *item.Content {
	text := f["line1"] + "\none\ntwo\n" + f["line2"] + "\nthree\nfour\n" + f["line3"] + "\n"
	c, err := record.New(record.Todo, record.Values{"title": f["title"], "due": f["due"], "text": text})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// value returns what a cell shows, and whether it has an original.
func (f fields) value(cell string) (string, bool) {
	if f == nil {
		return "", false
	}
	if cell != "text" {
		value, known := f[cell]
		return value, known
	}
	line := func(name string) string {
		if value, known := f[name]; known {
			return value + "\n"
		}
		return ""
	}
	return line("line1") + "one\ntwo\n" + line("line2") + "three\nfour\n" + line("line3"), true
}

func newPeers(count int) *peers {
	return &peers{held: make([]*item.Item, count), made: map[string]made{}}
}

func (m *peers) step(t *rapid.T, draw *rand.Rand) {
	i := draw.IntN(len(m.held))
	s := rules.Stamp{By: string(rune('A' + i)), When: noon.Add(time.Duration(len(m.archive)) * time.Minute)}
	it := m.held[i]
	switch other := m.held[draw.IntN(len(m.held))]; {
	case len(m.archive) == 0:
		f := fields{"title": "title0", "due": "2026-05-01", "line1": "first0", "line2": "second0", "line3": "third0"}
		next, err := feedsync.Create("x", rules.Change{Content: f.content(t)}, false, s)
		m.hold(t, i, next, err, f)
	case it == nil || draw.IntN(2) == 0:
		if other != nil {
			m.held[i] = feedsync.Merge(it, other).Item
		}
	default:
		taken := feedsync.Own(it, s.By)
		for n := range it.Conflicts {
			if !slices.Contains(taken, n) && draw.IntN(2) == 0 {
				taken = append(taken, n)
			}
		}
		from := []*item.Version{it.Winner}
		for _, n := range taken {
			from = append(from, it.Conflicts[n])
		}
		f := m.drawn(draw, from)
		next, err := feedsync.Resolve(it, rules.Change{Content: f.content(t)}, taken, s)
		m.hold(t, i, next, err, f, from...)
	}
}

// drawn takes each field from one of the versions, or changes it.
func (m *peers) drawn(draw *rand.Rand, from []*item.Version) fields {
	f := fields{}
	for i, name := range names {
		f[name] = m.of(from[draw.IntN(len(from))]).fields[name]
		if draw.IntN(4) == 0 {
			f[name] = fmt.Sprint([]string{"title", "2026-05-0", "first", "second", "third"}[i], 1+draw.IntN(5))
		}
	}
	return f
}

func (m *peers) of(v *item.Version) made { return m.made[v.Top().String()] }

func (m *peers) hold(t *rapid.T, i int, it *item.Item, err error, f fields, from ...*item.Version) {
	if err != nil {
		t.Fatal(err)
	}
	x := made{from: map[string]bool{}, fields: f}
	for _, v := range from {
		x.from[v.Top().String()] = true
		for name := range m.of(v).from {
			x.from[name] = true
		}
	}
	m.made[it.Winner.Top().String()] = x
	m.held[i], m.archive = it, append(m.archive, it.Winner)
}

// original returns the recursive merge of the common ancestors, field by field.
func (m *peers) original(of []*item.Version) fields {
	var common, newest []*item.Version
	for _, v := range m.archive {
		if !slices.ContainsFunc(of, func(y *item.Version) bool { return !m.of(y).from[v.Top().String()] }) {
			common = append(common, v)
		}
	}
	for _, v := range common {
		if !slices.ContainsFunc(common, func(y *item.Version) bool { return m.of(y).from[v.Top().String()] }) {
			newest = append(newest, v)
		}
	}
	switch len(newest) {
	case 0:
		return nil
	case 1:
		return m.of(newest[0]).fields
	}
	base, f := m.original(newest), fields{}
	for _, name := range names {
		var changed []string
		before, known := base[name]
		for _, v := range newest {
			if value := m.of(v).fields[name]; (!known || value != before) && !slices.Contains(changed, value) {
				changed = append(changed, value)
			}
		}
		switch len(changed) {
		case 0:
			f[name] = before
		case 1:
			f[name] = changed[0]
		}
	}
	return f
}

// A line next to one without an original keeps its own.
func TestOnlyLinesThatCollideInTheOriginalsHaveNoOriginal(t *testing.T) {
	text := func(lines string) *item.Content { return item.Plain("Cake", lines+"end\n") }
	about := mergedFrom(text("flour\nmilk\n"), text("rye\nmilk\n"), text("oats\nmilk\n"))
	for name, c := range map[string]struct{ a, b, gap, result string }{
		"both changed both lines":       {"rye\ncream\n", "oats\nwater\n", "rye\n", "rye\nmilk\nend\n"},
		"one replaced it by two lines":  {"rye\nwheat\nmilk\n", "oats\ncream\n", "rye\nwheat\n", "rye\nwheat\nmilk\nend\n"},
		"one added a line after it":     {"rye\nwheat\nmilk\n", "oats\nmilk\n", "rye\nwheat\n", "rye\nwheat\nmilk\nend\n"},
		"both replaced it by two lines": {"rye\nwheat\ncream\n", "oats\nbran\nmilk\n", "rye\nwheat\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := conflicts.NewSession(parted(text(c.a), text(c.b)), "me", about)
			must(t, err)
			hunks := s.Hunks("text")
			if h := hunks[0]; !h.NoBase || !h.Open || c.result != "" && h.Texts[0] != c.gap {
				t.Errorf("the first stretch is %+v", h)
			}
			if c.result == "" { // it is not known where the first line ends
				return
			}
			if h := hunks[1]; h.NoBase || h.Base == "" {
				t.Fatalf("the second stretch is %+v", h)
			}
			must(t, s.TakeHunk("text", 0, 0))
			if h := hunks[1]; !h.Alike {
				o, err := s.Original("text", 1)
				must(t, err)
				must(t, s.Accept("text", 1, o))
			}
			if got := decided(t, s).Content.Text(); got != c.result {
				t.Errorf("the result is %q, want %q", got, c.result)
			}
		})
	}
}
