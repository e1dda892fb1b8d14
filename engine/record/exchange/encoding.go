package exchange

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// mark is the byte order mark in UTF-8.
const mark = "\uFEFF"

// decoded gives a file in UTF-16 as UTF-8, and any other as it is, without its
// byte order mark. A byte order mark, or the zero byte beside the first letter,
// tells UTF-16.
func decoded(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	head, _ := in.Peek(len(mark)) // an error comes again when it is read
	switch {
	case bytes.HasPrefix(head, []byte(mark)):
		_, _ = in.Discard(len(mark))
	case len(head) < 2:
	case head[0] == 0xFE && head[1] == 0xFF, head[0] == 0 && head[1] != 0:
		return utf16(unicode.BigEndian).Reader(in)
	case head[0] == 0xFF && head[1] == 0xFE, head[0] != 0 && head[1] == 0:
		return utf16(unicode.LittleEndian).Reader(in)
	}
	return in
}

func utf16(e unicode.Endianness) *encoding.Decoder {
	return unicode.UTF16(e, unicode.UseBOM).NewDecoder()
}

// escape begins a change of the character set in ISO-2022-JP, which has no
// bytes that UTF-8 has not.
const escape = "\x1b"

// UTF8 gives a text as UTF-8. What is UTF-8 already stays, whatever is
// declared: no other encoding looks like it by chance. All else is in the
// encoding declared, a name or "", and where that is none, it is taken for
// Windows-1252, of which Latin-1 is a part; guessed tells so.
func UTF8(text, declared string) (decoded string, guessed bool) {
	e, name := charset.Lookup(declared)
	if utf8.ValidString(text) && (name != "iso-2022-jp" || !strings.Contains(text, escape)) {
		return text, false
	}
	guessed = e == nil || name == "utf-8"
	if guessed {
		e = charmap.Windows1252
	}
	out, err := e.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "\uFFFD"), true
	}
	return out, guessed
}
