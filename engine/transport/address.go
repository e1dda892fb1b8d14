package transport

import (
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Kind is the kind of place that an address names.
type Kind int

const (
	// Local is a path of this computer.
	Local Kind = iota
	// Web is a web or WebDAV server. The query of an address belongs to the document.
	Web
	// Storage is a bucket or a similar service. The query says how to reach the service, and
	// applies to everything there. Only documents there may point there.
	Storage
)

// scheme describes the addresses with a scheme.
type scheme struct {
	kind Kind
	// sealed means that documents are transferred over TLS.
	sealed bool
	// place is what PlaceOf returns in Storage, in messages.
	place string
	// query are the parameters in Storage. If there can be an endpoint, it is the address of
	// the server, which the host does not name then.
	query []string
}

// schemes are the schemes of addresses. Without one of them, a location is a path.
var schemes = map[string]scheme{
	"http":  {kind: Web},
	"https": {kind: Web, sealed: true},
	"s3":    {kind: Storage, sealed: true, place: "bucket", query: []string{"endpoint", "region"}},
}

// SchemeOf returns the scheme of a canonical address, or "" for a path.
func SchemeOf(address string) string { return address[:max(0, strings.Index(address, "://"))] }

// KindOf returns the kind of a canonical address.
func KindOf(address string) Kind { return schemes[SchemeOf(address)].kind }

// Schemes returns the schemes that addresses can have, sorted.
func Schemes() []string { return slices.Sorted(maps.Keys(schemes)) }

// IsFolder reports whether a canonical address explicitly names a folder, that is, ends in a
// separator. An http(s) address with a query never does.
func IsFolder(address string) bool {
	if KindOf(address) == Local {
		return strings.HasSuffix(address, separator)
	}
	head, _, hasQuery := strings.Cut(address, "?")
	return strings.HasSuffix(head, "/") && !(hasQuery && KindOf(address) == Web)
}

const separator = string(filepath.Separator)

// AsFolder returns the path of a folder with a trailing separator, as addresses of folders
// have.
func AsFolder(path string) string { return strings.TrimSuffix(path, separator) + separator }

// Join returns the address of a file in a folder.
func Join(folder, name string) string {
	if KindOf(folder) == Local {
		return filepath.Join(folder, name)
	}
	head, query := cutQuery(folder)
	return strings.TrimSuffix(head, "/") + "/" + url.PathEscape(name) + query
}

// Sibling returns the address of the file with a name in the same folder as the file at
// address.
func Sibling(address, name string) string {
	if KindOf(address) == Local {
		return filepath.Join(filepath.Dir(address), name)
	}
	head, query := cutQuery(address)
	return Join(head[:strings.LastIndexByte(head, '/')+1]+query, name)
}

// cutQuery splits an address at its query. That of a document on the web is dropped.
func cutQuery(address string) (head, query string) {
	at := strings.IndexByte(address, '?')
	switch {
	case at < 0:
		return address, ""
	case KindOf(address) == Web:
		return address[:at], ""
	}
	return address[:at], address[at:]
}

// Name returns the last segment of an address, as a file name.
func Name(address string) string {
	if KindOf(address) == Local {
		return filepath.Base(address)
	}
	head, _ := cutQuery(address)
	_, rest, _ := strings.Cut(head, "://")
	_, segments, _ := strings.Cut(rest, "/")
	last := path.Base("/" + segments)
	if name, err := url.PathUnescape(last); err == nil {
		return name
	}
	return last
}

// PlaceOf returns what passwords are requested and stored for: the scheme and host of an
// address, with the endpoint of a bucket; "" for a path.
func PlaceOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || KindOf(address) == Local {
		return ""
	}
	place := u.Scheme + "://" + u.Host
	if endpoint := u.Query().Get("endpoint"); endpoint != "" && KindOf(address) == Storage {
		place += "?endpoint=" + endpoint
	}
	return place
}

// ServerOf returns the URL of the server that an address leads to. It has no host if the
// address does not name the server.
func ServerOf(address string) *url.URL {
	u, err := url.Parse(address)
	if err == nil && slices.Contains(schemes[u.Scheme].query, "endpoint") {
		u, err = url.Parse(u.Query().Get("endpoint"))
	}
	if err != nil {
		return &url.URL{}
	}
	return u
}

// Allowed returns an *Error with Forbids unless a document at from may link to the address to
// without a person's involvement. It may never link to a file (except from a file in the same
// folder), from https to http, or to another bucket. Whether a name leads to a private network
// is checked when it is dialled, on the resolved address (web).
func Allowed(from, to string) error {
	if why := forbidden(from, to); why != nil {
		return &Error{Trouble: Forbids, Address: to, Err: fmt.Errorf("named by %s: %w", from, why)}
	}
	return nil
}

