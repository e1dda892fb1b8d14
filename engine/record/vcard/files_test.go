package vcard_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// sample is the expected result for one file of testdata: parts of the XML, each with the
// reason in testdata/vcf/README.md, and the lines of the problems.
type sample struct {
	titles   []string
	has      []string
	hasNot   []string
	problems []int
}

var expected = map[string]sample{
	"apple.vcf": {
		titles: []string{"Dr. Given Middle Family"},
		has: []string{
			`<n><surname>Family</surname><given>Given</given><additional>Middle</additional><prefix>Dr.</prefix><suffix></suffix></n>`,
			`<org><text>Example GmbH</text><text>Sales</text></org>`,
			`<email><parameters><type><text>internet</text><text>home</text></type><pref><integer>1</integer></pref></parameters><text>home@example.org</text></email>`,
			`<group name="item1"><email><parameters><type><text>internet</text></type></parameters><text>hut@example.com</text></email><x-ablabel><unknown>Ski hut</unknown></x-ablabel></group>`,
			`<x-ablabel><unknown>_$!&lt;HomePage&gt;!$_</unknown></x-ablabel>`,
			`<bday><parameters><x-apple-omit-year><text>1604</text></x-apple-omit-year></parameters><date>--0412</date></bday>`,
			"<note><text>Two\nlines, with a comma</text></note>",
			`<photo><parameters><x-abcrop-rectangle><text>ABClipRect_1&amp;0&amp;0&amp;1&amp;1&amp;AA==</text></x-abcrop-rectangle></parameters><uri>data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==</uri></photo>`,
			`<x-socialprofile><parameters><type><text>twitter</text></type><x-user><text>given</text></x-user></parameters><unknown>https://social.example.org/given</unknown></x-socialprofile>`,
			`<rev><timestamp>20261102T080000Z</timestamp></rev>`,
		},
	},
	"apple-2.1-macintosh.vcf": {
		titles: []string{"Größe Ümlaut"},
		has: []string{
			`<surname>Ümlaut</surname><given>Größe</given>`,
			`<tel><parameters><type><text>work</text><text>voice</text></type><pref><integer>1</integer></pref></parameters>`,
		},
	},
	"google.vcf": {
		titles: []string{"Example Garage (City; Region)"},
		has: []string{
			`<given>Example Garage (City; Region)</given>`,
			"<label><text>1 Example Road\nExample City, EX 12345\nUS</text></label>",
			`<code>12345</code><country>US</country></adr>`,
			`<uri>https://www.example.com/</uri>`,
			"Open: Mon-Fri 8:00 to 18:00; Sat until noon</text></note>",
			`<categories><text>Repairs</text><text>myContacts</text></categories>`,
		},
		hasNot: []string{"item3"},
	},
	"outlook-2.1.vcf": {
		titles: []string{"Größe Ümlaut"},
		has: []string{
			`<n><parameters><language><language-tag>de</language-tag></language></parameters><surname>Ümlaut, Dr.</surname><given>Größe</given>`,
			"<note><text>Grüße\naus  C:\\neu, = 5 €\n</text></note>",
			`<street>Example Street 2b, Hof</street>`,
			"<text>Example Street 2b\n\n12345  Example City</text></label>",
			`<photo><uri>data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==</uri></photo>`,
			`<encoding><text>b</text></encoding></parameters><unknown>/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==</unknown></x-ms-cardpicture>`,
		},
	},
	"android-2.1.vcf": {
		titles: []string{"Größe Ümlaut"},
		has: []string{
			`<surname>Ümlaut</surname><given>Größe</given>`,
			`<type><text>cell</text></type><pref><integer>1</integer></pref>`,
			`<type><text>X-Ski hut</text></type>`,
			`<photo><uri>data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==</uri></photo>`,
		},
	},
	"nextcloud.vcf": {
		titles: []string{"Given Family"},
		has: []string{
			`<tel><parameters><type><text>home</text><text>voice</text></type></parameters><text>+493023125003</text></tel>`,
			`<uid><text>00000000-0000-4000-8000-0000000000a2</text></uid>`,
			`<rev><timestamp>20261102T080000Z</timestamp></rev>`,
		},
		hasNot: []string{"<n>"},
	},
	"thunderbird.vcf": {
		titles: []string{"Given Family"},
		has: []string{
			`<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0"><fn><text>Given Family</text></fn>`,
			`<tel><parameters><type><text>cell</text></type></parameters><text>+49 171 3920001</text></tel>`,
			`<special-date><date>20260412</date></special-date>`,
			`<tz><text>Europe/Berlin</text></tz>`,
			`<x-custom1><text>blue, green</text></x-custom1>`,
			`<uid><uri>urn:uuid:00000000-0000-4000-8000-0000000000a3</uri></uid>`,
		},
	},
	"thunderbird-2.1.vcf": {
		titles: []string{"Beispiel der Größe GmbH"},
		has:    []string{`<given>Beispiel der Größe GmbH</given>`, `<type><text>internet</text></type>`},
	},
	"cardbook.vcf": {
		titles: []string{"Example Contact"},
		has:    []string{`<parameters><pref><integer>10</integer></pref><type><text>other</text></type></parameters>`},
	},
	"evolution.vcf": {
		titles: []string{"Größe Ümlaut"},
		has: []string{
			`<x-evolution-file-as><unknown>Ümlaut\, Größe</unknown></x-evolution-file-as>`,
			"<label><parameters><type><text>work</text></type></parameters><text>Übungsstraße 5\nBeispielstädt\n12345\nGermany</text></label>",
			`<x-evolution-ui-slot><text>3</text></x-evolution-ui-slot>`,
		},
		hasNot: []string{"caluri", "x-evolution-assistant", "<title><text>"},
	},
	"latin1.vcf": {
		titles:   []string{"Größe Ümlaut"},
		has:      []string{`<locality>Beispielstädt</locality>`, `<text>5 € – “quoted”</text>`},
		problems: []int{3},
	},
	"utf16-cr.vcf": {titles: []string{"Jméno Příjmení"}, has: []string{`<given>Jméno</given>`}},
	"bom.vcf":      {titles: []string{"First", "Second"}},
	"agent.vcf": {
		titles: []string{"Given Family"},
		has: []string{
			"<agent><text>BEGIN:VCARD\nVERSION:2.1\nN:Agent;Inner\nTEL;WORK;VOICE:+1-202-555-0101\nEND:VCARD</text></agent>",
			`<text>+1-202-555-0102</text></tel>`,
		},
	},
	"broken.vcf": {
		titles: []string{"Without an end", "Invalid dates", "Ring Bell\uFFFD"},
		has: []string{
			`<line>BDAY:tomorrow</line><line>ANNIVERSARY:2026-02-30</line><line>second line of the note</line>`,
			`<line>REV:2026-11-02</line><line>TEL;TYPE="HOME:1</line><line>PHOTO;TYPE=JPEG;ENCODING=b:@@@</line>`,
		},
		problems: []int{1, 2, 10, 11, 13, 14, 15, 16, 18, 22},
	},
}

