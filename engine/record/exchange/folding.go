package exchange

import (
	"bytes"
	"strings"
)

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
