package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

// card returns a contact called Given Family, with further properties.
func card(t testing.TB, properties string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(cardOpen + properties + cardClose)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	cardOpen = `<entry xmlns="http://www.w3.org/2005/Atom"><title>Given Family</title>` +
		`<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given Family</text></fn>`
	cardClose = `</vcard></entry>`
)

// changed returns the further properties after setting values.
func changed(t testing.TB, c *item.Content, v record.Values) string {
	t.Helper()
	got, err := record.Apply(c, v)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(strings.TrimPrefix(got.XML(), cardOpen), cardClose)
}

// expectField checks a field of a contact with these properties.
func expectField(t testing.TB, properties, field, want string) {
	t.Helper()
	if got := record.Read(card(t, properties)).Get(field); got != want {
		t.Errorf("%s: %s is %q, want %q", properties, field, got, want)
	}
}

// expectSet sets a field to a value, and checks the resulting properties and that the field
// returns the value.
func expectSet(t testing.TB, before, field, value, want string) {
	t.Helper()
	if got := changed(t, card(t, before), record.Values{field: value}); got != want {
		t.Errorf("%s: %q\n got %s\nwant %s", field, value, got, want)
	}
	f, _ := record.Find(record.Contact, field)
	canonical, err := f.Canonical(value)
	if got := record.Read(card(t, want)).Get(field); err != nil || !f.Equal(got, canonical) {
		t.Errorf("%s: set to %q, it is %q (%v)", field, canonical, got, err)
	}
}

// expectCanonical checks the canonical form of what a person types.
func expectCanonical(t testing.TB, field, typed, want string) {
	t.Helper()
	f, err := record.Find(record.Contact, field)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := f.Canonical(typed); err != nil || got != want {
		t.Errorf("%s %q: %q, %v; want %q", field, typed, got, err, want)
	}
}

// expectProblem checks that a value is invalid for a field.
func expectProblem(t testing.TB, field, typed string, want record.Problem) {
	t.Helper()
	f, err := record.Find(record.Contact, field)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Canonical(typed)
	if wrong, is := err.(*record.ValueError); !is || wrong.Problem != want || wrong.Field != field {
		t.Errorf("%s %q: %q, %v; want %q", field, typed, got, err, want)
	}
}

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

// The note is mirrored in the text of the entry, so the tests here read each of them without
// the other.
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

// A card may have its title in two languages. The field shows both, and a change applies to
// all that was shown.
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

// The field shows the first of two organisations, and the second one is preserved.
func TestASecondOrganisationStays(t *testing.T) {
	two := `<org><text>A</text></org><org><text>B</text></org>`
	expectField(t, two, "organisation", "A")
	expectSet(t, two, "organisation", "C", `<org><text>C</text></org><org><text>B</text></org>`)
}

const work = `<parameters><type><text>work</text></type><x-carrier><unknown>A</unknown></x-carrier></parameters>`

func TestSetsOfPropertiesAreReadWithTheirTypes(t *testing.T) {
	for _, c := range []struct{ field, properties, want string }{
		{"phones", `<tel>` + work + `<uri>tel:+49-30-1234;ext=5</uri></tel>`, "[work] +49-30-1234;ext=5"},
		{"phones", `<tel><parameters><type><text>HOME</text><text>Cell</text></type><pref><integer>1</integer></pref></parameters><text>1</text></tel><tel><text>2</text></tel>`, "[pref,cell,home] 1\n2"},
		{"phones", `<tel><parameters><type><text>pref</text></type></parameters><text>1</text></tel>`, "[pref] 1"},
		{"phones", `<tel><parameters><pref><integer>2</integer></pref></parameters><text>1</text></tel>`, "1"},
		{"phones", `<tel><text/></tel><tel><text> [1] </text></tel>`, "[] [1]"},
		{"phones", "<tel><text>1\n 2</text></tel>", "1 2"},
		{"emails", `<email><text>a@example.org</text></email>`, "a@example.org"},
		{"urls", `<url>` + work + `<uri>https://example.org</uri></url>`, "[work] https://example.org"},
		{"messengers", `<impp><uri>xmpp:a@example.org</uri></impp><impp><uri>sip:b</uri></impp>`, "xmpp:a@example.org\nsip:b"},
		{"tags", `<categories><text>a</text><text>b, c</text></categories><categories><text>d</text></categories>`, "a\nb\\, c\nd"},
	} {
		expectField(t, c.properties, c.field, c.want)
	}
}

