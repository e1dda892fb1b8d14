package intake_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe/intake"
	"crossfeed/engine/transport"
)

// newOutlineDesk returns a desk with an outline.
func newOutlineDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t)
	d.set = store.Set{Name: "Plans", Kind: "outline", Format: "opml", Dialect: "sse-0.91"}
	d.update(func(w store.Writer) (err error) { d.set.Key, err = w.PutSet(d.set); return err })
	return d
}

// opmlOf returns a document as written by a program that knows no positions.
func opmlOf(outlines ...string) string {
	return `<opml version="1.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse" xmlns:cf="urn:uuid:1f0b6a52-5d0e-4c57-9d1a-6a3c8be0f7d4"><head><title>Plans</title></head><body>
` + strings.Join(outlines, "\n") + "\n</body></opml>"
}

// outline returns an outline with its identifier as its text. Its update is given as "version
// by" and is made in the minute of that version; its children follow.
func outline(id, update string, inner ...string) string { return given(id, update, "", inner...) }

// given returns an outline with attributes of its position.
func given(id, update, attributes string, inner ...string) string {
	version, by, _ := strings.Cut(update, " ")
	return fmt.Sprintf(`<outline text="%s"><sx:sync id="%s" version="%s" %s><sx:history when="Thu, 21 May 2026 01:0%s:00 GMT" by="%s"/></sx:sync>%s</outline>`,
		id, id, version, attributes, version, by, strings.Join(inner, ""))
}

// readOutline reads a document with these outlines.
func (d *desk) readOutline(outlines ...string) intake.Result {
	d.Helper()
	d.files.Put(path, opmlOf(outlines...))
	r, err := d.try(d.Context(), d.files, intake.Options{})
	if err != nil {
		d.Fatal(err)
	}
	return r
}

// tree returns the set as "a(b c) d".
func (d *desk) tree() string {
	d.Helper()
	var nodes []order.Node
	d.update(func(w store.Writer) error {
		all, err := w.Places(d.set.Key)
		for _, p := range all {
			nodes = append(nodes, order.Node{ID: p.ID, Place: p.Place, Deleted: p.Deleted})
		}
		return err
	})
	var b strings.Builder
	depth := 0
	for i, row := range order.Tree(nodes) {
		switch {
		case i == 0:
		case row.Depth > depth:
			b.WriteString("(")
		default:
			b.WriteString(strings.Repeat(")", depth-row.Depth) + " ")
		}
		depth = row.Depth
		b.WriteString(nodes[row.Index].ID)
	}
	return b.String() + strings.Repeat(")", depth)
}

func (d *desk) wantTree(want string) {
	d.Helper()
	if got := d.tree(); got != want {
		d.Errorf("the outline is %s, want %s", got, want)
	}
}

// All of these documents are from a program that knows no positions.
func TestAnOutlineStandsAsInADocumentWithoutKeys(t *testing.T) {
	d := newOutlineDesk(t)
	for _, step := range []struct {
		what     string
		outlines []string
		tree     string
		want     counts
	}{
		{"new", []string{outline("work", "1 phone", outline("z", "1 phone"), outline("y", "1 phone")), outline("home", "1 phone")},
			"work(z y) home", counts{read: 4, fresh: 4}},
		{"the same again", []string{outline("work", "1 phone", outline("z", "1 phone"), outline("y", "1 phone")), outline("home", "1 phone")},
			"work(z y) home", counts{read: 4, unchanged: 4}},
		{"moved within its parent", []string{outline("work", "1 phone", outline("y", "2 phone"), outline("z", "1 phone")), outline("home", "1 phone")},
			"work(y z) home", counts{read: 4, updated: 1, unchanged: 3}},
		{"moved to another parent", []string{outline("work", "1 phone", outline("z", "1 phone")), outline("home", "1 phone", outline("y", "3 phone"))},
			"work(z) home(y)", counts{read: 4, updated: 1, unchanged: 3}},
		{"put between", []string{outline("work", "1 phone", outline("z", "1 phone")), outline("a", "1 phone"), outline("home", "1 phone", outline("y", "3 phone"))},
			"work(z) a home(y)", counts{read: 5, fresh: 1, unchanged: 4}},
		{"an outline that takes no part between", []string{`<outline text="mine">` + outline("a", "1 phone", outline("b", "1 phone")) + `</outline>`},
			"work(z) a(b) home(y)", counts{read: 2, fresh: 1, unchanged: 1}},
		{"an old state", []string{outline("home", "1 phone"), outline("work", "1 phone", outline("z", "1 phone"), outline("y", "1 phone"))},
			"work(z) a(b) home(y)", counts{read: 4, unchanged: 4}},
	} {
		if got := countsOf(d.readOutline(step.outlines...)); got != step.want {
			t.Errorf("%s: %+v, want %+v", step.what, got, step.want)
		}
		if got := d.tree(); got != step.tree {
			t.Errorf("%s: %s, want %s", step.what, got, step.tree)
		}
		before := d.revision()
		if again := d.readOutline(step.outlines...); again.New+again.Updated > 0 || d.revision() != before {
			t.Errorf("%s, read again: %+v, revision %d after %d", step.what, countsOf(again), d.revision(), before)
		}
	}
}

