package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// week caps the time that a server may ask for: a slip of the pen must not silence a feed for
// years.
const week = 7 * 24 * time.Hour

// statuses maps statuses to their own troubles (RFC 9110 §15). Others from 500 are
// Unavailable, and the rest is Other.
var statuses = map[int]transport.Trouble{
	http.StatusUnauthorized:          transport.SignIn,
	http.StatusForbidden:             transport.Forbidden,
	http.StatusNotFound:              transport.NotFound,
	http.StatusMethodNotAllowed:      transport.NoWriting,
	http.StatusProxyAuthRequired:     transport.SignIn,
	http.StatusRequestTimeout:        transport.Timeout,
	http.StatusGone:                  transport.Gone,
	http.StatusRequestEntityTooLarge: transport.TooLarge,
	http.StatusTooManyRequests:       transport.TooMany,
	http.StatusNotImplemented:        transport.NoWriting,
	http.StatusGatewayTimeout:        transport.Timeout,
	http.StatusInsufficientStorage:   transport.Full,
}

// StatusError returns the error for a status of 400 or more. A 412 has no trouble of its own,
// because its meaning depends on the request.
func StatusError(address string, a *http.Response) *transport.Error {
	e := &transport.Error{Address: shownAddress(address), Status: a.StatusCode}
	e.Trouble = statusTrouble(a)
	switch a.StatusCode {
	case http.StatusProxyAuthRequired:
		e.Err = errProxyAsks
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		e.RetryAfter = retryAfter(a.Header)
	}
	return e
}

// statusTrouble returns the trouble of a status. 405 and 501 mean NoWriting only if a document
// was sent.
func statusTrouble(a *http.Response) transport.Trouble {
	trouble, ok := statuses[a.StatusCode]
	reads := a.Request != nil && (a.Request.Method == http.MethodGet || a.Request.Method == http.MethodHead)
	switch {
	case trouble == transport.NoWriting && reads:
		return unnamed(a.StatusCode)
	case ok:
		return trouble
	}
	return unnamed(a.StatusCode)
}

func unnamed(status int) transport.Trouble {
	if status >= 500 {
		return transport.Unavailable
	}
	return transport.Other
}

// retryAfter parses Retry-After (RFC 9110 §10.2.3): seconds, or a date by the server's clock,
// which Date shows. It returns 0 if the value is invalid or has passed.
func retryAfter(h http.Header) time.Duration {
	text := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return capped(time.Duration(seconds) * time.Second)
	}
	until, err := http.ParseTime(text)
	if err != nil {
		return 0
	}
	now, err := http.ParseTime(h.Get("Date"))
	if err != nil {
		return 0
	}
	return capped(until.Sub(now))
}

// capped limits a duration to between zero and a week.
func capped(d time.Duration) time.Duration { return max(0, min(d, week)) }

var errProxyAsks = errors.New("the proxy requires it")

// Refusal returns the error for a 401. It says who was rejected, or what the server would
// accept if this client cannot provide it.
func Refusal(t transport.Target, answer *http.Response) *transport.Error {
	e := StatusError(answer.Request.URL.String(), answer)
	e.Err = whyRefused(t, answer)
	return e
}

func whyRefused(t transport.Target, answer *http.Response) error {
	user, offers := t.Access.User, challenges(answer.Header)
	switch {
	case user == "" && t.Access.Scheme == "":
		return errors.New("no user was given")
	case transport.PlaceOf(answer.Request.URL.String()) != transport.PlaceOf(t.Address):
		return &transport.ElsewhereError{At: shownAddress(t.Address)}
	case choose(offers, t.Access.Scheme) == nil:
		return unknownWays(offers)
	case user != "":
		return fmt.Errorf("it rejected %q", user)
	}
	return nil
}

// unknownWays names the authentication schemes that a server offers if none of them is
// supported.
func unknownWays(offers []challenge) error {
	var names []string
	for _, o := range offers {
		names = append(names, o.scheme)
	}
	return &transport.SchemesError{Names: names}
}
