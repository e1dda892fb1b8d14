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

// Line is an unfolded content line.
type Line struct {
	// Number is its first line in the file, from 1.
	Number int
	// Text is the text as in the file; text of UTF-16 files is converted to UTF-8.
	Text string
	// Left is the number of bytes missing from Text because the line is longer than MaxLine.
	Left int
}

// LineReader reads the content lines of a file.
type LineReader struct {
	in *bufio.Reader
	// number is the number of the last line read from the file.
	number int
	text   []byte
	left   int
	// last is the last byte of the last line read from the file.
	last byte
}

// window is the size of the read buffer in bytes.
const window = 64 << 10

// NewLineReader returns a reader for a file in UTF-8, UTF-16 or a single-byte encoding.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(Text(r), window)}
}

// Text returns the text of a file: UTF-16 is converted to UTF-8, a byte order mark is left
// out, and all line breaks are LF.
func Text(r io.Reader) io.Reader { return &breaks{src: decoded(r)} }

// Next returns the next line that is not empty, or io.EOF at the end. Other errors are read
// errors.
func (r *LineReader) Next() (Line, error) {
	r.text, r.left = r.text[:0], 0
	for len(r.text) == 0 {
		if err := r.take(); err != nil {
			return Line{}, err
		}
		r.text = bytes.TrimPrefix(r.text, []byte(mark)) // a file may have been appended to another
		r.text = bytes.TrimLeft(r.text, " \t")          // there is no preceding line to continue
	}
	at := r.number
	for r.goesOn() {
		if err := r.take(); err != nil && err != io.EOF {
			return Line{}, err
		}
	}
	return Line{Number: at, Text: string(r.text), Left: r.left}, nil
}

// take appends the next physical line, without its line break.
func (r *LineReader) take() error {
	r.last = 0
	for some := false; ; some = true {
		part, err := r.in.ReadSlice('\n')
		r.add(bytes.TrimSuffix(part, []byte("\n")))
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

func (r *LineReader) add(part []byte) {
	if len(part) > 0 {
		r.last = part[len(part)-1]
	}
	room := min(len(part), MaxLine-len(r.text))
	r.text = append(r.text, part[:room]...)
	r.left += len(part) - room
}

// goesOn reports whether the line continues in the next physical line, and removes the
// continuation mark. There are three kinds of continuation:
//
//   - folding: the next line begins with white space. One such character is
//     removed, in vCard 2.1 as well: its specification preserves it (§2.1.3), but
//     in practice files with version 2.1 are folded like 3.0.
//   - quoted-printable (vCard 2.1 §2.1.3, RFC 2045 §6.7): the line ends with "=".
//     The next line continues with its first character, even if that is white
//     space.
//   - base64 without folding, as some programs write in vCard 2.1: the next line
//     contains only base64.
func (r *LineReader) goesOn() bool {
	if r.last == '=' && hasParam(r.text, quotedPrintable) {
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
	return hasParam(r.text, base64) && r.nextIsBase64()
}

// drop removes the last byte of the line.
func (r *LineReader) drop() {
	if r.left > 0 {
		r.left--
	} else {
		r.text = r.text[:len(r.text)-1]
	}
}

// Parameters, in capitals, that specify the encoding of a value.
var (
	quotedPrintable = []string{"QUOTED-PRINTABLE", "ENCODING=QUOTED-PRINTABLE", "ENCODING=Q"}
	base64          = []string{"BASE64", "ENCODING=BASE64", "ENCODING=B"}
)

// hasParam reports whether a line has one of the parameters.
func hasParam(line []byte, params []string) bool {
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

// enough is the number of bytes of a line to check for base64.
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

// breaks converts all line breaks to LF: CRLF, as specified; LF, as on Unix; and CR, as on the
// classic Mac OS.
type breaks struct {
	src io.Reader
	// cr reports whether the last byte was a CR: an LF after it belongs to the same line
	// break.
	cr bool
}

func (b *breaks) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	return b.unify(p[:n]), err
}

// unify converts the bytes in place and returns how many remain.
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

// decoded converts a UTF-16 file to UTF-8 and returns any other without its byte order mark.
// It detects UTF-16 by its byte order mark or by the zero byte of the first letter.
func decoded(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	head, _ := in.Peek(len(mark)) // the error will recur on reading
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

// escape switches the character set in ISO-2022-JP, all of whose bytes are also valid in
// UTF-8.
const escape = "\x1b"

// UTF8 converts a text to UTF-8. Text that is valid UTF-8 is not converted, whatever encoding
// is declared: text in other encodings is hardly ever valid UTF-8. Otherwise, UTF8 uses the
// declared encoding, or Windows-1252, which includes Latin-1, if none or an unknown one is
// declared; then guessed is true.
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

// LineWriter writes folded content lines, each terminated by CRLF.
type LineWriter struct {
	out io.Writer
	buf []byte
	err error
}

// NewLineWriter returns a writer that calls w once per line.
func NewLineWriter(w io.Writer) *LineWriter { return &LineWriter{out: w} }

// Err returns the first write error.
func (w *LineWriter) Err() error { return w.err }

// Property writes a property, whose value must be escaped already.
func (w *LineWriter) Property(p Property) { w.Line(p.String()) }

// width is the maximum length of a line in octets, without its line break (RFC 6350 §3.2, RFC
// 5545 §3.1).
const width = 75

// Line writes a line. It folds the line between characters and replaces line breaks with
// spaces.
func (w *LineWriter) Line(text string) {
	if w.err != nil {
		return
	}
	text = OneLine(text)
	w.buf = w.buf[:0]
	for room := width; len(text) > room; room = width - 1 {
		end := border(text, room)
		w.buf = append(append(w.buf, text[:end]...), "\r\n "...)
		text = text[end:]
	}
	w.buf = append(append(w.buf, text...), "\r\n"...)
	_, w.err = w.out.Write(w.buf)
}

// border returns the last position up to n at which a character begins. Text that is not UTF-8
// is cut at n.
func border(text string, n int) int {
	for i := n; i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			return i
		}
	}
	return n
}

// String returns the property as an unfolded line.
func (p Property) String() string {
	var b strings.Builder
	if p.Group != "" {
		b.WriteString(p.Group)
		b.WriteByte('.')
	}
	b.WriteString(p.Name)
	for _, one := range p.Params {
		b.WriteByte(';')
		one.write(&b)
	}
	b.WriteByte(':')
	b.WriteString(p.Value)
	return b.String()
}

func (p Param) write(b *strings.Builder) {
	if p.Name != "" {
		b.WriteString(p.Name)
		b.WriteByte('=')
	}
	for i, v := range p.Values {
		if i > 0 {
			b.WriteByte(',')
		}
		writeParamValue(b, v)
	}
}

// caretEncoder implements RFC 6868 §3.1.
var caretEncoder = strings.NewReplacer("^", "^^", "\r\n", "^n", "\n", "^n", "\r", "^n", `"`, "^'")

func writeParamValue(b *strings.Builder, value string) {
	quoted := value == "" || strings.ContainsAny(value, `,;:\ `) || strings.TrimSpace(value) != value
	if quoted {
		b.WriteByte('"')
	}
	_, _ = caretEncoder.WriteString(b, value)
	if quoted {
		b.WriteByte('"')
	}
}
