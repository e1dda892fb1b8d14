package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
)

var (
	cardWords  = rapid.StringOfN(rapid.RuneFrom([]rune(`aB é;:,\[]"&<=_`)), 1, 8, -1)
	cardLines  = rapid.Map(cardWords, func(s string) string { return "x" + strings.TrimSpace(s) + "y" })
	cardTypes  = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"home", "work", "cell", "pref", "label=Hut", `label=a\,b`}), 0, 3, rapid.ID)
	cardDates  = rapid.SampledFrom([]string{"1985-04-12", "--04-12", "1985-04", "1985", "--04", "in spring", "19850412"})
	cardPhotos = rapid.SampledFrom([]string{dataURI("image/png", pngBytes), dataURI("image/gif", gifBytes), "https://example.org/a"})
	cardXNames = rapid.SampledFrom([]string{"X-A", "X-B", "X-SHOE-SIZE"})
)

// valueOf draws text that a person may type into a field.
func valueOf(t *rapid.T, f record.Field) string {
	if f.Name != "name" && rapid.IntRange(0, 4).Draw(t, "none") == 0 {
		return ""
	}
	switch f.Form {
	case record.Birthday:
		return cardDates.Draw(t, f.Name)
	case record.Picture:
		return cardPhotos.Draw(t, f.Name)
	case record.Words:
		return strings.Join(rapid.SliceOfN(cardLines, 1, 3).Draw(t, f.Name), "\n")
	case record.Files:
		return strings.Join(rapid.SliceOfN(filesTyped, 1, 3).Draw(t, f.Name), "\n")
	case record.Entries, record.Addresses, record.Custom:
		return entriesOf(t, f)
	}
	return cardLines.Draw(t, f.Name)
}

func entriesOf(t *rapid.T, f record.Field) string {
	var all []string
	for range rapid.IntRange(1, 4).Draw(t, f.Name) {
		value := cardLines.Draw(t, "value")
		switch f.Name {
		case "phones":
			value = rapid.OneOf(cardLines, rapid.StringMatching(`\+?[0-9]{1,9}`)).Draw(t, "phone")
		case "emails":
			value = rapid.StringMatching(`[a-c]{1,2}@[a-c;]{1,2}`).Draw(t, "mail")
		case "urls":
			value = rapid.StringMatching(`(https://)?[ab]\.[ab]{1,2}(/\[)?`).Draw(t, "url")
		case "addresses":
			value = fmt.Sprintf(`;;%s;%s`, strings.ReplaceAll(value, ";", `\;`), rapid.StringMatching(`[a-c]{0,2}`).Draw(t, "city"))
		case "custom":
			value = cardXNames.Draw(t, "name") + ": " + value
		}
		all = append(all, fmt.Sprintf("[%s] %s", strings.Join(cardTypes.Draw(t, "types"), ","), value))
	}
	return strings.Join(all, "\n")
}

// unknowns are properties and elements that no field shows; each occurs once.
var unknowns = []string{
	`<gender><sex>F</sex></gender>`,
	`<group name="item7"><related><uri>urn:a</uri></related><x-ablabel><unknown>Hut</unknown></x-ablabel></group>`,
	`<x-abuid><unknown>1</unknown></x-abuid>`,
	`<f:e xmlns:f="urn:f" f:p="1">x</f:e>`,
	`<tel><parameters><x-p><unknown>1</unknown></x-p></parameters><text/></tel>`,
}

// cards draws contacts as people type them, with additional properties that no field shows.
func cards(t *rapid.T) *item.Content {
	properties := rapid.Permutation(slices.Clone(unknowns)).Draw(t, "unknown")
	properties = append(properties, rapid.SliceOfN(rapid.SampledFrom([]string{
		labelled("Boat"), labelled(home), `<tel>` + work + `<uri>tel:+1</uri></tel>`, `<adr>` + label + town + `</adr>`, givenFamily,
		`<group name="item2"><tel><text>1</text></tel><email><text>a@b</text></email><x-ablabel><text>Hut</text></x-ablabel></group>`,
		`<categories>` + work + `<text>a</text><text>b</text></categories>`, shoe, `<nickname><text>A</text><text>B</text></nickname>`,
		`<title><text>a</text></title><title><text>b</text></title>`, `<bday><date>--0412</date></bday>`, `<note><text>a</text></note>`,
	}), 0, 6).Draw(t, "known")...)
	c, err := item.ParseContent(strings.Replace(cardOpen, "<title>Given Family</title>", "", 1) + strings.Join(properties, "") + cardClose)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func expectApplied(t *rapid.T, c *item.Content, v record.Values) *item.Content {
	t.Helper()
	got, err := record.Apply(c, v)
	if err != nil {
		t.Fatalf("%q: %v", v, err)
	}
	return got
}

// follows reports whether a field changes automatically with another one: the name is composed
// of its parts.
func follows(name string, changed record.Field) bool {
	return name == "name" && slices.Contains([]string{"prefix", "given", "middle", "family", "suffix"}, changed.Name)
}

func TestSettingAFieldOfAContactChangesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := cards(t)
		f := rapid.SampledFrom(record.Fields(record.Contact)).Draw(t, "field")
		value := valueOf(t, f)
		after := expectApplied(t, before, record.Values{f.Name: value})
		canonical, err := f.Canonical(value)
		if err != nil {
			t.Fatal(err)
		}
		was, is := record.Read(before), record.Read(after)
		if got := is.Get(f.Name); !f.Equal(got, canonical) {
			t.Fatalf("%s is %q, want %q, in %s", f.Name, got, canonical, after.XML())
		}
		for _, other := range record.Fields(record.Contact) {
			if other.Name != f.Name && !follows(other.Name, f) && is.Get(other.Name) != was.Get(other.Name) {
				t.Fatalf("%s set to %q: %s became %q from %q\n%s\n%s", f.Name, value, other.Name, is.Get(other.Name), was.Get(other.Name), before.XML(), after.XML())
			}
		}
		for _, unknown := range unknowns {
			if !strings.Contains(after.XML(), unknown) {
				t.Fatalf("%s set to %q: %s is gone from %s", f.Name, value, unknown, after.XML())
			}
		}
	})
}