func TestEveryProgramsFileIsReadAsItIsMeant(t *testing.T) {
	files := samples(t)
	if len(files) != len(expected) {
		t.Errorf("there are %d files, and %d are expected", len(files), len(expected))
	}
	for name, file := range files {
		t.Run(name, func(t *testing.T) { expected[name].check(t, file) })
	}
}

func (s sample) check(t *testing.T, file []byte) {
	var titles, all strings.Builder
	var problems []int
	for _, e := range readAll(t, bytes.NewReader(file)) {
		for _, p := range e.Problems {
			problems = append(problems, p.Line)
		}
		if e.Content != nil {
			titles.WriteString(e.Content.Title() + "|")
			all.WriteString(inner(e.Content))
		}
	}
	if want := strings.Join(s.titles, "|") + "|"; titles.String() != want {
		t.Errorf("the names are %s, want %s", titles.String(), want)
	}
	if !slices.Equal(problems, s.problems) {
		t.Errorf("problems in lines %v, want %v", problems, s.problems)
	}
	for _, part := range s.has {
		if !strings.Contains(all.String(), part) {
			t.Errorf("%s\nlacks %s", all.String(), part)
		}
	}
	for _, part := range s.hasNot {
		if strings.Contains(all.String(), part) {
			t.Errorf("%s\nhas %s", all.String(), part)
		}
	}
}

func TestEveryFileIsDescribed(t *testing.T) {
	page, err := os.ReadFile("../../../testdata/vcf/README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range samples(t) {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("README.md says nothing of %s", name)
		}
	}
}
