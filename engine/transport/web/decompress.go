package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strings"

	"crossfeed/engine/transport"
)

// maxCodings is the maximum number of nested compressions of a body. More is an attack.
const maxCodings = 3

var errEncoding = errors.New("the response has an unsupported compression: ask the operator of the server")

// decompressed undoes the codings of a body (RFC 9110 §8.4), the last first.
func decompressed(body io.Reader, encodings []string) (io.Reader, error) {
	codings := strings.Split(strings.Join(encodings, ","), ",")
	if len(codings) > maxCodings {
		return nil, errEncoding
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
	return nil, errEncoding
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
