package transport

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// ErrPassword means that a location contains a user or a password.
var ErrPassword = errors.New("a location must not contain a user or password: give the user separately, and the password when asked")

// Parse returns the canonical form of a location that a person entered, for storing and
// comparing. A path or file:// address becomes an absolute path, http(s) a normalized address
// without fragment (feed:// is read as http://), and others a place and key. For a location
// with a user or password, the error wraps ErrPassword; for any other scheme, it wraps
// ErrScheme.
func Parse(location string) (address string, err error) {
	name, rest, isAddress := strings.Cut(withoutFeed(strings.TrimSpace(location)), "://")
	name = strings.ToLower(name)
	if known, is := schemes[name]; is && isAddress {
		parse := known.storage
		if known.kind == Web {
			parse = web
		}
		if address, err = parse(name, rest); err != nil {
			return "", fmt.Errorf("location %q: %w", Redact(location), err)
		}
		return address, nil
	}
	if !isAddress && slipped(location) {
		return "", fmt.Errorf("location %q: %w", Redact(location), InvalidError("two slashes follow the colon, as in https://example.com/feed.xml"))
	}
	if address, err = Path(location); errors.Is(err, ErrScheme) {
		return "", fmt.Errorf("location %q: %w: give a path, or an %s address", Redact(location), ErrScheme, listed(Schemes(), " or "))
	}
	return address, err
}

// listed writes names as in "a, b or c".
func listed(names []string, or string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + or + names[last]
}

// slipped reports whether a location is an address that lacks a slash. Otherwise it would be
// taken for the path of a file that nobody has.
func slipped(location string) bool {
	scheme, _, hasColon := strings.Cut(strings.TrimSpace(location), ":")
	_, known := schemes[strings.ToLower(scheme)]
	return known && hasColon
}

// withoutFeed reads feed://host/… as http://host/…, and feed:https://… as https://…; web pages
// offer both.
func withoutFeed(location string) string {
	const feed = "feed:"
	if len(location) < len(feed) || !strings.EqualFold(location[:len(feed)], feed) {
		return location
	}
	rest := location[len(feed):]
	if strings.HasPrefix(rest, "//") {
		return "http:" + rest
	}
	return rest
}

