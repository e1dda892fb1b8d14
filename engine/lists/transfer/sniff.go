package transfer

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

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

// ErrNeither: a file is none of those that can be imported.
var ErrNeither = errors.New("it is neither a calendar (.ics), nor a file of cards (.vcf), nor outlines (.opml), nor a table (.csv), nor a feed (.xml)")

// ErrNoColumns: the first line of a table names no field.
var ErrNoColumns = errors.New("its first line names no field: write the names of fields there, as in title,due,tags")

// Holding describes what a file holds.
type Holding struct {
	// Kinds are the kinds of lists that the file fits, the best one first.
	Kinds []record.Kind
	// Feed reports whether it is an RSS or Atom feed, Table whether it is a table.
	Feed, Table bool

	read planner
}

// The file begins with a word of calendars or cards in the first sniffed bytes: it may follow
// a byte order mark, empty lines, and text added by mail programs. The kind of the records in
// a feed is searched for in more of it.
const (
	sniffed      = 4096
	sniffedFeeds = 64 << 10
)

// Holds determines what a file contains by how it begins, and returns a reader from the
// beginning. The name only matters for the error, which is ErrNeither, ErrNoColumns, or an
// error of reading.
func Holds(name string, in io.Reader) (Holding, io.Reader, error) {
	b := bufio.NewReaderSize(in, sniffedFeeds)
	start, err := b.Peek(sniffedFeeds)
	if err != nil && !errors.Is(err, io.EOF) {
		return Holding{}, nil, err
	}
	h := holding(start)
	switch {
	case len(h.Kinds) > 0:
		return h, b, nil
	case strings.EqualFold(filepath.Ext(name), ".csv"):
		return Holding{}, nil, ErrNoColumns
	}
	return Holding{}, nil, ErrNeither
}

// holding returns what a file contains that begins like this.
func holding(start []byte) Holding {
	plain := bytes.ToUpper(bytes.ReplaceAll(start, []byte{0}, nil)) // UTF-16 as well
	head := plain[:min(len(plain), sniffed)]
	first, found := len(head), record.Kind("")
	for _, known := range begins {
		if at := lineOf(head, known.word); at >= 0 && at < first {
			first, found = at, known.kind
		}
	}
	if found != "" {
		return Holding{Kinds: []record.Kind{found}, read: planRecords}
	}
	switch rootOf(head) {
	case "OPML":
		return Holding{Kinds: []record.Kind{record.Outline}, read: planOutlines}
	case "RSS", "FEED":
		return Holding{Kinds: kindsOfFeed(plain), Feed: true, read: planFeed}
	}
	text, _ := io.ReadAll(exchange.Text(bytes.NewReader(start))) // it is in memory
	return Holding{Kinds: kindsOfTable(text), Table: true, read: Mapping(nil).plan}
}

// rootOf returns the name of the root element, without its prefix, of a text that is the
// beginning of an XML file in capital letters, or "".
func rootOf(text []byte) string {
	for {
		at := bytes.IndexByte(text, '<')
		if at < 0 {
			return ""
		}
		text = text[at:]
		if !bytes.HasPrefix(text, []byte("<?")) && !bytes.HasPrefix(text, []byte("<!")) {
			name := text[1:]
			if end := bytes.IndexAny(name, " \t\r\n/>"); end >= 0 {
				name = name[:end]
			}
			return string(name[bytes.IndexByte(name, ':')+1:])
		}
		after := bytes.IndexByte(text, '>')
		if bytes.HasPrefix(text, []byte("<!--")) {
			after = bytes.Index(text, []byte("-->"))
		}
		if after < 0 {
			return ""
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
