package xmlstream_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"crossfeed/engine/internal/xmlstream"
)

// drain reads a document to its end.
func drain(s *xmlstream.Scanner) error {
	for {
		if _, err := s.Next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// numbered repeats a name, each time with another number.
func numbered(name, rest string, many int) string {
	var b strings.Builder
	for n := range many {
		fmt.Fprintf(&b, "%s%d%s", name, n, rest)
	}
	return b.String()
}

// TestNotWellFormed has one document for each constraint of XML 1.0 and of Namespaces in XML,
// and the reported positions.
func TestNotWellFormed(t *testing.T) {
	for _, c := range []struct{ rule, document, want string }{
		{"§2.1 one root", `<a/><b/>`, `f:1:5: <b> is a second root element`},
		{"§2.1 a root", "\n<!-- c -->\n", `f:3:1: the document has no element: it is no feed`},
		{"§2.1 nothing at all", ``, `f:1:1: the document has no element: it is no feed`},
		{"§2.1 text before the root", "x<a/>", `f:1:1: there is text before the root element: "x"`},
		{"§2.1 text after the root", "<a/>\n &amp;", `f:1:5: there is text after the root element: "\n &amp;"`},
		{"§2.1 CDATA after the root", "<a/><![CDATA[ ]]>", `f:1:5: there is text after the root element: " "`},
		{"§2.1 cut off between tags", "<a>\n<b>", `f:2:4: the document ends before </b>: it is incomplete`},
		{"§2.1 cut off in a tag", "<a>\n<b c=\"", `f:2:1: the document ends within this tag: it is incomplete`},
		{"§2.1 cut off in an end tag", "<a></a", `f:1:4: the document ends within this end tag: it is incomplete`},
		{"§2.1 cut off in a comment", "<a><!-- ", `f:1:4: the document ends within this comment: it is incomplete`},
		{"§2.1 cut off after <", "<a><", `f:1:4: the document ends within this markup: it is incomplete`},
		{"§2.2 characters", "<a>\n\x01</a>", `f:2:1: the character U+0001 is not allowed in XML`},
		{"§2.2 U+FFFF", "<a>\uFFFF</a>", `f:1:4: the character U+FFFF is not allowed in XML`},
		{"§2.3 names", `<a><1/></a>`, `f:1:5: "1" is not a name`},
		{"§2.3 no name", `<a>< b/></a>`, `f:1:5: " b" is not a name`},
		{"§2.3 no < in attributes", `<a b="<"/>`, `f:1:7: "<" may not stand in a tag; write "&lt;" in attributes`},
		{"§2.4 no ]]> in text", `<a>x]]></a>`, `f:1:5: "]]>" may not stand in text; write "]]&gt;"`},
		{"§2.5 no -- in comments", `<a><!-- -- --></a>`, `f:1:4: "--" may not stand within a comment`},
		{"§2.5 comments", `<a><!-x--></a>`, `f:1:4: "<!-x" begins no markup that XML knows`},
		{"§2.6 instructions", `<a><? x?></a>`, `f:1:4: a processing instruction has to begin with a name`},
		{"§2.8 declaration first", "\n<?xml version='1.0'?><a/>", `f:2:1: the XML declaration has to be the very first thing in the document`},
		{"§2.8 declaration", "<?xml version=1.0?><a/>", `f:1:1: the XML declaration <?xml version=1.0?> is not written as XML 1.0 asks`},
		{"§2.8 document types", `<!DOCTYPE rss []><rss/>`, `f:1:1: a document type declaration is not accepted in a feed; remove it`},
		{"§3.1 duplicate attributes", `<a b="" b=""/>`, `f:1:1: <a> has the attribute b twice`},
		{"§3.1 quotes", `<a b=c/>`, `f:1:5: the value of the attribute b needs quotes`},
		{"§3.1 values", `<a b/>`, `f:1:5: the attribute b has no value`},
		{"§3.1 white space", `<a b=""c=""/>`, `f:1:8: white space is missing before "c=\"\""`},
		{"§3 nesting", "<a>\n <b></a></b>", `f:2:5: </a> where </b> is expected`},
		{"§3 closed twice", "<a></a></a>", `f:1:8: </a> closes nothing`},
		{"§3.1 end tags", `<a></a b="">`, `f:1:4: </a> may hold nothing but the name`},
		{"§4.1 entities", `<a>é&nbsp;</a>`, `f:1:5: "&nbsp;" is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`},
		{"§4.1 bare ampersand", `<a b="AT&T"/>`, `f:1:9: "&T" is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`},
		{"§4.1 forbidden characters", `<a>&#0;</a>`, `f:1:4: "&#0;" is not a reference that XML knows; write "&amp;" for "&", and characters as themselves`},
		{"§4.3.3 not UTF-8", "<a>\r\nab\xff</a>", `f:2:3: the byte 0xFF is not UTF-8; save the file as UTF-8, or declare its encoding in its first line`},
		{"NS §3 undeclared", `<a><b:c/></a>`, `f:1:4: the prefix "b" of "b:c" is not declared; add xmlns:b="…" to <b:c>`},
		{"NS §3 undeclared on an attribute", `<a b:c=""/>`, `f:1:1: the prefix "b" of "b:c" is not declared; add xmlns:b="…" to <a>`},
		{"NS §3 out of scope", `<a><b xmlns:c="u"/><c:d/></a>`, `f:1:20: the prefix "c" of "c:d" is not declared; add xmlns:c="…" to <c:d>`},
		{"NS §3 xml", `<a xmlns:xml="u"/>`, `f:1:1: <a> may not bind the prefix "xml" to "u"`},
		{"NS §3 undeclaring", `<a xmlns:b=""/>`, `f:1:1: <a> binds the prefix "b" to nothing`},
		{"NS §4 names", `<a><b:/></a>`, `f:1:5: "b:" is not a name with a prefix`},
		{"NS §6.3 unique", `<a xmlns:b="u" xmlns:c="u" b:x="" c:x=""/>`, `f:1:1: <a> has the attribute c:x twice`},
		{"limit of attributes", "<a" + numbered(" a", "=''", 1025) + "/>", `f:1:1: <a> has more than 1024 attributes`},
		{"limit of declarations", "<a" + numbered(" xmlns:a", "='u'", 1000) + "><b" + numbered(" xmlns:b", "='u'", 25) + "/></a>",
			`f:1:14894: more than 1024 namespace declarations are in force`},
		{"limit of depth", strings.Repeat("<a>", 257), `f:1:769: elements are nested more than 256 deep`},
	} {
		for how, r := range map[string]io.Reader{
			"at once":      strings.NewReader(c.document),
			"byte by byte": iotest.OneByteReader(strings.NewReader(c.document)),
		} {
			err := drain(xmlstream.NewScanner(r, "f"))
			var syntax *xmlstream.SyntaxError
			if !errors.As(err, &syntax) || err.Error() != c.want {
				t.Errorf("%s, %s:\n got %v\nwant %s", c.rule, how, err, c.want)
			}
		}
	}
}

func TestManyAttributes(t *testing.T) {
	var b strings.Builder
	b.WriteString("<a")
	for _, c := range "abcdefghijklmnopqrstuvwxyz" {
		b.WriteString(" " + string(c) + "=''")
	}
	if err := drain(xmlstream.NewText(b.String() + "/>")); err != nil {
		t.Error(err)
	}
	if err := drain(xmlstream.NewText(b.String() + " q=''/>")); err == nil {
		t.Error("the attribute q stands there twice")
	}
}

// endless is a source of the letter a.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestTooLarge checks that reading stops in an endless text.
func TestTooLarge(t *testing.T) {
	err := drain(xmlstream.NewScanner(io.MultiReader(strings.NewReader("<a>\n"), endless{}), "f"))
	if want := "f:1:4: what begins here is larger than 64 MB; split it up"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestSlightlyTooLarge refuses a text that ends soon after the limit, wherever it begins.
func TestSlightlyTooLarge(t *testing.T) {
	for _, before := range []int{0, 40 << 20} {
		spaces := strings.Repeat(" ", 1<<20)
		text := func(n int) io.Reader {
			return io.MultiReader(strings.NewReader("<a>"+strings.Repeat("<b>"+spaces+"</b>", before>>20)+"<c>"), io.LimitReader(endless{}, int64(n)), strings.NewReader("</c></a>"))
		}
		if err := drain(xmlstream.NewScanner(text(xmlstream.MaxBytes+1), "f")); err == nil || !strings.Contains(err.Error(), "larger than 64 MB") {
			t.Errorf("after %d bytes: got %v", before, err)
		}
		if err := drain(xmlstream.NewScanner(text(xmlstream.MaxBytes-100), "f")); err != nil {
			t.Errorf("after %d bytes: %v", before, err)
		}
	}
}

// TestReaderFails checks that an error of the source is returned unchanged.
func TestReaderFails(t *testing.T) {
	broken := errors.New("connection reset")
	r := io.MultiReader(strings.NewReader("<a>"), iotest.ErrReader(broken))
	if err := drain(xmlstream.NewScanner(r, "f")); err != broken {
		t.Errorf("got %v", err)
	}
}
