package item

import (
	"bytes"
	"testing"

	"github.com/beevik/etree"
)

// read returns the text of the tree that etree parses, or "" if it rejects the XML.
func read(xml string) string {
	root, err := parseAny(xml)
	if err != nil {
		return ""
	}
	return write(root)
}

var quickly = []string{
	`<entry xmlns="http://www.w3.org/2005/Atom"><title>a &amp;lt; b</title></entry>`,
	`<a x:b="1" c="&quot;&lt;"><x:d/> <e>é🙂&gt;</e>
	</a>`,
	`<a/>`, `<a></a>`, `<a-1._/>`,
}

// hardly lists texts that only etree parses, or rejects.
var hardly = []string{
	``, `a`, `<`, `<a`, `<a>`, `</a>`, `<a/>b`, `<a/><b/>`, ` <a/>`, `<a></b>`, `<a></a >`, `<a ></a>`, `<a b='1'/>`, `<a  b="1"/>`,
	`<a b="1" b="2"/>`, `<a b="<"/>`, `<a b="1"c="2"/>`, `<a>&#65;</a>`, `<a>&nbsp;</a>`, `<a>&</a>`, `<a><![CDATA[b]]></a>`,
	`<a><!-- b --></a>`, `<a><?b?></a>`, `<?xml version="1.0"?><a/>`, `<a>]]></a>`, "<a>\r\n</a>", "<a b=\"\n\"/>", "<a>\x01</a>", "<a>\xff</a>", "<a>\uFFFE</a>",
	`<é/>`, `<1a/>`, `<a:b:c/>`, `<:a/>`, `<a:/>`, `<a:1/>`, `<a b=1/>`, `<a>b`, `<a b="`,
}

func TestQuickParsingGivesWhatEncodingXMLGives(t *testing.T) {
	for _, xml := range quickly {
		root, ok := quickParse(xml)
		if !ok || write(root) != read(xml) {
			t.Errorf("%q became %v", xml, ok)
		}
	}
	for _, xml := range hardly {
		if _, ok := quickParse(xml); ok {
			t.Errorf("%q was read", xml)
		}
	}
}

func TestQuickParsingNeverReadsWhatEncodingXMLRefuses(t *testing.T) {
	for _, xml := range append(quickly, hardly...) {
		for i := range xml {
			expectAlike(t, xml[:i]+xml[i+1:])
			for _, c := range "<>/&;\"' :=a1\x00\r" {
				expectAlike(t, xml[:i]+string(c)+xml[i:])
			}
		}
	}
}

func FuzzQuickParse(f *testing.F) {
	for _, xml := range append(quickly, hardly...) {
		f.Add(xml)
	}
	f.Fuzz(expectAlike)
}

func expectAlike(t *testing.T, xml string) {
	t.Helper()
	root, ok := quickParse(xml)
	if !ok {
		return
	}
	if got, want := write(root), read(xml); got != want {
		t.Errorf("%q is read as %q, by encoding/xml as %q", xml, got, want)
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromString(xml); err != nil {
		t.Errorf("%q is read, by encoding/xml: %v", xml, err)
	}
}

func BenchmarkQuickParse(b *testing.B) {
	for name, parse := range map[string]func(string){
		"quick": func(xml string) { quickParse(xml) },
		"etree": func(xml string) { _, _ = parseAny(xml) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				parse(quickly[1])
			}
		})
	}
}

func write(root *etree.Element) string {
	var b bytes.Buffer
	writeTo(&b, root)
	return b.String()
}
