package exchange

import (
	"io"
	"strings"
	"unicode/utf8"
)

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
