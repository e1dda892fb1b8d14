package ancestry_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func titled(by, title string) *item.Version {
	return &item.Version{ID: "x", Updates: 2, History: []item.History{{Sequence: 2, By: by}}, Content: item.Plain(title, "")}
}

func gone(by, title string) *item.Version {
	v := titled(by, title)
	v.Deleted = true
	return v
}

func at(v *item.Version, parent string) *item.Version {
	v.Place = item.Place{Parent: parent, Key: "1"}
	return v
}

func TestVersionsAreSortedByWhatTheySay(t *testing.T) {
	lost := titled("C", "")
	lost.Missing = true
	extra := titled("C", "Eggs")
	extra.Extra = "<unknown/>"
	resolved := titled("B", "Eggs")
	resolved.Resolved = []item.History{{Sequence: 2, By: "C"}}
	for name, c := range map[string]struct {
		versions []*item.Version
		original *item.Version
		want     string
	}{
		"equal":                   {[]*item.Version{titled("A", "Eggs"), titled("B", "Eggs")}, nil, "[0 1] [] []"},
		"equal losers":            {[]*item.Version{titled("A", "Eggs"), titled("B", "Ham"), titled("C", "Ham")}, nil, "[0] [[1 2]] []"},
		"deletions":               {[]*item.Version{gone("A", "Eggs"), gone("B", "Ham")}, nil, "[0 1] [] []"},
		"a deletion and an edit":  {[]*item.Version{gone("A", "Eggs"), titled("B", "Eggs")}, nil, "[0] [[1]] []"},
		"nothing was kept":        {[]*item.Version{titled("A", ""), lost}, nil, "[0] [[1]] []"},
		"unknown sync data":       {[]*item.Version{titled("A", "Eggs"), extra}, nil, "[0] [[1]] []"},
		"two positions":           {[]*item.Version{at(titled("A", "Eggs"), "p"), at(titled("B", "Eggs"), "q")}, nil, "[0] [[1]] []"},
		"no position":             {[]*item.Version{titled("A", "Eggs"), at(titled("B", "Eggs"), "p"), at(titled("C", "Eggs"), "q")}, nil, "[0 1] [[2]] []"},
		"a loser is unchanged":    {[]*item.Version{titled("A", "Ham"), titled("B", "Eggs")}, titled("O", "Eggs"), "[0] [] [1]"},
		"a loser resolved":        {[]*item.Version{titled("A", "Ham"), resolved}, titled("O", "Eggs"), "[0] [[1]] []"},
		"and so did the original": {[]*item.Version{titled("A", "Ham"), resolved}, resolved, "[0] [] [1]"},
		"the winner is":           {[]*item.Version{titled("A", "Eggs"), titled("B", "Ham")}, titled("O", "Eggs"), "[0] [[1]] []"},
	} {
		it := &item.Item{Winner: c.versions[0], Conflicts: c.versions[1:]}
		got, err := ancestry.SortVersions(it, nil, func() (ancestry.Base, error) { return ancestry.Base{Version: c.original}, nil })
		if text := fmt.Sprint(got.Winner, got.Open, got.Unchanged); err != nil || text != c.want {
			t.Errorf("%s: sorted as %s, error %v, want %s", name, text, err, c.want)
		}
	}
}

