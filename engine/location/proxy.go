package location

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

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
		return nil, fmt.Errorf("%w: write %s://%s@%s, and keep it with crossfeed password keep %s %s", errPasswordIn, u.Scheme, user, u.Host, place, user)
	}
	switch u.Scheme {
	case "http", "https", "socks5", "socks5h":
		return u, nil
	}
	return nil, fmt.Errorf("a proxy of the kind %q is not known: it is http, https or socks5", u.Scheme)
}

// errPasswordIn is ErrPassword without its remedy.
var errPasswordIn = passwordIn{}

type passwordIn struct{}

func (passwordIn) Error() string { return "passwords never stand in an address" }

func (passwordIn) Is(target error) bool { return target == ErrPassword }
