package web

import (
	"context"
	"net/http"

	"crossfeed/engine/location"
)

// Do sends a request as a target's access says, signing in where the server asks for
// it. Redirects are not followed for methods that write. A status of 400 and more is
// an answer, not an error; errors are *location.Error, or the context's own where the
// caller cancelled. Body, where there is one, must have GetBody, because signing in may
// need it twice. Without an Accept-Encoding the answer is asked for uncompressed.
func (c *Client) Do(ctx context.Context, t location.Target, req *http.Request) (*http.Response, error) {
	answer, _, err := c.travel(ctx, t, req)
	return answer, err
}

// travel makes a request, and tells the journey that it took. Closing the body of the
// answer ends it.
func (c *Client) travel(ctx context.Context, t location.Target, req *http.Request) (*http.Response, *journey, error) {
	j, err := c.depart(ctx, t, req.URL)
	if err != nil {
		return nil, nil, err
	}
	ctx, w := watching(ctx, c.options.Limits)
	answer, err := c.follow(ctx, w, j, dressed(req))
	if err != nil {
		w.stop()
		return nil, nil, err
	}
	return answer, j, nil
}

// dressed is a request with what all of this program's requests say.
func dressed(req *http.Request) *http.Request {
	req = req.Clone(req.Context())
	for name, value := range map[string]string{"User-Agent": agent, "Accept-Encoding": "identity"} {
		if req.Header.Get(name) == "" {
			req.Header.Set(name, value)
		}
	}
	if req.Method == methodPropfind {
		// It is made again where a connection that was kept turns out to have ended, as
		// net/http does with GET by itself. Nothing of this is sent.
		req.Header["Idempotency-Key"] = nil
	}
	return req
}

// methodPropfind asks for properties and changes nothing (RFC 4918 §9.1).
const methodPropfind = "PROPFIND"
