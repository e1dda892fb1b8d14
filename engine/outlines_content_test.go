package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/edit"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/rules/order"
	"crossfeed/engine/store"
)

// agreeOn checks that everyone has the same single version of an item, and that nobody reports
// an identifier in use twice.
func (p *plans) agreeOn(id string) {
	p.Helper()
	for range 3 {
		for _, d := range p.desks {
			for _, r := range d.sync() {
				if said := strings.Join(r.Problems, "\n"); said != "" {
					p.Errorf("%s is told %s", d.Device.ID(), said)
				}
			}
		}
	}
	first := p.desks[0].item(id)
	for _, d := range p.desks[1:] {
		if it := d.item(id); !it.Winner.Same(first.Winner) || len(it.Conflicts) != len(first.Conflicts) {
			p.Errorf("%s has\n%s\nand %s\n%s", p.desks[0].Device.ID(), first.Winner.Content.XML(), d.Device.ID(), it.Winner.Content.XML())
		}
	}
}

// The content of an outline is exactly what its document contains, so that all readers have
// the same.
func TestWhatIsWrittenIntoAnOutlineComesBackAsItIs(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	p.files.Put(foreign, plain(
		strings.Replace(other("a", "1"), `text="The a"`, `text="" title="The a"`, 1),
		strings.Replace(other("b", "1"), `text="The b"`, `Text="The b"`, 1),
		strings.Replace(other("c", "1"), `text="The c"`, `title="The c" text="  "`, 1),
		other("d", "1"),
	))
	p.quiet()
	laptop := p.desks[0]
	for _, v := range []record.Values{
		{"note": "a note"}, {"title": "Another"}, {"title": "Another "}, {"title": "Another\n"}, {"title": " Another\r\n\t "}, {"title": ""}, {"title": " "}, {"note": "", "title": "b"},
	} {
		for _, id := range []string{"a", "b", "c", "d"} {
			laptop.clock.step(time.Minute)
			if _, err := laptop.Edit.Change(t.Context(), "Groceries", id, v, nil); err == nil {
				p.agreeOn(id)
			}
		}
	}
}

func TestWhatIsCopiedIntoAnOutlineComesBackAsItIs(t *testing.T) {
	p := newPlans(t, "laptop", "phone")
	laptop := p.desks[0]
	for _, kind := range []string{"note", "todo", "contact"} {
		_, err := laptop.Lists.Create(t.Context(), lists.New{Name: kind, Kind: kind})
		laptop.check(err)
		v := record.Values{"title": "Call", "text": "the bank\nsoon"}
		if kind == "contact" {
			v = record.Values{"name": "A person"}
		}
		_, err = laptop.Edit.Add(t.Context(), kind, v, edit.AddOptions{ID: kind})
		laptop.check(err)
		o, err := laptop.Edit.Copy(t.Context(), []edit.Ref{{Set: kind, ID: kind}}, "Groceries")
		if err != nil || len(o.Refused) > 0 {
			t.Logf("%s: %v %v", kind, err, o.Refused)
			continue
		}
		p.agreeOn(o.Done[0].ID)
	}
}

func TestWhereaboutsOfAPlace(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:x", "b:y", "x:deep", "gone", "gone:p", "gone:q", "c")
	d.remove("gone")
	d.expectTree("a b(x(deep) y) p q c")
	spot := func(id, title string) lists.Spot { return lists.Spot{ID: id, Title: title} }
	at := func(id string) item.Place { return d.item(id).Winner.Place }
	for _, c := range []struct {
		what string
		p    item.Place
		want lists.Position
	}{
		{"where it stands, first at the root", at("a"), lists.Position{After: spot("b", "B")}},
		{"last at the root", item.Place{Key: "99"}, lists.Position{Before: spot("c", "C")}},
		{"between two", item.Place{Parent: "b", Key: "3/2"}, lists.Position{
			Path: []lists.Spot{spot("b", "B")}, Before: spot("x", "X"), After: spot("y", "Y")}},
		{"deep", item.Place{Parent: "x", Key: "5"}, lists.Position{
			Path: []lists.Spot{spot("b", "B"), spot("x", "X")}, Before: spot("deep", "DEEP")}},
		{"alone", item.Place{Parent: "c", Key: "1"}, lists.Position{Path: []lists.Spot{spot("c", "C")}}},
		{"in what is deleted", item.Place{Parent: "gone", Key: "3/2"}, lists.Position{
			Before: spot("p", "P"), After: spot("q", "Q"), Deleted: spot("gone", "GONE")}},
		{"in what is not there", item.Place{Parent: "missing", Key: "1/9"}, lists.Position{Before: spot("c", "C"), Absent: true}},
		{"out of a cycle", item.Place{Key: "1/0", Cycle: "b"}, lists.Position{Before: spot("c", "C"), Cycle: spot("b", "B")}},
		{"out of a cycle with what is not there", item.Place{Key: "1/0", Cycle: "m"}, lists.Position{Before: spot("c", "C"), Cycle: spot("m", "")}},
	} {
		t.Run(c.what, func(t *testing.T) {
			got, err := d.Lists.Positions(t.Context(), "Groceries", "a", c.p)
			d.check(err)
			if !reflect.DeepEqual(got, []lists.Position{c.want}) {
				t.Errorf("got %+v\nwant %+v", got, c.want)
			}
		})
	}
}

