package vcard_test

import (
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

var changed = time.Date(2026, 11, 21, 11, 0, 0, 0, time.FixedZone("", 3600))

// contact returns a content that does not come from a file.
func contact(t *testing.T, properties string) *item.Content {
	t.Helper()
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><title>Given Family</title>` +
		`<vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0">` + properties + `</vcard></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatACardNeedsIsAdded(t *testing.T) {
	c := contact(t, `<email><text>a@example.org</text></email>`)
	for v, want := range map[vcard.Version]string{
		vcard.V3: card("VERSION:3.0", "FN:Given Family", "N;DERIVED=true:Given Family;;;;", "EMAIL:a@example.org", "UID:1", "REV:2026-11-21T10:00:00Z"),
		vcard.V4: card("VERSION:4.0", "FN:Given Family", "EMAIL:a@example.org", "UID;VALUE=text:1", "REV:20261121T100000Z"),
	} {
		if got := write(t, v, exchange.Out{UID: "1", Content: c, Changed: changed}); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

func TestAnElementWithoutAValueSaysNothing(t *testing.T) {
	c := contact(t, "<fn/><n/><uid/><rev/>")
	want := card("VERSION:3.0", "FN:Given Family", "N;DERIVED=true:Given Family;;;;", "UID:1", "REV:2026-11-21T10:00:00Z")
	if got := write(t, vcard.V3, exchange.Out{UID: "1", Content: c, Changed: changed}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatTheRecordSaysIsNotAdded(t *testing.T) {
	c := contact(t, `<fn><text>A</text></fn><uid><uri>urn:uuid:1</uri></uid><rev><timestamp>20260101T000000Z</timestamp></rev>`)
	want := card("VERSION:4.0", "FN:A", "UID:urn:uuid:1", "REV:20260101T000000Z")
	if got := write(t, vcard.V4, exchange.Out{UID: "2", Content: c, Changed: changed}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	kept := readCard(t, "FN:A", "REV:2026-11-02").Content
	if got := write(t, vcard.V4, exchange.Out{Content: kept, Changed: changed}); strings.Count(got, "REV") != 1 {
		t.Errorf("got\n%s", got)
	}
}

func TestTheNameThatWasDerivedDoesNotComeBack(t *testing.T) {
	e := readCard(t, "FN:Given Family", "N;DERIVED=true:Given Family;;;;")
	if strings.Contains(inner(e.Content), "<n>") {
		t.Errorf("got %s", inner(e.Content))
	}
	e = readCard(t, "FN:Given Family", "N;DERIVED=true:Family;Given;;;", "item1.N;DERIVED=true:Given Family;;;;")
	if strings.Count(inner(e.Content), "<n>") != 2 {
		t.Errorf("got %s", inner(e.Content))
	}
}

func TestANoteIsWrittenAsACardWithItsTitle(t *testing.T) {
	want := card("VERSION:4.0", "FN:Shopping", `NOTE:milk\nbread`)
	if got := write(t, vcard.V4, exchange.Out{Content: item.Plain("Shopping", "milk\nbread")}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestACardInADocumentOfItsOwnIsFound(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><vcards xmlns="urn:ietf:params:xml:ns:vcard-4.0"><vcard><fn><text>A</text></fn></vcard></vcards></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, vcard.V4, exchange.Out{Content: c}); got != card("VERSION:4.0", "FN:A") {
		t.Errorf("got\n%s", got)
	}
}

func TestNothingInAContentCanEndItsCard(t *testing.T) {
	c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom"><vcard xmlns="urn:ietf:params:xml:ns:vcard-4.0">` +
		"<fn><text>A\r\nEND:VCARD</text></fn><group name=\"a\nEND:VCARD\n\"><tel><uri>tel:1\nEND:VCARD</uri></tel></group>" +
		"<x-own><parameters><x-p><text>\nEND:VCARD\n</text></x-p></parameters><unknown>1\nEND:VCARD</unknown></x-own></vcard>" +
		`<file xmlns="` + exchange.NamespaceOwn + `"><line>END:VCARD</line><line> END:VCARD</line><line>a` + "\n" + `END:VCARD</line></file></entry>`)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		all := readAll(t, strings.NewReader(write(t, v, exchange.Out{Content: c})))
		if len(all) != 1 || !strings.Contains(inner(all[0].Content), "<line>END:VCARD</line>") {
			t.Errorf("%+v came back", all)
		}
	}
}

func TestALineThatIsNoneIsHiddenFromOtherPrograms(t *testing.T) {
	for _, line := range []string{"no property", "1X:1", "a b;c", "X-CROSSFEED-LINE:no property, but twice hidden", `TEL;TYPE="HOME:1`} {
		e := readCard(t, "FN:A", "X-CROSSFEED-LINE:"+exchange.Escape(line))
		file := write(t, vcard.V4, exchange.Out{Content: e.Content})
		if !strings.Contains(file, "\r\nX-CROSSFEED-LINE:"+exchange.Escape(line)+"\r\n") {
			t.Errorf("%s was written as\n%s", line, file)
		}
		if got := inner(readCard(t, "FN:A", line).Content); line[0] != 'X' && got != inner(e.Content) {
			t.Errorf("%s gave %s hidden, %s as it is", line, inner(e.Content), got)
		}
	}
}

// A line with an invalid value is preserved alongside the record; other programs only see the
// value that was typed to replace it.
func TestAKeptLineOfWhatIsThereByNowIsHidden(t *testing.T) {
	for _, rule := range []struct{ line, property, hidden string }{
		{"BDAY:tomorrow", "<bday><date>19850412</date></bday>", "X-CROSSFEED-LINE:BDAY:tomorrow"},
		{"item1.bday:tomorrow", "<bday><text>in spring</text></bday>", "X-CROSSFEED-LINE:item1.bday:tomorrow"},
		{"REV:yesterday", "<rev><timestamp>20261102T080000Z</timestamp></rev>", "X-CROSSFEED-LINE:REV:yesterday"},
		{"BDAY:tomorrow", "<anniversary><date>20100412</date></anniversary>", ""},
		{"GEO:here", "<geo><uri>geo:52.5,13.25</uri></geo>", ""},
		{"PHOTO:a picture", "<photo><uri>https://example.org/a.png</uri></photo>", ""},
	} {
		c := withPreserved(t, "<fn><text>A</text></fn>"+rule.property, rule.line)
		want := rule.hidden
		if want == "" {
			want = rule.line
		}
		for _, v := range versions {
			file := write(t, v, exchange.Out{Content: c})
			if !strings.Contains(file, "\r\n"+want+"\r\n") || strings.Contains(file, "\r\n"+rule.line+"\r\n") != (rule.hidden == "") {
				t.Errorf("%s beside %s was written as\n%s", rule.line, rule.property, file)
			}
			again := readAll(t, strings.NewReader(file))[0].Content
			if kept := exchange.PreservedLines(again.Element()); len(kept) != 1 || kept[0] != rule.line {
				t.Errorf("%s came back as %q", rule.line, kept)
			}
		}
	}
}

// withPreserved returns a contact with a line preserved alongside it.
func withPreserved(t *testing.T, properties, line string) *item.Content {
	t.Helper()
	root := contact(t, properties).Element()
	exchange.PreserveLines(root, []string{line})
	c, err := item.NewContent(root)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEveryValueOfAPropertyThatHasOneGetsALine(t *testing.T) {
	for xml, want := range map[string][]string{
		`<tel><parameters><type><text>home</text></type></parameters><uri>tel:1</uri><text>2</text></tel>`: {"TEL;TYPE=home;VALUE=uri:tel:1", "TEL;TYPE=home:2"},
		`<url><uri>https://example.org/a,b</uri><uri>https://example.org/c</uri></url>`:                    {"URL:https://example.org/a,b", "URL:https://example.org/c"},
		`<note><text>a, b</text><text>c</text></note>`:                                                     {`NOTE:a\, b`, "NOTE:c"},
		`<group name="g"><x-own><integer>1</integer><integer>2</integer></x-own></group>`:                  {"g.X-OWN;VALUE=integer:1", "g.X-OWN;VALUE=integer:2"},
		`<photo><parameters><mediatype><text>image/gif</text></mediatype></parameters>` +
			`<uri>https://example.org/a</uri><uri>https://example.org/b</uri></photo>`: {"PHOTO;MEDIATYPE=image/gif:https://example.org/a", "PHOTO;MEDIATYPE=image/gif:https://example.org/b"},
		`<nickname><text>a</text><text>b</text></nickname>`: {"NICKNAME:a,b"},
		`<nickname/>`: nil,
	} {
		all := append([]string{"VERSION:4.0", "FN:A"}, want...)
		if got := write(t, vcard.V4, exchange.Out{Content: contact(t, "<fn><text>A</text></fn>"+xml)}); got != card(all...) {
			t.Errorf("%s was written as\n%s", xml, got)
		}
	}
	c := contact(t, `<fn><text>A</text></fn><n/><photo><parameters><mediatype><text>image/gif</text></mediatype></parameters><uri>https://example.org/a</uri><uri>https://example.org/b</uri></photo>`)
	if got := write(t, vcard.V3, exchange.Out{Content: c}); strings.Count(got, "\r\nPHOTO;TYPE=GIF;VALUE=uri:https://example.org/") != 2 {
		t.Errorf("got\n%s", got)
	}
}

func TestNoLineIsLongerThan75OctetsOrCutsACharacter(t *testing.T) {
	e := readCard(t, "FN:"+strings.Repeat("Ünïcödé 漢字 😀 ", 40), "X-OWN;X-P=\""+strings.Repeat("ü", 90)+"\":1")
	for line := range strings.SplitSeq(write(t, vcard.V4, exchange.Out{Content: e.Content}), "\r\n") {
		if len(line) > 75 || !utf8.ValidString(line) {
			t.Errorf("%d octets: %q", len(line), line)
		}
	}
}

func TestOtherVersionsAreNotWritten(t *testing.T) {
	if err := vcard.Write(nil, vcard.V21, nil); err == nil || !strings.Contains(err.Error(), `3.0 or 4.0, not "2.1"`) {
		t.Errorf("got %v", err)
	}
}

type full struct{}

var errFull = errors.New("the disk is full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestAFullDiskIsTold(t *testing.T) {
	if err := vcard.Write(full{}, vcard.V4, []exchange.Out{{Content: item.Plain("A", "")}}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}