func TestTheOriginalIsReadOnlyWhereAConflictDiffers(t *testing.T) {
	fails := func() (ancestry.Base, error) { return ancestry.Base{}, errors.New("read") }
	for name, it := range map[string]*item.Item{
		"alone": {Winner: titled("A", "Eggs")}, "equal": {Winner: titled("A", "Eggs"), Conflicts: []*item.Version{titled("B", "Eggs")}},
	} {
		if _, err := ancestry.SortVersions(it, []*item.Version{titled("R", "Ham")}, fails); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ancestry.SortVersions(&item.Item{Winner: titled("A", "Eggs"), Conflicts: []*item.Version{titled("B", "Ham")}}, nil, fails); err == nil {
		t.Error("the error is dropped")
	}
}

// A merged original counts if nothing in it is open.
func TestAVersionThatSaysWhatAMergedOriginalSaysIsUnchanged(t *testing.T) {
	text := func(by, title, text string) *item.Version {
		v := titled(by, title)
		v.Content = item.Plain(title, text)
		return v
	}
	resolves := func(v *item.Version, by string) *item.Version {
		v.Resolved = []item.History{{Sequence: 2, By: by}}
		return v
	}
	from := &ancestry.Base{Version: text("O", "Eggs", "1\n2\n3\n")}
	title, line := text("T", "Ham", "1\n2\n3\n"), text("L", "Eggs", "1\n2\n33\n")
	merged := func(from *ancestry.Base, of ...*item.Version) ancestry.Base {
		b := ancestry.Base{From: from}
		for _, v := range of {
			b.Of = append(b.Of, ancestry.Base{Version: v})
		}
		return b
	}
	both := func(by string) *item.Version { return text(by, "Ham", "1\n2\n33\n") }
	for name, c := range map[string]struct {
		loser *item.Version
		base  ancestry.Base
		want  string
	}{
		"the merge":                   {both("B"), merged(from, title, line), "[0] [] [1]"},
		"one of the originals":        {title, merged(from, title, line), "[0] [[1]] []"},
		"deleted":                     {gone("B", "Ham"), merged(from, title, line), "[0] [[1]] []"},
		"a field is open":             {both("B"), merged(from, title, line, text("M", "Milk", "1\n2\n3\n")), "[0] [[1]] []"},
		"a line is open":              {both("B"), merged(from, title, line, text("M", "Eggs", "1\n2\n333\n")), "[0] [[1]] []"},
		"an original is deleted":      {both("B"), merged(from, title, line, gone("M", "Eggs")), "[0] [[1]] []"},
		"what parted them is":         {both("B"), merged(&ancestry.Base{Version: gone("O", "Eggs")}, title, line), "[0] [[1]] []"},
		"what parted them is missing": {both("B"), merged(nil, title, line), "[0] [[1]] []"},
		"all say it":                  {both("B"), merged(nil, both("T"), both("L")), "[0] [] [1]"},
		"it resolved an original":     {resolves(both("B"), "L"), merged(from, title, line), "[0] [] [1]"},
		"it resolved another version": {resolves(both("B"), "X"), merged(from, title, line), "[0] [[1]] []"},
		"a position":                  {at(both("B"), "p"), merged(from, at(text("T", "Ham", "1\n2\n3\n"), "q"), line), "[0] [[1]] []"},
		"the position of the merge":   {at(both("B"), "q"), merged(from, at(text("T", "Ham", "1\n2\n3\n"), "q"), line), "[0] [] [1]"},
	} {
		it := &item.Item{Winner: text("A", "Ham and eggs", ""), Conflicts: []*item.Version{c.loser}}
		got, err := ancestry.SortVersions(it, nil, func() (ancestry.Base, error) { return c.base, nil })
		if text := fmt.Sprint(got.Winner, got.Open, got.Unchanged); err != nil || text != c.want {
			t.Errorf("%s: sorted as %s, error %v, want %s", name, text, err, c.want)
		}
	}
}

// The order of a set is content, but a merge has none of its own: whoever united the sets of a
// merged original in another order changed nothing.
func TestTheOrderOfASetIsContentExceptInAMergedOriginal(t *testing.T) {
	todo := func(by, title string, tags ...string) *item.Version {
		content, err := record.New(record.Todo, record.Values{"title": title, "tags": strings.Join(tags, "\n")})
		if err != nil {
			t.Fatal(err)
		}
		v := titled(by, "")
		v.Content = content
		return v
	}
	original := ancestry.Base{Version: todo("O", "Eggs", "x", "y")}
	merged := func(of ...*item.Version) ancestry.Base {
		b := ancestry.Base{From: &original}
		for _, v := range of {
			b.Of = append(b.Of, ancestry.Base{Version: v})
		}
		return b
	}
	for name, c := range map[string]struct {
		loser *item.Version
		base  ancestry.Base
		want  string
	}{
		"the order of the original":    {todo("B", "Eggs", "x", "y"), original, "[0] [] [1]"},
		"another order":                {todo("B", "Eggs", "y", "x"), original, "[0] [[1]] []"},
		"the order of the merge":       {todo("B", "Eggs", "x", "y", "z", "w"), merged(todo("T", "Eggs", "x", "y", "z"), todo("L", "Eggs", "x", "y", "w")), "[0] [] [1]"},
		"another order than the merge": {todo("B", "Eggs", "w", "y", "x", "z"), merged(todo("T", "Eggs", "x", "y", "z"), todo("L", "Eggs", "x", "y", "w")), "[0] [] [1]"},
		"the originals have two":       {todo("B", "Ham", "x", "z", "y"), merged(todo("T", "Ham", "x", "y", "z"), todo("L", "Eggs", "z", "x", "y")), "[0] [] [1]"},
		"another member":               {todo("B", "Eggs", "x", "y", "z", "v"), merged(todo("T", "Eggs", "x", "y", "z"), todo("L", "Eggs", "x", "y", "w")), "[0] [[1]] []"},
		"both changed the same member": {todo("B", "Eggs", "x", "z", "w"), merged(todo("T", "Eggs", "x", "z"), todo("L", "Eggs", "x", "w")), "[0] [[1]] []"},
	} {
		it := &item.Item{Winner: todo("A", "Ham and eggs"), Conflicts: []*item.Version{c.loser}}
		got, err := ancestry.SortVersions(it, nil, func() (ancestry.Base, error) { return c.base, nil })
		if text := fmt.Sprint(got.Winner, got.Open, got.Unchanged); err != nil || text != c.want {
			t.Errorf("%s: sorted as %s, error %v, want %s", name, text, err, c.want)
		}
	}
}

// An own version is included if another one keeps its content open.
func TestWhatEveryUpdateIncludes(t *testing.T) {
	it := &item.Item{Winner: titled("A", "Eggs"), Conflicts: []*item.Version{titled("me", "Ham"), titled("B", "Ham"), titled("me", "Milk"), titled("me", "Eggs")}}
	s, err := ancestry.SortVersions(it, nil, func() (ancestry.Base, error) { return ancestry.Base{}, nil })
	if got := fmt.Sprint(s.Included(it, []int{0, 2, 3})); err != nil || got != "[0 3]" {
		t.Errorf("included are %s, error %v", got, err)
	}
}
