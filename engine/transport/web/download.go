package web

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/net/http/httpguts"

	"crossfeed/engine/transport"
)

// Download implements transport.Places for http and https (RFC 9110 §13.1.5, §14). If a part
// is of no use, it discards the part and requests the whole file.
func (c *Client) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	stream, next, err := c.download(ctx, d, first(d))
	if stream == nil && err == nil {
		stream, _, err = c.download(ctx, d, next)
	}
	return stream, err
}

// asked is how much of a file is requested.
type asked int

const (
	// whole requests all of it.
	whole asked = iota
	// rest requests what follows the existing part.
	rest
	// other requests all of it if the file differs from that of the part, which is as long as
	// the file.
	other
)

// first returns what to request first. A weak ETag does not allow resuming, and a modification
// time does so only if there is no ETag (RFC 9110 §13.1.5).
func first(d transport.Download) asked {
	if d.From > 0 && validator(d.Of) != "" && !young(d.Of) {
		return rest
	}
	return whole
}

// young reports whether a file was fetched within a second or two of its modification. It may
// have changed again with the same ETag, because many servers derive it from seconds and
// sizes. If the two clocks differ, the ETag is trusted.
func young(k transport.Known) bool {
	modified, err := http.ParseTime(k.LastModified)
	return err == nil && k.Whole.Sub(modified).Abs() < 2*time.Second
}

// validator returns a valid value for If-Range, or "".
func validator(k transport.Known) string {
	is := k.LastModified
	if k.ETag != "" {
		is = k.ETag
		if is[0] != '"' {
			return ""
		}
	}
	if !httpguts.ValidHeaderFieldValue(is) {
		return ""
	}
	return is
}

// download sends one request. If it returns neither a stream nor an error, next is what to
// request next.
func (c *Client) download(ctx context.Context, d transport.Download, what asked) (s *transport.Stream, next asked, err error) {
	req, err := fetching(ctx, d, what)
	if err != nil {
		return nil, whole, err
	}
	answer, j, err := c.travel(ctx, d.Target, req)
	if err != nil {
		return nil, whole, err
	}
	f := &fetched{Download: d, answer: answer, what: what, conditions: conditional(req.Header)}
	s, next, err = f.stream()
	if s == nil || s.Unchanged || s.Body == http.NoBody {
		abandon(answer)
	}
	if err != nil {
		return nil, whole, named(ctx, j.step.to, err)
	}
	if s != nil {
		s.At = j.at()
	}
	return s, next, nil
}

// fetching returns the request for a file. It requires caches to revalidate (RFC 9111
// §5.2.1.4), because the feed that links to the file said that it is new.
func fetching(ctx context.Context, d transport.Download, what asked) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Address, nil)
	if err != nil {
		return nil, &transport.Error{Address: shownAddress(d.Address), Err: transport.InvalidError(withoutAddress(err).Error())}
	}
	req.Header.Set("Accept", "*/*")
	req.Header.Set("Cache-Control", "no-cache")
	switch {
	case what == other:
		condition(req.Header, d.Of)
	case !d.Whole:
		condition(req.Header, d.Known)
	}
	if what == rest {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(d.From, 10)+"-")
		req.Header.Set("If-Range", validator(d.Of))
	}
	return req, nil
}

func conditional(h http.Header) bool {
	return h.Get("If-None-Match") != "" || h.Get("If-Modified-Since") != ""
}

// abandon ends a request without reading the rest of its response. For an error, it does read
// the short rest, so that the connection can be reused.
func abandon(answer *http.Response) {
	if answer.StatusCode >= 400 {
		discard(answer)
	}
	if r, ok := answer.Body.(*received); ok {
		r.watch.stop()
	}
	_ = answer.Body.Close()
}

// fetched is the response to a request for a file.
type fetched struct {
	transport.Download
	answer     *http.Response
	what       asked
	conditions bool
}

