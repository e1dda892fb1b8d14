package xmlstream_test

import (
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"crossfeed/engine/internal/xmlstream"
)

// raw returns the bytes of all tokens.
func raw(document string) (string, error) {
	var b strings.Builder
	s := xmlstream.NewScanner(strings.NewReader(document), "f")
	for {
		t, err := s.Next()
		if err == io.EOF {
			return b.String(), nil
		}
		if err != nil {
			return b.String(), err
		}
		b.Write(t.Raw)
	}
}

func inUTF16(s string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		hi, lo := byte(u>>8), byte(u)
		if big {
			hi, lo = lo, hi
		}
		b.WriteByte(lo)
		b.WriteByte(hi)
	}
	return b.String()
}

// TestEncodings reads documents in the encodings of XML 1.0 appendix F.
func TestEncodings(t *testing.T) {
	const as8, as16 = `<?xml version="1.0" encoding="UTF-8"?><a>é€</a>`, `<?xml version="1.0" encoding="UTF-16"?><a>é€</a>`
	for _, c := range []struct{ name, document, want string }{
		{"UTF-8", as8, as8},
		{"UTF-8 undeclared", "<a>é€</a>", "<a>é€</a>"},
		{"UTF-8 with a mark", "\uFEFF" + as8, "\uFEFF" + as8},
		{"UTF-8 with a mark, undeclared", "\uFEFF<a/>", "\uFEFF<a/>"},
		{"UTF-16 big endian with a mark", inUTF16("\uFEFF"+as16, true), as8},
		{"UTF-16 little endian with a mark", inUTF16("\uFEFF"+as16, false), as8},
		{"UTF-16 without a mark", inUTF16(as16, false), as8},
		{"UTF-16 undeclared", inUTF16("\uFEFF<a/>", true), "<a/>"},
		{"ISO 8859-1", "<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9</a>", "<?xml version='1.0' encoding='UTF-8'?><a>é</a>"},
		{"windows-1252", "<?xml version='1.0' encoding='windows-1252'?><a>\x80</a>", "<?xml version='1.0' encoding='UTF-8'?><a>€</a>"},
		{"ISO 8859-1, longer than what is looked at first", "<?xml version='1.0' encoding='iso-8859-1'?><a>\xe9" + strings.Repeat(" ", 9000) + "</a>",
			"<?xml version='1.0' encoding='UTF-8'?><a>é" + strings.Repeat(" ", 9000) + "</a>"},
		{"CR, CR LF and LF", "<a>\r\r\n\n<b\r\n/></a >\r", "<a>\r\r\n\n<b\r\n/></a >\r"},
	} {
		if got, err := raw(c.document); err != nil || got != c.want {
			t.Errorf("%s: got %q and %v, want %q", c.name, got, err, c.want)
		}
	}
}

// TestWrongEncodings has documents that are not in their declared encoding.
func TestWrongEncodings(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"UTF-16 declared", `<?xml version="1.0" encoding="UTF-16"?><a/>`, "the first line declares the encoding UTF-16, but the document is in UTF-8; correct the declaration"},
		{"a mark against the declaration", "\uFEFF<?xml version='1.0' encoding='iso-8859-1'?><a/>", "the first line declares the encoding iso-8859-1, but the document is in UTF-8; correct the declaration"},
		{"UTF-8 declared in UTF-16", inUTF16("\uFEFF<?xml version='1.0' encoding='utf-8'?><a/>", true), "the first line declares the encoding utf-8, but the document is in UTF-16; correct the declaration"},
		{"unknown", `<?xml version="1.0" encoding="EBCDIC-X"?><a/>`, `the encoding "EBCDIC-X" is not known; save the document as UTF-8`},
		{"half a surrogate pair", inUTF16("\uFEFF<a>", true) + "\xd8\x00" + inUTF16("</a>", true), "there are bytes here that mean nothing in the encoding utf-16be"},
		{"a cut character", "<a>\xe2\x82", "the byte 0xE2 is not UTF-8; save the file as UTF-8, or declare its encoding in its first line"},
	} {
		_, err := raw(c.document)
		if e, ok := err.(*xmlstream.SyntaxError); !ok || e.Text != c.want || e.Rule != xmlstream.RuleEncoding {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
}
