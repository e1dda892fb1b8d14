package transport

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// Resolve gives the canonical address (Parse) that a reference in the document at an
// address means (RFC 3986 §5). For a path and for an object of a bucket the reference is
// one of URLs, too: "a%20b.jpg" is the file "a b.jpg" beside the document, and a
// file: reference is a path. What stands unescaped in it, as spaces and umlauts, is taken
// as browsers take it. What is no address, and one with a user in it (ErrPassword) or of
// another kind (ErrScheme), is an error. Whether the document may lead there is said by
// Allowed.
func Resolve(from, reference string) (address string, err error) {
	reference = tidy(reference)
	switch scheme := schemeOf(reference); scheme {
	case "http", "https", "s3", "feed":
		return Parse(reference)
	case "", "file":
		if address, err = resolve(from, scheme, reference); err != nil {
			return "", fmt.Errorf("link %q: %w", withoutUser(reference), err)
		}
		return address, nil
	}
	return "", fmt.Errorf("link %q: %w: only http, https, s3 and file can", withoutUser(reference), ErrScheme)
}

// resolve does it for a reference without a scheme, and for one to a file.
func resolve(from, scheme, reference string) (string, error) {
	r, err := referenceOf(reference)
	switch {
	case err != nil:
		return "", err
	case r.User != nil:
		return "", ErrPassword
	case scheme == "file" || KindOf(from) == Local:
		return localOf(from, r)
	}
	base, err := url.Parse(from)
	if err != nil {
		return "", errors.New("the address of the feed itself is none")
	}
	to := base.ResolveReference(r)
	if KindOf(from) == Bucket {
		to.RawQuery = base.RawQuery
	}
	to.ForceQuery, to.Fragment, to.RawFragment = false, "", ""
	return Parse(to.String())
}

// referenceOf reads a reference. What net/url says of a bad one is passed on only where
// no password can stand in it.
func referenceOf(reference string) (*url.URL, error) {
	r, err := url.Parse(reference)
	var bad *url.Error
	switch {
	case err == nil && r.Opaque != "":
		return nil, errors.New("a slash follows the colon, as in file:///folder/file.xml")
	case err == nil:
		return r, nil
	case strings.Contains(reference, "@"):
		return nil, ErrPassword
	case errors.As(err, &bad):
		return nil, bad.Err
	}
	return nil, err
}

// localOf is the path that a reference means (RFC 8089). A query means nothing there.
func localOf(from string, r *url.URL) (string, error) {
	base := &url.URL{Scheme: "file"}
	if KindOf(from) == Local {
		base.Path = "/" + strings.TrimPrefix(filepath.ToSlash(from), "/")
	}
	to := base.ResolveReference(r)
	if to.Host != "" && to.Host != "localhost" {
		return "", fmt.Errorf("the file lies on %s, and not on this computer", to.Host)
	}
	if strings.Contains(strings.ToLower(to.EscapedPath()), "%2f") || strings.ContainsRune(to.Path, 0) ||
		separator != "/" && strings.Contains(to.Path, separator) {
		return "", errors.New("a character stands in it that no name of a file can have")
	}
	path := filepath.FromSlash(to.Path)
	if path != "" && filepath.VolumeName(path[1:]) != "" {
		path = path[1:]
	}
	if !filepath.IsAbs(path) {
		return "", errors.New("there is no path in it: write file:///folder/file.xml")
	}
	return filepath.Clean(path), nil
}

// schemeOf is the scheme with which a reference begins in lower case, or "".
func schemeOf(reference string) string {
	scheme, _, ok := strings.Cut(reference, ":")
	if !ok || !isScheme(scheme) {
		return ""
	}
	return strings.ToLower(scheme)
}

// tidy makes of a reference as it is found one that RFC 3986 knows, as browsers do: white
// space around it and line breaks in it go, a percent sign that begins no escape is one
// itself, and a colon in the first segment begins no scheme where a name cannot.
func tidy(reference string) string {
	reference = strings.TrimFunc(reference, func(r rune) bool { return r <= ' ' })
	var b strings.Builder
	for i := 0; i < len(reference); i++ {
		switch c := reference[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == '%' && len(reference) > i+2 && strings.EqualFold(reference[i:i+3], "%2e"):
			b.WriteByte('.') // before dot segments are taken away
			i += 2
		case c < ' ' || c == 0x7f, c == '%' && !escapes(reference[i:]):
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	first, _, _ := strings.Cut(b.String(), "/")
	if first, _, _ = strings.Cut(first, "?"); strings.Contains(first, ":") && schemeOf(b.String()) == "" {
		return "./" + b.String()
	}
	return b.String()
}

// escapes tells whether s begins with a percent sign and two digits.
func escapes(s string) bool {
	if len(s) < 3 {
		return false
	}
	_, err := url.PathUnescape(s[:3])
	return err == nil
}

// withoutUser is a reference for messages, without what may be a password in it.
func withoutUser(reference string) string {
	if at := strings.IndexByte(reference, '@'); at >= 0 {
		return "…" + reference[at:]
	}
	return Redact(reference)
}
