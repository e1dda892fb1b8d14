package log_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/conflicts/log"
	"crossfeed/engine/store"
)

// person calls this endpoint "you", and the others by their identifiers.
func person(by string) string {
	if by == "desk" {
		return "you"
	}
	return by
}

// of returns a resolution of three versions, the last of which was left open.
func of(fields ...store.Decided) store.Decision {
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

// all returns a resolution that left nothing open.
func all(fields ...store.Decided) store.Decision {
	d := of(fields...)
	d.Versions = d.Versions[:2]
	return d
}

func TestAResolutionIsSaidInASentence(t *testing.T) {
	title := func(from int, proposed bool) store.Decided {
		return store.Decided{Field: "title", From: from, Proposed: proposed}
	}
	due := func(from int, proposed bool) store.Decided {
		return store.Decided{Field: "due", From: from, Proposed: proposed}
	}
	tags := func(from int, proposed bool) store.Decided {
		return store.Decided{Field: "tags", From: from, Proposed: proposed}
	}
	merged := func(field string, parts ...int) store.Decided {
		return store.Decided{Field: field, From: -1, Parts: parts}
	}
	original := func(field string) store.Decided { return store.Decided{Field: field, From: -1, Original: true} }
	gone := all()
	gone.Deleted = true
	for _, c := range []struct {
		d    store.Decision
		want string
	}{
		{all(title(0, false), due(0, true)), "kept A by you"},
		{all(title(1, false), due(1, false)), "used B by laptop"},
		{all(title(0, true), due(1, true)), "merged: title from A, due from B"},
		{all(title(1, true), due(0, true), tags(1, true)), "merged: title and tags from B, due from A"},
		{all(tags(-1, true)), "merged: tags merged"},
		{all(title(-1, false), tags(-1, true), due(-1, false)), "merged: title and due typed, tags merged"},
		{all(merged("text", 0, 1)), "merged: text from A and B"},
		{all(title(1, false), merged("text", 0, 1), merged("tags", 0, 1), merged("note", 1, 2)), "merged: title from B, text and tags from A and B, note from B and C"},
		{all(original("title"), original("due")), "used the original"},
		{all(original("title"), due(0, true)), "merged: title from the original, due from A"},
		{gone, "deleted"},
		{all(), "confirmed: the versions are the same"},
		{of(title(1, false)), "used B by laptop; left open: C by tablet"},
	} {
		if got := log.Sentence(c.d, person); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestMarkdownHasWhatWasDecidedWithVersionsAndFields(t *testing.T) {
	d := of(
		store.Decided{Field: "title", Value: "Eggs ×12", From: 0, Proposed: true},
		store.Decided{Field: "due", From: 1},
		store.Decided{Field: "tags", Value: "food\nshop", From: -1, Proposed: true},
	)
	d.Undone = true
	d.Versions[1].Deleted = true
	const want = `# Resolutions

## Eggs ×12

2026-05-24 11:43, Groceries: merged: title from A, due from B, tags merged; left open: C by tablet.
**This was undone.**
It is update 5 of item eggs.

| version | by | time | became of it |
|---|---|---|---|
| A | you | 2026-05-24T09:40:00Z | was the current version |
| B | laptop | 2026-05-24T09:41:00Z | deletion, resolved |
| C | tablet | not known | left open |

| field | value | from |
|---|---|---|
| title | Eggs ×12 | from A, as suggested |
| due | *nothing* | from B |
| tags | food<br>shop | merged, as suggested |
`
	if got := markdown(t, conflicts.Resolution{Set: "Groceries", Decision: d}); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestNoResolutionsAreADocumentToo(t *testing.T) {
	if got, want := markdown(t), "# Resolutions\n\nNone yet.\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := written(t); got != "[]\n" {
		t.Errorf("JSON: got %q", got)
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
		d := all(store.Decided{Field: "title", Value: text, From: 0})
		d.Title = text
		got := markdown(t, conflicts.Resolution{Set: "Groceries", Decision: d})
		for _, part := range []string{"\n## " + want + "\n", "\n| title | " + want + " | from A |\n"} {
			if !strings.Contains(got, part) {
				t.Errorf("%q: %q is not in\n%s", text, part, got)
			}
		}
	}
}

func TestJSONHasEverythingThatTheLogKeeps(t *testing.T) {
	d := of(
		store.Decided{Field: "title", Value: "Eggs & <ham>", From: 1},
		store.Decided{Field: "tags", Value: "food\nshop", From: -1, Proposed: true},
		store.Decided{Field: "text", From: -1},
		store.Decided{Field: "note", From: -1, Parts: []int{0, 1}},
		store.Decided{Field: "due", From: -1, Original: true},
	)
	d.Undone, d.Before, d.After, d.Versions[2].Version = true, [32]byte{1}, [32]byte{2}, [32]byte{0xab}
	text := written(t, conflicts.Resolution{Set: "Groceries", Decision: d})
	if !strings.Contains(text, `"Eggs & <ham>"`) {
		t.Errorf("the value is not to be read in\n%s", text)
	}
	var got []map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil || len(got) != 1 {
		t.Fatalf("%d entries, error %v", len(got), err)
	}
	for name, want := range map[string]any{
		"at": "2026-05-24T09:43:00Z", "set": "Groceries", "id": "eggs", "title": "Eggs ×12", "result": "merged",
		"update": 5.0, "deleted": false, "undone": true, "before": "01" + strings.Repeat("00", 31), "after": "02" + strings.Repeat("00", 31),
	} {
		if got[0][name] != want {
			t.Errorf("%s: got %v, want %v", name, got[0][name], want)
		}
	}
	last := got[0]["versions"].([]any)[2].(map[string]any)
	if last["letter"] != "C" || last["by"] != "tablet" || last["open"] != true || last["hash"] != "ab"+strings.Repeat("00", 31) {
		t.Errorf("the last version: %v", last)
	}
	for i, want := range []string{"B", "together", "hand", "together", "original"} {
		if from := got[0]["fields"].([]any)[i].(map[string]any)["from"]; from != want {
			t.Errorf("field %d is from %v, want %s", i, from, want)
		}
	}
}

func TestJSONSaysWhichVersionsAMergedValueIsFrom(t *testing.T) {
	got := written(t, conflicts.Resolution{Decision: of(store.Decided{Field: "text", From: -1, Parts: []int{0, 2}})})
	if !strings.Contains(got, "\"parts\": [\n          \"A\",\n          \"C\"\n        ]") {
		t.Errorf("got %s", got)
	}
}

func TestAPlaceIsToldByWhatTheItemStandsIn(t *testing.T) {
	got := markdown(t, conflicts.Resolution{Set: "Feeds", Decision: of(
		store.Decided{Field: conflicts.Place, Value: "work 3/2", From: 1}, store.Decided{Field: conflicts.Place, Value: " 1", From: 0},
		store.Decided{Field: conflicts.Place, Value: "x%20y 3/2", Path: "Work › News", From: 2},
	)})
	for _, part := range []string{"\n| place | in item work | from B |\n", "\n| place | in Work › News | from C |\n", "\n| place | top level | from A |\n"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
}

func TestWhatWasOnlyMarkedIsConfirmed(t *testing.T) {
	d := of()
	d.Versions = d.Versions[:1]
	if got := log.Sentence(d, person); got != "confirmed" {
		t.Errorf("it says %q", got)
	}
}

func markdown(t *testing.T, entries ...conflicts.Resolution) string {
	t.Helper()
	var b strings.Builder
	if err := log.Markdown(&b, entries, person, time.FixedZone("", 7200)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func written(t *testing.T, entries ...conflicts.Resolution) string {
	t.Helper()
	var b strings.Builder
	if err := log.JSON(&b, entries); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
