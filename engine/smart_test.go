package engine_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

func TestSmartListsCollectAcrossLists(t *testing.T) {
	d := newTodoDesk(t)
	_, err := d.NewSet(t.Context(), engine.NewSet{Name: "Work", Kind: "todo"})
	d.check(err)
	for _, todo := range []struct{ set, id, due string }{
		{"Home", "yesterday", "2026-05-20"},
		{"Work", "today", "2026-05-21"},
		{"Home", "this morning", "2026-05-21T07:00"},
		{"Work", "tonight", "2026-05-21T23:30"},
		{"Home", "late in UTC", "2026-05-22T03:00Z"}, // 23:00 on the 21st where the user is
		{"Work", "tomorrow", "2026-05-22"},
		{"Home", "some day", ""},
	} {
		d.todo(todo.set, strings.ReplaceAll(todo.id, " ", "-"), record.Values{"title": todo.id, "due": todo.due, "tags": "t"})
	}
	d.todo("Home", "done", record.Values{"title": "done", "due": "2026-05-21", "done": "true"})
	for kind, want := range map[engine.SmartKind][]string{
		engine.Overdue:  {"yesterday", "this morning"},
		engine.Today:    {"yesterday", "today", "this morning", "late in UTC", "tonight"},
		engine.Upcoming: {"tomorrow"},
		engine.Tagged:   {"yesterday", "today", "this morning", "late in UTC", "tonight", "tomorrow", "some day"},
	} {
		rows, err := d.Smart(t.Context(), engine.Smart{Kind: kind, Tag: "T"})
		d.check(err)
		var got []string
		for _, r := range rows {
			got = append(got, r.Title)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s shows %q, want %q", kind, got, want)
		}
	}
}

func TestTagsCountWhatTheirListsShow(t *testing.T) {
	d := newTodoDesk(t)
	d.todo("Home", "a", record.Values{"title": "a", "tags": "food\nshop"})
	d.todo("Home", "b", record.Values{"title": "b", "tags": "Food"})
	d.todo("Home", "c", record.Values{"title": "c", "tags": "food", "done": "true"})
	tags := d.overview().Tags()
	if len(tags) != 2 || tags[0].Open != 2 || tags[1].Tag != "shop" || tags[1].Open != 1 {
		t.Errorf("tags: %+v", tags)
	}
}
