package conformance

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

var searchRules = []rule{
	{"finds title and text of any version, whatever the case", testSearch},
	{"finds what stands in the fields of a record, and no codes", testSearchFields},
	{"follows the item", func(t *testing.T, s store.Store) {
		set := addSet(t, s, "a")
		put(t, s, set, only(titled("x", "Eggs", ""), titled("x", "Ham", "")))
		put(t, s, set, only(titled("x", "Bread", "")))
		equal(t, "eggs", idsOf(t, s, set, store.Query{Search: "eggs"}), []string(nil))
		equal(t, "ham", idsOf(t, s, set, store.Query{Search: "ham"}), []string(nil))
		equal(t, "bread", idsOf(t, s, set, store.Query{Search: "bread"}), []string{"x"})
	}},
	{"stays in its set", func(t *testing.T, s store.Store) {
		a, b := addSet(t, s, "a"), addSet(t, s, "b")
		put(t, s, a, simple("x", "Eggs"))
		equal(t, "rows", idsOf(t, s, b, store.Query{Search: "eggs"}), []string(nil))
	}},
}

func testSearch(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set,
		only(titled("street", "Hauptstraße 5", "")),
		only(titled("eggs", "Ärger mit Eiern", "100 % frisch")),
		only(titled("under", "snake_case", `back\slash`)),
		only(titled("open", "Milk", ""), titled("open", "", "Butter's")),
		only(titled("composed", "A\u0308pfel", "")),
		only(titled("greek", "ΟΔΟΣ", "\U00010400")),
	)
	for _, c := range []struct {
		search string
		want   []string
	}{
		{"", []string{"street", "eggs", "under", "open", "composed", "greek"}},
		{"hauptSTRASSE", []string{"street"}},
		{"STRAẞE", []string{"street"}},
		{"ärger", []string{"eggs"}},
		{"ÄRGER MIT", []string{"eggs"}},
		{"%", []string{"eggs"}},
		{"0 % F", []string{"eggs"}},
		{"_", []string{"under"}},
		{"SNAKE_", []string{"under"}},
		{"snakeXcase", nil},
		{`\`, []string{"under"}},
		{"milk", []string{"open"}},
		{"BUTTER'S", []string{"open"}},
		{"ÄPFEL", []string{"composed"}},
		{"οδος", []string{"greek"}},
		{"\U00010428", []string{"greek"}},
		{"milkbutter", nil},
		{"nothing", nil},
	} {
		equal(t, "searching "+c.search, idsOf(t, s, set, store.Query{Search: c.search}), c.want)
	}
}

func testSearchFields(t *testing.T, s store.Store) {
	set := addSet(t, s, "a")
	put(t, s, set,
		todo("todo", record.Values{"title": "Milk", "location": "Market Square", "tags": "Dairy", "due": "2026-11-27", "alarms": "-PT15M"}),
		contact("contact", record.Values{"name": "Given", "phones": "[home] +49 30 23125 001", "emails": "given@example.org", "organisation": "Engines Ltd"}),
	)
	for search, want := range map[string][]string{
		"market sq": {"todo"}, "DAIRY": {"todo"}, "30 23": {"contact"}, "GIVEN@EXAMPLE": {"contact"}, "engines": {"contact"},
		"PT15M": nil, "vcard": nil, "needs-action": nil,
	} {
		equal(t, "searching "+search, idsOf(t, s, set, store.Query{Search: search}), want)
	}
}

func titled(id, title, text string) *item.Version {
	v := version(id, "desk", 1, "")
	v.Content = item.Plain(title, text)
	return v
}
