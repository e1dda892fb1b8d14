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

// Line is a content line without its folds.
type Line struct {
	// Number is where it begins in the file, from 1.
	Number int
	// Text is as the file has it; in a file in UTF-16, it is UTF-8.
	Text string
	// Left is the number of bytes that Text lacks, because the line is longer
	// than MaxLine.
	Left int
}

// LineReader reads the content lines of a file.
type LineReader struct {
	in *bufio.Reader
	// number is that of the last line of the file that was read.
	number int
	text   []byte
	left   int
	// last is the last byte of the last line of the file.
	last byte
}

// window is the number of bytes that are read at once.
const window = 64 << 10

// NewLineReader reads a file in UTF-8, UTF-16 or an encoding of single bytes.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(&breaks{src: decoded(r)}, window)}
}

// Next is the next line that is not empty; io.EOF at the end. Other errors are
// those of the file.
func (r *LineReader) Next() (Line, error) {
	r.text, r.left = r.text[:0], 0
	for len(r.text) == 0 {
		if err := r.take(); err != nil {
			return Line{}, err
		}
		r.text = bytes.TrimPrefix(r.text, []byte(mark)) // of a file that was appended to another
		r.text = bytes.TrimLeft(r.text, " \t")          // there is no line that this could go on
	}
	at := r.number
	for r.goesOn() {
		if err := r.take(); err != nil && err != io.EOF {
			return Line{}, err
		}
	}
	return Line{Number: at, Text: string(r.text), Left: r.left}, nil
}

// take appends the next line of the file, folded or not, without its end.
func (r *LineReader) take() error {
	r.last = 0
	for some := false; ; some = true {
		part, err := r.in.ReadSlice('\n')
		r.keep(bytes.TrimSuffix(part, []byte("\n")))
		switch {
		case err == bufio.ErrBufferFull:
		case err == io.EOF && (some || len(part) > 0), err == nil:
			r.number++
			return nil
		default:
			return err
		}
	}
}

func (r *LineReader) keep(part []byte) {
	if len(part) > 0 {
		r.last = part[len(part)-1]
	}
	room := min(len(part), MaxLine-len(r.text))
	r.text = append(r.text, part[:room]...)
	r.left += len(part) - room
}

// goesOn tells whether the line goes on in the next line of the file, and takes
// away what says so. There are three ways:
//
//   - folding: the next line begins with white space. One character of it goes,
//     in vCard 2.1 as well: its specification keeps it (§2.1.3), but what
//     programs write as 2.1 is folded as 3.0 is.
//   - in quoted-printable (vCard 2.1 §2.1.3, RFC 2045 §6.7), a "=" at the end.
//     The next line goes on with its first character, white space or not.
//   - base64 without folds, as some programs write into vCard 2.1: the next line
//     holds nothing but base64.
func (r *LineReader) goesOn() bool {
	if r.last == '=' && saysOneOf(r.text, quotedPrintable) {
		r.drop()
		return true
	}
	next, err := r.in.Peek(1)
	switch {
	case err != nil:
		return false
	case next[0] == ' ' || next[0] == '\t':
		_, _ = r.in.Discard(1)
		return true
	}
	return saysOneOf(r.text, base64) && r.nextIsBase64()
}

// drop takes the last byte of the line away.
func (r *LineReader) drop() {
	if r.left > 0 {
		r.left--
	} else {
		r.text = r.text[:len(r.text)-1]
	}
}

// Parameters, in capitals, that say how a value is encoded.
var (
	quotedPrintable = []string{"QUOTED-PRINTABLE", "ENCODING=QUOTED-PRINTABLE", "ENCODING=Q"}
	base64          = []string{"BASE64", "ENCODING=BASE64", "ENCODING=B"}
)

// saysOneOf tells whether a line has one of the parameters.
func saysOneOf(line []byte, params []string) bool {
	end := bytes.IndexByte(line, ':')
	if end < 0 {
		return false
	}
	_, rest, more := bytes.Cut(line[:end], []byte(";"))
	for more {
		var param []byte
		param, rest, more = bytes.Cut(rest, []byte(";"))
		for _, p := range params {
			if len(param) == len(p) && strings.EqualFold(string(param), p) {
				return true
			}
		}
	}
	return false
}

// enough is how far a line is looked at to see that it is base64.
const enough = 128

func (r *LineReader) nextIsBase64() bool {
	next, _ := r.in.Peek(enough)
	if end := bytes.IndexByte(next, '\n'); end >= 0 {
		next = next[:end]
	}
	for _, c := range bytes.TrimRight(next, " ") {
		if !isBase64(c) {
			return false
		}
	}
	return len(next) > 0
}

func isBase64(c byte) bool {
	switch {
	case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '+', c == '/', c == '=':
		return true
	}
	return false
}

// breaks makes every end of a line a single LF: CRLF, as the specifications
// have it, LF, as programs on Unix write, and CR, as old ones on the Mac did.
type breaks struct {
	src io.Reader
	// cr is set where the last byte was a CR: an LF that follows belongs to it.
	cr bool
}

func (b *breaks) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	return b.unify(p[:n]), err
}

// unify changes the bytes in place and tells how many are left.
func (b *breaks) unify(p []byte) int {
	in, out := 0, 0
	for in < len(p) {
		if b.cr && p[in] == '\n' {
			in++
		}
		b.cr = false
		plain := bytes.IndexByte(p[in:], '\r')
		if plain < 0 {
			return out + copy(p[out:], p[in:])
		}
		out += copy(p[out:], p[in:in+plain])
		p[out] = '\n'
		out++
		in += plain + 1
		b.cr = true
	}
	return out
}

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
