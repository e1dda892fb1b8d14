package wording_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/store"
)

func decided(fields ...store.Decided) store.Decision {
	return store.Decision{
		At: time.Date(2026, 5, 24, 9, 43, 0, 0, time.UTC), Item: "eggs", Title: "Eggs ×12", Update: 5,
		Versions: []store.Considered{
			{By: "desk", When: "2026-05-24T09:40:00Z", Taken: true},
			{By: "laptop", When: "2026-05-24T09:41:00Z", Taken: true},
			{By: "tablet"},
		},
		Fields: fields,
	}
}

func TestMarkdownHasWhatWasDecidedWithVersionsAndFields(t *testing.T) {
	d := decided(
		store.Decided{Field: "title", Value: "Eggs ×12", From: 0, Proposed: true},
		store.Decided{Field: "due", From: 1},
		store.Decided{Field: "tags", Value: "food\nshop", From: -1, Proposed: true},
	)
	d.Undone = true
	d.Versions[1].Deleted = true
	const want = `# Resolutions

## Eggs ×12

2026-05-24 11:43, Groceries: merged: Title from A, Due from B, Tags merged; left open: C (tablet).
**This was undone.**
It is update 5 of item eggs.

| Version | By | Time | Outcome |
|---|---|---|---|
| A | you | 2026-05-24T09:40:00Z | was the current version |
| B | laptop | 2026-05-24T09:41:00Z | deletion, resolved |
| C | tablet | time not known | left open |

| Field | Value | From |
|---|---|---|
| Title | Eggs ×12 | from A, as suggested |
| Due | empty | from B |
| Tags | food<br>shop | merged, as suggested |
`
	if got := markdown(t, conflicts.Resolution{Set: "Groceries", Decision: d}); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestNoResolutionsAreADocumentToo(t *testing.T) {
	if got, want := markdown(t), "# Resolutions\n\nNo resolutions.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNothingThatOthersWroteMeansSomethingInMarkdown(t *testing.T) {
	for text, want := range map[string]string{
		"a | b":               `a \| b`,
		"**bold** _it_ `c`":   "\\*\\*bold\\*\\* \\_it\\_ \\`c\\`",
		"<script> &amp; ~s~":  `\<script\> \&amp; \~s\~`,
		"[a](b) \\| # h":      `\[a\](b) \\\| \# h`,
		"one\r\ntwo\rthree\n": "one<br>two<br>three<br>",
	} {
		d := decided(store.Decided{Field: "title", Value: text, From: 0})
		d.Title = text
		got := markdown(t, conflicts.Resolution{Set: "Groceries", Decision: d})
		for _, part := range []string{"\n## " + want + "\n", "\n| Title | " + want + " | from A |\n"} {
			if !strings.Contains(got, part) {
				t.Errorf("%q: %q is not in\n%s", text, part, got)
			}
		}
	}
}

func TestAPlaceIsToldByWhatTheItemStandsIn(t *testing.T) {
	got := markdown(t, conflicts.Resolution{Set: "Feeds", Decision: decided(
		store.Decided{Field: conflicts.Place, Value: "work 3/2", From: 1}, store.Decided{Field: conflicts.Place, Value: " 1", From: 0},
		store.Decided{Field: conflicts.Place, Value: "x%20y 3/2", Path: "Work › News", From: 2},
	)})
	for _, part := range []string{"\n| Position | in work | from B |\n", "\n| Position | in Work › News | from C |\n", "\n| Position | top level | from A |\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
}

func markdown(t *testing.T, entries ...conflicts.Resolution) string {
	t.Helper()
	var b strings.Builder
	s := speaker()
	s.Zone = time.FixedZone("", 7200)
	if err := s.WriteResolutions(&b, entries); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
