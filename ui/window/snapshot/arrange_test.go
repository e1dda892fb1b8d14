package snapshot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// noon is Sunday, May 24, 2026.
var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

// row returns a todo with a title, which is also its identifier.
func row(title string, change ...func(*Row)) Row {
	r := Row{Set: "Errands", Row: store.Row{ID: title, Title: title, Facts: record.Facts{Kind: record.Todo}}}
	for _, c := range change {
		c(&r)
	}
	return r
}

func due(text string) func(*Row)       { return func(r *Row) { r.Due = text } }
func priority(n int) func(*Row)        { return func(r *Row) { r.Priority = n } }
func tagged(tags ...string) func(*Row) { return func(r *Row) { r.Tags = tags } }
func in(section string) func(*Row)     { return func(r *Row) { r.Section = section } }
func done(r *Row)                      { r.Done = true }
func under(parent string) func(*Row)   { return func(r *Row) { r.Parent = parent } }
func ordered(n int64) func(*Row)       { return func(r *Row) { r.Order, r.Ordered = n, true } }
func changed(at time.Time) func(*Row)  { return func(r *Row) { r.When = at } }

// shown returns the arranged rows: subtasks indented by ">", headings in brackets with the
// number of rows.
func shown(a Asked, rows ...Row) string {
	a.Now = noon
	var all []string
	for _, r := range a.arrange(rows) {
		if h := r.Heading; h != nil {
			all = append(all, fmt.Sprintf("[%d%s %d]", h.Bucket, h.Tag+h.Section, h.Rows))
			continue
		}
		all = append(all, strings.Repeat(">", r.Depth)+r.Title)
	}
	return strings.Join(all, " ")
}

func TestRowsAreSorted(t *testing.T) {
	rows := []Row{
		row("b10", due("2026-05-25"), priority(9), changed(noon)),
		row("B9", due("2026-05-24T09:00Z"), ordered(7), changed(noon.Add(time.Hour))),
		row("ä", priority(1), ordered(3), changed(noon.Add(-time.Hour))),
		row("z", due("2026-05-25"), priority(1)),
	}
	for s, want := range map[Sort]string{
		ByHand:     "ä B9 b10 z",
		ByDue:      "B9 z b10 ä",
		ByPriority: "ä z b10 B9",
		ByTitle:    "ä B9 b10 z",
		ByChange:   "B9 b10 ä z",
	} {
		if got := shown(Asked{Arrangement: Arrangement{Sort: s}}, rows...); got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
	}
}

