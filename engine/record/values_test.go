package record_test

import (
	"errors"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// often is how many times something is tried that must not depend on the order
// of a map.
const often = 50

func TestOfTwoWordsForAFieldItsOwnWins(t *testing.T) {
	for kind, want := range map[record.Kind]string{record.Contact: "by name", record.Todo: "by title", record.Note: "by title"} {
		c, err := record.New(kind, record.Values{"title": "before"})
		if err != nil {
			t.Fatal(err)
		}
		for range often {
			changed, err := record.Apply(c, record.Values{"title": "by title", "name": "by name"})
			if err != nil {
				t.Fatal(err)
			}
			if got := record.Read(changed).Get("title"); got != want {
				t.Fatalf("a %s is called %q, want %q", kind, got, want)
			}
		}
	}
}

func TestOfSeveralValuesThatCannotBeItIsAlwaysTheSameThatIsTold(t *testing.T) {
	c, err := record.As(item.Plain("Milk", ""), record.Todo)
	if err != nil {
		t.Fatal(err)
	}
	for range often {
		_, err := record.Apply(c, record.Values{"start": "x", "due": "x", "priority": "x"})
		var wrong *record.ValueError
		if !errors.As(err, &wrong) || wrong.Field != "due" {
			t.Fatalf("got %v, want what is wrong with due, which comes first in the alphabet", err)
		}
	}
}