func TestAGivenKeyCountsMoreThanTheNeighbours(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(given("a", "1 phone", `cf:order="1"`), given("c", "1 phone", `cf:order="3"`))
	d.readOutline(given("b", "1 phone", `cf:order="2"`))
	d.wantTree("a b c")
}

func TestAMissingParentIsToldAndWaitedFor(t *testing.T) {
	d := newOutlineDesk(t)
	r := d.readOutline(given("b", "1 phone", `cf:order="1" cf:parent="folder"`), given("c", "1 phone", `cf:order="1"`))
	d.wantTree("c b")
	if said := r.Problems.Sentences(); len(said) != 1 || !strings.Contains(said[0], `item "b"`) || !strings.Contains(said[0], `"folder"`) || !strings.HasPrefix(said[0], path+": line 2: warning") {
		t.Errorf("problems: %q", said)
	}
	if r := d.readOutline(given("folder", "1 laptop", `cf:order="1/2"`)); len(r.Problems.Sentences()) != 0 {
		t.Errorf("problems: %q", r.Problems.Sentences())
	}
	d.wantTree("folder(b) c")
	if r := d.readOutline(given("b", "1 phone", `cf:order="1" cf:parent="folder"`)); len(r.Problems.Sentences()) != 0 {
		t.Errorf("the parent is here now; problems: %q", r.Problems.Sentences())
	}
}

func TestOneIdentifierTwiceIsToldAndStandsInTheFirstPlace(t *testing.T) {
	d := newOutlineDesk(t)
	twice := []string{outline("a", "1 phone", outline("b", "1 phone")), outline("c", "1 phone", outline("b", "1 phone"))}
	for range 2 {
		r := d.readOutline(twice...)
		d.wantTree("a(b) c")
		if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, `item "b"`) || !strings.Contains(said, "two entries have this identifier") || !strings.Contains(said, "SSE 0.91 §2.3") {
			t.Errorf("problems: %q", said)
		}
	}
}

func TestAListOfFeedsThatSharesNothingIsRefused(t *testing.T) {
	d := newOutlineDesk(t)
	d.files.Put(path, opmlOf(`<outline text="News"><outline text="A feed" xmlUrl="https://example.com/feed"/></outline>`))
	_, err := d.try(t.Context(), d.files, intake.Options{})
	var refused *transport.Error
	if !errors.As(err, &refused) || refused.Trouble != transport.PlainOutline || refused.Address != path {
		t.Errorf("got %v", err)
	}
	if said := d.readOutline().Problems.Sentences(); len(said) != 0 {
		t.Errorf("of an empty outline: %q", said)
	}
}

func TestACycleIsOpenedAndFlagged(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(outline("a", "1 phone"), outline("b", "1 phone", outline("c", "1 phone")))
	// Two concurrent moves: the phone moved a into c, the laptop b into a.
	d.readOutline(outline("b", "1 phone", outline("c", "1 phone", outline("a", "2 phone"))))
	d.wantTree("b(c(a))")
	moved := []string{outline("a", "1 phone", outline("b", "2 laptop", outline("c", "1 phone")))}
	d.files.Put(path, opmlOf(moved...))
	before := d.revision()
	dry, err := d.try(t.Context(), d.files, intake.Options{DryRun: true})
	if want := (counts{read: 3, updated: 2, unchanged: 1, conflicts: 1}); err != nil || countsOf(dry) != (counts{read: 3, updated: 2, unchanged: 1, conflicts: 1}) || d.revision() != before {
		t.Errorf("a dry run: %+v, %v, want %+v", countsOf(dry), err, want)
	}
	r := d.readOutline(moved...)
	if countsOf(r) != countsOf(dry) {
		t.Errorf("%+v, and a dry run %+v", countsOf(r), countsOf(dry))
	}
	d.wantTree("a(b(c))")
	a := d.item("a")
	if want := (item.Place{Key: order.Last, Cycle: "c"}); !a.Flagged || a.Winner.Place != want || a.Winner.Updates != 2 {
		t.Errorf("a is flagged: %v, at %+v, update %d; want %+v", a.Flagged, a.Winner.Place, a.Winner.Updates, want)
	}
	if said := strings.Join(r.Problems.Sentences(), "\n"); !strings.Contains(said, `item "a"`) || !strings.Contains(said, `"c"`) || !strings.Contains(said, "§4.4.2") {
		t.Errorf("problems: %q", said)
	}
	before = d.revision()
	for _, doc := range [][]string{moved, {outline("b", "1 phone", outline("c", "1 phone", outline("a", "2 phone")))}} {
		if r := d.readOutline(doc...); r.New+r.Updated > 0 || d.revision() != before {
			t.Errorf("read again: %+v, revision %d after %d", countsOf(r), d.revision(), before)
		}
	}
	d.wantTree("a(b(c))")
}

