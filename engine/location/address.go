package location

// Kind is where an address leads.
type Kind int

// The kinds: a path of this computer, a web or WebDAV server, a bucket of S3.
const (
	Local Kind = iota
	Web
	Bucket
)

// Parse makes the canonical form of a location that a person gave, under which it is
// kept and compared: a path or file:// address becomes an absolute path, http(s) a
// normalised address without fragment (feed:// is read as http://), s3 a bucket and
// key. A location with a password in it is an error that says where passwords go.
// A location of another kind is an error that wraps ErrScheme.
func Parse(location string) (address string, err error) { panic("to be written") }

// KindOf tells where a canonical address leads.
func KindOf(address string) Kind { panic("to be written") }

// IsFolder tells whether a canonical address is one of a folder that was said to be
// one: it ends in a separator.
func IsFolder(address string) bool { panic("to be written") }

// Join is the address of a file of that name in a folder.
func Join(folder, name string) string { panic("to be written") }

// Beside is the address of the file of that name in the folder in which the file at
// address lies.
func Beside(address, name string) string { panic("to be written") }

// CompleteName is the name of the complete feed beside a partial one:
// Groceries.desk.complete.xml beside Groceries.desk.xml. For an address it is that of
// its last segment.
func CompleteName(address string) string { panic("to be written") }

// PlaceOf is what a password is asked and kept for: the scheme and host of an http(s)
// address, the host and bucket of an s3 one; "" for a path.
func PlaceOf(address string) string { panic("to be written") }

// Allowed tells whether a document at from may lead to the address to without a
// person's doing: never to a file (but beside a file), never from https to http. That
// a name does not lead to a private network is decided where it is dialled, on the
// resolved address (web). It returns an *Error with Forbids.
func Allowed(from, to string) error { panic("to be written") }
