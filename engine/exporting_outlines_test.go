package engine_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transfer"
)

func TestOutlinesAreExportedAsTheyStandWithAllThatIsInThem(t *testing.T) {
	d := newTodoDesk(t)
	if _, err := d.NewSet(t.Context(), engine.NewSet{Name: "Feeds", Kind: "outline"}); err != nil {
		t.Fatal(err)
	}
	add := func(title string, o engine.AddOptions) {
		t.Helper()
		o.ID = title
		_, err := d.Add(t.Context(), "Feeds", record.Values{"title": title}, o)
		d.check(err)
	}
	add("a", engine.AddOptions{AtEnd: true})
	add("b", engine.AddOptions{AtEnd: true})
	add("first", engine.AddOptions{})
	add("in-a", engine.AddOptions{Parent: "a"})
	add("gone", engine.AddOptions{Parent: "a", After: "in-a"})
	add("in-gone", engine.AddOptions{Parent: "gone"})
	_, err := d.Delete(t.Context(), "Feeds", "gone")
	d.check(err)
	for want, ids := range map[string][]string{
		"first a(in-a in-gone) b": nil,
		"a(in-a in-gone)":         {"a", "in-a"},
		"in-gone":                 {"in-gone"},
		"first b":                 {"b", "first"},
	} {
		var out strings.Builder
		n, err := d.Export(t.Context(), "Feeds", ids, transfer.Outlines, &out)
		d.check(err)
		if got := brief(out.String()); got != want || n.Items != strings.Count(out.String(), "<outline") {
			t.Errorf("%q: %v items, %s, want %s", ids, n, got, want)
		}
	}
	if _, err := d.Export(t.Context(), "Feeds", []string{"gone"}, transfer.Outlines, &strings.Builder{}); !errors.Is(err, store.ErrNoItem) {
		t.Errorf("exporting what is deleted: %v", err)
	}
}

// brief gives the titles of a file, with what is in each in brackets.
func brief(file string) string {
	_, body, _ := strings.Cut(file, "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	text := strings.NewReplacer("<outline text=\"", " ", "\"/>", " ", "\">", "(", "</outline>", ")", "\n", "").Replace(body)
	return strings.NewReplacer("( ", "(", " )", ")").Replace(strings.Join(strings.Fields(text), " "))
}
