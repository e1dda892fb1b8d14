package ical_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/beevik/etree"
	goical "github.com/emersion/go-ical"

	"crossfeed/engine/record/exchange"
)

// decoded returns the todos that go-ical finds in a file.
func decoded(t interface{ Fatalf(string, ...any) }, file string) []*goical.Component {
	c, err := goical.NewDecoder(strings.NewReader(file)).Decode()
	if err != nil {
		t.Fatalf("go-ical: %v in\n%s", err, file)
	}
	return slices.DeleteFunc(c.Children, func(c *goical.Component) bool { return c.Name != goical.CompToDo })
}

func TestTheLibraryReadsTheSameWhereAFileHasNoQuirks(t *testing.T) {
	for name := range shapes {
		theirs, ours := decoded(t, file(t, name)), outs(read(t, file(t, name)))
		if len(ours) != len(theirs) {
			t.Fatalf("%s: %d todos, not %d", name, len(ours), len(theirs))
		}
		for i, c := range theirs {
			compare(t, name, ours[i].Content.Element(), c)
		}
	}
}

// compare checks that our record has everything that go-ical found: each property equally
// often, with the same parameters, and with its value if that is text.
func compare(t *testing.T, name string, entry *etree.Element, c *goical.Component) {
	properties := exchange.Child(entry.FindElement("vtodo"), "properties")
	for tag, props := range c.Props {
		ours := exchange.Children(properties, strings.ToLower(tag))
		if len(ours) != len(props) {
			t.Errorf("%s: %s is there %d times, not %d", name, tag, len(ours), len(props))
			continue
		}
		for i, p := range props {
			if want, err := p.TextList(); p.ValueType() == goical.ValueText && err == nil && tag != "SUMMARY" && !slices.Equal(exchange.Values(ours[i]), want) {
				t.Errorf("%s: %s is %q, not %q", name, tag, exchange.Values(ours[i]), want)
			}
			for param, want := range p.Params {
				if got := exchange.Parameter(ours[i], strings.ToLower(param)); param != goical.ParamValue && !slices.Equal(got, want) {
					t.Errorf("%s: %s;%s is %q, not %q", name, tag, param, got, want)
				}
			}
		}
	}
}

func TestTheLibraryReadsWhateverIsWritten(t *testing.T) {
	bad := []string{"DUE:tomorrow", "nothing", "DUE;VALUE=DATE", `X-P;Q="a"b:c`, `X-P;Q="a:b`, "END:VALARM", "BEGIN;X=1:VALARM", "item1.X:y", "XML:<a>", "SUMMARY:again"}
	theirs := decoded(t, write(t, outs(read(t, todo(append(bad, "SUMMARY:Milk")...)))))
	if len(theirs) != 1 {
		t.Errorf("%d todos", len(theirs))
	}
}

func TestTheLibraryFindsNoFaultInWhatIsWrittenOfGoodTodos(t *testing.T) {
	for name := range shapes {
		c, err := goical.NewDecoder(strings.NewReader(write(t, outs(read(t, file(t, name)))))).Decode()
		if err != nil {
			t.Fatal(err)
		}
		if err := goical.NewEncoder(new(strings.Builder)).Encode(c); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
