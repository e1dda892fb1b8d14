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

// readers read the files of each kind.
var readers = map[record.Kind]func(io.Reader, func(exchange.Entry) error) error{
	record.Todo:    ical.Read,
	record.Contact: vcard.Read,
}

// begins are the words that files of each kind begin with (RFC 5545 §3.4,
// RFC 6350 §6.1.1).
var begins = []struct {
	word string
	kind record.Kind
}{
	{"BEGIN:VCALENDAR", record.Todo},
	{"BEGIN:VCARD", record.Contact},
	{"BEGIN:VTODO", record.Todo},
}

// ErrNeither means that a file is neither a calendar nor cards nor outlines.
var ErrNeither = errors.New("it is neither a calendar (.ics), nor a file of cards (.vcf), nor outlines (.opml)")

// sniffed is how far the first word is looked for: behind a byte order mark,
// empty lines, and what mail programs put there.
const sniffed = 4096

// Holds tells what a file holds by how it begins, whatever its name, and
// returns a reader that begins there too. The error is ErrNeither, or of the
// file.
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

// isOPML tells of the beginning of a file, in capital letters, whether it is XML whose
// first element is the one of OPML.
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

// lineOf is where the first line begins that begins with a word, or -1: other
// documents may speak of one.
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

// isPrinted tells whether a byte is a character of ASCII that is seen: neither a
// space nor part of a byte order mark.
func isPrinted(b byte) bool { return ' ' < b && b <= '~' }
