package web

import (
	"context"
	"net"
	"net/http"
	"net/http/httptrace"

	"crossfeed/engine/location"
)

// agent is how this program calls itself.
const agent = "Crossfeed"

// send makes one request, without signing in and without following where it leads. The
// request is the caller's to give away.
func (c *Client) send(ctx context.Context, w *watch, s *step, req *http.Request) (*http.Response, error) {
	w.rest()
	way, err := c.wayOf(ctx, s)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	t, err := c.transport(way)
	if err != nil {
		return nil, named(ctx, s.to, err)
	}
	if s.public && c.isPrivateName(s.to.Hostname()) {
		return nil, &location.Error{Trouble: location.Forbids, Address: shown(s.to), Err: errPrivate}
	}
	var reached net.Addr
	heardBody(req, w)
	answer, err := t.RoundTrip(req.WithContext(traced(ctx, w, &reached)))
	if err != nil {
		return nil, c.resolved(named(ctx, s.to, s.byProxy(way, err)))
	}
	if s.private = c.isPrivate(reached); s.proxied {
		s.private = c.isPrivateName(s.to.Hostname())
	} else {
		c.note(s.to.Hostname(), s.private)
	}
	w.rest()
	answer.Body = &received{ReadCloser: answer.Body, ctx: ctx, watch: w, from: s.to}
	return answer, nil
}

// traced tells the watch how far the request is, and keeps whom it reached.
func traced(ctx context.Context, w *watch, reached *net.Addr) context.Context {
	turn := w.begin()
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			*reached = i.Conn.RemoteAddr()
			w.reach(turn, sending)
		},
		WroteRequest:         func(httptrace.WroteRequestInfo) { w.reach(turn, waiting) },
		GotFirstResponseByte: func() { w.reach(turn, receiving) },
	})
}