// Allowed is like the function Allowed for a target and the document that named it. In
// addition, a feed of this computer may link to any path in Within. Where file system links
// lead is checked when the path is opened.
func (t Target) Allowed() error {
	if t.Within == "" || t.From == "" || KindOf(t.From) != Local || KindOf(t.Address) != Local {
		return Allowed(t.From, t.Address)
	}
	if _, err := inside(t.Within, t.Address); err != nil {
		return &Error{Trouble: Forbids, Address: t.Address, Err: fmt.Errorf("named by %s: %w", t.From, err)}
	}
	return nil
}

func forbidden(from, to string) error {
	switch {
	case from == "":
		return nil
	case KindOf(to) == Local && (KindOf(from) != Local || filepath.Dir(from) != filepath.Dir(to)):
		return errors.New("a feed may only point to local files that are next to it")
	case KindOf(to) == Storage && PlaceOf(from) != PlaceOf(to):
		return errors.New("a feed may not point to another " + schemes[SchemeOf(to)].place)
	case sealed(from) && strings.HasPrefix(to, "http://"):
		return errors.New("a feed received over https may not point to http")
	}
	return nil
}

// sealed reports whether documents at an address are transferred over TLS. An endpoint may be
// http.
func sealed(address string) bool {
	return schemes[SchemeOf(address)].sealed && !strings.Contains(PlaceOf(address), "?endpoint=http://")
}

// IsLocalName reports whether a lower-case host name belongs to the local network only.
func IsLocalName(host string) bool {
	if !strings.Contains(host, ".") {
		return true
	}
	for _, local := range []string{".local", ".localhost", ".lan", ".internal", ".home.arpa", ".test"} {
		if strings.HasSuffix(host, local) {
			return true
		}
	}
	return false
}

// IsFar reports whether an address may be reachable from other networks: its server is neither
// this computer nor on a private network, as far as the address shows.
func IsFar(address string) bool {
	host := strings.TrimSuffix(strings.ToLower(ServerOf(address).Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host == "" && KindOf(address) == Storage || !IsLocalName(host)
	}
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate()
}

// InvalidError says what is wrong with a location or an address.
type InvalidError string

func (e InvalidError) Error() string { return string(e) }

// ErrScheme means that a location has a scheme that cannot be read or written.
var ErrScheme = errors.New("addresses of this kind are not supported")

// ErrOnlyFiles is ErrScheme where only files are supported.
var ErrOnlyFiles = fmt.Errorf("%w here: save it as a file, and give its path", ErrScheme)

// Path returns the absolute path of the file or folder that a location names, so that the
// location means the same in any working directory. A location is a path, with ~ for the home
// folder, or a file:// address. For any other address, the error wraps ErrScheme.
func Path(location string) (string, error) {
	path, err := local(location)
	if err != nil {
		return "", fmt.Errorf("location %q: %w", Redact(location), err)
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("location %q: %w", Redact(location), err)
	}
	return path, nil
}

func local(location string) (string, error) {
	scheme, _, isAddress := strings.Cut(location, "://")
	switch {
	case location == "":
		return "", InvalidError("it is empty: give the path of a file or folder")
	case isAddress && strings.EqualFold(scheme, "file"):
		return addressed(location)
	case isAddress && isScheme(scheme):
		return "", ErrOnlyFiles
	case location == "~", strings.HasPrefix(location, "~/"), strings.HasPrefix(location, "~"+string(filepath.Separator)):
		home, err := os.UserHomeDir()
		return filepath.Join(home, location[1:]), err
	}
	return location, nil
}

// isScheme reports whether s is a valid scheme (RFC 3986 §3.1), so that a path that contains
// "://" stays a path.
func isScheme(s string) bool {
	for i, c := range []byte(strings.ToLower(s)) {
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(c))) {
			return false
		}
	}
	return s != ""
}

// addressed returns the path in a file:// address (RFC 8089). The only valid host is this
// computer.
func addressed(location string) (string, error) {
	u, err := url.Parse(location)
	if err != nil {
		return "", err
	}
	if u.Host != "" && u.Host != "localhost" {
		return "", InvalidError("the file is on " + u.Host + ": give a path of this computer")
	}
	if u.Path == "" {
		return "", InvalidError("there is no path in it: write file:///folder/file.xml")
	}
	path := filepath.FromSlash(u.Path)
	if filepath.VolumeName(path[1:]) != "" {
		path = path[1:]
	}
	return path, nil
}