func TestWhereaboutsOfSeveralPlacesInTheirOrder(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "b", "b:x")
	got, err := d.Lists.Positions(t.Context(), "Groceries", "x", d.item("x").Winner.Place, item.Place{Key: "3/2"})
	d.check(err)
	if len(got) != 2 || len(got[0].Path) != 1 || got[1].Before.ID != "a" || got[1].After.ID != "b" {
		t.Errorf("got %+v", got)
	}
	none, err := d.Lists.Positions(t.Context(), "Groceries", "x")
	if err != nil || len(none) != 0 {
		t.Errorf("of no place: %v, error %v", none, err)
	}
}

// A position inside a descendant of the item itself can be described, too.
func TestWhereaboutsOfAPlaceInTheItemItself(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b")
	got, err := d.Lists.Positions(t.Context(), "Groceries", "a", item.Place{Parent: "b", Key: "1"})
	d.check(err)
	if path := got[0].Path; len(path) != 2 || path[0].ID != "a" || path[1].ID != "b" {
		t.Errorf("got %+v", got)
	}
}

// A resolution that nobody received is undone exactly, but never into what is now inside the
// item.
func TestAResolutionIsNotUndoneIntoWhatCameToStandInTheItem(t *testing.T) {
	laptop, _, _ := apart(t)
	s := laptop.begin("call")
	laptop.check(s.Take(1))
	laptop.save(s)
	laptop.expectTree("home work(desk(call))")
	v := *laptop.item("home").Winner
	v.Place = item.Place{Parent: "call", Key: "1"}
	v.Updates, v.History = 2, append([]item.History{{Sequence: 2, By: "tablet", When: item.At(laptop.clock.Now())}}, v.History...)
	laptop.inserted(&item.Item{Winner: &v})
	laptop.expectTree("work(desk(call(home)))")
	laptop.clock.step(time.Minute)
	if err := undo(laptop.desk); !errors.Is(err, edit.ErrChanged) {
		t.Errorf("error %v, want ErrChanged", err)
	}
	laptop.expectTree("work(desk(call(home)))")
	if got := laptop.conflicted(); !slices.Equal(got, nil) {
		t.Errorf("to resolve are %q", got)
	}
}

// sink stores outlines as if merges had created them, each inside the previous one.
func (d *garden) sink(n int) {
	d.Helper()
	d.check(d.memory.Update(d.t.Context(), func(w store.Writer) error {
		s, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		parent := ""
		for i := range n {
			v := &item.Version{
				ID: fmt.Sprintf("i%04d", i), Updates: 1, Place: item.Place{Parent: parent, Key: "1"}, Content: item.Plain("deep", ""),
				History: []item.History{{Sequence: 1, By: "desk", When: item.AtRFC822(d.clock.Now())}},
			}
			if err := w.PutItem(s.Key, &item.Item{Winner: v}, store.Seen{}); err != nil {
				return err
			}
			parent = v.ID
		}
		return nil
	}))
}

// alike syncs until nothing changes, and checks that all have the laptop's outline.
func (p *plans) alike() {
	p.Helper()
	p.quiet()
	for _, d := range p.desks[1:] {
		if d.marked() != p.desks[0].marked() {
			p.Fatalf("%s shows another outline than %s", d.Device.ID(), p.desks[0].Device.ID())
		}
	}
}

// The depth of a document is limited. A tree that merges made deeper is published all the
// same, and its readers get all of it.
func TestATreeThatIsDeeperThanADocumentIsSharedWhole(t *testing.T) {
	const deep = order.Levels + 300
	p := newPlans(t, "laptop", "phone", "tablet")
	laptop, phone := p.desks[0], p.desks[1]
	laptop.sink(deep)
	p.alike()
	last := fmt.Sprintf("i%04d", deep-1)
	phone.edit(last, "changed")
	phone.place("i1001", "i0001", "")
	laptop.place("i1200", "", "i0000")
	p.alike()
	for _, d := range p.desks {
		if got := d.item(last).Winner; got.Title() != "changed" || got.Place.Parent != fmt.Sprintf("i%04d", deep-2) {
			t.Errorf("at %s it is %q in %q", d.Device.ID(), got.Title(), got.Place.Parent)
		}
		if got := d.item("i1200").Winner.Place.Parent; got != "" {
			t.Errorf("at %s what was moved to the root is in %q", d.Device.ID(), got)
		}
		if got := d.item("i1001").Winner.Place.Parent; got != "i0001" {
			t.Errorf("at %s what was moved is in %q", d.Device.ID(), got)
		}
	}
}

