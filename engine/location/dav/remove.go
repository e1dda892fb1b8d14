package dav

import (
	"context"
	"errors"
	"net/http"

	"crossfeed/engine/location"
)

// Remove implements location.Places.
func (s *Server) Remove(ctx context.Context, t location.Target, last location.Written) error {
	p := location.Put{Target: t, Hash: last.Hash, Last: last}
	for try := range tries {
		there, err := s.look(ctx, p, nil)
		if err != nil || !there.there {
			return err
		}
		if there.hash != last.Hash { // an empty document is nobody's, and is left
			return &location.Error{Trouble: location.SecondWriter, Address: location.Redact(t.Address), Err: errOther}
		}
		status, err := s.delete(ctx, t, there)
		if status != http.StatusPreconditionFailed {
			return err
		}
		if err := wait(ctx, try); err != nil {
			return err
		}
	}
	return &location.Error{Trouble: location.Unavailable, Address: location.Redact(t.Address), Status: http.StatusPreconditionFailed}
}

var (
	errOther    = errors.New("it is not what this endpoint wrote there last")
	errNoFolder = errors.New("the folder could not be made")
)

// delete makes one DELETE. What is gone already is no error.
func (s *Server) delete(ctx context.Context, t location.Target, there lying) (status int, err error) {
	header := http.Header{}
	if strong(there.etag) {
		header.Set("If-Match", there.etag)
	}
	a, err := s.ask(ctx, http.MethodDelete, t, header)
	if err != nil {
		return 0, err
	}
	defer done(a)
	switch code := a.StatusCode; {
	case code >= 200 && code < 300, code == http.StatusNotFound, code == http.StatusGone:
		return code, nil
	}
	return a.StatusCode, refusal(t, a)
}

// clear takes away what a writing that broke off left, as far as that can be done:
// readers then find nothing rather than half a document, and the next writing finds
// nothing of a stranger's. Without a tag it stays: somebody else may have written since.
func (s *Server) clear(ctx context.Context, t location.Target, torn lying) {
	if strong(torn.etag) {
		_, _ = s.delete(ctx, t, torn)
	}
}
