package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

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
