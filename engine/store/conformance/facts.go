package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var factRules = []rule{
	{"of a todo stand in its row", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, fullTodo("x"))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{
			Kind: record.Todo, Due: "2026-11-27T18:00 Europe/Berlin", Start: "2026-11-26", Priority: 1,
			Tags: []string{"Dairy", "a, b", "ä"}, Order: -7, Ordered: true, Parent: "trip", Alarms: true, Repeats: true,
		}})
	}},
	{"tell what became of a todo", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, todo("x", record.Values{"done": "true 2026-11-24T10:00:00Z"}), todo("y", record.Values{"done": "false cancelled"}))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{
			{Kind: record.Todo, Done: true}, {Kind: record.Todo, Cancelled: true},
		})
	}},
	{"of a contact are its tags", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, contact("x", record.Values{"name": "Given", "tags": "club"}))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{Kind: record.Contact, Tags: []string{"club"}}})
	}},
	{"are the winner's, and follow it", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		other := todo("x", record.Values{"title": "Milk", "priority": "5", "tags": "shop"})
		put(t, s, set, only(fullTodo("x").Winner, other.Winner))
		put(t, s, set, only(other.Winner, fullTodo("x").Winner))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{{Kind: record.Todo, Priority: 5, Tags: []string{"shop"}}})
		put(t, s, set, simple("x", "Milk"))
		equal(t, "facts", factsOf(t, s, set), []record.Facts{note})
		equal(t, "tags", tagsOf(t, s, set), []store.TagCount(nil))
	}},
}

// fullTodo has every field that has a fact, but is not done.
func fullTodo(id string) *item.Item {
	return todo(id, record.Values{
		"title": "Milk", "due": "2026-11-27T18:00 Europe/Berlin", "start": "2026-11-26", "priority": "1",
		"tags": "Dairy\na\\, b\nä", "order": "-7", "parent": "trip", "alarms": "-PT15M", "repeat": "FREQ=WEEKLY;BYDAY=FR",
	})
}

// factsOf lists the facts of the rows, without the UIDs that records are given.
func factsOf(t *testing.T, s store.Store, set int64) (all []record.Facts) {
	t.Helper()
	for _, row := range rowsOf(t, s, set, store.Query{}) {
		row.UID = ""
		all = append(all, row.Facts)
	}
	return all
}
