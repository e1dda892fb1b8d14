package dav

import (
	"context"
	"net/http"

	"crossfeed/engine/location"
)

// Head implements location.Places. Where the server knows no HEAD, the document is asked
// for, and not read.
func (s *Server) Head(ctx context.Context, t location.Target) (location.Head, error) {
	a, err := s.ask(ctx, http.MethodHead, t, uncached(nil))
	if err == nil && (a.StatusCode == http.StatusMethodNotAllowed || a.StatusCode == http.StatusNotImplemented) {
		_ = a.Body.Close()
		a, err = s.ask(ctx, http.MethodGet, t, uncached(nil))
	}
	if err != nil {
		return location.Head{}, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return location.Head{}, refusal(t, a)
	}
	head := location.Head{Size: a.ContentLength}
	if answeredBy(a, t.Address) {
		head.ETag = uncoded(etagOf(a.Header))
	}
	return head, nil
}