func TestElementsThatAreChangedKeepTheirProperty(t *testing.T) {
	tel := func(value string) string { return `<tel>` + work + value + `</tel>` }
	home := `<tel><parameters><type><text>home</text></type><x-carrier><unknown>A</unknown></x-carrier></parameters>`
	for _, c := range []struct{ what, field, before, value, want string }{
		{"another value", "phones", tel(`<text>1</text>`), "[work] 2", tel(`<text>2</text>`)},
		{"another type", "phones", tel(`<text>1</text>`), "[home] 1", home + `<text>1</text></tel>`},
		{"no type", "phones", tel(`<text>1</text>`), "1", `<tel><parameters><x-carrier><unknown>A</unknown></x-carrier></parameters><text>1</text></tel>`},
		{"both", "phones", tel(`<text>1</text>`), "[home] 2", home + `<text>2</text></tel>`},
		{"a URI stays one", "phones", tel(`<uri>tel:+1</uri>`), "[work] +49-30;ext=1", tel(`<uri>tel:+49-30;ext=1</uri>`)},
		{"but not with a space", "phones", tel(`<uri>tel:+1</uri>`), "[work] +49 30", tel(`<text>+49 30</text>`)},
		{"the same value with other types before the next", "phones", tel(`<text>1</text>`) + `<tel><text>2</text></tel>`, "[home] 2\n3",
			tel2("3") + `<tel><parameters><type><text>home</text></type></parameters><text>2</text></tel>`},
		{"one taken away", "phones", tel(`<text>1</text>`) + `<rev/><tel><text>2</text></tel>`, "2", `<rev/><tel><text>2</text></tel>`},
		{"one added", "phones", tel(`<text>1</text>`) + `<rev/>`, "[work] 1\n[cell] 2", tel(`<text>1</text>`) + `<rev/><tel><parameters><type><text>cell</text></type></parameters><text>2</text></tel>`},
		{"all taken away", "phones", tel(`<text>1</text>`) + `<tel><text>2</text></tel>`, "", ""},
		{"another order is no change", "phones", tel(`<text>1</text>`) + `<tel><text>2</text></tel>`, "2\n[work] 1", tel(`<text>1</text>`) + `<tel><text>2</text></tel>`},
		{"one that says nothing stays", "phones", `<tel>` + work + `<text/></tel>`, "2", `<tel>` + work + `<text/></tel><tel><text>2</text></tel>`},
		{"a new address on the web", "urls", "", "example.org/a", `<url><uri>example.org/a</uri></url>`},
		{"a messenger that is no URI", "messengers", `<impp><uri>xmpp:a@b</uri></impp>`, `a\b c`, `<impp><text>a\b c</text></impp>`},
		{"a new messenger", "messengers", "", "xmpp:a@b", `<impp><uri>xmpp:a@b</uri></impp>`},
		{"a new e-mail address", "emails", "", "[home] a@b", `<email><parameters><type><text>home</text></type></parameters><text>a@b</text></email>`},
	} {
		t.Run(c.what, func(t *testing.T) { expectSet(t, c.before, c.field, c.value, c.want) })
	}
}

func TestAnotherOrderOfASetIsNoChange(t *testing.T) {
	c := card(t, `<tel><text>1</text></tel><tel><text>2</text></tel>`)
	if same, err := record.Apply(c, record.Values{"phones": "2\n1"}); err != nil || same != c {
		t.Errorf("it made %v, %v", same.XML(), err)
	}
}

// tel2 is the first telephone number of the tables with another value and no type.
func tel2(value string) string {
	return `<tel><parameters><x-carrier><unknown>A</unknown></x-carrier></parameters><text>` + value + `</text></tel>`
}

