package location

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// ErrScheme means that a location is an address of a kind that cannot be read
// or written.
var ErrScheme = errors.New("addresses of this kind cannot be used")

// errOnlyFiles says so where only files will do.
var errOnlyFiles = fmt.Errorf("%w here: save it as a file, and give the path of that", ErrScheme)

// Path is the absolute path of the file or folder that a location names, so
// that a location means the same whatever folder a program was started in. A
// location is a path, with ~ for the home folder, or a file:// address.
// An address of another kind is an error that wraps ErrScheme.
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
		return "", errors.New("it is empty: give the path of a file or folder")
	case isAddress && strings.EqualFold(scheme, "file"):
		return addressed(location)
	case isAddress && isScheme(scheme):
		return "", errOnlyFiles
	case location == "~", strings.HasPrefix(location, "~/"), strings.HasPrefix(location, "~"+string(filepath.Separator)):
		home, err := os.UserHomeDir()
		return filepath.Join(home, location[1:]), err
	}
	return location, nil
}

// isScheme tells whether s can begin an address (RFC 3986 §3.1), so that a path
// with "://" in it stays a path.
func isScheme(s string) bool {
	for i, c := range []byte(strings.ToLower(s)) {
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(c))) {
			return false
		}
	}
	return s != ""
}

// addressed is the path in a file:// address (RFC 8089). The only host whose
// files are here is this one.
func addressed(location string) (string, error) {
	u, err := url.Parse(location)
	if err != nil {
		return "", err
	}
	if u.Host != "" && u.Host != "localhost" {
		return "", fmt.Errorf("the file lies on %s: give a path of this computer", u.Host)
	}
	if u.Path == "" {
		return "", errors.New("there is no path in it: write file:///folder/file.xml")
	}
	path := filepath.FromSlash(u.Path)
	if filepath.VolumeName(path[1:]) != "" {
		path = path[1:]
	}
	return path, nil
}
