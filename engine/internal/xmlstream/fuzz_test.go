package xmlstream_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"crossfeed/engine/internal/xmlstream"
)

// FuzzWays checks, for any bytes, that scanning ends, does not depend on how the bytes arrive,
// and returns every byte of an accepted document once.
func FuzzWays(f *testing.F) {
	f.Add(sample)
	f.Add("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe9</a>")
	f.Add("\xff\xfe<\x00a\x00/\x00>\x00")
	f.Add("\uFEFF<a xmlns:b='u' b:c='&#x41;&#xD;\t'><![CDATA[ ]] ]]><b:d/>\r\n</a><?p?>")
	f.Fuzz(func(t *testing.T, document string) {
		raw, told := scanned(strings.NewReader(document))
		if _, slowly := scanned(iotest.OneByteReader(strings.NewReader(document))); slowly != told {
			t.Fatalf("at once:\n%s\nbyte by byte:\n%s", told, slowly)
		}
		if strings.HasSuffix(told, "EOF") && utf8.ValidString(document) && !strings.Contains(document, "encoding") && raw != document {
			t.Fatalf("%q became %q", document, raw)
		}
	})
}

// scanned returns the bytes of all tokens, and a description of them and of the end.
func scanned(r io.Reader) (raw, told string) {
	var bytesOf bytes.Buffer
	var said strings.Builder
	s := xmlstream.NewScanner(r, "f")
	for {
		t, err := s.Next()
		if err != nil {
			fmt.Fprint(&said, err)
			return bytesOf.String(), said.String()
		}
		bytesOf.Write(t.Raw)
		fmt.Fprintln(&said, t.Kind, t.Name, t.Space, t.Attrs, t.From, t.To, t.Data(), s.Depth(), len(s.Scope()))
	}
}
