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

// existing is the document at an address.
type existing struct {
	exists bool
	// hash is the hash of the document.
	hash string
	// etag is the server's ETag for it, or "", and raw the ETag as received.
	etag, raw string
	// torn reports that it is only the start of a document of this endpoint, left by an
	// interrupted PUT.
	torn bool
}

// saving is the size in bytes from which a document that this endpoint wrote is requested
// conditionally. Smaller documents are always read: ETags made from seconds and sizes can stay
// the same while a document changes.
const saving = 1 << 20

// readExistingIfChanged is look for what this endpoint wrote last and is about to overwrite.
func (s *Server) readExistingIfChanged(ctx context.Context, p transport.Put) (existing, error) {
	if p.Size < saving || !strong(p.Last.ETag) {
		return s.readExisting(ctx, p, nil)
	}
	return s.readExisting(ctx, p, http.Header{"If-None-Match": {p.Last.ETag}})
}

// readExisting reads the document at an address, and applies the rule of one writer to it. It
// requests an uncompressed response, because only then does the ETag belong to the document.
func (s *Server) readExisting(ctx context.Context, p transport.Put, header http.Header) (existing, error) {
	a, err := s.ask(ctx, http.MethodGet, p.Target, uncached(header))
	if err != nil {
		return existing{}, err
	}
	defer done(a)
	switch {
	case a.StatusCode == http.StatusNotModified && header.Get("If-None-Match") != "":
		return existing{exists: true, hash: p.Last.Hash, etag: p.Last.ETag}, nil
	case a.StatusCode == http.StatusNotFound || a.StatusCode == http.StatusGone:
		return existing{}, nil
	case a.StatusCode != http.StatusOK:
		return existing{}, refusal(p.Target, a)
	}
	return judged(a, p)
}

// uncached requests the server's current document instead of one from a cache on the way (RFC
// 9111 §5.2.1.4).
func uncached(header http.Header) http.Header {
	if header == nil {
		header = http.Header{}
	}
	header.Set("Cache-Control", "no-cache")
	return header
}

// saved reports whether a large document that is to be removed still has the ETag of what this
// endpoint wrote last, so that it need not be read. A document that was just written is always
// read: it can have the same ETag as the one it replaced in the same second.
func saved(a *http.Response, p transport.Put) bool {
	return p.Body == nil && a.ContentLength >= saving && strong(p.Last.ETag) && answeredBy(a, p.Address) && uncoded(etagOf(a.Header)) == p.Last.ETag
}

// judged reads a document to its end. Put.Ours reads it along the way.
func judged(a *http.Response, p transport.Put) (existing, error) {
	if saved(a, p) {
		return existing{exists: true, hash: p.Last.Hash, etag: p.Last.ETag, raw: etagOf(a.Header)}, nil
	}
	bound := max(most, p.Size)
	body, err := decoded(a)
	if err != nil {
		return existing{}, broken(p.Address, err)
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
		return existing{}, broken(p.Address, err)
	case size > bound:
		return existing{}, &transport.Error{Trouble: transport.TooLarge, Address: transport.Redact(p.Address)}
	}
	found := existing{exists: true, hash: hash}
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

// startsWith reports whether a document starts with a shorter one of that hash and size.
// Whoever wrote that one, nothing of it is lost when the document replaces it.
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

// answeredBy reports whether that address itself responded. The ETag of another address means
// nothing for the document that is written.
func answeredBy(a *http.Response, address string) bool {
	u, err := url.Parse(address)
	return err == nil && a.Request != nil && a.Request.URL != nil && a.Request.URL.String() == u.String()
}

// decoded returns the body of a response as it is on the server. Compression is accepted
// although it was not requested.
func decoded(a *http.Response) (io.Reader, error) {
	switch coding := strings.ToLower(a.Header.Get("Content-Encoding")); coding {
	case "", "identity":
		return a.Body, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(a.Body)
	default:
		return nil, fmt.Errorf("%w (%q)", transport.ErrEncoding, coding)
	}
}

// broken returns the error for a document that could not be read to its end.
func broken(address string, err error) error {
	if errors.As(err, new(*transport.Error)) || errors.Is(err, context.Canceled) {
		return err
	}
	return &transport.Error{Trouble: transport.BrokenOff, Address: transport.Redact(address), Err: err}
}

// etagOf returns the ETag of the document itself in a response: OC-ETag, which proxies do not
// change, if the server sends it, or else ETag (RFC 9110 §8.8.3).
func etagOf(h http.Header) string {
	if tag := quoted(h.Get("OC-ETag")); tag != "" {
		return tag
	}
	return h.Get("ETag")
}

// quoted puts an ETag in quotes: some servers omit them in OC-ETag.
func quoted(tag string) string {
	if tag == "" || strings.HasSuffix(tag, `"`) {
		return tag
	}
	return `"` + tag + `"`
}

// strong reports whether an ETag can be used in If-Match, where a weak one never matches (RFC
// 9110 §13.1.1).
func strong(tag string) bool {
	return len(tag) >= 2 && strings.HasPrefix(tag, `"`) && strings.HasSuffix(tag, `"`)
}

// codings are the suffixes that servers and proxies append to the ETag of a document that they
// compress. The document itself, which a PUT replaces, has the ETag without the suffix.
var codings = []string{"-gzip", ";gzip", "--gzip", "-br", "-deflate", "-zstd"}

// uncoded returns an ETag without the suffix of a compression.
func uncoded(tag string) string {
	for _, coding := range codings {
		if bare, cut := strings.CutSuffix(tag, coding+`"`); cut {
			return strings.TrimSuffix(bare, "-") + `"`
		}
	}
	return tag
}

// document is a body that is read as often as it has to be sent. An abandoned request may
// still be reading it when the next one starts, or while it is compared, so each reads at its
// own offset, and none once the write has ended.
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

// end releases the body to its owner.
func (d *document) end() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.from = nil
}

// carry gives a request a body of that size.
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
