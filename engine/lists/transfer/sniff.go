package transfer

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"crossfeed/engine/record"
	"crossfeed/engine/record/exchange"
	"crossfeed/engine/record/ical"
	"crossfeed/engine/record/vcard"
)

// readers has a reader for each kind of file.
var readers = map[record.Kind]func(io.Reader, func(exchange.Entry) error) error{
	record.Todo:    ical.Read,
	record.Contact: vcard.Read,
}

// begins has the words with which each kind of file begins (RFC 5545 §3.4, RFC 6350 §6.1.1).
var begins = []struct {
	word string
	kind record.Kind
}{
	{"BEGIN:VCALENDAR", record.Todo},
	{"BEGIN:VCARD", record.Contact},
	{"BEGIN:VTODO", record.Todo},
}

// ErrNeither: a file is neither a calendar nor cards nor outlines.
var ErrNeither = errors.New("it is neither a calendar (.ics), nor a file of cards (.vcf), nor outlines (.opml)")

// sniffed is how many bytes are searched for the first word, which may follow a byte order
// mark, empty lines, and text added by mail programs.
const sniffed = 4096

// Holds determines what a file contains by how it begins, whatever its name, and returns a
// reader from the beginning. The error is ErrNeither, or an error of reading.
func Holds(in io.Reader) (record.Kind, io.Reader, error) {
	b := bufio.NewReaderSize(in, sniffed)
	start, err := b.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	plain := bytes.ToUpper(bytes.ReplaceAll(start, []byte{0}, nil)) // UTF-16 as well
	first, found := len(plain), record.Kind("")
	for _, known := range begins {
		if at := lineOf(plain, known.word); at >= 0 && at < first {
			first, found = at, known.kind
		}
	}
	if found == "" && isOPML(plain) {
		found = record.Outline
	}
	if found == "" {
		return "", nil, ErrNeither
	}
	return found, b, nil
}

// isOPML reports whether text, the beginning of a file in capital letters, is XML with OPML's
// root element.
func isOPML(text []byte) bool {
	const root = "<OPML"
	for {
		at := bytes.IndexByte(text, '<')
		if at < 0 {
			return false
		}
		text = text[at:]
		if !bytes.HasPrefix(text, []byte("<?")) && !bytes.HasPrefix(text, []byte("<!")) {
			return bytes.HasPrefix(text, []byte(root))
		}
		after := bytes.IndexByte(text, '>')
		if bytes.HasPrefix(text, []byte("<!--")) {
			after = bytes.Index(text, []byte("-->"))
		}
		if after < 0 {
			return false
		}
		text = text[after:]
	}
}

// lineOf returns the offset of the first line that begins with a word, or -1. Other documents
// may contain the word elsewhere.
func lineOf(text []byte, word string) int {
	for from := 0; ; from++ {
		at := bytes.Index(text[from:], []byte(word))
		if at < 0 {
			return -1
		}
		from += at
		if from == 0 || !isPrinted(text[from-1]) {
			return from
		}
	}
}

// isPrinted reports whether a byte is a visible ASCII character: neither a space nor part of a
// byte order mark.
func isPrinted(b byte) bool { return ' ' < b && b <= '~' }
