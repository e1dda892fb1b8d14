package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

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
		expectProblem(t, "emails", mail, "not an e-mail address")
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
