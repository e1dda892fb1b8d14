package record_test

import (
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

const givenFamily = `<n><surname>Family</surname><given>Given</given><additional/><prefix/><suffix/></n>`

func TestPartsOfAName(t *testing.T) {
	n := `<n><parameters><sort-as><text>family</text></sort-as></parameters><surname>Family</surname><given>Given</given><given>Second</given><additional>B.</additional><prefix>Dr.</prefix><suffix>Jr.</suffix></n>`
	for part, want := range map[string]string{"family": "Family", "given": "Given Second", "middle": "B.", "prefix": "Dr.", "suffix": "Jr."} {
		expectField(t, n, part, want)
	}
	expectSet(t, n, "suffix", "", `<n><parameters><sort-as><text>family</text></sort-as></parameters><surname>Family</surname><given>Given</given><given>Second</given><additional>B.</additional><prefix>Dr.</prefix><suffix/></n>`)
	expectSet(t, n, "given", "Other", `<n><parameters><sort-as><text>family</text></sort-as></parameters><surname>Family</surname><given>Other</given><additional>B.</additional><prefix>Dr.</prefix><suffix>Jr.</suffix></n>`)
}

// RFC 6351 asks for all five parts, in their order.
func TestMissingPartsOfANameAreAddedInTheirPlaces(t *testing.T) {
	want := `<n><surname/><given>Other</given><additional/><prefix/><suffix/></n>`
	expectSet(t, "", "given", "Other", want)
	expectSet(t, `<n><given>Given</given></n>`, "given", "Other", want)
	expectSet(t, `<n><suffix/><given>Given</given></n>`, "given", "", "")
	expectSet(t, want, "given", "", "")
}

// The name as a whole follows its parts where they made it, and stays where a
// person chose it.
func TestTheNameFollowsItsParts(t *testing.T) {
	for _, c := range []struct{ what, name, given, family, change, to, want string }{
		{"composed of given and family", "Given Family", "Given", "Family", "given", "Other", "Other Family"},
		{"composed the other way round", "Family Given", "Given", "Family", "given", "Other", "Family Other"},
		{"in words of its own", "Short", "Given", "Family", "given", "Other", "Short"},
		{"with a part more", "Given Family", "Given", "Family", "prefix", "Dr.", "Dr. Given Family"},
		{"without parts that could have made it", "Given Family", "", "", "given", "Other", "Given Family"},
		{"whose last part goes", "Family", "", "Family", "family", "", "Family"},
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
	c := contact(t, record.Values{"given": "Given", "family": "Family"})
	for _, name := range []string{"Given Family", "Short"} {
		after, err := record.Apply(c, record.Values{"name": name, "given": "Other"})
		if err != nil || record.Read(after).Get("name") != name || record.Read(after).Get("given") != "Other" {
			t.Errorf("name %q, %v; want %q", record.Read(after).Get("name"), err, name)
		}
	}
}

// FN has to be there (RFC 6350 §6.2.1).
func TestAContactWithoutANameIsCalledAfterWhatThereIs(t *testing.T) {
	all := record.Values{"phones": "[home] 23125001", "emails": "a@example.org", "organisation": "Example Ltd; Sales", "nickname": "Nick", "family": "Family"}
	for _, next := range []struct{ field, name string }{
		{"family", "Family"}, {"nickname", "Nick"}, {"organisation", "Example Ltd; Sales"}, {"emails", "a@example.org"}, {"phones", "23125001"}, {"", ""},
	} {
		c := contact(t, all)
		if got := record.Read(c).Get("name"); got != next.name || c.Title() != next.name {
			t.Errorf("name %q, title %q; want %q", got, c.Title(), next.name)
		}
		delete(all, next.field)
	}
}

func TestANameThatIsTakenAwayIsComposedAnew(t *testing.T) {
	c := contact(t, record.Values{"name": "Short", "given": "Given", "family": "Family"})
	after, err := record.Apply(c, record.Values{"name": ""})
	if err != nil || record.Read(after).Get("name") != "Given Family" {
		t.Errorf("name %q, %v", record.Read(after).Get("name"), err)
	}
}

// What a plain reader wrote as the title is a name that a person chose.
func TestAPlainReadersNameStandsBesideNewParts(t *testing.T) {
	c := card(t, givenFamily).WithTitle("Given Changed")
	after, err := record.Apply(c, record.Values{"given": "Other"})
	if err != nil || record.Read(after).Get("name") != "Given Changed" {
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
