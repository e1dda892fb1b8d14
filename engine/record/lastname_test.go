package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

func TestAContactWithAFullNameHasALastName(t *testing.T) {
	for name, want := range map[string]string{
		"Ada Lovelace":         "Lovelace",
		"Lovelace, Ada":        "Lovelace",
		"Ada":                  "",
		"Ludwig van Beethoven": "van Beethoven",
		"Ada  King Noel":       "Noel",
		"van Gogh":             "Gogh",
		"Example, ":            "",
		"42 Bakeries":          "",
	} {
		c, err := record.New(record.Contact, record.Values{"name": name})
		if err != nil || record.FactsOf(c).FamilyName != want {
			t.Errorf("%q: %q, want %q, error %v", name, record.FactsOf(c).FamilyName, want, err)
		}
	}
	c, err := record.New(record.Contact, record.Values{"name": "Example Bakery", "organisation": "Example Bakery"})
	if err != nil || record.FactsOf(c).FamilyName != "" {
		t.Errorf("an organization: %q, error %v", record.FactsOf(c).FamilyName, err)
	}
	c, err = record.New(record.Contact, record.Values{"name": "Ada King Lovelace", "given": "Ada", "family": "King Lovelace"})
	if err != nil || record.FactsOf(c).FamilyName != "King Lovelace" {
		t.Errorf("with parts: %q, error %v", record.FactsOf(c).FamilyName, err)
	}
}