// Each document has some of the items, and their given parents form a cycle that no nesting
// shows.
func TestGivenParentsThatMakeACircleAreOpened(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(given("c", "1 phone", `cf:order="1" cf:parent="b"`), given("self", "1 phone", `cf:order="1" cf:parent="self"`))
	d.readOutline(given("b", "1 laptop", `cf:order="1" cf:parent="a"`))
	d.wantTree("self b(c)")
	r := d.readOutline(given("a", "1 tablet", `cf:order="1" cf:parent="c"`))
	d.wantTree("self a(b(c))")
	if a, b := d.item("a"), d.item("b"); !a.Flagged || a.Winner.Place.Cycle != "c" || b.Flagged || len(r.Problems.Sentences()) == 0 {
		t.Errorf("a stands at %+v, flagged %t; b is flagged %t; problems %q", a.Winner.Place, a.Flagged, b.Flagged, r.Problems.Sentences())
	}
}

// Errors in a document are reported, and local items are preserved.
func TestABadOutlineIsToldAndChangesNothingThatIsHeld(t *testing.T) {
	newer := outline("b", "2 phone")
	for name, c := range map[string]struct {
		document, want string
		refused        bool
	}{
		"nested too deep":   {opmlOf(newer, strings.Repeat("<outline>", 100_000)), "nested more than 1000 deep", true},
		"cut off":           {opmlOf(newer, "<outline>"), ":4:1: </body>", true},
		"without a history": {opmlOf(`<outline text="b"><sx:sync id="b" version="2"/></outline>`), "sx:history", false},
		"of version 0":      {opmlOf(strings.Replace(newer, `version="2"`, `version="0"`, 1)), `version="0"`, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newOutlineDesk(t)
			d.readOutline(outline("a", "1 phone", outline("b", "1 phone")))
			before := d.revision()
			d.files.Put(path, c.document)
			r, err := d.try(t.Context(), d.files, intake.Options{})
			said := strings.Join(r.Problems.Sentences(), "\n")
			if err != nil {
				said = err.Error()
			}
			if (err != nil) != c.refused || !strings.Contains(said, c.want) || !strings.Contains(said, path) {
				t.Errorf("said %q (refused %t), want %q", said, err != nil, c.want)
			}
			d.wantTree("a(b)")
			if d.item("b").Winner.Updates != 1 || d.revision() != before {
				t.Errorf("b has update %d, revision %d after %d", d.item("b").Winner.Updates, d.revision(), before)
			}
		})
	}
}

// Children of a skipped outline belong to it: their parent is missing until it is received, or
// stays as it is locally.
func TestWhatIsInASkippedOutlineIsInItOnceItIsMended(t *testing.T) {
	inner := []string{outline("x", "1 phone"), outline("y", "1 phone")}
	mended := outline("a", "1 phone", outline("b", "1 phone", inner...), outline("z", "1 phone"))
	for name, c := range map[string]struct {
		first  string
		broken string
	}{
		"new":  {"", `<outline text="b"><sx:sync id="b" version="1"/>` + strings.Join(inner, "") + `</outline>`},
		"held": {outline("a", "1 phone", outline("b", "1 phone")), strings.Replace(outline("b", "2 phone", inner...), `version="2"`, `version="0"`, 1)},
	} {
		d := newOutlineDesk(t)
		d.readOutline(c.first)
		r := d.readOutline(outline("a", "1 phone", c.broken, outline("z", "1 phone")))
		if d.item("x").Winner.Place.Parent != "b" || r.Skipped != 1 {
			t.Errorf("%s: x stands in %q, %d set aside", name, d.item("x").Winner.Place.Parent, r.Skipped)
		}
		if said := strings.Join(r.Problems.Sentences(), "\n"); strings.Contains(said, `its parent "b" is missing`) != (name == "new") {
			t.Errorf("%s: problems %q", name, said)
		}
		d.readOutline(mended)
		d.wantTree("a(b(x y) z)")
	}
}

