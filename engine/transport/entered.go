package transport

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Entered is Parse for a location to read, as a person enters it: the name of a server does
// not need its https://, unless there is such a file or folder here. It never means http.
func Entered(files Lookup, location string) (string, error) {
	location = strings.TrimSpace(location)
	if rest := withoutFeed(location); LacksScheme(rest) && !isHere(files, rest) {
		return Parse("https://" + rest)
	}
	return Parse(location)
}

// LacksScheme reports whether a location begins with the publicly registered name of a server
// instead of a scheme. The names of files have other endings.
func LacksScheme(location string) bool {
	host := location
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	if name, port, has := strings.Cut(host, ":"); has {
		if _, err := strconv.ParseUint(port, 10, 16); err != nil {
			return false
		}
		host = name
	}
	host, err := idna.Lookup.ToASCII(strings.ToLower(host))
	if err != nil {
		return false
	}
	suffix, registered := publicsuffix.PublicSuffix(host)
	return host != suffix && (registered || strings.Contains(suffix, "."))
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
