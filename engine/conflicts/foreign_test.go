package conflicts_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
)

const entry = `<entry xmlns="http://www.w3.org/2005/Atom" xmlns:f="urn:f"><title>Eggs</title><f:price>NUMBER</f:price></entry>`

// priced holds data that has no field.
func priced(t *testing.T, price string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(strings.Replace(entry, "NUMBER", price, 1))
	must(t, err)
	return c
}

func TestDataWithoutAFieldStaysWithTheVersionLastTakenWhole(t *testing.T) {
	it := &item.Item{
		Winner:    version(4, "desk", priced(t, "2")),
		Conflicts: []*item.Version{version(3, "laptop", priced(t, "3")), version(2, "tablet", item.Plain("Six eggs", "fresh"))},
	}
	s := begin(t, it, "me")
	must(t, s.Take(0))
	must(t, s.TakeField("title", 2))
	if c := decided(t, s).Content; !strings.Contains(c.XML(), "<f:price>2</f:price>") || c.Title() != "Six eggs" {
		t.Errorf("a field taken: %s; want the winner's price", c.XML())
	}
	must(t, s.Take(1))
	must(t, s.TakeField("text", 2))
	if c := decided(t, s).Content; !strings.Contains(c.XML(), "<f:price>3</f:price>") || c.Text() != "fresh" {
		t.Errorf("a version and then a field taken: %s; want the version's price", c.XML())
	}
}
