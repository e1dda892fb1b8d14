// Package webdav writes documents to WebDAV servers (RFC 4918) and to other servers that
// accept PUT, lists folders there, and detects second writers. Support for HTTP's conditions
// varies from server to server. Therefore, the existing document is read before it is
// overwritten, whatever the server says, and read back afterwards.
package webdav

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"crossfeed/engine/transport"
	"crossfeed/engine/transport/web"
)

const (
	// tries is how often a document is sent before giving up.
	tries = 3
	// most is the maximum number of bytes to read, unless the written document is larger.
	most = transport.UsualSize
	// rest is the pause before the first retry of a read; it doubles.
	rest = 100 * time.Millisecond
)

// Server implements transport.Places for http and https. It reads with the web client, and
// writes through it.
type Server struct{ *web.Client }

var _ transport.Places = (*Server)(nil)

// New returns a Server.
func New(c *web.Client) *Server { return &Server{c} }

// ask sends a request without a body. The caller must close the body of the response.
func (s *Server) ask(ctx context.Context, method string, t transport.Target, header http.Header) (*http.Response, error) {
	req, err := request(ctx, method, t.Address)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	return s.Do(ctx, t, req)
}

func request(ctx context.Context, method, address string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return nil, &transport.Error{Address: transport.Redact(address), Err: transport.InvalidError("not the address of a server")}
	}
	return req, nil
}

// done drains a short response body, so that the connection can be reused.
func done(a *http.Response) {
	_, _ = io.CopyN(io.Discard, a.Body, 64<<10)
	_ = a.Body.Close()
}

// refusal returns the error for an unexpected response. Missing folders have been created
// before; if a PUT still gets 404, documents are never accepted there.
func refusal(t transport.Target, a *http.Response) *transport.Error {
	address := t.Address
	switch {
	case a.StatusCode == http.StatusUnauthorized:
		return web.Refusal(t, a)
	case gone(a.StatusCode) && a.Request != nil && a.Request.Method == http.MethodPut:
		return &transport.Error{Trouble: transport.NoWriting, Address: transport.Redact(address), Status: a.StatusCode}
	case a.StatusCode == http.StatusLocked:
		return &transport.Error{
			Trouble: transport.Unavailable, Address: transport.Redact(address), Status: a.StatusCode,
			Err: errors.New("another program has locked it"),
		}
	case a.StatusCode >= 300 && a.StatusCode < 400:
		return &transport.Error{
			Trouble: transport.Redirects, Address: transport.Redact(address), Status: a.StatusCode,
			Err: &transport.MovedError{To: destination(a)},
		}
	}
	return web.StatusError(address, a)
}

// destination returns the target of a redirect, without secrets.
func destination(a *http.Response) string {
	to, err := url.Parse(a.Header.Get("Location"))
	if err != nil {
		return "another place"
	}
	if a.Request != nil && a.Request.URL != nil {
		to = a.Request.URL.ResolveReference(to)
	}
	return (&url.URL{Scheme: to.Scheme, Host: to.Host, Path: to.Path, RawPath: to.RawPath}).String()
}

// wait waits before a retry, longer each time.
func wait(ctx context.Context, try int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rest << try):
		return nil
	}
}

// afterFailure finds out what became of a document that could not be sent. If only the
// response was lost, the write succeeded; after an interruption, it is sent again; a torn
// document is removed.
func (w *writing) afterFailure(ctx context.Context, before existing, failure error) (_ transport.Written, again bool, _ error) {
	if ctx.Err() != nil || !uncertain(failure) {
		return transport.Written{}, false, failure
	}
	failure = w.tookBefore(failure)
	found, err := w.server.readExisting(ctx, w.put, nil)
	switch {
	case errors.Is(err, transport.ErrNotOurs):
		return transport.Written{}, false, err
	case err != nil:
		return transport.Written{}, false, failure
	case found.exists && found.hash == w.put.Hash:
		return transport.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
	}
	if found.torn && !before.torn {
		w.server.clear(ctx, w.put.Target, found)
	}
	return transport.Written{}, repeatable(failure), failure
}

// tookBefore replaces the error of a server that says it accepts no documents there, although
// it has accepted one: rclone says so when its disk is full.
func (w *writing) tookBefore(failure error) error {
	var e *transport.Error
	if w.put.Last == (transport.Written{}) || !errors.As(failure, &e) || e.Trouble != transport.NoWriting {
		return failure
	}
	return &transport.Error{
		Trouble: transport.Unavailable, Address: e.Address, Status: e.Status,
		Err: errors.New("it accepted a file there before: its disk may be full"),
	}
}

// uncertain reports whether a failure leaves open what the server has now, that is, whether it
// is anything other than a refusal to this user.
func uncertain(err error) bool {
	var e *transport.Error
	return !errors.As(err, &e) || e.Trouble != transport.SignIn && e.Trouble != transport.Forbidden && e.Trouble != transport.Redirects
}

// repeatable reports whether an immediate retry may succeed.
func repeatable(err error) bool {
	var e *transport.Error
	return errors.As(err, &e) && e.Trouble == transport.BrokenOff
}

// confirm reads back what was written. Some servers return the old document for a moment. If
// it is neither, it is a second writer's, who ignored the condition or whose server did.
func (w *writing) confirm(ctx context.Context, before existing) (_ transport.Written, again bool, _ error) {
	failure := w.mismatch("the previous document")
	for look := range tries {
		found, err := w.server.readExisting(ctx, w.put, nil)
		switch {
		case repeatable(err): // it may still be being moved into place
			failure = err
		case err != nil:
			return transport.Written{}, false, err
		case found.exists && found.hash == w.put.Hash:
			return transport.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
		case found.torn:
			w.server.clear(ctx, w.put.Target, found)
			return transport.Written{}, false, w.mismatch("only the start of the document")
		case found.hash != before.hash:
			return transport.Written{}, true, w.mismatch("another document")
		}
		if err := wait(ctx, look); err != nil {
			return transport.Written{}, false, err
		}
	}
	return transport.Written{}, false, failure
}

// mismatch returns the error for a server that accepted a document but has something else.
func (w *writing) mismatch(what string) error {
	return &transport.Error{
		Trouble: transport.Unavailable, Address: transport.Redact(w.put.Address),
		Err: fmt.Errorf("it accepted the file, but then had %s", what),
	}
}
