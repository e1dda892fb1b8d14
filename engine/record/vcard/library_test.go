package vcard_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	govcard "github.com/emersion/go-vcard"

	"crossfeed/engine/record/vcard"
)

// specified is a card with properties of most of the forms of RFC 6350 §6, except those that
// go-vcard is known to read incorrectly.
const specified = `BEGIN:VCARD
VERSION:4.0
FN:Given Family
N:Family;Given;;;MSc,MBA
BDAY:--0412
ANNIVERSARY:20261102T080000-0500
GENDER:O
LANG;PREF=1:de
LANG;PREF=2:en
ORG:Example
ADR;TYPE=work:;Second floor;1 Example Road;Example City;EX;12345;Canada
TEL;VALUE=uri;PREF=1;TYPE=work:tel:+1-202-555-0100
EMAIL;TYPE=work:work@example.org
GEO;TYPE=work:geo:52.5,-13.25
item1.URL;TYPE=home:http://example.org
item1.NOTE:two\nlines
END:VCARD
`

// byGoVCard returns the fields of a file as the library reads them, sorted.
func byGoVCard(t *testing.T, file []byte) []string {
	t.Helper()
	var all []string
	for d := govcard.NewDecoder(bytes.NewReader(file)); ; {
		c, err := d.Decode()
		if errors.Is(err, io.EOF) {
			slices.Sort(all)
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		for name, fields := range c {
			for _, f := range fields {
				if f.Value != "" {
					all = append(all, fmt.Sprintf("%s %s.%s %v %s", c.Value(govcard.FieldFormattedName), f.Group, name, paramsOf(f), f.Value))
				}
			}
		}
	}
}

func paramsOf(f *govcard.Field) []string {
	var all []string
	for name, values := range f.Params {
		for _, v := range values {
			all = append(all, name+"="+strings.ToLower(v))
		}
	}
	slices.Sort(all)
	return all
}

func TestGoVCardReadsWhatIsWrittenAsItReadsTheFileItself(t *testing.T) {
	files := samples(t)
	for name, c := range map[string]struct {
		file []byte
		v    vcard.Version
	}{
		"Apple":     {files["apple.vcf"], vcard.V3},
		"Evolution": {files["evolution.vcf"], vcard.V3},
		"RFC 6350":  {[]byte(strings.ReplaceAll(specified, "\n", "\r\n")), vcard.V4},
		"many":      {many(50), vcard.V3},
	} {
		entries := readAll(t, bytes.NewReader(c.file))
		want, got := byGoVCard(t, c.file), byGoVCard(t, []byte(write(t, c.v, outs(entries)...)))
		if !slices.Equal(got, want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// decoded returns the first card of a file as the library reads it.
func decoded(t *testing.T, file string) govcard.Card {
	t.Helper()
	c, err := govcard.NewDecoder(strings.NewReader(file)).Decode()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// encoded returns a card with one property as the library writes it.
func encoded(t *testing.T, name string, f *govcard.Field) string {
	t.Helper()
	c := govcard.Card{govcard.FieldVersion: {{Value: "4.0"}}, name: {f}}
	var file bytes.Buffer
	if err := govcard.NewEncoder(&file).Encode(c); err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// If one of these fails, the library has improved, and the package comment needs a review.
func TestGoVCardLosesWhatHasToStay(t *testing.T) {
	if a, b := decoded(t, card("VERSION:3.0", `N:a\\;b`)), decoded(t, card("VERSION:3.0", `N:a\;b`)); a.Value("N") != b.Value("N") {
		t.Errorf("it tells %q from %q", a.Value("N"), b.Value("N"))
	}
	if c := decoded(t, card("VERSION:3.0", `NOTE:a\;b\N`)); c.Value("NOTE") != `a\;b\N` {
		t.Errorf("it reads a note as %q", c.Value("NOTE"))
	}
	if c := decoded(t, card("VERSION:3.0", `TEL;X-P="a,b":1`, "no property")); len(c["TEL"][0].Params["X-P"]) != 2 || len(c) != 2 {
		t.Errorf("it reads %v", c)
	}
	if c := decoded(t, "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\n"+card("FN:B")); len(c["FN"]) != 2 {
		t.Errorf("it reads %v", c)
	}
	if file := encoded(t, "TEL", &govcard.Field{Value: "1", Params: govcard.Params{"X-P": {"a:b"}}}); !strings.Contains(file, "TEL;X-P=a:b:1\r\n") {
		t.Errorf("it writes %s", file)
	}
	if file := encoded(t, "PHOTO", &govcard.Field{Value: "data:,a" + strings.Repeat("b", 90)}); !strings.Contains(file, `PHOTO:data:\,a`+strings.Repeat("b", 90)+"\r\n") {
		t.Errorf("it writes %s", file)
	}
	c := decoded(t, card("VERSION:3.0", "TEL:1", "EMAIL:2"))
	var file bytes.Buffer
	if err := govcard.NewEncoder(&file).Encode(c); err != nil || file.String() != card("VERSION:3.0", "EMAIL:2", "TEL:1") {
		t.Errorf("it writes %s, %v", file.String(), err)
	}
}
