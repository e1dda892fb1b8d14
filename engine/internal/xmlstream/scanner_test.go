package xmlstream_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/internal/xmlstream"
)

const sample = `<?xml version="1.0"?>
<!-- before --><?style x?>
<rss xmlns:sx="urn:sx" version='2.0'><channel
 a="1&#10;2&#x20AC;&quot;"><title>a &lt;b&gt; &amp; ü</title>
<sx:x sx:y=""/><![CDATA[<&]]>tail</channel></rss>
<!-- after -->`

// ours returns the tokens from the scanner.
func ours(s *xmlstream.Scanner) (list []string, err error) {
	for {
		t, err := s.Next()
		if err != nil {
			return list, err
		}
		switch t.Kind {
		case xmlstream.Start:
			line := "<" + t.Name.String()
			for _, a := range t.Attrs {
				line += fmt.Sprintf(" %s=%q", a.Name, a.Value)
			}
			list = append(list, line)
		case xmlstream.End:
			list = append(list, "/"+t.Name.String())
		case xmlstream.Text, xmlstream.CData:
			list = append(list, fmt.Sprintf("%q", t.Data()))
		case xmlstream.Comment:
			list = append(list, "!"+t.Data())
		case xmlstream.ProcInst:
			list = append(list, "?"+t.Name.Local+" "+t.Data())
		}
	}
}

// theirs returns the tokens from encoding/xml.
func theirs(r io.Reader) (list []string, err error) {
	d := xml.NewDecoder(r)
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		t, err := d.RawToken()
		if err != nil {
			return list, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			line := "<" + joined(t.Name)
			for _, a := range t.Attr {
				line += fmt.Sprintf(" %s=%q", joined(a.Name), a.Value)
			}
			list = append(list, line)
		case xml.EndElement:
			list = append(list, "/"+joined(t.Name))
		case xml.CharData:
			list = append(list, fmt.Sprintf("%q", t))
		case xml.Comment:
			list = append(list, "!"+string(t))
		case xml.ProcInst:
			list = append(list, "?"+t.Target+" "+string(t.Inst))
		}
	}
}

func joined(n xml.Name) string { return xmlstream.Name{Prefix: n.Space, Local: n.Local}.String() }

// TestTokens compares the tokens with those of encoding/xml, however the bytes arrive.
func TestTokens(t *testing.T) {
	want, err := theirs(strings.NewReader(sample))
	if err != io.EOF {
		t.Fatal(err)
	}
	for name, s := range map[string]*xmlstream.Scanner{
		"text":   xmlstream.NewText(sample),
		"stream": xmlstream.NewScanner(strings.NewReader(sample), ""),
		"bytes":  xmlstream.NewScanner(iotest.OneByteReader(strings.NewReader(sample)), ""),
	} {
		if got, err := ours(s); err != io.EOF || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: %v\n got %v\nwant %v", name, err, got, want)
		}
	}
}

// TestNormalization checks XML 1.0 §3.3.3 and §2.11, which encoding/xml does not apply to
// attributes.
func TestNormalization(t *testing.T) {
	got, _ := ours(xmlstream.NewText("<a b='1\r\n2\n3\t4&#10;5&#13;'>1\r\n2\r3&#13;</a>"))
	if want := `<a b="1 2 3 4\n5\r"`; got[0] != want {
		t.Errorf("attribute: got %s, want %s", got[0], want)
	}
	if want := `"1\n2\n3\r"`; got[1] != want {
		t.Errorf("text: got %s, want %s", got[1], want)
	}
}

// TestHold holds the bytes of an element that is longer than the window.
func TestHold(t *testing.T) {
	long := "<b>" + strings.Repeat("<c>text</c>\n", 20000) + "</b>"
	s := xmlstream.NewScanner(iotest.HalfReader(strings.NewReader("<a>\n<z/>"+long+"<d/></a>")), "")
	var from int64
	for {
		token, err := s.Next()
		if err != nil {
			t.Fatal(err)
		}
		if token.Name.Local == "b" && token.Kind == xmlstream.Start {
			from = token.From
			s.Hold()
		}
		if token.Name.Local == "b" && token.Kind == xmlstream.End {
			if got := string(s.Bytes(from, token.To)); got != long {
				t.Errorf("got %d bytes, want %d", len(got), len(long))
			}
			if p := s.Position(token.To); p != (xmlstream.Position{Line: 20002, Column: 5}) {
				t.Errorf("the end is at %v", p)
			}
			return
		}
	}
}

// TestLines checks that line breaks are counted as in editors.
func TestLines(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 0, "\n": 1, "\r": 1, "\r\n": 1, "\n\r": 2, "a\r\n\r\nb\rc\n": 4} {
		if got := len(xmlstream.LineEnds([]byte(text))); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestNames checks names by the fifth edition of XML 1.0 (§2.3); encoding/xml implements the
// fourth.
func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"a": true, "_": true, "a-b.c1": true, "é": true, "名前": true, "a·": true, "ab\u0301": true, "\u0709": true, "\U00010000": true,
		"-a": false, ".a": false, "1": false, "·": false, "\u0301": false, "a×": false, "a÷b": false, "\u2028": false,
	} {
		if err := drain(xmlstream.NewText("<" + name + "/>")); (err == nil) != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// FuzzScanner checks that an accepted document has the tokens that encoding/xml returns,
// except for names and version numbers that only the fifth edition of XML allows.
func FuzzScanner(f *testing.F) {
	f.Add(sample)
	f.Add("<a xmlns:b='u'><b:c b:d='&#x41;'/>\r\n</a>")
	f.Add("\uFEFF<?xml version='1.0' encoding='utf-8'?><a><!----></a>")
	f.Fuzz(func(t *testing.T, document string) {
		got, err := ours(xmlstream.NewText(document))
		if err != io.EOF || strings.ContainsAny(document, "\r\n\t") {
			return
		}
		want, err := theirs(strings.NewReader(strings.TrimPrefix(document, "\uFEFF")))
		if refusal := fmt.Sprint(err); strings.Contains(refusal, "name") && !ascii(document) || strings.Contains(refusal, "unsupported version") {
			return
		}
		if err != io.EOF {
			t.Fatalf("encoding/xml refuses %q: %v", document, err)
		}
		if len(got) > 0 && got[0] == `""` && strings.HasPrefix(document, "\uFEFF") {
			got = got[1:]
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q:\n got %v\nwant %v", document, got, want)
		}
	})
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 })
}

// BenchmarkScanner compares with encoding/xml on the same bytes.
func BenchmarkScanner(b *testing.B) {
	document := "<r xmlns:sx='urn:sx'>" + strings.Repeat(sample[strings.Index(sample, "<rss"):strings.Index(sample, "</rss>")]+"</rss>", 5000) + "</r>"
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(document)))
		for b.Loop() {
			if err := drain(xmlstream.NewScanner(strings.NewReader(document), "")); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding-xml", func(b *testing.B) {
		b.SetBytes(int64(len(document)))
		for b.Loop() {
			for d := xml.NewDecoder(strings.NewReader(document)); ; {
				if _, err := d.RawToken(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
