package engine_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
)

// dialects are lists of both dialects, by name.
var dialects = map[string]lists.New{
	"FeedSync": {Name: "Groceries", Kind: "todo"},
	"SSE 0.91": {Name: "Groceries", Kind: "todo", Format: "rss", Dialect: "sse-0.91"},
}

// resolvedInParallel returns desks that each changed the eggs, and then each resolved the
// conflict independently: the titles collide twice. Only the first desk had changed the date
// before, and only the second changed the text when it resolved.
func resolvedInParallel(t *testing.T, list lists.New, count int) (desks []*desk) {
	files := &transporttest.Memory{}
	files.Folder("/shared")
	for i := range count {
		d := newDesk(t, t, string(rune('A'+i)), memory.New(), files, newClock())
		d.shareAs(list, "/shared")
		desks = append(desks, d)
	}
	change := func(d *desk, v record.Values) {
		d.clock.step(time.Minute)
		_, err := d.Edit.Change(t.Context(), "Groceries", "eggs", v, nil)
		d.check(err)
	}
	_, err := desks[0].Edit.Add(t.Context(), "Groceries", record.Values{"title": "Eggs", "text": "one\ntwo\nthree\n"}, edit.AddOptions{ID: "eggs"})
	desks[0].check(err)
	rounds(desks...)
	for i, d := range desks {
		d.clock.step(time.Duration(i) * time.Hour)
		change(d, record.Values{"title": "Eggs of " + d.Device.ID()})
	}
	change(desks[0], record.Values{"due": "2026-05-25"})
	rounds(desks...)
	for i, d := range desks {
		s := d.begin("eggs")
		if open := s.Open(); !slices.Equal(open, []string{"title"}) {
			t.Fatalf("%s: open is %q", d.Device.ID(), open)
		}
		d.check(s.Type("title", fmt.Sprintf("Eggs by %s", d.Device.ID())))
		if i == 1 {
			d.check(s.Type("text", "one\ntwo and a half\nthree\n"))
		}
		d.save(s)
	}
	rounds(desks...)
	return desks
}

func TestWhoResolvesInParallelIsAskedOnlyWhereTheResolutionsDiffer(t *testing.T) {
	for name, list := range dialects {
		for count := 2; count <= 4; count++ {
			t.Run(fmt.Sprintf("%s, %d people", name, count), func(t *testing.T) {
				for _, d := range resolvedInParallel(t, list, count) {
					s := d.begin("eggs")
					if got := len(s.Candidates()); got != count {
						t.Fatalf("%s has %d versions", d.Device.ID(), got)
					}
					if base := s.Base(); !base.CrissCross() || len(base.Of) != count || base.Unknown != ancestry.NotSearched {
						t.Errorf("%s: the base is %+v", d.Device.ID(), base)
					}
					if open := s.Open(); !slices.Equal(open, []string{"title"}) {
						t.Errorf("%s: open is %q", d.Device.ID(), open)
					}
					for _, c := range s.Cells() {
						want, there := map[string]string{"title": "", "due": "2026-05-25", "text": "one\ntwo\nthree\n"}[c.Field]
						if there && (c.Base != want || c.HasBase != (want != "")) {
							t.Errorf("%s: the original of %s is %q, want %q", d.Device.ID(), c.Field, c.Base, want)
						}
					}
					if c := cellOf(t, s, "text"); c.Result != "one\ntwo and a half\nthree\n" {
						t.Errorf("%s: the text becomes %q", d.Device.ID(), c.Result)
					}
				}
			})
		}
	}
}

// The two resolve again, in parallel: the common ancestors are merged twice.
func TestWhoResolvesInParallelTwiceIsAskedOnlyWhereTheResolutionsDiffer(t *testing.T) {
	for name, list := range dialects {
		t.Run(name, func(t *testing.T) {
			desks := resolvedInParallel(t, list, 2)
			for _, d := range desks {
				d.resolveWithTitle("eggs", "Eggs again by "+d.Device.ID())
			}
			rounds(desks...)
			for _, d := range desks {
				s := d.begin("eggs")
				if base := s.Base(); !base.CrissCross() || base.From == nil || !base.From.CrissCross() {
					t.Errorf("%s: the base is %+v", d.Device.ID(), base)
				}
				if open := s.Open(); !slices.Equal(open, []string{"title"}) {
					t.Errorf("%s: open is %q", d.Device.ID(), open)
				}
			}
		})
	}
}

// The history draws each resolution with a line to every version that it resolved.
func TestTheHistoryDrawsAllThatAResolutionResolved(t *testing.T) {
	for name, list := range dialects {
		t.Run(name, func(t *testing.T) {
			for _, d := range resolvedInParallel(t, list, 3) {
				l, err := d.Conflicts.History(t.Context(), "Groceries", "eggs", 0)
				d.check(err)
				resolutions := 0
				for _, n := range l.Graph.Nodes {
					if n.Role == ancestry.Dropped {
						t.Errorf("%s: %q led nowhere", d.Device.ID(), n.Version.Title())
					}
					if n.Role == ancestry.Winner || n.Role == ancestry.Open {
						resolutions++
						if len(n.Parents) != 3 {
							t.Errorf("%s: %q has %d parents, want 3", d.Device.ID(), n.Version.Title(), len(n.Parents))
						}
					}
				}
				if resolutions != 3 {
					t.Errorf("%s: %d resolutions", d.Device.ID(), resolutions)
				}
			}
		})
	}
}

func cellOf(t *testing.T, s *conflicts.Session, field string) conflicts.Cell {
	t.Helper()
	for _, c := range s.Cells() {
		if c.Field == field {
			return c
		}
	}
	t.Fatalf("there is no cell %s", field)
	return conflicts.Cell{}
}