func TestPreferenceKeepsItsWayOfBeingSaid(t *testing.T) {
	byParameter := `<tel><parameters><pref><integer>1</integer></pref></parameters><text>1</text></tel>`
	byType := `<tel><parameters><type><text>pref</text><text>home</text></type></parameters><text>1</text></tel>`
	expectSet(t, byParameter, "phones", "1", `<tel><text>1</text></tel>`)
	expectSet(t, byType, "phones", "[home] 1", `<tel><parameters><type><text>home</text></type></parameters><text>1</text></tel>`)
	expectSet(t, byType, "phones", "[pref,home] 2", `<tel><parameters><type><text>pref</text><text>home</text></type></parameters><text>2</text></tel>`)
	expectSet(t, `<tel><text>1</text></tel>`, "phones", "[pref] 1", byParameter)
	expectSet(t, `<tel><parameters><pref><integer>50</integer></pref></parameters><text>1</text></tel>`, "phones", "2",
		`<tel><parameters><pref><integer>50</integer></pref></parameters><text>2</text></tel>`)
}

func TestTagsStayInTheirProperties(t *testing.T) {
	two := `<categories>` + work + `<text>a</text><text>b</text></categories><rev/><categories><text>c</text></categories>`
	expectSet(t, two, "tags", "a\nc", `<categories>`+work+`<text>a</text></categories><rev/><categories><text>c</text></categories>`)
	expectSet(t, two, "tags", "a\nb\nd", `<categories>`+work+`<text>a</text><text>b</text></categories><rev/><categories><text>d</text></categories>`)
	expectSet(t, two, "tags", "", `<rev/>`)
	expectSet(t, two, "tags", "e", `<rev/><categories><text>e</text></categories>`)
	expectSet(t, "", "tags", `x, y\, z`, `<categories><text>x</text><text>y, z</text></categories>`)
}

func TestWhatValuesOfContactsHaveToBe(t *testing.T) {
	for _, mail := range []string{"a", "@", "a@", "@b", "a@b@c", "a b@c", "ok@example.org\na"} {
		expectProblem(t, "emails", mail, "not an email address")
	}
	expectCanonical(t, "emails", " [Home] a@b ", "[home] a@b")
	for _, url := range []string{"x", "two words.org", "http:", ".", "a.", ".b"} {
		expectProblem(t, "urls", url, "not an address such as https://example.org")
	}
	for _, url := range []string{"https://example.org/a?b#c", "example.org", "example.org:80/a", "mailto:a@b", "HTTP://Example.org"} {
		expectCanonical(t, "urls", url, url)
	}
	expectCanonical(t, "phones", "TEL:+49-30", "+49-30")
	expectCanonical(t, "phones", "[work,home,work] ask the porter", "[home,work] ask the porter")
	expectProblem(t, "phones", "tel:", "not a value with its types")
	expectProblem(t, "phones", "[home]", "not a value with its types")
}

// labelled returns a telephone number in a group with a label as Apple's programs write it: of
// unknown type, and thus with the escapes of a file.
func labelled(label string) string {
	return `<group name="item1"><tel><text>1</text></tel><x-ablabel><unknown>` + label + `</unknown></x-ablabel></group>`
}

const (
	home = `_$!&lt;Home&gt;!$_`
	hut  = `Ski hut\, Åre`
)

func TestLabelsAreRead(t *testing.T) {
	expectField(t, labelled(home), "phones", "[home] 1")
	expectField(t, labelled(`_$!&lt;HomePage&gt;!$_`), "phones", "[homepage] 1")
	expectField(t, labelled(hut), "phones", `[label=Ski hut\, Åre] 1`)
	expectField(t, `<group name="a"><tel><text>1</text></tel><x-ablabel><text>Hut</text></x-ablabel></group>`, "phones", "[label=Hut] 1")
	expectField(t, `<group name="a"><tel>`+work+`<text>1</text></tel><x-ablabel><unknown>`+home+`</unknown></x-ablabel></group>`, "phones", "[home,work] 1")
	expectField(t, `<group name="a"><tel><text>1</text></tel></group>`, "phones", "1")
}

