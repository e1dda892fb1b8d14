package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"crossfeed/engine/location"
)

// Refusal is the error of a 401: it says who was refused, or what the server would take
// where this client cannot give it.
func Refusal(t location.Target, answer *http.Response) *location.Error {
	e := StatusError(answer.Request.URL.String(), answer)
	e.Err = whyRefused(t, answer)
	return e
}

func whyRefused(t location.Target, answer *http.Response) error {
	user, offers := t.Access.User, challenges(answer.Header)
	switch {
	case user == "" && t.Access.Scheme == "":
		return errors.New("no user was given")
	case location.PlaceOf(answer.Request.URL.String()) != location.PlaceOf(t.Address):
		return fmt.Errorf("%s leads there, and the user and password are for that server alone: give this address", shownAddress(t.Address))
	case choose(offers, t.Access.Scheme) == nil:
		return unknownWays(offers)
	case user != "":
		return fmt.Errorf("it refused %q", user)
	}
	return nil
}

// unknownWays names the ways of signing in that a server offers, of which none is
// possible.
func unknownWays(offers []challenge) error {
	var names []string
	for _, o := range offers {
		names = append(names, o.scheme)
	}
	if len(names) == 0 {
		return errors.New("the server names no way of signing in")
	}
	return fmt.Errorf("the server takes none of the ways that are possible here, but %s", strings.Join(names, " or "))
}
