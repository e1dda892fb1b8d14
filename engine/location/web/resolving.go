package web

import (
	"errors"
	"net"

	"crossfeed/engine/location"
)

// unresolved is the error of a name of which the name servers gave no answer.
type unresolved struct{ error }

func (unresolved) Error() string { return "its name could not be looked up" }

func (u unresolved) Unwrap() error { return u.error }

// resolved gives a name of which nothing was heard its trouble: where this computer has a
// way to other networks it is not offline, and the fault may be that name's alone, for
// ever.
func (c *Client) resolved(err error) error {
	var e *location.Error
	if errors.As(err, &e) && e.Trouble == location.Offline && isName(e.Err) && c.options.Routed() {
		e.Trouble, e.Err = location.Timeout, unresolved{e.Err}
	}
	return err
}

// routed tells whether this computer has a way to other networks. Nothing is sent.
func routed() bool {
	for network, address := range map[string]string{"udp4": "192.0.2.1:9", "udp6": "[2001:db8::1]:9"} {
		if conn, err := net.Dial(network, address); err == nil {
			_ = conn.Close()
			return true
		}
	}
	return false
}
