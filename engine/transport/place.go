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

// PlaceAt is where a set is published, in the form that is kept: Parse, with a separator
// at its end where it is a folder of this computer. A folder that is gone later, like
// that of a drive that was taken out, is thus not mistaken for a file that is to be
// made. An http, https or s3 location is a folder where it ends in a slash.
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
		return "", &Error{Trouble: NotFound, Address: address, Err: noFolder(address)}
	}
	return address, nil
}

// OwnAddress is the address of the feed that an endpoint publishes for a set at a place
// (PlaceAt): the file itself, or its own file of that ending in the folder, so that no
// two endpoints ever write one file.
func OwnAddress(place, set, endpoint, ending string) string {
	if !IsFolder(place) {
		return place
	}
	return Join(place, FileName(set, endpoint, ending))
}

// FormerAddress is OwnAddress as older versions named files.
func FormerAddress(place, set, endpoint, ending string) string {
	if !IsFolder(place) {
		return place
	}
	return Join(place, formerName(set, endpoint, ending))
}

// FeedsIn are the addresses of the feeds that a subscription of a set reads: the address
// itself, or every other endpoint's feed of that set where it is that of a folder. A
// path that leads nowhere is taken for a file, and so is an address that ends in a slash
// where the server lists no folders: pages and feeds have such addresses, too. Reading
// it says what is wrong. others are the names of the other files of a folder that may be
// feeds, but for those of the endpoint.
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

// FileIn tells which feed of those that a subscription to a location reads lies at an
// address: "" for the one at the location itself, else its name in the folder. That stays
// when the folder lies elsewhere one day. A complete feed that is read in place of its
// partial one, because that is not there (FeedsOf), is the same feed.
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

func noFolder(path string) error {
	return fmt.Errorf("there is no folder %s: make it, connect its drive, or choose another location", path)
}

// noProxy is the proxy of an Access that is none, whatever the environment says.
const noProxy = "none"

// Proxy is the address that Access.Proxy holds, or nil where that is none or "". Without a
// scheme it is http. It may have the name of a user; a password in it is an error that
// wraps ErrPassword, and is not repeated.
func Proxy(address string) (*url.URL, error) {
	if address == "" || address == noProxy {
		return nil, nil
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return nil, errors.New("the address of the proxy is none: write http://HOST:PORT")
	}
	if _, has := u.User.Password(); has {
		place, user := u.Scheme+"://"+u.Host, u.User.Username()
		return nil, fmt.Errorf("%w: write %s://%s@%s, and keep the password for %s and %s", ErrProxyPassword, u.Scheme, user, u.Host, place, user)
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return u, nil
	}
	return nil, fmt.Errorf("a proxy of the kind %q is not known: it is http, https or socks5", u.Scheme)
}

// ErrProxyPassword is ErrPassword of the address of a proxy.
var ErrProxyPassword error = passwordIn{}

type passwordIn struct{}

func (passwordIn) Error() string { return "passwords never stand in the address of a proxy" }

func (passwordIn) Is(target error) bool { return target == ErrPassword }
