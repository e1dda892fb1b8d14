package vcard_test

import (
	"bytes"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

// failer is a test or a property check.
type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func readAll(t failer, file io.Reader) []exchange.Entry {
	t.Helper()
	var all []exchange.Entry
	err := vcard.Read(file, func(e exchange.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// readCard reads the lines of one card, which must be readable.
func readCard(t failer, lines ...string) exchange.Entry {
	t.Helper()
	all := readAll(t, strings.NewReader(card(lines...)))
	if len(all) != 1 || all[0].Content == nil {
		t.Fatalf("%q: got %+v", lines, all)
	}
	return all[0]
}

func card(lines ...string) string {
	return "BEGIN:VCARD\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCARD\r\n"
}

func write(t failer, v vcard.Version, all ...exchange.Out) string {
	t.Helper()
	var file bytes.Buffer
	if err := vcard.Write(&file, v, all); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// outs returns the readable entries as items to write.
func outs(entries []exchange.Entry) []exchange.Out {
	var all []exchange.Out
	for _, e := range entries {
		if e.Content != nil {
			all = append(all, exchange.Out{UID: e.UID, Content: e.Content})
		}
	}
	return all
}

// samples returns the files of testdata by name.
func samples(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("../../../testdata/vcf/*.vcf")
	if err != nil || len(names) == 0 {
		t.Fatal("there are no files", err)
	}
	files := make(map[string][]byte)
	for _, name := range names {
		if files[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// inner returns the xCard of a content and the data preserved alongside it.
func inner(c *item.Content) string {
	xml := c.XML()
	if at := strings.Index(xml, "<vcard"); at >= 0 {
		xml = xml[at:]
	}
	return strings.TrimSuffix(xml, "</entry>")
}

// everything is a contact with all fields.
var everything = record.Values{
	"name": "Dr. Given Family", "prefix": "Dr.", "given": "Given", "middle": "Middle", "family": "Family", "suffix": "MSc", "nickname": "Nick",
	"phones": "[pref,cell] +49 171 1\n[label=Ski hut] +49 30 2", "emails": "[home] a@example.org", "addresses": `[work] ;;Example Street 1, Hof\; links;Example City;;12345;Germany`,
	"urls": "https://example.org/a;b,c", "messengers": "[home] xmpp:given@example.org", "organisation": "Example GmbH; Sales", "role": "Lead", "jobtitle": "Engineer",
	"birthday": "--04-12", "tags": "friends\nchoir, tenor", "text": "Two\nlines; with, signs\\n", "picture": "data:image/png;base64,iVBORw0KGgo=",
	"custom": "X-SHOE-SIZE: 43",
}

// returns checks that a contact is preserved by a file.
func returns(t *testing.T, c *item.Content) {
	t.Helper()
	for _, v := range versions {
		file := write(t, v, exchange.Out{Content: c})
		all := readAll(t, strings.NewReader(file))
		if len(all) != 1 || all[0].Content == nil {
			t.Fatalf("%s\ngave %+v", file, all)
		}
		if got, want := record.Read(all[0].Content).Values(), record.Read(c).Values(); !maps.Equal(got, want) {
			t.Errorf("%s\ngave the fields %q, want %q", file, got, want)
		}
		if all[0].Content.Hash() != c.Hash() {
			t.Errorf("%s\ngave %s\nwant %s", file, all[0].Content.XML(), c.XML())
		}
	}
}

func TestAContactThatWasTypedReturnsFromAFile(t *testing.T) {
	for _, v := range []record.Values{everything, {"name": "Given"}, {"name": "Given", "text": "x", "birthday": "some day in spring"}} {
		c, err := record.New(record.Contact, v)
		if err != nil {
			t.Fatal(err)
		}
		returns(t, c)
	}
}

func TestAContactOfAFileThatWasEditedReturnsFromAFile(t *testing.T) {
	for _, file := range samples(t) {
		for _, o := range outs(readAll(t, bytes.NewReader(file))) {
			for field, value := range everything {
				c, err := record.Apply(o.Content, record.Values{field: value})
				if err != nil {
					t.Fatal(err)
				}
				returns(t, c)
			}
		}
	}
}

var versions = []vcard.Version{vcard.V3, vcard.V4}

func TestWhatEveryProgramWroteComesBackFromBothVersions(t *testing.T) {
	for name, file := range samples(t) {
		for _, v := range versions {
			t.Run(name+" "+string(v), func(t *testing.T) { comesBack(t, v, readAll(t, bytes.NewReader(file))) })
		}
	}
}

// comesBack writes the entries, reads them, and writes them again: the contents are the same,
// and so are the bytes.
func comesBack(t failer, v vcard.Version, entries []exchange.Entry) {
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

// cards draws random cards: valid ones with values of every form, and malformed lines.
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
