package vcard_test

import (
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/vcard"
)

// form is a line, its xCard element, and the lines that both versions write; "" means the same
// as the line read.
type form struct{ line, xml, v3, v4 string }

var forms = map[string][]form{
	"texts are unescaped (RFC 6350 §3.4)": {
		{`NOTE:a\, b\; c\\ d\ne`, "<note><text>a, b; c\\ d\ne</text></note>", "", ""},
		{`NOTE:a:b, c; d`, "<note><text>a:b, c; d</text></note>", `NOTE:a:b\, c\; d`, `NOTE:a:b\, c\; d`},
		{`NICKNAME:A\,B,C`, "<nickname><text>A,B</text><text>C</text></nickname>", "", ""},
		{`ORG:A\;B;C`, "<org><text>A;B</text><text>C</text></org>", "", ""},
	},
	"structured values (RFC 6350 §6.2.2, §6.2.7, §6.3.1, §6.7.7)": {
		{`N:Family;Given;Second,Third;Dr.;Jr.,MSc`, `<n><surname>Family</surname><given>Given</given><additional>Second</additional><additional>Third</additional>` +
			`<prefix>Dr.</prefix><suffix>Jr.</suffix><suffix>MSc</suffix></n>`, "", ""},
		{`N:a\;b\,c;d`, `<n><surname>a;b,c</surname><given>d</given><additional></additional><prefix></prefix><suffix></suffix></n>`, `N:a\;b\,c;d;;;`, `N:a\;b\,c;d;;;`},
		{`N:a;b;c;d;e;f;g`, `<suffix>e</suffix><component>f</component><component>g</component></n>`, "", ""},
		{`GENDER:M`, `<gender><sex>M</sex></gender>`, "", ""},
		{`GENDER:;in words of one's own`, `<gender><sex></sex><identity>in words of one's own</identity></gender>`, "", ""},
		{`CLIENTPIDMAP:1;urn:uuid:1`, `<clientpidmap><sourceid>1</sourceid><uri>urn:uuid:1</uri></clientpidmap>`, "", ""},
	},
	"birthdays (RFC 6350 §4.3, RFC 2426 §3.1.5)": {
		{`BDAY:1985-04-12`, `<bday><date>19850412</date></bday>`, "", `BDAY:19850412`},
		{`BDAY:19850412`, `<bday><date>19850412</date></bday>`, `BDAY:1985-04-12`, ""},
		{`BDAY:--0412`, `<bday><date>--0412</date></bday>`, `BDAY:--04-12`, ""},
		{`BDAY:1985`, `<bday><date>1985</date></bday>`, "", ""},
		{`BDAY:1985-04`, `<bday><date>1985-04</date></bday>`, "", ""},
		{`BDAY:---12`, `<bday><date>---12</date></bday>`, "", ""},
		{`BDAY;VALUE=date-time:1985-04-12T23:10:00.000-06:00`, `<bday><date-time>19850412T231000-0600</date-time></bday>`,
			`BDAY;VALUE=date-time:1985-04-12T23:10:00-06:00`, `BDAY:19850412T231000-0600`},
		{`BDAY;VALUE=text:about 1900`, `<bday><text>about 1900</text></bday>`, "", ""},
		{`BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29`, `</parameters><date>--0229</date></bday>`, "", `BDAY;X-APPLE-OMIT-YEAR=1604:--0229`},
		{`BDAY;X-APPLE-OMIT-YEAR=1604:1985-04-12`, `</parameters><date>19850412</date></bday>`, "", `BDAY;X-APPLE-OMIT-YEAR=1604:19850412`},
	},
	"types and preference (RFC 2426 §4, RFC 6350 §5.3, §5.6)": {
		{`TEL;TYPE=HOME,VOICE,PREF:1`, `<tel><parameters><type><text>home</text><text>voice</text></type><pref><integer>1</integer></pref></parameters><text>1</text></tel>`,
			`TEL;TYPE=home,voice;TYPE=pref:1`, `TEL;TYPE=home,voice;PREF=1:1`},
		{`TEL;PREF=50;TYPE=home:1`, `<parameters><pref><integer>50</integer></pref><type><text>home</text></type></parameters>`, "", ""},
		{`TEL;VALUE=uri;TYPE=cell:tel:+49-30-1`, `<type><text>cell</text></type></parameters><uri>tel:+49-30-1</uri></tel>`, `TEL;TYPE=cell;VALUE=uri:tel:+49-30-1`, `TEL;TYPE=cell;VALUE=uri:tel:+49-30-1`},
	},
	"parameters (RFC 6350 §5, RFC 6868)": {
		{`EMAIL;X-P="a;b:c,d":x`, `<x-p><text>a;b:c,d</text></x-p>`, "", ""},
		{`EMAIL;X-P=a^nb^'c^^:x`, "<x-p><text>a\nb\"c^</text></x-p>", "", ""},
		{`FN;LANGUAGE=de;ALTID=1;PID=1.1,2:x`, `<language><language-tag>de</language-tag></language><altid><text>1</text></altid><pid><text>1.1</text><text>2</text></pid>`, "", ""},
	},
	"pictures (RFC 2426 §3.1.4, RFC 6350 §6.2.4)": {
		{`PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=`, `<photo><uri>data:image/png;base64,iVBORw0KGgo=</uri></photo>`, "", `PHOTO:data:image/png;base64,iVBORw0KGgo=`},
		{`PHOTO;ENCODING=BASE64:iVBORw0KGgo`, `<photo><uri>data:image/png;base64,iVBORw0KGgo=</uri></photo>`, `PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=`, `PHOTO:data:image/png;base64,iVBORw0KGgo=`},
		{`PHOTO;VALUE=URI;TYPE=GIF:http://example.org/a.gif`, `<photo><parameters><mediatype><text>image/gif</text></mediatype></parameters><uri>http://example.org/a.gif</uri></photo>`,
			`PHOTO;TYPE=GIF;VALUE=uri:http://example.org/a.gif`, `PHOTO;MEDIATYPE=image/gif:http://example.org/a.gif`},
		{`PHOTO:data:image/svg+xml,<svg/>`, `<uri>data:image/svg+xml,&lt;svg/&gt;</uri>`, `PHOTO;VALUE=uri:data:image/svg+xml,<svg/>`, ""},
		{`KEY;ENCODING=b;TYPE=PGP:AAAA`, `<key><uri>data:application/pgp-keys;base64,AAAA</uri></key>`, "", `KEY:data:application/pgp-keys;base64,AAAA`},
		{`KEY;VALUE=text:abc`, `<key><text>abc</text></key>`, "", ""},
	},
	"other types (RFC 6350 §6)": {
		{`URL:http\://example.org/a\,b`, `<url><uri>http://example.org/a,b</uri></url>`, `URL:http://example.org/a,b`, `URL:http://example.org/a,b`},
		{`GEO:52.5;-13.25`, `<geo><uri>geo:52.5,-13.25</uri></geo>`, "", `GEO:geo:52.5,-13.25`},
		{`TZ:-05:00`, `<tz><utc-offset>-0500</utc-offset></tz>`, "", `TZ;VALUE=utc-offset:-0500`},
		{`TZ:Europe/Berlin`, `<tz><text>Europe/Berlin</text></tz>`, "", ""},
		{`LANG:fr`, `<lang><language-tag>fr</language-tag></lang>`, "", ""},
		{`UID:pas-id-1`, `<uid><text>pas-id-1</text></uid>`, "", `UID;VALUE=text:pas-id-1`},
		{`RELATED;TYPE=friend:urn:uuid:1`, `<uri>urn:uuid:1</uri></related>`, "", ""},
		{`REV:2026-11-02T08:00:00Z`, `<rev><timestamp>20261102T080000Z</timestamp></rev>`, "", `REV:20261102T080000Z`},
		{`XML:<a xmlns="urn:x">b\, c</a>`, `<a xmlns="urn:x">b, c</a>`, "", ""},
	},
	"properties of no specification": {
		{`X-OWN:a\, b\n`, `<x-own><unknown>a\, b\n</unknown></x-own>`, "", ""},
		{`X-OWN;VALUE=text:a\, b`, `<x-own><text>a, b</text></x-own>`, "", ""},
		{`X-OWN;VALUE=integer:5`, `<x-own><integer>5</integer></x-own>`, "", ""},
		{`X-OWN;VALUE=x-temperature:5`, `<x-own><parameters><value><text>x-temperature</text></value></parameters><unknown>5</unknown></x-own>`, "", ""},
	},
}

