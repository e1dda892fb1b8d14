package webdav

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"slices"

	"crossfeed/engine/transport"
)

// Write implements transport.Places. It uses If-Match or If-None-Match and OC-ETag, creates
// missing folders with MKCOL, reads the document back, and retries a bounded number of times.
// It does not send a document that is already there.
func (s *Server) Write(ctx context.Context, p transport.Put) (transport.Written, error) {
	d := &document{from: p.Body, size: p.Size}
	defer d.end()
	p.Body = io.NewSectionReader(d, 0, d.size)
	w := writing{server: s, put: p, document: d}
	for try := range tries {
		if try > 0 {
			if err := wait(ctx, try-1); err != nil {
				return transport.Written{}, err
			}
		}
		written, again, err := w.try(ctx)
		if !again {
			return written, err
		}
		w.last = err
	}
	return transport.Written{}, w.last
}

// writing is the write of one document.
type writing struct {
	server   *Server
	put      transport.Put
	document *document
	// seen is the existing document when a condition failed, and failed counts how often that
	// happened in a row with the same document.
	seen   existing
	failed int
	// last is why the last try failed.
	last error
}

// try reads, writes and reads back. again reports whether another try may help.
func (w *writing) try(ctx context.Context) (_ transport.Written, again bool, _ error) {
	there, err := w.server.readExistingIfChanged(ctx, w.put)
	if err != nil {
		return transport.Written{}, repeatable(err), err
	}
	if there.exists && there.hash == w.put.Hash {
		return transport.Written{ETag: there.etag, Hash: w.put.Hash}, false, nil
	}
	if there, err = w.doubted(ctx, there); err != nil {
		return transport.Written{}, false, err
	}
	status, err := w.send(ctx, there)
	switch {
	case status == http.StatusPreconditionFailed, there.exists && gone(status):
		return transport.Written{}, true, w.refused(there)
	case status == http.StatusLocked:
		return transport.Written{}, true, err
	case err != nil:
		return w.afterFailure(ctx, there, err)
	}
	return w.confirm(ctx, there)
}

func gone(status int) bool { return status == http.StatusNotFound || status == http.StatusGone }

// refused records that a condition failed.
func (w *writing) refused(there existing) error {
	if w.failed == 0 || there.hash != w.seen.hash {
		w.failed = 0
	}
	w.failed++
	w.seen = there
	return &transport.Error{
		Trouble: transport.Unavailable, Address: transport.Redact(w.put.Address), Status: http.StatusPreconditionFailed,
		Err: errors.New("the server refused it because something else is there, but reports nothing else when asked"),
	}
}

// doubted uses another ETag for the condition if the last one failed although the existing
// document has not changed: first the getetag property, which no proxy changes (RFC 4918
// §15.6), and then the ETag exactly as received.
func (w *writing) doubted(ctx context.Context, there existing) (existing, error) {
	if w.failed == 0 || !there.exists || there.hash != w.seen.hash {
		return there, nil
	}
	if w.failed > 1 {
		there.etag = there.raw
		return there, nil
	}
	tag, err := w.server.property(ctx, w.put.Target)
	if tag != "" {
		there.etag = uncoded(tag)
	}
	return there, err
}

// send writes the document, and creates the folder if it is missing: servers report that with
// 409 (RFC 4918 §9.7.1) or 404, and nginx with 500.
func (w *writing) send(ctx context.Context, there existing) (status int, err error) {
	status, err = w.once(ctx, there)
	if there.exists || status != http.StatusConflict && status != http.StatusNotFound && status != http.StatusInternalServerError {
		return status, err
	}
	if made := w.server.makeFolder(ctx, w.put.Target); made != nil {
		return 0, made
	}
	return w.once(ctx, there)
}

// once sends one PUT. A response other than success is also an error.
func (w *writing) once(ctx context.Context, there existing) (status int, err error) {
	req, err := request(ctx, http.MethodPut, w.put.Address)
	if err != nil {
		return 0, err
	}
	carry(req, w.document, w.put.Size)
	if w.put.Type != "" {
		req.Header.Set("Content-Type", w.put.Type)
	}
	switch {
	case !there.exists:
		req.Header.Set("If-None-Match", "*")
	case strong(there.etag):
		req.Header.Set("If-Match", there.etag)
	}
	a, err := w.server.Do(ctx, w.put.Target, req)
	if err != nil {
		return 0, err
	}
	defer done(a)
	if a.StatusCode < 200 || a.StatusCode > 299 {
		return a.StatusCode, refusal(w.put.Target, a)
	}
	return a.StatusCode, nil
}

// sounding hashes what is read through it, and holds its last bytes and the final error.
type sounding struct {
	from io.Reader
	sum  hash.Hash
	size int64
	last []byte
	err  error
}

// tailSize is how many of the last bytes are held.
const tailSize = 64

func newSounding(from io.Reader) *sounding { return &sounding{from: from, sum: sha256.New()} }

func (s *sounding) Read(b []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.from.Read(b)
	s.sum.Write(b[:n])
	s.size += int64(n)
	s.last = append(s.last, b[max(0, n-tailSize):n]...)
	s.last = s.last[max(0, len(s.last)-tailSize):]
	s.err = err
	return n, err
}

// end reads the rest, and returns the hash and the size of the whole.
func (s *sounding) end() (hash string, size int64, err error) {
	_, err = io.Copy(io.Discard, s)
	return hex.EncodeToString(s.sum.Sum(nil)), s.size, err
}

// closed reports whether the end of a feed was read.
func (s *sounding) closed() bool {
	end := bytes.TrimSpace(s.last)
	return slices.ContainsFunc([]string{"</rss>", "</feed>", "</opml>", "</rdf:RDF>"}, func(tag string) bool {
		return bytes.HasSuffix(end, []byte(tag))
	})
}
