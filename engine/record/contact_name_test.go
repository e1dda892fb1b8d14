package record_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

const annaSmith = `<n><surname>Smith</surname><given>Anna</given><additional/><prefix/><suffix/></n>`

func TestPartsOfAName(t *testing.T) {
	n := `<n><parameters><sort-as><text>smith</text></sort-as></parameters><surname>Smith</surname><given>Anna</given><given>Maria</given><additional>B.</additional><prefix>Dr.</prefix><suffix>Jr.</suffix></n>`
	for part, want := range map[string]string{"family": "Smith", "given": "Anna Maria", "middle": "B.", "prefix": "Dr.", "suffix": "Jr."} {
		expectField(t, n, part, want)
	}
	expectSet(t, n, "suffix", "", `<n><parameters><sort-as><text>smith</text></sort-as></parameters><surname>Smith</surname><given>Anna</given><given>Maria</given><additional>B.</additional><prefix>Dr.</prefix><suffix/></n>`)
	expectSet(t, n, "given", "Anne", `<n><parameters><sort-as><text>smith</text></sort-as></parameters><surname>Smith</surname><given>Anne</given><additional>B.</additional><prefix>Dr.</prefix><suffix>Jr.</suffix></n>`)
}

// RFC 6351 asks for all five parts, in their order.
func TestMissingPartsOfANameAreAddedInTheirPlaces(t *testing.T) {
	want := `<n><surname/><given>Anne</given><additional/><prefix/><suffix/></n>`
	expectSet(t, "", "given", "Anne", want)
	expectSet(t, `<n><given>Anna</given></n>`, "given", "Anne", want)
	expectSet(t, `<n><suffix/><given>Anna</given></n>`, "given", "", "")
	expectSet(t, want, "given", "", "")
}

// The name as a whole follows its parts where they made it, and stays where a
// person chose it.
func TestTheNameFollowsItsParts(t *testing.T) {
	for _, c := range []struct{ what, name, given, family, change, to, want string }{
		{"composed of given and family", "Anna Smith", "Anna", "Smith", "given", "Anne", "Anne Smith"},
		{"composed the other way round", "Smith Anna", "Anna", "Smith", "given", "Anne", "Smith Anne"},
		{"in words of its own", "Annie", "Anna", "Smith", "given", "Anne", "Annie"},
		{"with a part more", "Anna Smith", "Anna", "Smith", "prefix", "Dr.", "Dr. Anna Smith"},
		{"without parts that could have made it", "Anna Smith", "", "", "given", "Anne", "Anna Smith"},
		{"whose last part goes", "Smith", "", "Smith", "family", "", "Smith"},
	} {
		t.Run(c.what, func(t *testing.T) {
			before := contact(t, record.Values{"name": c.name, "given": c.given, "family": c.family})
			after, err := record.Apply(before, record.Values{c.change: c.to})
			if err != nil {
				t.Fatal(err)
			}
			if got := record.Read(after).Get("name"); got != c.want || after.Title() != c.want {
				t.Errorf("name %q, title %q; want %q", got, after.Title(), c.want)
			}
		})
	}
}

func TestANameThatIsGivenStands(t *testing.T) {
	c := contact(t, record.Values{"given": "Anna", "family": "Smith"})
	for _, name := range []string{"Anna Smith", "Annie"} {
		after, err := record.Apply(c, record.Values{"name": name, "given": "Anne"})
		if err != nil || record.Read(after).Get("name") != name || record.Read(after).Get("given") != "Anne" {
			t.Errorf("name %q, %v; want %q", record.Read(after).Get("name"), err, name)
		}
	}
}

// FN has to be there (RFC 6350 §6.2.1).
func TestAContactWithoutANameIsCalledAfterWhatThereIs(t *testing.T) {
	all := record.Values{"phones": "[home] 1234567", "emails": "a@example.org", "organisation": "Example Ltd; Sales", "nickname": "Jim", "family": "Smith"}
	for _, next := range []struct{ field, name string }{
		{"family", "Smith"}, {"nickname", "Jim"}, {"organisation", "Example Ltd; Sales"}, {"emails", "a@example.org"}, {"phones", "1234567"}, {"", ""},
	} {
		c := contact(t, all)
		if got := record.Read(c).Get("name"); got != next.name || c.Title() != next.name {
			t.Errorf("name %q, title %q; want %q", got, c.Title(), next.name)
		}
		delete(all, next.field)
	}
}

func TestANameThatIsTakenAwayIsComposedAnew(t *testing.T) {
	c := contact(t, record.Values{"name": "Annie", "given": "Anna", "family": "Smith"})
	after, err := record.Apply(c, record.Values{"name": ""})
	if err != nil || record.Read(after).Get("name") != "Anna Smith" {
		t.Errorf("name %q, %v", record.Read(after).Get("name"), err)
	}
}

// What a plain reader wrote as the title is a name that a person chose.
func TestAPlainReadersNameStandsBesideNewParts(t *testing.T) {
	c := card(t, annaSmith).WithTitle("Anna Jones")
	after, err := record.Apply(c, record.Values{"given": "Anne"})
	if err != nil || record.Read(after).Get("name") != "Anna Jones" {
		t.Errorf("name %q, %v", record.Read(after).Get("name"), err)
	}
}

// contact is a new one.
func contact(t testing.TB, v record.Values) *item.Content {
	t.Helper()
	c, err := record.New(record.Contact, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
