package vcf_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcf"
)

var versions = []vcf.Version{vcf.V3, vcf.V4}

func TestWhatEveryProgramWroteComesBackFromBothVersions(t *testing.T) {
	for name, file := range samples(t) {
		for _, v := range versions {
			t.Run(name+" "+string(v), func(t *testing.T) { comesBack(t, v, readAll(t, bytes.NewReader(file))) })
		}
	}
}

// comesBack writes what was read, reads it, and writes it again: the contents are
// the same, and so are the bytes.
func comesBack(t failer, v vcf.Version, entries []exchange.Entry) {
	t.Helper()
	want := outs(entries)
	first := write(t, v, want...)
	got := outs(readAll(t, strings.NewReader(first)))
	if len(got) != len(want) {
		t.Fatalf("%d cards came back of %d:\n%s", len(got), len(want), first)
	}
	for i := range want {
		if got[i].Content.Hash() != want[i].Content.Hash() || got[i].UID != want[i].UID {
			t.Fatalf("from\n%s\ncame\n%s\nwhere there was\n%s", first, got[i].Content.XML(), want[i].Content.XML())
		}
	}
	if again := write(t, v, got...); again != first {
		t.Fatalf("the second time\n%s\nwas written, the first time\n%s", again, first)
	}
}

// cards are random cards: valid ones, with values of every form, and lines that
// are none.
func cards() *rapid.Generator[string] {
	text := rapid.StringOf(rapid.RuneFrom([]rune("aZ0 äß漢😀,;:\\\"^=.-_<>&\t\u0007")))
	param := rapid.OneOf(
		rapid.SampledFrom([]string{"", "", ";TYPE=home", ";TYPE=HOME,pref", ";WORK", ";PREF=7", ";TYPE=pref;TYPE=cell", ";LANGUAGE=de",
			";X-P=\"a;b:c,d\"", ";X-P=a,b", ";ALTID=1;PID=1.1", ";LABEL=\"x^ny\"", ";MEDIATYPE=image/png", ";VALUE=text", ";VALUE=uri", ";VALUE=x-own"}),
		rapid.Map(text, func(s string) string { return ";X-Q=\"" + strings.ReplaceAll(s, `"`, "") + "\"" }),
	)
	name := rapid.SampledFrom([]string{"FN", "N", "NICKNAME", "PHOTO", "BDAY", "ANNIVERSARY", "GENDER", "ADR", "TEL", "EMAIL", "IMPP", "LANG",
		"TZ", "GEO", "TITLE", "LOGO", "ORG", "MEMBER", "RELATED", "CATEGORIES", "NOTE", "REV", "UID", "CLIENTPIDMAP", "URL", "KEY", "LABEL",
		"X-CUSTOM", "item1.X-ABLabel", "item1.TEL", "ITEM2.URL", "XML", "AGENT", "no name", "SORT-STRING"})
	value := rapid.OneOf(text, rapid.SampledFrom([]string{"1985-04-12", "--0412", "1985", "1604-04-12", "2026-11-02T08:00:00+01:00", "T10:22",
		"https://example.org/a;b,c", "urn:uuid:1", "tel:+49-30-1", "a;b;c;d;e", ";;Example Street 1, Hof;Example City;;12345;D", "M;x", "1;urn:x", "52.5;-13.25",
		"geo:52.5,-13.25", "-05:00", "Europe/Berlin", "data:image/png;base64,iVBORw0KGgo=", "data:text/plain,a", "iVBORw0KGgo=", "a,b\\,c,d", "one\\ntwo",
		`<a xmlns="urn:x">b</a>`, ""}))
	line := rapid.Custom(func(t *rapid.T) string {
		params := rapid.SliceOfN(param, 0, 3).Draw(t, "params")
		return name.Draw(t, "name") + strings.Join(params, "") + ":" + value.Draw(t, "value")
	})
	return rapid.Custom(func(t *rapid.T) string {
		return card(rapid.SliceOfN(rapid.OneOf(line, line, line, text), 0, 12).Draw(t, "lines")...)
	})
}

func TestRandomCardsComeBackFromBothVersions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		file := cards().Draw(t, "card")
		for _, v := range versions {
			comesBack(t, v, readAll(t, strings.NewReader(file)))
		}
	})
}
