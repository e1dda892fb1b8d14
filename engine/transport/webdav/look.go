package webdav

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"crossfeed/engine/transport"
)

// lying is what lies at an address.
type lying struct {
	there bool
	// hash is that of the document.
	hash string
	// etag is the server's tag of it, or "", and raw that as it came.
	etag, raw string
	// torn tells that it is the start of a document of this endpoint, and no more: a PUT
	// that broke off left it.
	torn bool
}

// saving is the size in bytes from which on a document that this endpoint wrote is asked
// for on the condition that it changed. Below it is always read: tags that are made of
// seconds and sizes can stay while a document changes.
const saving = 1 << 20

// lookSaving is look for what this endpoint wrote last and is to write over.
func (s *Server) lookSaving(ctx context.Context, p transport.Put) (lying, error) {
	if p.Size < saving || !strong(p.Last.ETag) {
		return s.look(ctx, p, nil)
	}
	return s.look(ctx, p, http.Header{"If-None-Match": {p.Last.ETag}})
}

// look reads what lies at an address, and lets the rule of one writer judge it. The
// answer is asked for uncompressed, because its tag is that of the document only then.
func (s *Server) look(ctx context.Context, p transport.Put, header http.Header) (lying, error) {
	a, err := s.ask(ctx, http.MethodGet, p.Target, uncached(header))
	if err != nil {
		return lying{}, err
	}
	defer done(a)
	switch {
	case a.StatusCode == http.StatusNotModified && header.Get("If-None-Match") != "":
		return lying{there: true, hash: p.Last.Hash, etag: p.Last.ETag}, nil
	case a.StatusCode == http.StatusNotFound || a.StatusCode == http.StatusGone:
		return lying{}, nil
	case a.StatusCode != http.StatusOK:
		return lying{}, refusal(p.Target, a)
	}
	return judged(a, p)
}

// uncached asks for what the server has, and not for what a cache on the way kept
// (RFC 9111 §5.2.1.4).
func uncached(header http.Header) http.Header {
	if header == nil {
		header = http.Header{}
	}
	header.Set("Cache-Control", "no-cache")
	return header
}

// saved tells of a large document that is to be taken away, and that has the tag of what
// this endpoint wrote last: it is not read. What was just written always is: it can have
// the tag of what it was written over in the same second.
func saved(a *http.Response, p transport.Put) bool {
	return p.Body == nil && a.ContentLength >= saving && strong(p.Last.ETag) && answeredBy(a, p.Address) && uncoded(etagOf(a.Header)) == p.Last.ETag
}

// judged reads a document to its end. Put.Ours reads it on the way.
func judged(a *http.Response, p transport.Put) (lying, error) {
	if saved(a, p) {
		return lying{there: true, hash: p.Last.Hash, etag: p.Last.ETag, raw: etagOf(a.Header)}, nil
	}
	bound := max(most, p.Size)
	body, err := decoded(a)
	if err != nil {
		return lying{}, broken(p.Address, err)
	}
	in := newSounding(&io.LimitedReader{R: body, N: bound + 1})
	verdict := errUnasked
	if ours := p.Ours; ours != nil && (p.Pending != "" || p.Last == transport.Written{}) {
		verdict = ours(in)
		p.Ours = func(io.Reader) error { return verdict }
	}
	hash, size, err := in.end()
	switch {
	case err != nil:
		return lying{}, broken(p.Address, err)
	case size > bound:
		return lying{}, &transport.Error{Trouble: transport.TooLarge, Address: transport.Redact(p.Address)}
	}
	found := lying{there: true, hash: hash}
	if answeredBy(a, p.Address) {
		found.raw = etagOf(a.Header)
		found.etag = uncoded(found.raw)
	}
	second := p.MayReplace(hash, nil)
	if second == nil {
		return found, nil
	}
	if found.torn = p.Pending != "" && verdict == nil && !in.closed(); found.torn {
		return found, nil
	}
	if found.torn, err = startsWith(p, hash, size); err != nil || found.torn {
		return found, err
	}
	return found, second
}