// fourLists returns a list of outlines, "Groceries", and lists of notes in both dialects.
func fourLists(t *testing.T) *garden {
	d := newOutlines(t, t)
	for _, n := range []lists.New{
		{Name: "Notes", Kind: "note"}, {Name: "Old notes", Kind: "note", Format: "rss", Dialect: "sse-0.91"}, {Name: "Other", Kind: "outline"},
	} {
		_, err := d.Lists.Create(t.Context(), n)
		d.check(err)
	}
	return d
}

func (d *garden) in(set, id string) *item.Item {
	d.Helper()
	it, err := d.Lists.Item(d.t.Context(), set, id)
	d.check(err)
	return it
}

func TestAnOutlineThatIsMovedGetsAVersionOfTheOtherDialect(t *testing.T) {
	for _, to := range []string{"Notes", "Old notes", "Other"} {
		t.Run(to, func(t *testing.T) {
			d := fourLists(t)
			d.plant("a", "a:b")
			_, err := d.Edit.Move(t.Context(), []edit.Ref{{Set: "Groceries", ID: "b"}}, to)
			d.check(err)
			moved := d.in(to, "b").Winner
			if (moved.Place != item.Place{}) != (to == "Other") || moved.Place.Parent != "" || moved.Updates != 1 || moved.Title() != "B" {
				t.Errorf("it is %+v", moved)
			}
			d.expectTree("a")
			_, err = d.Edit.Move(t.Context(), []edit.Ref{{Set: to, ID: "b"}}, "Groceries")
			d.check(err)
			d.expectTree("a b") // another item may be at its former position now
			d.check(undo(d.desk))
			d.expectTree("a")
			d.check(undo(d.desk))
			d.expectTree("a(b)")
		})
	}
}

func TestWhatIsCopiedIntoOutlinesStandsLastAtTheRoot(t *testing.T) {
	d := fourLists(t)
	d.plant("a", "b")
	for _, id := range []string{"m", "n"} {
		_, err := d.Edit.Add(t.Context(), "Notes", record.Values{"title": id}, edit.AddOptions{ID: id})
		d.check(err)
	}
	o, err := d.Edit.Copy(t.Context(), []edit.Ref{{Set: "Notes", ID: "n"}, {Set: "Notes", ID: "m"}, {Set: "Groceries", ID: "a"}}, "Groceries")
	d.check(err)
	rows, err := d.Lists.Outline(t.Context(), "Groceries")
	d.check(err)
	var got []string
	for _, row := range rows {
		got = append(got, row.Title)
	}
	if len(o.Done) != 3 || len(got) != 5 || got[2] != "n" || got[3] != "m" || got[4] != "A" {
		t.Errorf("it shows %q", got)
	}
}

func TestNoConflictsStaysBehindWhereTheRulesDoNotKnowIt(t *testing.T) {
	for _, to := range []string{"Old notes", "Other"} {
		d := fourLists(t)
		_, err := d.Edit.Add(t.Context(), "Notes", record.Values{"title": "N"}, edit.AddOptions{ID: "n", NoConflicts: true})
		d.check(err)
		o, err := d.Edit.Copy(t.Context(), []edit.Ref{{Set: "Notes", ID: "n"}}, to)
		if err != nil || len(o.Done) != 1 || d.in(to, o.Done[0].ID).Winner.NoConflicts {
			t.Errorf("copied to %s: %+v, error %v", to, o, err)
		}
		o, err = d.Edit.Move(t.Context(), []edit.Ref{{Set: "Notes", ID: "n"}}, to)
		if err != nil || len(o.Done) != 1 || d.in(to, "n").Winner.NoConflicts {
			t.Errorf("moved to %s: %+v, error %v", to, o, err)
		}
	}
}

func TestALosingVersionIsRestoredInItsPlace(t *testing.T) {
	d := newOutlines(t, t)
	d.plant("a", "a:b", "c")
	before := exactly(d.item("b"))[0]
	d.place("b", "c", "")
	d.expectTree("a c(b)")
	_, err := d.Edit.RestoreVersion(t.Context(), "Groceries", "b", before)
	d.check(err)
	d.expectTree("a(b) c")
}
