package lines

import "bytes"

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
func (r *Reader) goesOn() bool {
	next, err := r.in.Peek(1)
	switch {
	case err != nil:
		return false
	case r.breaksSoftly():
		r.drop()
		return true
	case next[0] == ' ' || next[0] == '\t':
		_, _ = r.in.Discard(1)
		return true
	}
	return saysOneOf(r.text, "BASE64", "ENCODING=B") && r.nextIsBase64()
}

func (r *Reader) breaksSoftly() bool {
	return r.last == '=' && saysOneOf(r.text, "QUOTED-PRINTABLE")
}

// drop takes the last byte of the line away.
func (r *Reader) drop() {
	if r.left > 0 {
		r.left--
	} else {
		r.text = r.text[:len(r.text)-1]
	}
}

// saysOneOf tells whether one of the texts, in capitals, stands in the
// parameters of a line, in any case.
func saysOneOf(line []byte, texts ...string) bool {
	from := bytes.IndexByte(line, ';')
	if from < 0 {
		return false
	}
	to := bytes.IndexByte(line[from:], ':')
	if to < 0 {
		return false
	}
	parameters := bytes.ToUpper(line[from : from+to])
	for _, t := range texts {
		if bytes.Contains(parameters, []byte(t)) {
			return true
		}
	}
	return false
}

// enough is how far a line is looked at to see that it is base64.
const enough = 128

func (r *Reader) nextIsBase64() bool {
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
