package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/net/http/httpguts"

	"crossfeed/engine/transport"
)

// Download implements transport.Places for http and https (RFC 9110 §13.1.5, §14). A part
// that is of no use is let go, and the file is asked for whole.
func (c *Client) Download(ctx context.Context, d transport.Download) (*transport.Stream, error) {
	stream, next, err := c.download(ctx, d, first(d))
	if stream == nil && err == nil {
		stream, _, err = c.download(ctx, d, next)
	}
	return stream, err
}

// asked is what of a file is asked for.
type asked int

const (
	// whole: all of it.
	whole asked = iota
	// rest: what follows the part that is there.
	rest
	// other: all of it where it is another one than that of which the part is, which is as
	// long as the file.
	other
)

// first is what is asked for first. A weak tag is not enough to go on in the middle, and a
// time only where there is no tag (RFC 9110 §13.1.5).
func first(d transport.Download) asked {
	if d.From > 0 && validator(d.Of) != "" && !young(d.Of) {
		return rest
	}
	return whole
}

// young tells of a file that was fetched in the second or two in which it was written. It
// can have changed once more under the same tag: that of many servers is made of seconds
// and sizes. Where the clocks of both differ, the tag is taken for what it says it is.
func young(k transport.Known) bool {
	modified, err := http.ParseTime(k.LastModified)
	return err == nil && k.Whole.Sub(modified).Abs() < 2*time.Second
}

// validator is what If-Range can say, or "".
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

// download makes one request. Where there is neither a stream nor an error, next is to be
// asked for.
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

// fetching is the request for a file. What a cache on the way kept has to be what the
// server has (RFC 9111 §5.2.1.4): the feed that names the file said that it is new.
func fetching(ctx context.Context, d transport.Download, what asked) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Address, nil)
	if err != nil {
		return nil, &transport.Error{Address: shownAddress(d.Address), Err: withoutAddress(err)}
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

// abandon ends a request without reading what is left of its answer. Of an error that is
// little, and the connection serves again.
func abandon(answer *http.Response) {
	if answer.StatusCode >= 400 {
		discard(answer)
	}
	if r, ok := answer.Body.(*received); ok {
		r.watch.stop()
	}
	_ = answer.Body.Close()
}

var errPart = errors.New("the server gives a part of the file although nobody asked for one: ask whoever runs it")

// fetched is the answer to a request for a file.
type fetched struct {
	transport.Download
	answer     *http.Response
	what       asked
	conditions bool
}

// stream is what an answer gives. Where there is neither a stream nor an error, next is to
// be asked for.
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
		return nil, whole, &transport.Error{Status: status, Err: errPart}
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

// unchanged is the stream of a file that is here: the one that was known, or all of which
// the part consists.
func (f *fetched) unchanged() *transport.Stream {
	s := &transport.Stream{Unchanged: true, Size: -1, Known: renewed(f.Known, f.answer.Header), Type: mediaType(f.answer.Header)}
	if f.what == other {
		s.Unchanged, s.Body, s.From, s.Size = false, http.NoBody, f.From, f.From
		s.Known = f.continued()
	}
	return s
}

// continued is what is known of a file in the middle of which a download went on.
func (f *fetched) continued() transport.Known {
	k := renewed(f.Of, f.answer.Header)
	k.Hash, k.Whole = "", f.Now
	return k
}

// beyond is what is to be asked for where nothing follows the part: it may be all there is.
// The answer does not say of which file (RFC 9110 §15.5.17).
func (f *fetched) beyond() asked {
	if transport.BeyondRange(f.answer.Header.Get("Content-Range"), f.From) {
		return other
	}
	return whole
}

// remaining is the stream of the rest of a file, or nil where that does not fit.
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

// fits tells whether an answer is what follows the part: of the very file, from the very
// byte, as long as it says, and as it lies there. It need not reach the end of the file.
func (f *fetched) fits() (r transport.Range, ok bool) {
	h := f.answer.Header
	r, ok = transport.ParseRange(h.Get("Content-Range"))
	ok = ok && r.Follows(f.From, f.answer.ContentLength) && mediaType(h) != "multipart/byteranges" && f.asItLies() && f.same(h)
	return r, ok
}

// same tells whether an answer is of the file of which the part is. Not every server heeds
// If-Range, but each says whose part it gives (RFC 9110 §15.3.7).
func (f *fetched) same(h http.Header) bool {
	if f.Of.ETag != "" {
		return h.Get("ETag") == f.Of.ETag
	}
	return h.Get("Last-Modified") == f.Of.LastModified
}

// all is the stream of a whole file. What a server compressed although nobody asked for it
// is taken apart; how long it is then nobody says.
func (f *fetched) all() (*transport.Stream, error) {
	h := f.answer.Header
	s := &transport.Stream{Size: f.answer.ContentLength, Known: learned(h, "", f.Now), Type: mediaType(h)}
	var body io.Reader = f.answer.Body
	if !f.asItLies() {
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

// asItLies tells that an answer holds the file as it lies on the server.
func (f *fetched) asItLies() bool {
	return transport.Unencoded(f.answer.Header.Values("Content-Encoding")) || transport.Compressed(f.answer.Request.URL.Path)
}

// body is the body of a stream.
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
