package feed_test

import (
	"io"
	"strings"
	"testing"

	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// FuzzRewrite: whatever the document, what is written into it is read back: a
// change of the data, a change of the sync metadata alone, and an item more.
func FuzzRewrite(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, document string) {
		for _, edit := range []func(*item.Item) *item.Item{contested, flagged} {
			var want []*item.Item
			var b strings.Builder
			_, err := feed.Rewrite(&b, strings.NewReader(document), "fuzz.xml", feed.RewriteOptions{
				Visit: func(e *feed.Entry) (feed.Edit, error) {
					if e.Item == nil {
						return feed.Keep(), nil
					}
					want = append(want, edit(e.Item))
					return feed.Replace(want[len(want)-1]), nil
				},
				Tail: func(write func(*item.Item) error) error {
					want = append(want, groceries())
					return write(groceries())
				},
			})
			if err == nil {
				readBack(t, b.String(), want)
			}
		}
	})
}

// contested is an item whose winner was edited, and conflicts with what it was.
func contested(it *item.Item) *item.Item {
	v := *edited(it, "new").Winner
	v.Updates = min(v.Updates, item.MaxCount)
	v.History[0].Sequence = v.Updates
	return &item.Item{Winner: &v, Conflicts: it.Versions()}
}

// flagged is an item of the same data, with another flag.
func flagged(it *item.Item) *item.Item {
	v := *it.Winner
	v.NoConflicts = !v.NoConflicts
	return &item.Item{Winner: &v, Conflicts: it.Conflicts}
}

func readBack(t *testing.T, document string, want []*item.Item) {
	r := feed.NewReader(strings.NewReader(document), "rewritten.xml")
	for {
		e, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, document)
		}
		if e.Item == nil {
			continue
		}
		if len(want) == 0 {
			t.Fatalf("an item too many in\n%s", document)
		}
		same(t, e.Item, want[0], document)
		want = want[1:]
	}
	if len(want) > 0 {
		t.Fatalf("%d items are missing in\n%s", len(want), document)
	}
}

// same compares the versions of two items, one by one.
func same(t *testing.T, got, want *item.Item, document string) {
	a, z := want.Versions(), got.Versions()
	for i := range a {
		if len(a) != len(z) || !a[i].Same(z[i]) {
			t.Fatalf("%+v became %+v\n%s\nin\n%s", a[i], z[i], a[i].Content.XML(), document)
		}
	}
}
