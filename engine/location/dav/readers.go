package dav

import (
	"context"
	"fmt"
	"net/http"

	"crossfeed/engine/location"
)

// Readers implements location.Places: it asks without signing in. A folder is asked for
// a document in it: many servers show those, and not what there is.
func (s *Server) Readers(ctx context.Context, t location.Target) (location.Readers, error) {
	t.Access = location.Access{
		Authority: t.Access.Authority, Fingerprint: t.Access.Fingerprint, Proxy: t.Access.Proxy,
	}
	if location.IsFolder(t.Address) {
		t.Address = location.Join(t.Address, "crossfeed.xml")
	}
	a, err := s.ask(ctx, http.MethodHead, t, nil)
	if err != nil {
		return location.Readers{}, err
	}
	defer done(a)
	switch code := a.StatusCode; {
	case !answeredBy(a, t.Address):
		return location.Readers{Who: location.Unknown, Detail: "the server leads whoever does not sign in elsewhere"}, nil
	case code >= 200 && code < 300, code == http.StatusNotFound, code == http.StatusGone:
		return location.Readers{Who: location.Everyone, Detail: "the server asks for no password"}, nil
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return location.Readers{Who: location.SignedIn, Detail: "the server decides which of its users"}, nil
	}
	return location.Readers{Who: location.Unknown, Detail: fmt.Sprintf("the server does not say: it answered with status %d", a.StatusCode)}, nil
}