func TestLabelsAreSetBackTheSameWay(t *testing.T) {
	plain := `<tel><text>1</text></tel>`
	for _, c := range []struct{ what, before, value, want string }{
		{"another label", labelled(hut), "[label=Boat] 1", labelled("Boat")},
		{"another type in another alphabet", labelled(home), "[över] 1", labelled(`_$!&lt;Över&gt;!$_`)},
		{"another type that has no capital of its own", labelled(home), "[ıx] 1", labelled(`_$!&lt;ıx&gt;!$_`)},
		{"a fax", labelled(home), "[homefax] 1", labelled(`_$!&lt;HomeFAX&gt;!$_`)},
		{"a label in place of a type", labelled(home), "[label=Boat] 1", labelled("Boat")},
		{"another type", labelled(home), "[work] 1", labelled(`_$!&lt;Work&gt;!$_`)},
		{"a type more", labelled(home), "[cell,home] 1", strings.Replace(labelled(home), "<tel>", `<tel><parameters><type><text>cell</text></type></parameters>`, 1)},
		{"another value", labelled(hut), `[label=Ski hut\, Åre] 2`, strings.Replace(labelled(hut), ">1<", ">2<", 1)},
		{"no label", labelled(hut), "1", `<group name="item1">` + plain + `</group>`},
		{"no type", labelled(home), "1", `<group name="item1">` + plain + `</group>`},
		{"another label with a comma", labelled(hut), `[label=a\, b] 1`, labelled(`a\, b`)},
		{"another label that is a text", strings.ReplaceAll(labelled("Hut"), "unknown", "text"), `[label=a\, b] 1`, strings.ReplaceAll(labelled("a, b"), "unknown", "text")},
		{"a new label", plain, "[label=Boat] 1", labelled("Boat")},
		{"a new label where a group has that name", `<group name="ITEM1"><rev/></group>` + plain, "[label=Boat] 1",
			`<group name="ITEM1"><rev/></group>` + strings.Replace(labelled("Boat"), "item1", "item2", 1)},
		{"a new property with a label", "", "[label=Boat] 1", labelled("Boat")},
		{"a type alone makes no label", plain, "[home] 1", `<tel><parameters><type><text>home</text></type></parameters><text>1</text></tel>`},
	} {
		t.Run(c.what, func(t *testing.T) { expectSet(t, c.before, "phones", c.value, c.want) })
	}
}

func TestALabelThatProgramsTranslateIsAType(t *testing.T) {
	expectCanonical(t, "phones", `[label=_$!<Home>!$_] 1`, "[home] 1")
	expectCanonical(t, "phones", `[work,label=_$!<>!$_] 1`, "[work,label=_$!<>!$_] 1")
}

// A property that only described another one is meaningless without it.
func TestTheLastPropertyTakesItsGroupAlong(t *testing.T) {
	expectSet(t, labelled(hut)+`<rev/>`, "phones", "", `<rev/>`)
	expectSet(t, `<group name="a"><adr><street>x</street></adr><x-abadr><unknown>de</unknown></x-abadr></group>`, "addresses", "", "")
	expectSet(t, `<group name="a"><tel><text>1</text></tel><x-other><unknown>2</unknown></x-other></group>`, "phones", "", `<group name="a"><x-other><unknown>2</unknown></x-other></group>`)
	expectSet(t, `<group name="a"><tel><text>1</text></tel><f:x xmlns:f="urn:f"/></group>`, "phones", "", `<group name="a"><f:x xmlns:f="urn:f"/></group>`)
}

// A label applies to everything in its group. If it changes for one property, that property
// leaves the group, and the others keep their label.
func TestALabelThatIsSharedStaysWithTheOthers(t *testing.T) {
	shared := func(tel string) string {
		return `<group name="item1">` + tel + `<email><text>a@b</text></email><x-ablabel><unknown>Hut</unknown></x-ablabel></group>`
	}
	before := shared(`<tel><text>1</text></tel>`)
	expectSet(t, before, "phones", "[label=Boat] 1", shared("")+strings.Replace(labelled("Boat"), "item1", "item2", 1))
	expectSet(t, before, "phones", "1", shared("")+`<tel><text>1</text></tel>`)
	after, err := record.Apply(card(t, before), record.Values{"phones": "[label=Boat] 1"})
	if err != nil || record.Read(after).Get("emails") != "[label=Hut] a@b" {
		t.Errorf("emails %q, %v", record.Read(after).Get("emails"), err)
	}
}