// stream returns the stream in a response. If it returns neither a stream nor an error, next
// is what to request next.
func (f *fetched) stream() (s *transport.Stream, next asked, err error) {
	switch status := f.answer.StatusCode; {
	case status == http.StatusNotModified && f.conditions:
		return f.unchanged(), whole, nil
	case status == http.StatusPartialContent && f.what == rest:
		s, err = f.remaining()
		return s, whole, err
	case status == http.StatusRequestedRangeNotSatisfiable && f.what == rest:
		return nil, f.beyond(), nil
	case status == http.StatusPartialContent:
		return nil, whole, &transport.Error{Status: status, Err: transport.ErrUnasked}
	case status == http.StatusUnauthorized:
		return nil, whole, Refusal(f.Target, f.answer)
	case status >= 400:
		return nil, whole, StatusError(f.answer.Request.URL.String(), f.answer)
	case status != http.StatusOK && status != http.StatusNonAuthoritativeInfo:
		return nil, whole, &transport.Error{Status: status}
	}
	s, err = f.all()
	return s, whole, err
}

// unchanged returns the stream of a file that is already here: the known version, or a part
// that turns out to be the whole file.
func (f *fetched) unchanged() *transport.Stream {
	s := &transport.Stream{Unchanged: true, Size: -1, Known: renewed(f.Known, f.answer.Header), Type: mediaType(f.answer.Header)}
	if f.what == other {
		s.Unchanged, s.Body, s.From, s.Size = false, http.NoBody, f.From, f.From
		s.Known = f.continued()
	}
	return s
}

// continued returns what is known of a file whose download was resumed.
func (f *fetched) continued() transport.Known {
	k := renewed(f.Of, f.answer.Header)
	k.Hash, k.Whole = "", f.Now
	return k
}

// beyond returns what to request next if nothing follows the part: it may be the whole file.
// The response does not say of which file (RFC 9110 §15.5.17).
func (f *fetched) beyond() asked {
	if transport.BeyondRange(f.answer.Header.Get("Content-Range"), f.From) {
		return other
	}
	return whole
}

// remaining returns the stream of the rest of a file, or nil if it does not match.
func (f *fetched) remaining() (*transport.Stream, error) {
	r, ok := f.fits()
	if !ok {
		return nil, nil
	}
	if err := f.Admits(r.Total); err != nil {
		return nil, err
	}
	s := &transport.Stream{From: f.From, Size: r.Total, Known: f.continued(), Type: mediaType(f.answer.Header)}
	s.Body = f.body(f.answer.Body, s)
	return s, nil
}

// fits reports whether a response is what follows the part: of the same file, from the same
// byte, of the stated length, and unencoded. It need not reach the end of the file.
func (f *fetched) fits() (r transport.Range, ok bool) {
	h := f.answer.Header
	r, ok = transport.ParseRange(h.Get("Content-Range"))
	ok = ok && r.Follows(f.From, f.answer.ContentLength) && mediaType(h) != "multipart/byteranges" && f.isVerbatim() && f.same(h)
	return r, ok
}

// same reports whether a response is from the same file as the part. Not every server honors
// If-Range, but each identifies the file of a partial response (RFC 9110 §15.3.7).
func (f *fetched) same(h http.Header) bool {
	if f.Of.ETag != "" {
		return h.Get("ETag") == f.Of.ETag
	}
	return h.Get("Last-Modified") == f.Of.LastModified
}

// all returns the stream of a whole file. A response that the server compressed unasked is
// decompressed; its size is then unknown.
func (f *fetched) all() (*transport.Stream, error) {
	h := f.answer.Header
	s := &transport.Stream{Size: f.answer.ContentLength, Known: learned(h, "", f.Now), Type: mediaType(h)}
	var body io.Reader = f.answer.Body
	if !f.isVerbatim() {
		var err error
		packed := &counted{Reader: body}
		if body, err = decompressed(packed, h.Values("Content-Encoding")); err != nil {
			return nil, err
		}
		body = &swelling{from: body, packed: packed}
		s.Size = -1
	}
	if err := f.Admits(s.Size); err != nil {
		return nil, err
	}
	s.Body = f.body(body, s)
	return s, nil
}

// isVerbatim reports whether a response has the file as it is on the server.
func (f *fetched) isVerbatim() bool {
	return transport.Unencoded(f.answer.Header.Values("Content-Encoding")) || transport.Compressed(f.answer.Request.URL.Path)
}

func (f *fetched) body(from io.Reader, s *transport.Stream) io.ReadCloser {
	request := f.answer.Request
	return &transport.Body{
		From: from, Asked: f.Download, At: s.From, Size: s.Size,
		Named: func(err error) error { return named(request.Context(), request.URL, err) },
		End: func() error {
			abandon(f.answer)
			return nil
		},
	}
}
