package engine_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
)

func TestChosenItemsAreExportedOnceEach(t *testing.T) {
	d := newTodoDesk(t)
	for _, id := range []string{"milk", "bread", "gone"} {
		d.todo("Home", id, record.Values{"title": id})
	}
	_, err := d.Delete(t.Context(), "Home", "gone")
	d.check(err)
	format := engine.ExportFormats("todo")[0]
	for _, c := range []struct {
		ids  []string
		want []string
	}{
		{nil, []string{"milk", "bread"}},
		{[]string{"bread"}, []string{"bread"}},
		{[]string{"bread", "milk", "bread"}, []string{"bread", "milk"}},
	} {
		var out strings.Builder
		n, err := d.Export(t.Context(), "Home", c.ids, format, &out)
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
		if _, err := d.Export(t.Context(), "Home", []string{"milk", id}, format, &out); !errors.Is(err, store.ErrNoItem) || out.Len() > 0 {
			t.Errorf("%s: %v, wrote %q", id, err, out.String())
		}
	}
}