func TestEveryFormOfValueIsReadAndWritten(t *testing.T) {
	for rule, all := range forms {
		for _, f := range all {
			e := readCard(t, "VERSION:4.0", f.line)
			if got := inner(e.Content); !strings.Contains(got, f.xml) || len(e.Problems) > 0 {
				t.Errorf("%s: %s gave %s, %v; want %s", rule, f.line, got, e.Problems, f.xml)
			}
			for v, want := range map[vcard.Version]string{vcard.V3: f.v3, vcard.V4: f.v4} {
				if want == "" {
					want = f.line
				}
				if got := write(t, v, exchange.Out{Content: e.Content}); !strings.Contains(unfolded(got), "\r\n"+want+"\r\n") {
					t.Errorf("%s: %s was written as\n%s\nwant %s", rule, f.line, got, want)
				}
			}
		}
	}
}

func unfolded(file string) string { return strings.ReplaceAll(file, "\r\n ", "") }

func TestWhatIsNotOfItsTypeIsKeptAsItIs(t *testing.T) {
	for _, line := range []string{
		"BDAY:tomorrow", "BDAY:1985-02-29", "BDAY:1985-13-01", "BDAY:19850412T250000", "REV:2026-11-02", "GEO:here", "CLIENTPIDMAP:0;x",
		"PHOTO:a picture", "XML:<vcard/>", "XML:<a", "X Y:1", "2X:1", "no colon", "a b.TEL:1",
	} {
		e := readCard(t, "FN:A", line)
		if want := "<line>" + strings.ReplaceAll(line, "<", "&lt;"); !strings.Contains(strings.ReplaceAll(inner(e.Content), "&gt;", ">"), want+"</line>") || len(e.Problems) != 1 || e.Problems[0].Line != 3 {
			t.Errorf("%s gave %s, %v", line, inner(e.Content), e.Problems)
		}
	}
}

