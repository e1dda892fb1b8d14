package web

import (
	"errors"
	"io"
	"net/http"

	"crossfeed/engine/location"
)

var errPart = errors.New("the server gives a part of the file although nobody asked for one: ask whoever runs it")

// fetched is the answer to a request for a file.
type fetched struct {
	location.Download
	answer     *http.Response
	what       asked
	conditions bool
}

// stream is what an answer gives. Where there is neither a stream nor an error, next is to
// be asked for.
func (f *fetched) stream() (s *location.Stream, next asked, err error) {
	switch status := f.answer.StatusCode; {
	case status == http.StatusNotModified && f.conditions:
		return f.unchanged(), whole, nil
	case status == http.StatusPartialContent && f.what == rest:
		s, err = f.remaining()
		return s, whole, err
	case status == http.StatusRequestedRangeNotSatisfiable && f.what == rest:
		return nil, f.beyond(), nil
	case status == http.StatusPartialContent:
		return nil, whole, &location.Error{Status: status, Err: errPart}
	case status == http.StatusUnauthorized:
		return nil, whole, Refusal(f.Target, f.answer)
	case status >= 400:
		return nil, whole, StatusError(f.answer.Request.URL.String(), f.answer)
	case status != http.StatusOK && status != http.StatusNonAuthoritativeInfo:
		return nil, whole, &location.Error{Status: status}
	}
	s, err = f.all()
	return s, whole, err
}

// unchanged is the stream of a file that is here: the one that was known, or all of which
// the part consists.
func (f *fetched) unchanged() *location.Stream {
	s := &location.Stream{Unchanged: true, Size: -1, Known: renewed(f.Known, f.answer.Header), Type: mediaType(f.answer.Header)}
	if f.what == other {
		s.Unchanged, s.Body, s.From, s.Size = false, http.NoBody, f.From, f.From
		s.Known = f.continued()
	}
	return s
}

// continued is what is known of a file in the middle of which a download went on.
func (f *fetched) continued() location.Known {
	k := renewed(f.Of, f.answer.Header)
	k.Hash, k.Whole = "", f.Now
	return k
}

// beyond is what is to be asked for where nothing follows the part: it may be all there is.
// The answer does not say of which file (RFC 9110 §15.5.17).
func (f *fetched) beyond() asked {
	if location.BeyondRange(f.answer.Header.Get("Content-Range"), f.From) {
		return other
	}
	return whole
}

// remaining is the stream of the rest of a file, or nil where that does not fit.
func (f *fetched) remaining() (*location.Stream, error) {
	r, ok := f.fits()
	if !ok {
		return nil, nil
	}
	if err := f.Admits(r.Total); err != nil {
		return nil, err
	}
	s := &location.Stream{From: f.From, Size: r.Total, Known: f.continued(), Type: mediaType(f.answer.Header)}
	s.Body = f.body(f.answer.Body, s)
	return s, nil
}

// fits tells whether an answer is what follows the part: of the very file, from the very
// byte, as long as it says, and as it lies there. It need not reach the end of the file.
func (f *fetched) fits() (r location.Range, ok bool) {
	h := f.answer.Header
	r, ok = location.ParseRange(h.Get("Content-Range"))
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
func (f *fetched) all() (*location.Stream, error) {
	h := f.answer.Header
	s := &location.Stream{Size: f.answer.ContentLength, Known: learned(h, "", f.Now), Type: mediaType(h)}
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
	return location.Unencoded(f.answer.Header.Values("Content-Encoding")) || location.Compressed(f.answer.Request.URL.Path)
}

// body is the body of a stream.
func (f *fetched) body(from io.Reader, s *location.Stream) io.ReadCloser {
	request := f.answer.Request
	return &location.Body{
		From: from, Asked: f.Download, At: s.From, Size: s.Size,
		Named: func(err error) error { return named(request.Context(), request.URL, err) },
		End: func() error {
			abandon(f.answer)
			return nil
		},
	}
}
