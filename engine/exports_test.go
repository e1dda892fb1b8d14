package engine_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/lists/transfer"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestChosenItemsAreExportedOnceEach(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"milk", "bread", "gone"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	_, err := d.Edit.Delete(t.Context(), "Home", "gone")
	d.check(err)
	format := lists.ExportFormats("todo")[0]
	for _, c := range []struct {
		ids  []string
		want []string
	}{
		{nil, []string{"milk", "bread"}},
		{[]string{"bread"}, []string{"bread"}},
		{[]string{"bread", "milk", "bread"}, []string{"bread", "milk"}},
	} {
		var out strings.Builder
		n, err := d.Lists.Export(t.Context(), "Home", c.ids, format, &out)
		if err != nil || n.Items != len(c.want) || strings.Count(out.String(), "BEGIN:VTODO") != len(c.want) {
			t.Errorf("%q: %v items, %v\n%s", c.ids, n, err, out.String())
		}
		for _, title := range c.want {
			if !strings.Contains(out.String(), "SUMMARY:"+title) {
				t.Errorf("%q: %s is missing", c.ids, title)
			}
		}
	}
	for _, id := range []string{"gone", "never"} {
		var out strings.Builder
		if _, err := d.Lists.Export(t.Context(), "Home", []string{"milk", id}, format, &out); !errors.Is(err, store.ErrNoItem) || out.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", id, err, out.String())
		}
	}
}

func TestOutlinesAreExportedAsTheyStandWithAllThatIsInThem(t *testing.T) {
	d := newTodoDesk(t)
	if _, err := d.Lists.Create(t.Context(), lists.New{Name: "Feeds", Kind: "outline"}); err != nil {
		t.Fatal(err)
	}
	add := func(title string, o edit.AddOptions) {
		t.Helper()
		o.ID = title
		_, err := d.Edit.Add(t.Context(), "Feeds", record.Values{"title": title}, o)
		d.check(err)
	}
	add("a", edit.AddOptions{AtEnd: true})
	add("b", edit.AddOptions{AtEnd: true})
	add("first", edit.AddOptions{})
	add("in-a", edit.AddOptions{Parent: "a"})
	add("gone", edit.AddOptions{Parent: "a", After: "in-a"})
	add("in-gone", edit.AddOptions{Parent: "gone"})
	_, err := d.Edit.Delete(t.Context(), "Feeds", "gone")
	d.check(err)
	for want, ids := range map[string][]string{
		"first a(in-a in-gone) b": nil,
		"a(in-a in-gone)":         {"a", "in-a"},
		"in-gone":                 {"in-gone"},
		"first b":                 {"b", "first"},
	} {
		var out strings.Builder
		n, err := d.Lists.Export(t.Context(), "Feeds", ids, transfer.Outlines, &out)
		d.check(err)
		if got := brief(out.String()); got != want || n.Items != strings.Count(out.String(), "<outline") {
			t.Errorf("%q: %v items, %s, want %s", ids, n, got, want)
		}
	}
	if _, err := d.Lists.Export(t.Context(), "Feeds", []string{"gone"}, transfer.Outlines, &strings.Builder{}); !errors.Is(err, store.ErrNoItem) {
		t.Errorf("exporting what is deleted: %v", err)
	}
}

// brief returns the titles of a file, with children in brackets.
func brief(file string) string {
	_, body, _ := strings.Cut(file, "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	text := strings.NewReplacer("<outline text=\"", " ", "\"/>", " ", "\">", "(", "</outline>", ")", "\n", "").Replace(body)
	return strings.NewReplacer("( ", "(", " )", ")").Replace(strings.Join(strings.Fields(text), " "))
}
