package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

// A search through all lists finds titles and texts, list by list in the order of their names,
// with the number of all hits. It reads only so many rows of each list and of all.
func TestASearchThroughAllListsSaysWhatEachHas(t *testing.T) {
	d := newTodoDesk(t)
	for _, name := range []string{"Zoo", "Attic", "Empty"} {
		_, err := d.Lists.Create(t.Context(), lists.New{Name: name, Kind: "todo"})
		d.check(err)
	}
	for i := range 3 {
		d.todo("Zoo", fmt.Sprint("zoo", i), record.Values{"title": fmt.Sprint("Milk ", i)})
		d.todo("Attic", fmt.Sprint("attic", i), record.Values{"title": fmt.Sprint("Box ", i), "text": "of MILK"})
	}
	d.todo("Home", "bread", record.Values{"title": "Bread"})
	d.todo("Home", "gone", record.Values{"title": "Sour milk"})
	_, err := d.Edit.Delete(t.Context(), "Home", "gone")
	d.check(err)
	for _, c := range []struct {
		query store.Query
		most  int
		want  string
	}{
		{store.Query{Search: "milk"}, 100, "Attic 3: Box 0, Box 1, Box 2; Zoo 3: Milk 0, Milk 1, Milk 2"},
		{store.Query{Search: "milk", Limit: 2}, 100, "Attic 3: Box 0, Box 1; Zoo 3: Milk 0, Milk 1"},
		{store.Query{Search: "milk", Limit: 2}, 3, "Attic 3: Box 0, Box 1; Zoo 3: Milk 0"},
		{store.Query{Search: "milk", Limit: 2}, 2, "Attic 3: Box 0, Box 1; Zoo 3: "},
		{store.Query{Search: "milk", Limit: 2, Deleted: true}, 100, "Home 1: Sour milk"},
		{store.Query{Search: "nowhere", Limit: 2}, 100, ""},
	} {
		hits, err := d.Lists.Search(t.Context(), c.query, c.most)
		d.check(err)
		var got []string
		for _, h := range hits {
			var titles []string
			for _, r := range h.Rows {
				titles = append(titles, r.Title)
			}
			got = append(got, fmt.Sprintf("%s %d: %s", h.List, h.Found, strings.Join(titles, ", ")))
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%+v, at most %d: got %s, want %s", c.query, c.most, got, c.want)
		}
	}
}
