package exchange

import (
	"slices"
	"testing"

	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record/exchange"
)

func entry(s transfer.State, problems int) transfer.Planned {
	return transfer.Planned{State: s, Entry: exchange.Entry{Problems: make([]exchange.Problem, problems)}}
}

// Groups are in a fixed order, whatever the order in the file.
func TestEveryStateThatThereIsHasAHeading(t *testing.T) {
	p := &transfer.Plan{Entries: []transfer.Planned{entry(transfer.Same, 0), entry(transfer.New, 0), entry(transfer.Same, 0)}}
	for _, c := range []struct {
		what   string
		folded map[transfer.State]bool
		want   []line
	}{
		{"open", nil, []line{
			{transfer.New, none, none}, {transfer.New, 1, none},
			{transfer.Same, none, none}, {transfer.Same, 0, none}, {transfer.Same, 2, none},
		}},
		{"folded", map[transfer.State]bool{transfer.Same: true}, []line{
			{transfer.New, none, none}, {transfer.New, 1, none}, {transfer.Same, none, none},
		}},
	} {
		if got := linesOf(p, c.folded); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.what, got, c.want)
		}
	}
}

// A card with ten thousand problems does not get ten thousand rows. The first problem of an
// unreadable entry is shown in its row.
func TestProblemsHaveRowsBelowTheirEntry(t *testing.T) {
	for _, c := range []struct {
		state          transfer.State
		problems, rows int
	}{
		{transfer.New, 0, 2}, {transfer.New, 2, 4}, {transfer.New, 10_000, 2 + problemsShown},
		{transfer.Unreadable, 1, 2}, {transfer.Unreadable, 2, 3},
	} {
		p := &transfer.Plan{Entries: []transfer.Planned{entry(c.state, c.problems)}}
		if got := len(linesOf(p, nil)); got != c.rows {
			t.Errorf("%s with %d problems: %d rows, want %d", c.state, c.problems, got, c.rows)
		}
	}
}

func TestOutlinesStandInWhatTheyAreIn(t *testing.T) {
	p := &Page{shown: Preview{Plan: &transfer.Plan{}}}
	for level := range 3 {
		e := entry(transfer.New, 1)
		e.Level = level
		p.shown.Plan.Entries = append(p.shown.Plan.Entries, e)
		if got, problem := entryCells(e).Depth, p.problemCells(line{transfer.New, level, 0}).Depth; got != 1+level || problem != 2+level {
			t.Errorf("level %d stands at %d, its problem at %d", level, got, problem)
		}
	}
}

func TestNewListsAreCalledAsTheirFiles(t *testing.T) {
	for path, want := range map[string]string{
		"/home/me/contacts.vcf": "contacts", "a.b.ics": "a.b", "plain": "plain", "/home/me/.vcf": ".vcf",
	} {
		if got := nameOf(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	taken := func(name string) bool { return name == "a" || name == "a 2" }
	if got := free("a", taken); got != "a 3" {
		t.Errorf("got %q", got)
	}
}

func TestLongNamesLeaveRoomForOthers(t *testing.T) {
	for name, want := range map[string]string{
		"Family":                                "Family",
		"123456789012345678901234567890123456":  "123456789012345678901234567890123456",
		"1234567890123456789012345678901234567": "123456789012345678901234567890123456…",
	} {
		if got := shortened(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
