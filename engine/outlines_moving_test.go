package engine_test

import (
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// lists are one of outlines, "Groceries", and one each of notes by both families.
func lists(t *testing.T) *garden {
	d := newOutlines(t, t)
	for _, n := range []engine.NewSet{
		{Name: "Notes", Kind: "note"}, {Name: "Old notes", Kind: "note", Format: "rss", Dialect: "sse-0.91"}, {Name: "Other", Kind: "outline"},
	} {
		_, err := d.NewSet(t.Context(), n)
		d.check(err)
	}
	return d
}

func (d *garden) in(set, id string) *item.Item {
	d.Helper()
	it, err := d.Item(d.t.Context(), set, id)
	d.check(err)
	return it
}

func TestAnOutlineThatIsMovedGetsAVersionOfTheOtherFamily(t *testing.T) {
	for _, to := range []string{"Notes", "Old notes", "Other"} {
		t.Run(to, func(t *testing.T) {
			d := lists(t)
			d.plant("a", "a:b")
			_, err := d.Move(t.Context(), []engine.Ref{{Set: "Groceries", ID: "b"}}, to)
			d.check(err)
			moved := d.in(to, "b").Winner
			if (moved.Place != item.Place{}) != (to == "Other") || moved.Place.Parent != "" || moved.Updates != 1 || moved.Title() != "B" {
				t.Errorf("it is %+v", moved)
			}
			d.expectTree("a")
			_, err = d.Move(t.Context(), []engine.Ref{{Set: to, ID: "b"}}, "Groceries")
			d.check(err)
			d.expectTree("a b") // where it stood before, another may stand now
			d.check(undo(d.desk))
			d.expectTree("a")
			d.check(undo(d.desk))
			d.expectTree("a(b)")
		})
	}
}

func TestWhatIsCopiedIntoOutlinesStandsLastAtTheRoot(t *testing.T) {
	d := lists(t)
	d.plant("a", "b")
	for _, id := range []string{"m", "n"} {
		_, err := d.Add(t.Context(), "Notes", record.Values{"title": id}, engine.AddOptions{ID: id})
		d.check(err)
	}
	o, err := d.Copy(t.Context(), []engine.Ref{{Set: "Notes", ID: "n"}, {Set: "Notes", ID: "m"}, {Set: "Groceries", ID: "a"}}, "Groceries")
	d.check(err)
	rows, err := d.Outline(t.Context(), "Groceries")
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
		d := lists(t)
		_, err := d.Add(t.Context(), "Notes", record.Values{"title": "N"}, engine.AddOptions{ID: "n", NoConflicts: true})
		d.check(err)
		o, err := d.Copy(t.Context(), []engine.Ref{{Set: "Notes", ID: "n"}}, to)
		if err != nil || len(o.Done) != 1 || d.in(to, o.Done[0].ID).Winner.NoConflicts {
			t.Errorf("copied to %s: %+v, error %v", to, o, err)
		}
		o, err = d.Move(t.Context(), []engine.Ref{{Set: "Notes", ID: "n"}}, to)
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
	_, err := d.RestoreVersion(t.Context(), "Groceries", "b", before)
	d.check(err)
	d.expectTree("a(b) c")
}
