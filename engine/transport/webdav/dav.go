// Package webdav writes documents to WebDAV servers (RFC 4918) and to whatever takes a
// PUT, lists folders there, and notices a second writer. What each condition of HTTP is
// worth differs from server to server: so what lies at an address is read before it is
// written over, whatever the server says, and read again afterwards.
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
	// tries is how often a document is sent before it is given up.
	tries = 3
	// most is the greatest size in bytes of what is read, but that what was written is.
	most = transport.UsualSize
	// rest is the time before the first look that is made again; it doubles.
	rest = 100 * time.Millisecond
)

// Server writes through a web client.
type Server struct{ web *web.Client }

// New makes a Server.
func New(c *web.Client) *Server { return &Server{c} }

// ask sends a request without a body. The body of the answer is to be closed.
func (s *Server) ask(ctx context.Context, method string, t transport.Target, header http.Header) (*http.Response, error) {
	req, err := request(ctx, method, t.Address)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	return s.web.Do(ctx, t, req)
}

func request(ctx context.Context, method, address string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return nil, &transport.Error{Address: transport.Redact(address), Err: errors.New("it is no address of a server")}
	}
	return req, nil
}

// done reads what little is left of an answer, so that its connection serves again.
func done(a *http.Response) {
	_, _ = io.CopyN(io.Discard, a.Body, 64<<10)
	_ = a.Body.Close()
}

// refusal is the error that an answer is which is not what was hoped for. A folder that is
// not found is made before; where a document is still not taken, none ever is.
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
			Err: errors.New("it leads to " + destination(a) + ", and documents are not sent on: give that address"),
		}
	}
	return web.StatusError(address, a)
}

// destination is where a redirect leads, without what may be secret in it.
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

// wait waits before a try, longer each time.
func wait(ctx context.Context, try int) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rest << try):
		return nil
	}
}

// afterFailure looks what became of a document whose sending failed. The answer alone may
// have been lost; what broke off is sent again; what a refusal left torn is taken away.
func (w *writing) afterFailure(ctx context.Context, before lying, failure error) (_ transport.Written, again bool, _ error) {
	if ctx.Err() != nil || !uncertain(failure) {
		return transport.Written{}, false, failure
	}
	failure = w.tookBefore(failure)
	found, err := w.server.look(ctx, w.put, nil)
	switch {
	case errors.Is(err, transport.ErrNotOurs):
		return transport.Written{}, false, err
	case err != nil:
		return transport.Written{}, false, failure
	case found.there && found.hash == w.put.Hash:
		return transport.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
	}
	if found.torn && !before.torn {
		w.server.clear(ctx, w.put.Target, found)
	}
	return transport.Written{}, repeatable(failure), failure
}

// tookBefore is the error of a server that says that it takes no documents there,
// although it took one: rclone says so when its disk is full.
func (w *writing) tookBefore(failure error) error {
	var e *transport.Error
	if w.put.Last == (transport.Written{}) || !errors.As(failure, &e) || e.Trouble != transport.NoWriting {
		return failure
	}
	return &transport.Error{
		Trouble: transport.Unavailable, Address: e.Address, Status: e.Status,
		Err: errors.New("it took a document there before: perhaps its disk is full"),
	}
}

// uncertain tells of a failure that it leaves open what lies there now: all that does not
// say that this user may not write there.
func uncertain(err error) bool {
	var e *transport.Error
	return !errors.As(err, &e) || e.Trouble != transport.SignIn && e.Trouble != transport.Forbidden && e.Trouble != transport.Redirects
}

// repeatable tells of a failure that the next try may do better at once.
func repeatable(err error) bool {
	var e *transport.Error
	return errors.As(err, &e) && e.Trouble == transport.BrokenOff
}

// confirm reads back what was written. Some servers show the old document for a moment;
// what is neither came from a second writer, who did not heed the condition or whose
// server does not.
func (w *writing) confirm(ctx context.Context, before lying) (_ transport.Written, again bool, _ error) {
	failure := w.kept("what was there before")
	for look := range tries {
		found, err := w.server.look(ctx, w.put, nil)
		switch {
		case repeatable(err): // it may be on its way to its place
			failure = err
		case err != nil:
			return transport.Written{}, false, err
		case found.there && found.hash == w.put.Hash:
			return transport.Written{ETag: found.etag, Hash: w.put.Hash}, false, nil
		case found.torn:
			w.server.clear(ctx, w.put.Target, found)
			return transport.Written{}, false, w.kept("only the start of the document")
		case found.hash != before.hash:
			return transport.Written{}, true, w.kept("another document")
		}
		if err := wait(ctx, look); err != nil {
			return transport.Written{}, false, err
		}
	}
	return transport.Written{}, false, failure
}

// kept is the error of a server that took a document and has something else.
func (w *writing) kept(what string) error {
	return &transport.Error{
		Trouble: transport.Unavailable, Address: transport.Redact(w.put.Address),
		Err: fmt.Errorf("it took the document, and then had %s", what),
	}
}
