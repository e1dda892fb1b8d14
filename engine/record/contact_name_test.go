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

// RFC 6351 requires all five parts, in their order.
func TestMissingPartsOfANameAreAddedInTheirPlaces(t *testing.T) {
	want := `<n><surname/><given>Other</given><additional/><prefix/><suffix/></n>`
	expectSet(t, "", "given", "Other", want)
	expectSet(t, `<n><given>Given</given></n>`, "given", "Other", want)
	expectSet(t, `<n><suffix/><given>Given</given></n>`, "given", "", "")
	expectSet(t, want, "given", "", "")
}

// The full name follows its parts if it was composed of them, and remains if a person chose
// it.
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

// FN is required (RFC 6350 §6.2.1).
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

// A title written by a plain reader is a name that a person chose.
func TestAPlainReadersNameStandsBesideNewParts(t *testing.T) {
	c := card(t, givenFamily).WithTitle("Given Changed")
	after, err := record.Apply(c, record.Values{"given": "Other"})
	if err != nil || record.Read(after).Get("name") != "Given Changed" {
		t.Errorf("name %q, %v", record.Read(after).Get("name"), err)
	}
}

// contact returns a new contact.
func contact(t testing.TB, v record.Values) *item.Content {
	t.Helper()
	c, err := record.New(record.Contact, v)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const (
	geo   = `<parameters><geo><uri>geo:1,2</uri></geo><type><text>home</text></type></parameters>`
	town  = `<pobox/><ext/><street>1 High Street</street><locality>Town</locality><region/><code>T1</code><country>Utopia</country>`
	label = `<parameters><label><text>1 High Street</text></label></parameters>`
)

func TestAddressesAreRead(t *testing.T) {
	expectField(t, `<adr>`+geo+town+`</adr>`, "addresses", "[home] ;;1 High Street;Town;;T1;Utopia")
	expectField(t, `<adr><street>a; b\c</street><street>d</street><locality>x&#xD;
y</locality></adr>`, "addresses", `;;a\; b\\c, d;x\ny;;;`)
	expectField(t, `<adr><pobox/><ext/><street> </street></adr>`, "addresses", "")
}

func TestAddressesThatAreChangedKeepTheirProperty(t *testing.T) {
	changed := `<pobox/><ext/><street>2 High Street</street><locality>Town</locality><region/><code>T1</code><country>Utopia</country>`
	for _, c := range []struct{ what, before, value, want string }{
		{"another street", `<adr>` + geo + town + `</adr>`, "[home] ;;2 High Street;Town;;T1;Utopia", `<adr>` + geo + changed + `</adr>`},
		{"the label says the old one", `<adr>` + label + town + `</adr>`, ";;2 High Street;Town;;T1;Utopia", `<adr>` + changed + `</adr>`},
		{"but stays where only a type changes", `<adr>` + label + town + `</adr>`, "[work] ;;1 High Street;Town;;T1;Utopia",
			`<adr><parameters><label><text>1 High Street</text></label><type><text>work</text></type></parameters>` + town + `</adr>`},
		{"parts that repeat and stay", `<adr><street>a</street><street>b</street><locality>x</locality></adr>`, ";;a, b;y",
			`<adr><pobox/><ext/><street>a</street><street>b</street><locality>y</locality><region/><code/><country/></adr>`},
		{"a new one", "", `[work] 7;;a\nb\;c;x`,
			"<adr><parameters><type><text>work</text></type></parameters><pobox>7</pobox><ext/><street>a\nb;c</street><locality>x</locality><region/><code/><country/></adr>"},
		{"none", `<adr>` + geo + town + `</adr>`, "", ""},
	} {
		t.Run(c.what, func(t *testing.T) { expectSet(t, c.before, "addresses", c.value, c.want) })
	}
}

func TestAddressesAreTyped(t *testing.T) {
	expectCanonical(t, "addresses", "1 High Street", ";;1 High Street;;;;")
	expectCanonical(t, "addresses", "[HOME]  7 ; ;a ;b", "[home] 7;;a;b;;;")
	expectProblem(t, "addresses", ";;;", record.NotAPostalAddress)
	expectProblem(t, "addresses", ";;a;b;c;d;e;f", record.NotAPostalAddress)
	a, err := record.ParseAddress(`;;a\;b;c`)
	if err != nil || a != (record.Address{Street: "a;b", City: "c"}) || a.String() != `;;a\;b;c;;;` {
		t.Errorf("%+v is %q, %v", a, a, err)
	}
}

// The forms of RFC 6350 §4.3.1, in the elements of RFC 6351.
func TestBirthdaysAreRead(t *testing.T) {
	for value, want := range map[string]string{
		`<date>19850412</date>`:                         "1985-04-12",
		`<date>1985-04-12</date>`:                       "1985-04-12",
		`<date>1985-04</date>`:                          "1985-04",
		`<date>1985</date>`:                             "1985",
		`<date>--0412</date>`:                           "--04-12",
		`<date>--04-12</date>`:                          "--04-12",
		`<date>--04</date>`:                             "--04",
		`<date>---12</date>`:                            "---12",
		`<date-time>19531015T231000Z</date-time>`:       "1953-10-15",
		`<date-and-or-time>19531015</date-and-or-time>`: "1953-10-15",
		`<text>circa 1800</text>`:                       "circa 1800",
		`<text>19850412</text>`:                         "19850412",
		`<date>soon</date>`:                             "soon",
		`<parameters><x-apple-omit-year><unknown>1604</unknown></x-apple-omit-year></parameters><date>16040412</date>`: "--04-12",
		`<parameters><x-apple-omit-year><unknown>1604</unknown></x-apple-omit-year></parameters><date>19850412</date>`: "1985-04-12",
	} {
		expectField(t, `<bday>`+value+`</bday>`, "birthday", want)
	}
}

func TestBirthdaysAreSet(t *testing.T) {
	calendar := `<parameters><calscale><text>gregorian</text></calscale></parameters>`
	year := `<parameters><x-apple-omit-year><unknown>1604</unknown></x-apple-omit-year></parameters>`
	omitted := year + `<date>16040412</date>`
	for _, c := range []struct{ before, value, want string }{
		{calendar + `<date>19850412</date>`, "1985-04-13", calendar + `<date>19850413</date>`},
		{calendar + `<date>19850412</date>`, "summer", calendar + `<text>summer</text>`},
		{`<text>summer</text>`, "1985-04", `<date>1985-04</date>`},
		{omitted, "--04-13", year + `<date>--0413</date>`},
		{omitted, "1985-04-12", `<date>19850412</date>`},
		{omitted, "--04-12", omitted},
		{`<date>1985</date>`, "1986", `<date>1986</date>`},
		{`<date>1985</date>`, "--04", `<date>--04</date>`},
	} {
		expectSet(t, `<bday>`+c.before+`</bday>`, "birthday", c.value, `<bday>`+c.want+`</bday>`)
	}
	expectSet(t, `<bday><date>1985</date></bday><rev/>`, "birthday", "", `<rev/>`)
	expectSet(t, ``, "birthday", "1985-04-12", `<bday><date>19850412</date></bday>`)
}

func TestBirthdaysAreTyped(t *testing.T) {
	for typed, want := range map[string]string{
		"19850412": "1985-04-12", "--0412": "--04-12", "--0229": "--02-29", " 1985 ": "1985", "1985-04": "1985-04",
		"198504": "198504", "about\n1985": "about 1985", "12 April": "12 April",
	} {
		expectCanonical(t, "birthday", typed, want)
	}
	for _, typed := range []string{"1985-02-29", "19850431", "--0230", "1985-13", "--00-01"} {
		expectProblem(t, "birthday", typed, record.NoSuchDay)
	}
}

const shoe = `<x-shoe-size>` + work + `<unknown>43</unknown></x-shoe-size>`

// People do not see properties that programs write for their own use, that have no text or
// more than one, or that are not extensions.
func TestExtensionsAreShownAsCustomFields(t *testing.T) {
	expectField(t, shoe+`<x-icq><text>12</text></x-icq>`, "custom", "[work] X-SHOE-SIZE: 43\nX-ICQ: 12")
	expectField(t, `<group name="a"><x-abrelatednames><unknown>Example Contact</unknown></x-abrelatednames><x-ablabel><unknown>_$!&lt;Child&gt;!$_</unknown></x-ablabel></group>`,
		"custom", "[child] X-ABRELATEDNAMES: Example Contact")
	expectField(t, `<x-poem><unknown>a\,b\nc</unknown></x-poem>`, "custom", `X-POEM: a\,b\nc`)
	expectField(t, "<x-poem><text>a\\b\nc</text></x-poem>", "custom", `X-POEM: a\\b\nc`)
	for _, unshown := range []string{
		`<x-ablabel><unknown>a</unknown></x-ablabel>`, `<x-evolution-webdav-etag><unknown>a</unknown></x-evolution-webdav-etag>`,
		`<x-a><uri>urn:a</uri></x-a>`, `<x-a><text>a</text><text>b</text></x-a>`, `<x-a/>`, `<x-a><text/></x-a>`, `<gender><sex>F</sex></gender>`,
		`<x-a_b><unknown>a</unknown></x-a_b>`, `<x-a xmlns="urn:a"><unknown>a</unknown></x-a>`,
	} {
		expectField(t, unshown, "custom", "")
		expectSet(t, unshown, "custom", "X-B: c", unshown+`<x-b><unknown>c</unknown></x-b>`)
	}
}

func TestCustomFieldsAreChangedInPlace(t *testing.T) {
	expectSet(t, shoe, "custom", "[work] X-SHOE-SIZE: 44", `<x-shoe-size>`+work+`<unknown>44</unknown></x-shoe-size>`)
	expectSet(t, shoe, "custom", "X-Hat: 60", `<x-hat><unknown>60</unknown></x-hat>`)
	expectSet(t, shoe, "custom", `[work] X-SHOE-SIZE: 43`+"\n"+`X-HAT: a\nb: c`, shoe+`<x-hat><unknown>a\nb: c</unknown></x-hat>`)
	expectSet(t, `<x-hat><text>a</text></x-hat>`, "custom", `X-HAT: a\nb\\c`, "<x-hat><text>a\nb\\c</text></x-hat>")
	expectSet(t, `<x-hat><text>a</text></x-hat>`, "custom", `X-HAT: a\,b`, `<x-hat><unknown>a\,b</unknown></x-hat>`)
	expectSet(t, shoe+`<x-icq><text>12</text></x-icq>`, "custom", "X-ICQ: 13", `<x-icq><text>13</text></x-icq>`)
	expectSet(t, shoe, "custom", "", "")
}

func TestCustomFieldsAreTyped(t *testing.T) {
	expectCanonical(t, "custom", "x-shoe-size : 43 ", "X-SHOE-SIZE: 43")
	expectCanonical(t, "custom", "[Home] X-A:b:c", "[home] X-A: b:c")
	for _, typed := range []string{"43", "X-A", "X-A:", "X-: 1", "X-Ä: 1", "X-A B: 1", "SHOE: 1", ": 1", "X-ABLABEL: Home"} {
		expectProblem(t, "custom", typed, record.NotAProperty)
	}
}
