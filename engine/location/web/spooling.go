package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"

	"crossfeed/engine/location"
)

// spooled takes a document in whole: from the network through decompression, the limit
// and the charset to a file, and hashed on the way.
func (c *Client) spooled(r location.Request, answer *http.Response) (*location.Response, error) {
	limit := c.options.Limits.Size
	if answer.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	wire := &wire{Reader: answer.Body, limit: limit + 1<<20, arrived: r.Arrived}
	file, err := c.options.Spool.New()
	if err != nil {
		return nil, err
	}
	sum, err := transfer(file, wire, answer.Header, limit)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	response := &location.Response{
		Body: file, Known: learned(answer.Header, sum, r.Now), Wire: wire.n, Type: mediaType(answer.Header),
	}
	if sum == r.Known.Hash {
		response.Body, response.Unchanged = nil, true
		err = file.Close()
	}
	return response, err
}

// transfer fills a file with the document of a body, and goes back to its start. It
// gives the document's hash.
func transfer(file location.Spooled, body io.Reader, h http.Header, limit int64) (string, error) {
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
	return hexOf(sum), err
}

func hexOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)) }

// wire counts the bytes that come over the network. Compressed nothing can be endless,
// so that they have a limit of their own.
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
		return 0, tooLarge(w.limit)
	}
	return n, err
}

// limited ends with an error where a document is larger than it may be.
type limited struct {
	io.Reader
	left, limit int64
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b[:min(int64(len(b)), l.left+1)])
	if l.left -= int64(n); l.left < 0 {
		return 0, tooLarge(l.limit)
	}
	return n, err
}
