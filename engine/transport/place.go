package transport

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
)

// PlaceAt returns where a list is published, in the form that is stored: Parse, with a
// trailing separator for a folder of this computer. A folder that later disappears, like that
// of a disconnected drive, is thus not mistaken for a file to be created. Other locations are
// folders if they end in a slash.
func PlaceAt(files Files, location string) (string, error) {
	address, err := Parse(location)
	if err != nil || KindOf(address) != Local {
		return address, err
	}
	folder, err := files.IsFolder(address)
	switch {
	case err != nil:
		return "", troubled(address, err)
	case folder:
		return strings.TrimSuffix(address, separator) + separator, nil
	case os.IsPathSeparator(location[len(location)-1]):
		return "", &Error{Trouble: NotFound, Address: address, Err: &NoFolderError{address}}
	}
	return address, nil
}

// OwnAddress returns the address of the feed that an endpoint publishes for a list at a place
// (PlaceAt): the file itself, or the endpoint's own file with that extension in the folder, so
// that no two endpoints ever write the same file.
func OwnAddress(place, set, endpoint, ending string) string {
	if !IsFolder(place) {
		return place
	}
	return Join(place, FileName(set, endpoint, ending))
}

// FormerAddress is OwnAddress as in older versions.
func FormerAddress(place, set, endpoint, ending string) string {
	if !IsFolder(place) {
		return place
	}
	return Join(place, formerName(set, endpoint, ending))
}

// FeedsIn returns the addresses of the feeds that a subscription of a list reads: the address
// itself, or every other endpoint's feed of that list if it is a folder. A path that does not
// exist counts as a file. So does an address that ends in a slash if the server does not list
// folders, because pages and feeds have such addresses, too. Reading it then reports the
// problem. others are the names of the other files in a folder that may be feeds, except those
// of the endpoint.
func FeedsIn(ctx context.Context, places Places, t Target, set, endpoint string) (feeds, others []string, err error) {
	if KindOf(t.Address) != Local && !IsFolder(t.Address) {
		return []string{t.Address}, nil, nil
	}
	names, err := places.Names(ctx, t)
	switch {
	case errors.Is(err, ErrNotFolder), KindOf(t.Address) == Local && !IsFolder(t.Address) && errors.Is(err, fs.ErrNotExist):
		return []string{t.Address}, nil, nil
	case err != nil:
		return nil, nil, err
	}
	feeds = FeedsOf(set, endpoint, names)
	others = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !isFeedTail(name) || slices.Contains(feeds, name) || isOfEndpoint(endpoint, name)
	})
	for i, name := range feeds {
		feeds[i] = Join(t.Address, name)
	}
	return feeds, others, nil
}

// FileIn identifies the feed at an address among those that a subscription to a location
// reads: "" for the one at the location itself, or else its name in the folder, which stays
// the same if the folder moves. A complete feed that is read because its partial feed is
// missing (FeedsOf) counts as that partial feed.
func FileIn(at, address string) string {
	if at == address {
		return ""
	}
	name := Name(address)
	ending := path.Ext(name)
	if of, is := strings.CutSuffix(strings.TrimSuffix(name, ending), complete); is {
		return of + ending
	}
	return name
}

// NoFolderError means that there is no folder at a path.
type NoFolderError struct{ Path string }

func (e *NoFolderError) Error() string {
	return fmt.Sprintf("folder %s not found: create it, connect its drive, or choose another location", e.Path)
}

// noProxy disables the proxy in an Access, whatever the environment says.
const noProxy = "none"

// Proxy parses Access.Proxy. It returns nil for "none" or "". Without a scheme, it is http.
// The address may contain a user name; if it contains a password, the error wraps ErrPassword
// and does not repeat it.
func Proxy(address string) (*url.URL, error) {
	if address == "" || address == noProxy {
		return nil, nil
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%w: write http://HOST:PORT", ErrProxy)
	}
	if _, has := u.User.Password(); has {
		place, user := u.Scheme+"://"+u.Host, u.User.Username()
		return nil, fmt.Errorf("%w: write %s://%s@%s, and keep the password for %s and %s", ErrProxyPassword, u.Scheme, user, u.Host, place, user)
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return u, nil
	}
	return nil, fmt.Errorf("%w: the scheme %q is not supported: use http, https or socks5", ErrProxy, u.Scheme)
}

// ErrProxy means that the address of a proxy cannot be used.
var ErrProxy = errors.New("invalid proxy address")

// ErrProxyPassword is ErrPassword for a proxy address.
var ErrProxyPassword error = passwordIn{}

type passwordIn struct{}

func (passwordIn) Error() string { return "a proxy URL must not contain a password" }

func (passwordIn) Is(target error) bool { return target == ErrPassword }