// If the outline's item is elsewhere in the document, neither is inside the other.
func TestASkippedOutlineStandsForNothingButItsItem(t *testing.T) {
	aside := func(inner string) string {
		return `<outline text="b"><sx:sync id="b" version="1"/>` + inner + `</outline>`
	}
	for tree, document := range map[string]string{
		"a(x) b": outline("a", "1 phone", aside(outline("x", "1 phone"))) + outline("b", "1 phone"),
		"b(x)":   aside(outline("b", "1 phone", outline("x", "1 phone"))),
		"a(b)":   aside(outline("a", "1 phone", outline("b", "1 phone"))),
	} {
		d := newOutlineDesk(t)
		d.readOutline(document)
		d.wantTree(tree)
		if d.item("b").Flagged {
			t.Errorf("%s: b is flagged", tree)
		}
	}
}

// moveHere moves an item on this endpoint.
func (d *desk) moveHere(id string, to item.Place) {
	d.Helper()
	it := d.item(id)
	v := *it.Winner
	v.Updates++
	v.History = slices.Concat([]item.History{{Sequence: v.Updates, By: "desk", When: item.At(noon)}}, v.History)
	v.Place = to
	d.update(func(w store.Writer) error { return w.PutItem(d.set.Key, &item.Item{Winner: &v}, store.Seen{At: noon}) })
}

func TestAMoveDuringAReadingIsNotLostAndMakesNoCycle(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(outline("a", "1 phone"), outline("b", "1 phone"))
	d.files.Put(path, opmlOf(outline("b", "1 phone", outline("a", "2 phone"))))
	moves := 0
	_, err := d.try(t.Context(), midway{d.files, func() {
		d.moveHere("b", item.Place{Parent: "a", Key: "1"})
		moves++
	}}, intake.Options{})
	if err != nil || moves != 1 {
		t.Fatalf("%v after %d moves", err, moves)
	}
	d.wantTree("a(b)")
	if a, b := d.item("a"), d.item("b"); !a.Flagged || a.Winner.Updates != 2 || b.Winner.Updates != 2 || b.Flagged {
		t.Errorf("a %+v, b %+v", a, b)
	}
}

// A program that knows no positions preserves the conflicts of an item without their
// positions.
func TestAConflictWithoutAPlaceHasThatOfItsVersionHere(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(given("a", "1 phone", `cf:order="1"`), given("b", "1 phone", `cf:order="2"`))
	d.readOutline(given("a", "1 phone", `cf:order="1"`, given("b", "2 phone", `cf:order="1" cf:parent="a"`)))
	loser := strings.Replace(given("b", "2 laptop", ""), "<outline text=\"b\">", "<outline text=\"b of the laptop\">", 1)
	winner := strings.Replace(given("b", "2 phone", ""), "</sx:sync>", `<sx:conflicts><sx:conflict version="2" by="laptop" when="Thu, 21 May 2026 01:02:00 GMT">`+loser+`</sx:conflict></sx:conflicts></sx:sync>`, 1)
	d.readOutline(outline("a", "1 phone", winner))
	it := d.item("b")
	if len(it.Conflicts) != 1 || it.Conflicts[0].Place.Parent != "a" {
		t.Fatalf("b has the conflicts %+v", it.Conflicts)
	}
	d.wantTree("a(b)")
}

func TestOneEndpointIdentifierInUseTwiceIsToldWithTheSectionOfItsEdition(t *testing.T) {
	d := newOutlineDesk(t)
	d.readOutline(outline("a", "1 phone"))
	other := strings.Replace(outline("a", "1 phone"), `text="a"`, `text="another"`, 1)
	said := strings.Join(d.readOutline(other).Problems.Sentences(), "\n")
	if !strings.Contains(said, "two devices use the same identifier") || !strings.Contains(said, "SSE 0.91 §2.4") || strings.Contains(said, "SSE 0.93") {
		t.Errorf("problems: %q", said)
	}
}

// Documents of SSE 0.91 are written with whole seconds (§1.2), so fractions that somebody
// wrote would turn one time into two.
func TestFractionsOfSecondsMakeNoSecondVersion(t *testing.T) {
	d := newOutlineDesk(t)
	whole := outline("a", "1 phone")
	fraction := strings.Replace(whole, "Thu, 21 May 2026 01:01:00 GMT", "2026-05-21T01:01:00.75Z", 1)
	if fraction == whole {
		t.Fatal("the time was not found")
	}
	for _, text := range []string{fraction, whole, fraction} {
		r := d.readOutline(text)
		if it := d.item("a"); len(it.Conflicts) > 0 || it.Flagged || len(r.Problems.Sentences()) > 0 {
			t.Errorf("%d conflicts, flagged %v, problems %q", len(it.Conflicts), it.Flagged, r.Problems.Sentences())
		}
	}
}