var errUnasked = errors.New("nobody was asked")

// startsWith tells whether a document starts with a shorter one of that hash and size.
// Whoever wrote that, nothing of it is lost when the document takes its place.
func startsWith(p transport.Put, hash string, size int64) (bool, error) {
	if p.Body == nil || size == 0 || size >= p.Size {
		return false, nil
	}
	if _, err := p.Body.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	start, _, err := transport.Hash(io.LimitReader(p.Body, size))
	return start == hash, err
}

// answeredBy tells whether it was that address that answered. The tag that another one
// gives says nothing of the document that is written.
func answeredBy(a *http.Response, address string) bool {
	u, err := url.Parse(address)
	return err == nil && a.Request != nil && a.Request.URL != nil && a.Request.URL.String() == u.String()
}

// decoded is the body of an answer as it lies on the server. A server that compresses
// though nobody asked for it is heard.
func decoded(a *http.Response) (io.Reader, error) {
	switch coding := strings.ToLower(a.Header.Get("Content-Encoding")); coding {
	case "", "identity":
		return a.Body, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(a.Body)
	default:
		return nil, fmt.Errorf("the server encodes it as %q, which nobody asked for", coding)
	}
}

// broken is the error of a document that could not be read to its end.
func broken(address string, err error) error {
	if errors.As(err, new(*transport.Error)) || errors.Is(err, context.Canceled) {
		return err
	}
	return &transport.Error{Trouble: transport.BrokenOff, Address: transport.Redact(address), Err: err}
}

// etagOf is the entity tag of a document itself in an answer: OC-ETag where the server
// gives one, which no proxy changes, else ETag (RFC 9110 §8.8.3).
func etagOf(h http.Header) string {
	if tag := quoted(h.Get("OC-ETag")); tag != "" {
		return tag
	}
	return h.Get("ETag")
}

// quoted is a tag in quotes: some servers forget those of OC-ETag.
func quoted(tag string) string {
	if tag == "" || strings.HasSuffix(tag, `"`) {
		return tag
	}
	return `"` + tag + `"`
}

// strong tells whether a tag can stand in If-Match: a weak one never matches there
// (RFC 9110 §13.1.1).
func strong(tag string) bool {
	return len(tag) >= 2 && strings.HasPrefix(tag, `"`) && strings.HasSuffix(tag, `"`)
}

// codings are what servers and proxies append to the tag of a document that they
// compress. The document itself, which a PUT replaces, has the tag without it.
var codings = []string{"-gzip", ";gzip", "--gzip", "-br", "-deflate", "-zstd"}

// uncoded is a tag without what a compression appended.
func uncoded(tag string) string {
	for _, coding := range codings {
		if bare, cut := strings.CutSuffix(tag, coding+`"`); cut {
			return strings.TrimSuffix(bare, "-") + `"`
		}
	}
	return tag
}

// document is a body that is read as often as it has to be sent. One sending that was
// given up may still read it when the next is on its way, or when it is compared, so each
// reads at its own place, and none once the writing has ended.
type document struct {
	mu   sync.Mutex
	from io.ReadSeeker
	size int64
}

// ReadAt implements io.ReaderAt.
func (d *document) ReadAt(b []byte, at int64) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.from == nil {
		return 0, errEnded
	}
	if _, err := d.from.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(d.from, b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}

var errEnded = errors.New("the writing has ended")

// reader reads the document from its start.
func (d *document) reader() *io.SectionReader { return io.NewSectionReader(d, 0, d.size) }

// end gives the body back to its owner.
func (d *document) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.from = nil
}

// carry makes a request carry a body of that size.
func carry(req *http.Request, from io.ReaderAt, size int64) {
	req.ContentLength = size
	req.GetBody = func() (io.ReadCloser, error) {
		if size == 0 {
			return http.NoBody, nil
		}
		return io.NopCloser(io.NewSectionReader(from, 0, size)), nil
	}
	req.Body, _ = req.GetBody()
}