func TestRowsStandInGroupsByDue(t *testing.T) {
	got := shown(Asked{Arrangement: Arrangement{Group: GroupByDue}},
		row("never"), row("week", due("2026-05-30")), row("later", due("2026-05-31")), row("late", due("2026-05-23")),
		row("done", due("2026-05-01"), done), row("tomorrow", due("2026-05-25T08:00")), row("tonight", due("2026-05-24T18:00")),
		row("past", due("2026-05-24T11:59")), row("today", due("2026-05-24")))
	want := "[0 2] late past [1 2] tonight today [2 1] tomorrow [3 1] week [4 1] later [5 1] never [6 1] done"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Each row is only under its first tag, so that the numbers add up.
func TestRowsStandInGroupsByTag(t *testing.T) {
	for _, kind := range []record.Kind{record.Todo, record.Contact, record.Note} {
		of := func(r *Row) { r.Kind = kind }
		got := shown(Asked{Arrangement: Arrangement{Group: GroupByTag}},
			row("a", of), row("b", of, tagged("Shop", "dairy")), row("c", of, tagged("dairy")), row("d", of, tagged("shop")))
		if want := "[0dairy 1] c [0Shop 2] b d [0 1] a"; got != want {
			t.Errorf("%s: got %s, want %s", kind, got, want)
		}
	}
}

// Sections are in the manual order of their first rows, whatever the rows are sorted by.
func TestRowsStandInGroupsBySection(t *testing.T) {
	rows := []Row{
		row("soap", in("Bath"), ordered(5)), row("milk", in("Dairy"), ordered(4)), row("bread", ordered(6)), row("cheese", in(" dairy "), ordered(2), done),
		row("towel", in("Bath"), ordered(3)), row("shampoo", under("soap"), in("Dairy"), ordered(1)), row("egg"),
	}
	for a, want := range map[Arrangement]string{
		{Group: GroupBySection}:                "bread egg [0dairy 1] cheese milk [0Bath 3] towel soap >shampoo",
		{Group: GroupBySection, Sort: ByTitle}: "bread egg [0dairy 1] cheese milk [0Bath 3] soap >shampoo towel",
	} {
		if got := shown(Asked{Arrangement: a}, rows...); got != want {
			t.Errorf("%v: got %s, want %s", a, got, want)
		}
	}
	if got := shown(Asked{Arrangement: Arrangement{Group: GroupBySection}}); got != "" {
		t.Errorf("of no rows: %s", got)
	}
}

// A new todo of a section goes after its last one if there is room, and else to the end.
func TestANewTodoStaysTogetherWithItsSection(t *testing.T) {
	rows := Rows{row("milk", in("Dairy"), ordered(10)), row("cheese", in("dairy"), ordered(20)), row("soap", in("Bath"), ordered(22)), row("nails", in("Tools"), ordered(23)), row("bread")}
	for section, want := range map[string]string{"Dairy": "21", "Bath": "", "Tools": "", "Bakery": "", "": ""} {
		if got := rows.OrderAfter(section); got != want {
			t.Errorf("%q: got %q, want %q", section, got, want)
		}
	}
}

func TestSubtasksStandBelowWhatTheyArePartOf(t *testing.T) {
	rows := []Row{
		row("eggs", under("cake")), row("cake", func(r *Row) { r.UID = "uid-of-cake" }), row("tin", under("uid-of-cake"), done),
		row("lost", under("nobody")), row("shell", under("eggs")),
	}
	if got, want := shown(Asked{}, rows...), "cake >eggs >>shell >tin lost"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	folded := Asked{Now: noon, Folded: map[Item]bool{{Set: "Errands", ID: "cake"}: true}}
	got := folded.arrange(rows)
	if len(got) != 2 || !got[0].Folded || got[0].Parts != 2 || got[0].PartsDone != 1 {
		t.Errorf("folded: %+v", got)
	}
}

// A heading counts folded rows, too.
func TestAHeadingCountsAllOfItsGroup(t *testing.T) {
	a := Asked{Arrangement: Arrangement{Group: GroupByDue}, Folded: map[Item]bool{{Set: "Errands", ID: "cake"}: true}}
	if got, want := shown(a, row("cake"), row("eggs", under("cake"))), "[5 2] cake"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A row that is its own ancestor, directly or not, is shown all the same.
func TestNothingIsLostInACircle(t *testing.T) {
	got := shown(Asked{}, row("a", under("c")), row("b", under("a")), row("c", under("b")), row("d", under("d")))
	for _, title := range []string{"a", "b", "c", "d"} {
		if strings.Count(got, title) != 1 {
			t.Errorf("%s is shown %d times: %s", title, strings.Count(got, title), got)
		}
	}
}

func TestAnArrangementIsReadAsItWasWritten(t *testing.T) {
	for _, s := range Sorts() {
		for _, g := range Groups() {
			for _, hide := range []bool{false, true} {
				a := Arrangement{s, g, hide}
				if got := ParseArrangement(a.String()); got != a {
					t.Errorf("%v was read as %v", a, got)
				}
			}
		}
	}
	if got := ParseArrangement("sort=colour group=due shade=dark"); got != (Arrangement{Group: GroupByDue}) {
		t.Errorf("of what is not known: %v", got)
	}
}

// A long list without anything to arrange is scanned only once.
func TestALongListIsShownAsItIs(t *testing.T) {
	rows := make([]Row, 100_000)
	for i := range rows {
		rows[i] = row("x")
	}
	if got := (Asked{}).arrange(rows); &got[0] != &rows[0] {
		t.Error("the rows were copied")
	}
}

func BenchmarkArrange100000(b *testing.B) {
	rows := make([]Row, 100_000)
	for i := range rows {
		rows[i] = row(fmt.Sprint("item ", i*7919%100_000), ordered(int64(i*31%9973)), due(fmt.Sprintf("2026-%02d-%02d", i%12+1, i%28+1)))
	}
	for _, a := range []Arrangement{{}, {Sort: ByDue, Group: GroupByDue}, {Sort: ByTitle}} {
		b.Run(a.String(), func(b *testing.B) {
			for b.Loop() {
				Asked{Now: noon, Arrangement: a}.arrange(rows)
			}
		})
	}
}
