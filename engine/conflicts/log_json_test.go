package conflicts_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/store"
)

func decisionOf(fields ...store.Decided) store.Decision {
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

func TestJSONHasEverythingThatTheLogKeeps(t *testing.T) {
	d := decisionOf(
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
	got := written(t, conflicts.Resolution{Decision: decisionOf(store.Decided{Field: "text", From: -1, Parts: []int{0, 2}})})
	if !strings.Contains(got, "\"parts\": [\n          \"A\",\n          \"C\"\n        ]") {
		t.Errorf("got %s", got)
	}
}

func TestALogWithoutResolutionsIsAnEmptyArray(t *testing.T) {
	if got := written(t); got != "[]\n" {
		t.Errorf("got %q", got)
	}
}

func written(t *testing.T, entries ...conflicts.Resolution) string {
	t.Helper()
	var b strings.Builder
	if err := conflicts.WriteLog(&b, entries); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