func TestAnAppliedContactHasTheSummaryOfItsXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := record.Values{}
		for _, f := range record.Fields(record.Contact) {
			v[f.Name] = valueOf(t, f)
		}
		expectSummaryOfXML(t, expectApplied(t, cards(t), v))
	})
}

func TestApplyingValuesTwiceIsApplyingThemOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := record.Values{}
		for _, f := range record.Fields(record.Contact) {
			if rapid.Bool().Draw(t, "set") {
				v[f.Name] = valueOf(t, f)
			}
		}
		once := expectApplied(t, cards(t), v)
		if twice := expectApplied(t, once, v); twice.Hash() != once.Hash() {
			t.Fatalf("%q\nonce  %s\ntwice %s", v, once.XML(), twice.XML())
		}
		own := expectApplied(t, once, record.Read(once).Values())
		if own != once {
			t.Fatalf("its own values made another content of %s", once.XML())
		}
	})
}

func TestWhatGetGivesIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := record.Read(cards(t))
		for _, f := range record.Fields(record.Contact) {
			got := r.Get(f.Name)
			if canonical, err := f.Canonical(got); err != nil || canonical != got {
				t.Fatalf("%s is %q, and canonical %q, %v", f.Name, got, canonical, err)
			}
		}
	})
}

// Whatever is typed: an accepted value is in canonical form from then on, and can be stored.
func TestWhatIsCanonicalStaysSo(t *testing.T) {
	anything := rapid.StringOfN(rapid.RuneFrom([]rune("ab:;,\\[]=.@-+/ \n\rX1é\x00\u0130\ufffe")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom(record.Fields(record.Contact)).Draw(t, "field")
		prefix := rapid.SampledFrom([]string{"", "", "X-A:", "tel:", "[home] ", "[label=", "--04", "1985", "data:"}).Draw(t, "prefix")
		once, err := f.Canonical(prefix + anything.Draw(t, "typed"))
		if err != nil {
			return
		}
		if twice, err := f.Canonical(once); err != nil || twice != once {
			t.Fatalf("%s: %q becomes %q, %v", f.Name, once, twice, err)
		}
		c, err := record.New(record.Contact, record.Values{"name": "Given", f.Name: once})
		if err != nil {
			t.Fatal(err)
		}
		if got := record.Read(c).Get(f.Name); f.Name != "name" && got != once {
			t.Fatalf("%s: %q is kept as %q in %s", f.Name, once, got, c.XML())
		}
	})
}

func TestANewContactSaysWhatItWasGiven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := record.Values{}
		for _, f := range record.Fields(record.Contact) {
			v[f.Name] = valueOf(t, f)
		}
		c, err := record.New(record.Contact, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range record.Fields(record.Contact) {
			canonical, _ := f.Canonical(v[f.Name])
			if got := record.Read(c).Get(f.Name); got != canonical {
				t.Fatalf("%s is %q, want %q, in %s", f.Name, got, canonical, c.XML())
			}
		}
	})
}

// The merged set has every element of both sets: its value, its types and its label.
func TestJoiningLosesNoElementOfASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := record.Read(cards(t)), record.Read(cards(t))
		joined := record.Join(a, b)
		c, err := record.Apply(cards(t), joined)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range record.Fields(record.Contact) {
			if got := record.Read(c).Get(f.Name); !f.Equal(got, joined[f.Name]) {
				t.Fatalf("%s is %q, want %q", f.Name, got, joined[f.Name])
			}
			if f.Form != record.Entries && f.Form != record.Addresses && f.Form != record.Custom {
				continue
			}
			all, _ := record.ParseEntries(joined[f.Name])
			for _, r := range []record.Record{a, b} {
				parts, _ := record.ParseEntries(r.Get(f.Name))
				for _, part := range parts {
					if !slices.ContainsFunc(all, func(e record.Entry) bool { return says(e, part) }) {
						t.Fatalf("%s: %+v is not in %+v", f.Name, part, all)
					}
				}
			}
		}
	})
}

// says reports whether an entry has all data of another one, except the preference: only one
// entry of a merged contact has that.
func says(e, part record.Entry) bool {
	for _, t := range part.Types {
		if !slices.Contains(e.Types, t) {
			return false
		}
	}
	return e.Value == part.Value && (part.Label == "" || part.Label == e.Label)
}
