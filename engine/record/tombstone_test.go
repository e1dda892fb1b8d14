package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

func TestATombstoneKeepsItsTitleAndThatItWasDone(t *testing.T) {
	for _, c := range []struct {
		values record.Values
		done   bool
	}{
		{record.Values{"title": "Eggs", "text": "Brown ones", "due": "2026-05-24"}, false},
		{record.Values{"title": "Eggs", "text": "Brown ones", "done": "true 2026-05-24T09:00:00Z"}, true},
	} {
		content, err := record.New(record.Todo, c.values)
		if err != nil {
			t.Fatal(err)
		}
		kept := record.Tombstone(content)
		r := record.Read(kept)
		if record.FactsOf(kept).Done != c.done || kept.Title() != "Eggs" || kept.Text() != "" || r.Get("due") != "" {
			t.Errorf("%v: %s", c.values, kept.XML())
		}
		if again := record.Tombstone(kept); again.Hash() != kept.Hash() {
			t.Errorf("%v: the tombstone of\n%s\nis\n%s", c.values, kept.XML(), again.XML())
		}
	}
}
