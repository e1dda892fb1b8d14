package web

import (
	"context"
	"io"
	"net/http"
	"net/url"
)

// received is the body of an answer. Its errors have names, and closing it ends the
// request. The watch runs only while bytes are waited for: whoever reads may take time
// over what came.
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

// sent is the body of a request; its bytes are heard by the watch.
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

// discard reads the rest of a small body, so that the connection can be used again,
// and closes it. The watch goes on for the next request.
func discard(answer *http.Response) {
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10)
	if r, ok := answer.Body.(*received); ok {
		_ = r.ReadCloser.Close()
	}
}

// again copies a request for one more sending. The first copy has the body itself.
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
