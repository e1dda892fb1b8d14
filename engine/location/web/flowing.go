package web

import (
	"errors"
	"io"

	"crossfeed/engine/location"
)

var (
	errLess = errors.New("the file ended before its end")
	errMore = errors.New("more came than the server said that the file has")
)

// flowing is a file on its way. Whoever reads it may take time over what came: the watch
// runs only while bytes are waited for.
type flowing struct {
	from  io.Reader
	asked *fetched
	body  *received
	// at is the next byte of the file, size how many it has or -1, came how many came.
	at, size, came int64
	err            error
}

// body is the body of a stream of a file.
func (f *fetched) body(from io.Reader, s *location.Stream) io.ReadCloser {
	in := &flowing{from: from, asked: f, at: s.From, size: s.Size}
	if in.body, _ = f.answer.Body.(*received); in.body != nil {
		in.body.watch.rest()
	}
	return in
}

// Read implements io.Reader. Its errors are *location.Error, or the context's.
func (f *flowing) Read(b []byte) (int, error) {
	if f.err != nil || len(b) == 0 {
		return 0, f.err
	}
	f.watch((*watch).heard)
	n, err := f.from.Read(b)
	f.watch((*watch).rest)
	n, f.err = f.within(n, err)
	f.at += int64(n)
	f.came += int64(n)
	if f.asked.Arrived != nil && n > 0 {
		f.asked.Arrived(f.came)
	}
	return n, f.err
}

// within keeps what came to the size of the file and to the limit.
func (f *flowing) within(n int, err error) (int, error) {
	if limit := f.asked.Limit; limit > 0 && f.at+int64(n) > limit {
		return int(limit - f.at), f.asked.Admits(f.at + int64(n))
	}
	if f.size >= 0 && f.at+int64(n) > f.size {
		return int(f.size - f.at), f.broken(errMore)
	}
	switch {
	case err == io.EOF && f.size >= 0 && f.at+int64(n) < f.size:
		return n, f.broken(errLess)
	case err != nil && err != io.EOF:
		return n, named(f.asked.answer.Request.Context(), f.asked.answer.Request.URL, err)
	}
	return n, err
}

func (f *flowing) broken(why error) error {
	return &location.Error{Trouble: location.BrokenOff, Address: shown(f.asked.answer.Request.URL), Err: why}
}

func (f *flowing) watch(do func(*watch)) {
	if f.body != nil {
		do(f.body.watch)
	}
}

// Close implements io.Closer. What did not come yet is not waited for.
func (f *flowing) Close() error {
	abandon(f.asked.answer)
	return nil
}
