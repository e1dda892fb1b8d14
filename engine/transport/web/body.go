package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

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

// maxCodings is the maximum number of nested compressions of a body. More is an attack.
const maxCodings = 3

// decompressed undoes the codings of a body (RFC 9110 §8.4), the last first.
func decompressed(body io.Reader, encodings []string) (io.Reader, error) {
	codings := strings.Split(strings.Join(encodings, ","), ",")
	if len(codings) > maxCodings {
		return nil, transport.ErrEncoding
	}
	for i := len(codings) - 1; i >= 0; i-- {
		decoded, err := undo(body, strings.ToLower(strings.TrimSpace(codings[i])))
		if err != nil {
			return nil, err
		}
		body = decoded
	}
	return body, nil
}

func undo(body io.Reader, coding string) (io.Reader, error) {
	switch coding {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		return gunzip(body)
	case "deflate":
		return inflate(body)
	}
	return nil, transport.ErrEncoding
}

// gunzip decompresses gzip. An empty body is an empty document: some servers declare gzip for
// those, too.
func gunzip(body io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(body, 32<<10)
	if _, err := in.Peek(1); err == io.EOF {
		return in, nil
	}
	return gzip.NewReader(in)
}

// inflate decompresses deflate, which is the zlib format (RFC 1950), although some servers
// omit its header (RFC 1951).
func inflate(body io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(body, 32<<10)
	head, err := in.Peek(2)
	switch {
	case err == io.EOF && len(head) == 0:
		return in, nil
	case err != nil:
		return nil, err
	case head[0]&0xf == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0:
		return zlib.NewReader(in)
	}
	return flate.NewReader(in), nil
}

const (
	// swells is the maximum factor by which a file may grow when it is decompressed. Text
	// rarely grows more than 20 times.
	swells = 100
	// slack is how many bytes are allowed before the factor is checked.
	slack = 1 << 20
)

// counted counts the bytes read.
type counted struct {
	io.Reader
	n int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// swelling fails if a body grows excessively when it is decompressed.
type swelling struct {
	from   io.Reader
	packed *counted
	n      int64
}

func (s *swelling) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	s.n += int64(n)
	if s.n > slack+swells*s.packed.n {
		return 0, &transport.Error{Trouble: transport.TooLarge, Err: fmt.Errorf("it decompresses to more than %d times its size", swells)}
	}
	return n, err
}
