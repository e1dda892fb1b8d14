package record_test

import (
	"strings"
	"testing"

	"crossfeed/engine/record"
)

// labelled is a telephone number in a group with a label, as Apple's programs
// write it: of no known type, so with the escapes of a file.
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

// What only described a property has no meaning without it.
func TestTheLastPropertyTakesItsGroupAlong(t *testing.T) {
	expectSet(t, labelled(hut)+`<rev/>`, "phones", "", `<rev/>`)
	expectSet(t, `<group name="a"><adr><street>x</street></adr><x-abadr><unknown>de</unknown></x-abadr></group>`, "addresses", "", "")
	expectSet(t, `<group name="a"><tel><text>1</text></tel><x-other><unknown>2</unknown></x-other></group>`, "phones", "", `<group name="a"><x-other><unknown>2</unknown></x-other></group>`)
	expectSet(t, `<group name="a"><tel><text>1</text></tel><f:x xmlns:f="urn:f"/></group>`, "phones", "", `<group name="a"><f:x xmlns:f="urn:f"/></group>`)
}

// A label speaks of everything in its group. Where it changes for one property,
// that one leaves, and the others keep theirs.
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
