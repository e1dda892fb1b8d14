package webdav

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"crossfeed/engine/transport"
)

// makeFolder creates the folder of a document (MKCOL, RFC 4918 §9.3) and its missing parents.
// It leaves existing folders as they are.
func (s *Server) makeFolder(ctx context.Context, t transport.Target) error {
	var missing []string
	for folder := above(t.Address); folder != ""; folder = above(folder) {
		made, err := s.mkcol(ctx, t, folder)
		if err != nil {
			return err
		}
		if made {
			break
		}
		missing = append(missing, folder)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if made, err := s.mkcol(ctx, t, missing[i]); err != nil || !made {
			return orMissing(err, missing[i])
		}
	}
	return nil
}

// mkcol creates a folder. It returns false if the parent folder is missing.
func (s *Server) mkcol(ctx context.Context, t transport.Target, folder string) (made bool, err error) {
	t.Address = folder
	a, err := s.ask(ctx, "MKCOL", t, nil)
	if err == nil && a.StatusCode == http.StatusForbidden { // Apache also says so if somebody else is creating the folder at the same time
		done(a)
		a, err = s.ask(ctx, "MKCOL", t, nil)
	}
	if err != nil {
		return false, err
	}
	defer done(a)
	switch code := a.StatusCode; {
	case code >= 200 && code < 300, code == http.StatusMethodNotAllowed, code == http.StatusMovedPermanently:
		return true, nil // 405 and 301 mean that it exists
	case code == http.StatusConflict, code == http.StatusNotFound:
		return false, nil
	}
	return false, refusal(t, a)
}

func orMissing(err error, folder string) error {
	if err != nil {
		return err
	}
	return &transport.Error{Trouble: transport.NotFound, Address: transport.Redact(folder), Err: errNoFolder}
}

// above returns the parent folder of a file or folder, or "" if none exists.
func above(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	path = path[:strings.LastIndexByte(path, '/')+1]
	if path == "" || path == "/" {
		return ""
	}
	return u.Scheme + "://" + u.Host + path
}

// Remove implements transport.Places.
func (s *Server) Remove(ctx context.Context, t transport.Target, last transport.Written) error {
	p := transport.Put{Target: t, Hash: last.Hash, Last: last}
	for try := range tries {
		there, err := s.readExisting(ctx, p, nil)
		if err != nil || !there.exists {
			return err
		}
		if there.hash != last.Hash { // an empty document belongs to nobody, and stays
			return &transport.Error{Trouble: transport.SecondWriter, Address: transport.Redact(t.Address), Err: errOther}
		}
		status, err := s.delete(ctx, t, there)
		if status != http.StatusPreconditionFailed {
			return err
		}
		if err := wait(ctx, try); err != nil {
			return err
		}
	}
	return &transport.Error{Trouble: transport.Unavailable, Address: transport.Redact(t.Address), Status: http.StatusPreconditionFailed}
}

var (
	errOther    = errors.New("it is not what this device last wrote there")
	errNoFolder = errors.New("the folder could not be created")
)

// delete sends one DELETE. A missing document is not an error.
func (s *Server) delete(ctx context.Context, t transport.Target, there existing) (status int, err error) {
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

// clear removes what an interrupted write left, if possible: readers then find nothing rather
// than half a document, and the next write does not find a stranger's. Without an ETag it
// stays, because somebody else may have written since.
func (s *Server) clear(ctx context.Context, t transport.Target, torn existing) {
	if strong(torn.etag) {
		_, _ = s.delete(ctx, t, torn)
	}
}
