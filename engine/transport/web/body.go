package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"

	"crossfeed/engine/transport"
)

// received is the body of a response. Its errors are classified, and closing it ends the
// request. The watch runs only while bytes are awaited, not while the reader processes them.
type received struct {
	io.ReadCloser
	ctx   context.Context
	watch *watch
	from  *url.URL
}

func (r *received) Read(b []byte) (int, error) {
	r.watch.heard(0)
	n, err := r.ReadCloser.Read(b)
	r.watch.restAfter(n)
	if err != nil && err != io.EOF {
		err = named(r.ctx, r.from, err)
	}
	return n, err
}

func (r *received) Close() error {
	err := r.ReadCloser.Close()
	r.watch.stop()
	return err
}

// sent is the body of a request. Its watch hears the bytes sent.
type sent struct {
	io.ReadCloser
	watch *watch
}

func (s sent) Read(b []byte) (int, error) {
	n, err := s.ReadCloser.Read(b)
	s.watch.heard(n)
	return n, err
}

// heardBody makes the watch hear the body of a request.
func heardBody(req *http.Request, w *watch) {
	if req.Body != nil && req.Body != http.NoBody {
		req.Body = sent{req.Body, w}
	}
}

// discard reads the rest of a small body, so that the connection can be reused, and closes it.
// The watch continues for the next request.
func discard(answer *http.Response) {
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10)
	if r, ok := answer.Body.(*received); ok {
		_ = r.ReadCloser.Close()
	}
}

// again copies a request to send it once more. The first copy gets the original body.
func again(ctx context.Context, req *http.Request, first bool) (*http.Request, error) {
	attempt := req.Clone(ctx)
	if first || req.Body == nil || req.Body == http.NoBody {
		return attempt, nil
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, err
	}
	attempt.Body = body
	return attempt, nil
}

// receive receives a whole document: from the network through decompression, the limit and the
// charset conversion into a temporary file, hashed along the way.
func (c *Client) receive(r transport.Request, answer *http.Response) (*transport.Response, error) {
	limit := c.options.Limits.Size
	if answer.ContentLength > limit {
		return nil, transport.Beyond(limit)
	}
	wire := &wire{Reader: answer.Body, limit: limit + 1<<20, arrived: r.Arrived}
	file, err := c.options.TempFiles.New()
	if err != nil {
		return nil, err
	}
	sum, err := transfer(file, wire, answer.Header, limit)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	response := &transport.Response{
		Body: file, Known: learned(answer.Header, sum, r.Now), Wire: wire.n, Type: mediaType(answer.Header),
	}
	if sum == r.Known.Hash {
		response.Body, response.Unchanged = nil, true
		err = file.Close()
	}
	return response, err
}

// transfer writes the document in a body to a file, and rewinds the file. It returns the
// document's hash.
func transfer(file transport.TempFile, body io.Reader, h http.Header, limit int64) (string, error) {
	document, err := decompressed(body, h.Values("Content-Encoding"))
	if err != nil {
		return "", err
	}
	document, err = inUTF8(&limited{document, limit, limit}, h.Get("Content-Type"), mediaType(h))
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(sum, file), document); err != nil {
		return "", err
	}
	// A compressed document can end before the body does.
	if _, err := io.Copy(io.Discard, body); err != nil {
		return "", err
	}
	_, err = file.Seek(0, io.SeekStart)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// wire counts the bytes received over the network. They have their own limit, because
// compressed emptiness can be endless.
type wire struct {
	io.Reader
	n, limit int64
	arrived  func(int64)
}

func (w *wire) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	w.n += int64(n)
	if n > 0 && w.arrived != nil {
		w.arrived(w.n)
	}
	if w.n > w.limit {
		return 0, transport.Beyond(w.limit)
	}
	return n, err
}

// limited fails once a document exceeds its limit.
type limited struct {
	io.Reader
	left, limit int64
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b[:min(int64(len(b)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, transport.Beyond(l.limit)
	}
	return n, err
}