// web normalizes an address according to RFC 3986 §6.2.2 and §6.2.3.
func web(scheme, rest string) (string, error) {
	u, err := parsed(scheme, unescapedDots(rest))
	if err != nil {
		return "", err
	}
	host, err := idna.Lookup.ToASCII(strings.ToLower(u.Hostname()))
	if err != nil {
		host = strings.ToLower(u.Hostname())
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[scheme] {
		host += ":" + port
	}
	u.Host = host
	// ResolveReference removes dot segments.
	u = u.ResolveReference(u)
	if u.Path == "" {
		u.Path = "/"
	}
	u.ForceQuery = false
	return tripletsOf(u.String()), nil
}

// unescapedDots normalizes the part after the host: an unnecessarily escaped segment there may
// be a dot segment.
func unescapedDots(rest string) string {
	at := strings.IndexByte(rest, '/')
	if at < 0 {
		return rest
	}
	return rest[:at] + tripletsOf(rest[at:])
}

// parsed parses an address. Errors of net/url quote the address, which may contain a password,
// so that only the underlying error is returned.
func parsed(scheme, rest string) (*url.URL, error) {
	u, err := url.Parse(scheme + "://" + rest)
	var bad *url.Error
	switch {
	case err == nil && u.User != nil, err != nil && strings.Contains(rest, "@"):
		return nil, ErrPassword
	case errors.As(err, &bad):
		return nil, bad.Err
	case err != nil:
		return nil, err
	case u.Hostname() == "":
		return nil, InvalidError("the name of the server or bucket is missing")
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// tripletsOf writes %7e as ~ and %2f as %2F (RFC 3986 §6.2.2.1, §6.2.2.2), and escapes
// characters that an address may not contain.
func tripletsOf(address string) string {
	var b strings.Builder
	for i := 0; i < len(address); i++ {
		switch c := address[i]; {
		case c == '%' && i+2 < len(address):
			b.WriteString(triplet(address[i : i+3]))
			i += 2
		case c <= ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func triplet(s string) string {
	const unreserved = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
	if c, err := url.PathUnescape(s); err == nil && strings.Contains(unreserved, c) {
		return c
	}
	return strings.ToUpper(s)
}

// storage normalizes only the query: everything else is part of the key.
func (s scheme) storage(name, rest string) (string, error) {
	u, err := parsed(name, rest)
	if err != nil {
		return "", err
	}
	if u.RawQuery, err = s.whereIs(u.RawQuery); err != nil {
		return "", err
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return tripletsOf(u.String()), nil
}

// whereIs normalizes the query, which says where the place is. Any other parameter might be a
// secret, which an address must not contain.
func (s scheme) whereIs(query string) (string, error) {
	pairs, err := url.ParseQuery(query)
	for name := range pairs {
		if !slices.Contains(s.query, name) {
			err = errors.New("no such name")
		}
	}
	if err != nil {
		return "", InvalidError("only " + strings.Join(s.query, "=… and ") + "=… may follow the question mark")
	}
	if endpoint := pairs.Get("endpoint"); endpoint != "" {
		if endpoint, err = endpointOf(endpoint); err != nil {
			return "", fmt.Errorf("its endpoint: %w", err)
		}
		pairs.Set("endpoint", endpoint)
	}
	return pairs.Encode(), nil
}

// endpointOf returns the address of a bucket server; without a scheme, it is https.
func endpointOf(text string) (string, error) {
	scheme, rest, isAddress := strings.Cut(text, "://")
	if !isAddress {
		scheme, rest = "https", text
	}
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return "", ErrScheme
	}
	endpoint, err := web(scheme, rest)
	return strings.TrimRight(endpoint, "/"), err
}

// Redact removes from a location what may be secret, for messages: the user, the password and
// the query. If it is unclear which part is the password, it removes too much rather than too
// little.
func Redact(location string) string {
	scheme, rest, isAddress := strings.Cut(location, "://")
	if !isAddress {
		return location
	}
	rest, _, hasQuery := strings.Cut(rest, "?")
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		if u, err := url.Parse(scheme + "://" + rest); err != nil || u.User != nil {
			rest = "…" + rest[at:]
		}
	}
	if hasQuery {
		rest += "?…"
	}
	return scheme + "://" + rest
}

// SameFolder reports whether a feed is in the folder of another one, or is that folder.
func SameFolder(at, other string) bool {
	folder := func(address string) string { return address[:strings.LastIndexAny(address, `/\`)+1] }
	return folder(at) == folder(other) || at+"/" == folder(other)
}

// Entered is Parse for a location to read, as a person enters it: the name of a server does
// not need its https://, unless there is such a file or folder here. It never means http; see
// Unencrypted.
func Entered(files Lookup, location string) (string, error) {
	location = strings.TrimSpace(location)
	if rest := withoutFeed(location); LacksScheme(rest) && !isHere(files, rest) {
		return Parse("https://" + rest)
	}
	return Parse(location)
}

// Reach reads the location that a person entered. If it has no scheme and its server does not
// answer over https, Reach reads over http, where nobody signs in.
func Reach[T any](files Lookup, location string, a Access, read func(address string) (T, error)) (T, error) {
	address, err := Entered(files, location)
	if err != nil {
		var none T
		return none, err
	}
	found, err := read(address)
	if plain := Unencrypted(location, err); plain != "" && a == a.Abroad() {
		if unencrypted, other := read(plain); other == nil {
			return unencrypted, nil
		}
	}
	return found, err
}

// Unencrypted returns the http address of a location that a person entered without a scheme, if
// its server does not answer over https. err is how reading the address of Entered failed. If
// http does not apply, Unencrypted returns "".
func Unencrypted(location string, err error) string {
	var e *Error
	silent := errors.As(err, &e) && (e.Trouble == Refused || e.Trouble == Timeout) || errors.As(err, new(tls.RecordHeaderError))
	if location = strings.TrimSpace(location); !silent || !LacksScheme(location) {
		return ""
	}
	address, err := Parse("http://" + location)
	if err != nil {
		return ""
	}
	return address
}

// LacksScheme reports whether a location begins with a server instead of a scheme: a publicly
// registered name, a name of local networks, an IP address, or any name with a port.
// The names of files have other endings.
func LacksScheme(location string) bool {
	host := location
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	name, port, hasPort := strings.Cut(host, ":")
	if hasPort {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil || slipped(host) {
			return false
		}
	}
	host, err := idna.Lookup.ToASCII(strings.ToLower(name))
	if err != nil || host == "" {
		return false
	}
	return hasPort || isPublic(host) || isLocal(host)
}

func isPublic(host string) bool {
	suffix, registered := publicsuffix.PublicSuffix(host)
	return host != suffix && (registered || strings.Contains(suffix, "."))
}

// isLocal reports whether a host is in the local network (RFC 6761, RFC 6762; .lan is common
// in routers), or is an IPv4 address.
func isLocal(host string) bool {
	_, err := netip.ParseAddr(host)
	dot := strings.LastIndexByte(host, '.')
	return err == nil || host == "localhost" || dot > 0 && (host[dot:] == ".local" || host[dot:] == ".lan")
}

// isHere reports whether there is a file or folder at the beginning of a path. If that cannot
// be found out, it is taken for one.
func isHere(files Lookup, path string) bool {
	if files == nil {
		return false
	}
	first, _, _ := strings.Cut(path, "/")
	at, err := Path(first)
	if err != nil {
		return true
	}
	_, err = files.Stat(at)
	return !errors.Is(err, fs.ErrNotExist)
}
