package web

import (
	"bufio"
	"bytes"
	"io"
	"mime"
	"regexp"
	"strings"

	"golang.org/x/net/html/charset"
)

// head is how much of a document is looked at for what it says of its encoding.
const head = 1024

// piece is how many bytes are hashed and written at a time: with few of them writing costs
// more than all the rest.
const piece = 64 << 10

// inUTF8 gives a document in an encoding that the reader of feeds finds out by itself.
// A mark or a declaration in the document counts before the header, because servers add
// that to whatever they send; where there is neither, the header's charset counts, and
// the document is given in UTF-8, which is what XML is without a declaration
// (RFC 7303 §3). Pages are always given in UTF-8.
func inUTF8(document io.Reader, header, media string) (io.Reader, error) {
	in := bufio.NewReaderSize(document, piece)
	if media == htmlType {
		return charset.NewReader(in, header)
	}
	start, err := in.Peek(head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	label := charsetOf(header)
	if label == "" || declares(start) {
		return in, nil
	}
	decoded, err := charset.NewReaderLabel(label, in)
	if err != nil {
		return in, nil
	}
	return decoded, nil
}

// charsetOf is the charset of a Content-Type, or "" where it changes nothing: UTF-8, and
// ASCII, which is what servers call UTF-8 when they do not know better.
func charsetOf(header string) string {
	_, parameters, err := mime.ParseMediaType(header)
	if err != nil {
		return ""
	}
	switch label := strings.ToLower(strings.TrimSpace(parameters["charset"])); label {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return ""
	default:
		return label
	}
}

var declaration = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=`)

// declares tells whether a document says, by a mark, by a declaration or by how its
// first character is written, what encoding it is in (XML 1.0 appendix F).
func declares(start []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe", "\x00<\x00", "<\x00"} {
		if bytes.HasPrefix(start, []byte(mark)) {
			return true
		}
	}
	return declaration.Match(start)
}
