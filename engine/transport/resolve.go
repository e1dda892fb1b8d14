package transport

import (
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
)

// Resolve returns the canonical address (Parse) of a reference in the document at an address
// (RFC 3986 §5). References in files and in objects of a bucket are URLs, too: "a%20b.jpg" is
// the file "a b.jpg" next to the document, and a file: reference is a path. Unescaped
// characters, such as spaces and umlauts, are treated as browsers treat them. It is an error
// if the reference is not an address, contains a user (ErrPassword), or has another scheme
// (ErrScheme). Whether the document may link there is up to Allowed.
func Resolve(from, reference string) (address string, err error) {
	reference = tidy(reference)
	scheme := schemeOf(reference)
	_, known := schemes[scheme]
	switch {
	case known, scheme == "feed":
		return Parse(reference)
	case scheme == "", scheme == "file":
		if address, err = resolve(from, scheme, reference); err != nil {
			return "", fmt.Errorf("link %q: %w", withoutUser(reference), err)
		}
		return address, nil
	}
	return "", fmt.Errorf("link %q: %w: only %s are supported", withoutUser(reference), ErrScheme, listed(append(Schemes(), "file"), " and "))
}

// resolve resolves a reference without a scheme, or with file:.
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
		return "", InvalidError("invalid address of the feed itself")
	}
	to := base.ResolveReference(r)
	if KindOf(from) == Storage {
		to.RawQuery = base.RawQuery
	}
	to.ForceQuery, to.Fragment, to.RawFragment = false, "", ""
	return Parse(to.String())
}

// referenceOf parses a reference. It returns the error of net/url only if that cannot contain
// a password.
func referenceOf(reference string) (*url.URL, error) {
	r, err := url.Parse(reference)
	var bad *url.Error
	switch {
	case err == nil && r.Opaque != "":
		return nil, InvalidError("a slash follows the colon, as in file:///folder/file.xml")
	case err == nil:
		return r, nil
	case strings.Contains(reference, "@"):
		return nil, ErrPassword
	case errors.As(err, &bad):
		return nil, bad.Err
	}
	return nil, err
}

// localOf returns the path that a reference means (RFC 8089). It ignores a query.
func localOf(from string, r *url.URL) (string, error) {
	base := &url.URL{Scheme: "file"}
	if KindOf(from) == Local {
		base.Path = "/" + strings.TrimPrefix(filepath.ToSlash(from), "/")
	}
	to := base.ResolveReference(r)
	if to.Host != "" && to.Host != "localhost" {
		return "", InvalidError("the file is on " + to.Host + ", not on this computer")
	}
	if strings.Contains(strings.ToLower(to.EscapedPath()), "%2f") || strings.ContainsRune(to.Path, 0) ||
		separator != "/" && strings.Contains(to.Path, separator) {
		return "", InvalidError("it contains a character that is not allowed in file names")
	}
	path := filepath.FromSlash(to.Path)
	if path != "" && filepath.VolumeName(path[1:]) != "" {
		path = path[1:]
	}
	if !filepath.IsAbs(path) {
		return "", InvalidError("there is no path in it: write file:///folder/file.xml")
	}
	return filepath.Clean(path), nil
}

// schemeOf returns the scheme at the start of a reference in lower case, or "".
func schemeOf(reference string) string {
	scheme, _, ok := strings.Cut(reference, ":")
	if !ok || !isScheme(scheme) {
		return ""
	}
	return strings.ToLower(scheme)
}

// tidy turns a reference as found into a valid one (RFC 3986), as browsers do: it drops white
// space around it and line breaks in it, escapes a percent sign that begins no escape, and
// protects a colon in the first segment that cannot end a scheme.
func tidy(reference string) string {
	reference = strings.TrimFunc(reference, func(r rune) bool { return r <= ' ' })
	var b strings.Builder
	for i := 0; i < len(reference); i++ {
		switch c := reference[i]; {
		case c == '\t' || c == '\n' || c == '\r':
		case c == '%' && len(reference) > i+2 && strings.EqualFold(reference[i:i+3], "%2e"):
			b.WriteByte('.') // before dot segments are removed
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

// escapes reports whether s begins with a percent sign and two digits.
func escapes(s string) bool {
	if len(s) < 3 {
		return false
	}
	_, err := url.PathUnescape(s[:3])
	return err == nil
}

// withoutUser returns a reference for messages, without a possible password.
func withoutUser(reference string) string {
	if at := strings.IndexByte(reference, '@'); at >= 0 {
		return "…" + reference[at:]
	}
	return Redact(reference)
}
