package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

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
