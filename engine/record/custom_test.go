package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

const shoe = `<x-shoe-size>` + work + `<unknown>43</unknown></x-shoe-size>`

// Properties that programs write for themselves, that have no text or more than
// one, and those that are no extensions are not for people.
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
