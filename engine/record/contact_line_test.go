package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

func TestAFieldOfOneTextIsOneProperty(t *testing.T) {
	const english = "<parameters><language><language-tag>en</language-tag></language></parameters>"
	for field, tag := range map[string]string{"role": "role", "jobtitle": "title"} {
		is := func(inside string) string { return "<" + tag + ">" + inside + "</" + tag + ">" }
		cook := is(english + `<text>Cook</text>`)
		expectField(t, cook, field, "Cook")
		expectField(t, `<group name="a">`+cook+`</group>`, field, "Cook")
		expectField(t, `<f:`+tag+` xmlns:f="urn:f"><f:text>Cook</f:text></f:`+tag+`>`, field, "")
		expectSet(t, cook, field, "Chef", is(english+`<text>Chef</text>`))
		expectSet(t, cook, field, "", "")
		expectSet(t, "", field, "a < b", is(`<text>a &lt; b</text>`))
	}
}

// The note is mirrored in the text of the entry, so each is read without the
// other here.
func TestTheNoteIsTheText(t *testing.T) {
	for properties, want := range map[string]string{
		`<note><text>a</text></note>`:                                             "a",
		`<note><text>a</text></note><rev/><note><text>b</text></note>`:            "a\n\nb",
		`<note><text/></note><group name="x"><note><text>b</text></note></group>`: "b",
	} {
		c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0">` + properties + `</vcard></entry>`)
		if err != nil {
			t.Fatal(err)
		}
		if got := record.Read(c).Get("text"); got != want {
			t.Errorf("%s: %q, want %q", properties, got, want)
		}
		after, err := record.Apply(c, record.Values{"text": "new"})
		if err != nil || after.Text() != "new" || strings.Count(after.XML(), "<note>") != 1 {
			t.Errorf("%s: set, it is %s (%v)", properties, after.XML(), err)
		}
	}
}

// A card may say its title in two languages. Nothing of it is hidden, and a
// change is a change of what was shown.
func TestSeveralTextsAreShownTogether(t *testing.T) {
	two := `<title><text>Boss</text></title><rev/><title><text>Chef</text></title>`
	expectField(t, two, "jobtitle", "Boss; Chef")
	expectSet(t, two, "jobtitle", "Boss", `<title><text>Boss</text></title><rev/>`)
	expectSet(t, two, "jobtitle", "", `<rev/>`)
}

func TestNicknamesAreAList(t *testing.T) {
	two := `<nickname><text>First</text><text>Second</text></nickname>`
	expectField(t, two, "nickname", "First, Second")
	expectSet(t, two, "nickname", "First, Third", `<nickname><text>First</text><text>Third</text></nickname>`)
	expectSet(t, two, "nickname", "", "")
	expectSet(t, "", "nickname", "First,Second", `<nickname><text>First,Second</text></nickname>`)
}

func TestAnOrganisationHasUnits(t *testing.T) {
	org := `<org><text>Example Ltd; Sons</text><text>Sales</text></org>`
	expectField(t, org, "organisation", `Example Ltd\; Sons; Sales`)
	expectField(t, `<org><text>Example Ltd</text><text/></org>`, "organisation", `Example Ltd`)
	expectSet(t, org, "organisation", `Example Ltd\; Sons;Marketing`, `<org><text>Example Ltd; Sons</text><text>Marketing</text></org>`)
	expectSet(t, org, "organisation", "", "")
	expectSet(t, "", "organisation", `AC\DC`, `<org><text>AC\DC</text></org>`)
	expectCanonical(t, "organisation", "Example Ltd;;Sales;", "Example Ltd; Sales")
	expectCanonical(t, "organisation", `AC\DC`, `AC\\DC`)
}

// Of two organisations the first is shown, and the second one stays.
func TestASecondOrganisationStays(t *testing.T) {
	two := `<org><text>A</text></org><org><text>B</text></org>`
	expectField(t, two, "organisation", "A")
	expectSet(t, two, "organisation", "C", `<org><text>C</text></org><org><text>B</text></org>`)
}
