package record_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func TestANameIsSplitIntoFirstAndLastName(t *testing.T) {
	for name, want := range map[string][2]string{
		"Ada Lovelace":         {"Ada", "Lovelace"},
		"Lovelace, Ada":        {"Ada", "Lovelace"},
		"Ada":                  {"Ada", ""},
		"":                     {"", ""},
		"Ludwig van Beethoven": {"Ludwig", "van Beethoven"},
		"Ada  King Noel":       {"Ada King", "Noel"},
		"van Gogh":             {"van", "Gogh"},
		"Example, ":            {"Example,", ""},
	} {
		v := record.WithNameParts(nil, record.Values{"name": name, "nickname": "n"})
		if got := [2]string{v["given"], v["family"]}; got != want || v["name"] != name || v["nickname"] != "n" {
			t.Errorf("%q: %v", name, v)
		}
	}
}

// Parts that somebody wrote otherwise than a person speaks the name stay.
func TestANameIsSplitAgainOnlyIfItConsistedOfItsParts(t *testing.T) {
	contact := func(v record.Values) *item.Content {
		c, err := record.New(record.Contact, v)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		about  string
		before record.Values
		typed  record.Values
		family string
	}{
		{"composed", record.Values{"name": "Ada King", "given": "Ada", "family": "King"}, record.Values{"name": "Ada Lovelace"}, "Lovelace"},
		{"by title", record.Values{"name": "Ada King", "given": "Ada", "family": "King"}, record.Values{"title": "Ada Lovelace"}, "Lovelace"},
		{"no parts", record.Values{"name": "Ada"}, record.Values{"name": "Ada Lovelace"}, "Lovelace"},
		{"another name", record.Values{"name": "Countess", "given": "Ada", "family": "King"}, record.Values{"name": "Ada Lovelace"}, "King"},
		{"a title", record.Values{"name": "Dr. Ada King", "prefix": "Dr.", "given": "Ada", "family": "King"}, record.Values{"name": "Ada Lovelace"}, "King"},
		{"parts are given", record.Values{"name": "Ada King", "given": "Ada", "family": "King"}, record.Values{"name": "Ada Lovelace", "family": "Byron"}, "Byron"},
		{"the same name", record.Values{"name": "Ada King", "given": "Ada King"}, record.Values{"name": "Ada King"}, ""},
	} {
		before := contact(c.before)
		next, err := record.Apply(before, record.WithNameParts(before, c.typed))
		if err != nil || record.Read(next).Get("family") != c.family {
			t.Errorf("%s: last name %q, error %v", c.about, record.Read(next).Get("family"), err)
		}
	}
}
