package engine_test

import (
	"fmt"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// whole is where everything stands and what is marked, with what each says.
func (d *garden) whole() string {
	d.Helper()
	rows, err := d.Outline(d.t.Context(), "Groceries")
	d.check(err)
	text := d.marked()
	for _, row := range rows {
		text += fmt.Sprintf(" %s=%s@%q", row.ID, row.Title, row.Place)
	}
	return text
}

// edits are all kinds of edits of outlines, of which "b" was taken out of a circle
// with "a", and "gone" is deleted.
var edits = map[string]func(*garden) error{
	"add": func(d *garden) error { return d.tryAdd("new", engine.AddOptions{Parent: "a"}) },
	"edit what is marked": func(d *garden) error {
		return second(d.Edit(d.t.Context(), "Groceries", "b", record.Values{"title": "Bee"}, nil))
	},
	"edit many": func(d *garden) error {
		return second(d.EditAll(d.t.Context(), refs("a", "b", "c"), func(record.Record) record.Values { return record.Values{"note": "seen"} }))
	},
	"delete what is marked": func(d *garden) error { return second(d.Delete(d.t.Context(), "Groceries", "b")) },
	"delete a branch":       func(d *garden) error { return second(d.DeleteBranch(d.t.Context(), "Groceries", []string{"a", "b"})) },
	"restore":               func(d *garden) error { return second(d.Restore(d.t.Context(), "Groceries", "gone")) },
	"move what is marked":   func(d *garden) error { return d.tryPlace("b", "c", "") },
	"move several":          func(d *garden) error { return d.tryPlace("b c", "a", "") },
	"to another list":       func(d *garden) error { return second(d.Move(d.t.Context(), refs("b", "a"), "Other")) },
	"copy":                  func(d *garden) error { return second(d.Copy(d.t.Context(), refs("b", "a"), "Groceries")) },
	"confirm":               func(d *garden) error { return second(d.Settle(d.t.Context(), "Groceries", d.begin("b"))) },
	"settle with another text": func(d *garden) error {
		s := d.begin("b")
		d.check(s.Type("title", "Bee"))
		return second(d.Settle(d.t.Context(), "Groceries", s))
	},
	"settle two places": func(d *garden) error {
		s := d.begin("call")
		d.check(s.Take(1))
		return second(d.Settle(d.t.Context(), "Groceries", s))
	},
	"settle what is marked and has versions": func(d *garden) error {
		s := d.begin("both")
		d.check(s.Take(0))
		return second(d.Settle(d.t.Context(), "Groceries", s))
	},
	"settle all by a rule": func(d *garden) error {
		plans, err := d.PlanResolutions(d.t.Context(), engine.KeepCurrent, "")
		d.check(err)
		return second(d.ResolveAll(d.t.Context(), plans, nil))
	},
}

func second[T any](_ T, err error) error { return err }

func TestEveryEditOfOutlinesIsUndoneAndDoneAgain(t *testing.T) {
	for what, do := range edits {
		for published, between := range map[string]func(*plans){"unpublished": func(*plans) {}, "published": (*plans).quiet} {
			t.Run(what+", "+published, func(t *testing.T) {
				d, _, p := apart(t)
				_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Other", Kind: "outline"})
				d.check(err)
				d.plant("a", "a:x", "b", "b:y", "c", "both", "gone")
				d.remove("gone")
				circled(d, "b", "a")
				circled(d, "both", "a")
				d.contested("both")
				p.quiet()
				d.clock.step(5 * time.Hour)
				before := d.whole()
				d.check(do(d))
				want, after := before, d.whole()
				if before == after {
					t.Fatalf("it did nothing: %s", before)
				}
				for range 2 {
					between(p)
					d.clock.step(time.Minute)
					d.check(undo(d.desk))
					if got := d.whole(); got != want {
						t.Errorf("undone it is\n%s, and was\n%s", got, before)
					}
					between(p)
					d.clock.step(time.Minute)
					d.check(redo(d.desk))
					if got := d.whole(); got != after {
						t.Errorf("done again it is\n%s, and was\n%s", got, after)
					}
				}
				p.quiet()
				p.all(d.marked())
			})
		}
	}
}
