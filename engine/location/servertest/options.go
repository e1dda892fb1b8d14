package servertest

// The user that servers know, and that user's password.
const (
	User     = "member"
	Password = "correct horse"
)

// The folders that every server has, as it can. Where one has no such thing, it is "" in
// Server.Places.
const (
	// Open takes documents from everybody.
	Open = "open"
	// Basic and Digest take them from User, who proves it that way.
	Basic  = "basic"
	Digest = "digest"
	// Gzip compresses what it gives.
	Gzip = "gzip"
	// ReadOnly takes nothing; Forbidden takes nothing from anybody, and says so as if
	// somebody else might.
	ReadOnly  = "readonly"
	Forbidden = "forbidden"
	// Round leads round in a circle.
	Round = "round"
	// Small lies on a disk of 256 KB (SmallDisk).
	Small = "small"
)

// Server is a real server and its folders.
type Server struct {
	// Name is what it is called in tables.
	Name string
	// Places are the addresses of its folders by their names above, with a slash at
	// their ends.
	Places map[string]string
	// Folder is where Open lies on the disk.
	Folder string
	// Program serves Open.
	Program *Program
}

// Options say what a server has beside the rest.
type Options struct {
	// TLS is its certificate; nil is plain HTTP.
	TLS *Certificate
	// Small is a folder on a small disk, or "".
	Small string
}

func (o Options) scheme() string {
	if o.TLS != nil {
		return "https"
	}
	return "http"
}