func TestAMissingNameIsMadeOfWhatThereIs(t *testing.T) {
	for want, lines := range map[string][]string{
		"Dr. Given Middle Family Jr.": {"N:Family;Given;Middle;Dr.;Jr.", "NICKNAME:Nick"},
		"Nick":                        {"N:;;;;", "FN:", "NICKNAME:Nick", "ORG:Example"},
		"Example":                     {"ORG:Example;Sales", "EMAIL:a@example.org"},
		"a@example.org":               {"EMAIL:a@example.org", "TEL:1"},
		"+49-30-1":                    {"item1.TEL;VALUE=uri:tel:+49-30-1"},
		"":                            {"UID:1"},
	} {
		e := readCard(t, lines...)
		if got := e.Content.Title(); got != want || !strings.Contains(inner(e.Content), "<fn><text>"+want+"</text></fn>") {
			t.Errorf("%v: got %q in %s, want %q", lines, got, inner(e.Content), want)
		}
	}
}

func TestPropertiesOfAGroupStayTogether(t *testing.T) {
	e := readCard(t, "FN:A", "item1.TEL:1", "EMAIL:x", "item2.URL:http://example.org", "ITEM1.X-ABLabel:Hut")
	want := `<group name="item1"><tel><text>1</text></tel><x-ablabel><unknown>Hut</unknown></x-ablabel></group>` +
		`<email><text>x</text></email><group name="item2"><url><uri>http://example.org</uri></url></group></vcard>`
	if !strings.HasSuffix(inner(e.Content), want) {
		t.Errorf("got %s", inner(e.Content))
	}
}

func TestTheTextIsThatOfAllNotesInTheOrderOfTheElements(t *testing.T) {
	e := readCard(t, "FN:A", "item1.NOTE:a", "NOTE:b", "item1.NOTE:c")
	if got := e.Content.Text(); got != "a\n\nc\n\nb" || record.Read(e.Content).Get("text") != got {
		t.Errorf("got %q, and %q of the fields", got, record.Read(e.Content).Get("text"))
	}
}

// A group is a contact that names its members (RFC 6350 §6.1.4, §6.6.5); Apple has properties
// of its own for that.
func TestAGroupIsAContactWithMembers(t *testing.T) {
	const a, b = "urn:uuid:00000000-0000-4000-8000-0000000000a1", "urn:uuid:00000000-0000-4000-8000-0000000000a2"
	for want, lines := range map[string][]string{
		"<kind><text>group</text></kind><member><uri>" + a + "</uri></member><member><uri>" + b + "</uri></member>": {
			"KIND:group", "MEMBER:" + a, "MEMBER:" + b},
		"<x-addressbookserver-kind><unknown>group</unknown></x-addressbookserver-kind><x-addressbookserver-member><unknown>" + a + "</unknown></x-addressbookserver-member>": {
			"X-ADDRESSBOOKSERVER-KIND:group", "X-ADDRESSBOOKSERVER-MEMBER:" + a},
	} {
		e := readCard(t, append([]string{"FN:Choir"}, lines...)...)
		if r := record.Read(e.Content); r.Kind != record.Contact || r.Get("name") != "Choir" || !strings.Contains(inner(e.Content), want) {
			t.Errorf("%v gave a %s, %s", lines, r.Kind, inner(e.Content))
		}
		for _, v := range versions {
			comesBack(t, v, []exchange.Entry{e})
			if file := unfolded(write(t, v, exchange.Out{Content: e.Content})); !strings.Contains(file, strings.Join(lines, "\r\n")) {
				t.Errorf("%v was written as\n%s", lines, file)
			}
		}
	}
}
