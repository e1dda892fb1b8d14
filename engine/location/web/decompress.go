package web

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
)

// maxCodings is how often a body may be compressed, one in another. More is no
// document but an attack.
const maxCodings = 3

var errEncoding = errors.New("the answer is compressed in a way that was not asked for: ask whoever runs the server")

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

// gunzip reads gzip. A body of no bytes at all is an empty document: some servers say
// gzip of those, too.
func gunzip(body io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(body, 32<<10)
	if _, err := in.Peek(1); err == io.EOF {
		return in, nil
	}
	return gzip.NewReader(in)
}

// inflate reads deflate, which is zlib's form (RFC 1950), and which some servers take to
// be without it (RFC 1951).
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
