package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/net/http/httpguts"

	"crossfeed/engine/location"
)

// Download implements location.Places for http and https (RFC 9110 §13.1.5, §14). A part
// that is of no use is let go, and the file is asked for whole.
func (c *Client) Download(ctx context.Context, d location.Download) (*location.Stream, error) {
	stream, next, err := c.download(ctx, d, first(d))
	if stream == nil && err == nil {
		stream, _, err = c.download(ctx, d, next)
	}
	return stream, err
}

// asked is what of a file is asked for.
type asked int

const (
	// whole: all of it.
	whole asked = iota
	// rest: what follows the part that is there.
	rest
	// other: all of it where it is another one than that of which the part is, which is as
	// long as the file.
	other
)

// first is what is asked for first. A weak tag is not enough to go on in the middle, and a
// time only where there is no tag (RFC 9110 §13.1.5).
func first(d location.Download) asked {
	if d.From > 0 && validator(d.Of) != "" && !young(d.Of) {
		return rest
	}
	return whole
}

// young tells of a file that was fetched in the second or two in which it was written. It
// can have changed once more under the same tag: that of many servers is made of seconds
// and sizes. Where the clocks of both differ, the tag is taken for what it says it is.
func young(k location.Known) bool {
	modified, err := http.ParseTime(k.LastModified)
	return err == nil && k.Whole.Sub(modified).Abs() < 2*time.Second
}

// validator is what If-Range can say, or "".
func validator(k location.Known) string {
	is := k.LastModified
	if k.ETag != "" {
		is = k.ETag
		if is[0] != '"' {
			return ""
		}
	}
	if !httpguts.ValidHeaderFieldValue(is) {
		return ""
	}
	return is
}

// download makes one request. Where there is neither a stream nor an error, next is to be
// asked for.
func (c *Client) download(ctx context.Context, d location.Download, what asked) (s *location.Stream, next asked, err error) {
	req, err := fetching(ctx, d, what)
	if err != nil {
		return nil, whole, err
	}
	answer, j, err := c.travel(ctx, d.Target, req)
	if err != nil {
		return nil, whole, err
	}
	f := &fetched{Download: d, answer: answer, what: what, conditions: conditional(req.Header)}
	s, next, err = f.stream()
	if s == nil || s.Unchanged || s.Body == http.NoBody {
		abandon(answer)
	}
	if err != nil {
		return nil, whole, named(ctx, j.step.to, err)
	}
	if s != nil {
		s.At = j.at()
	}
	return s, next, nil
}

// fetching is the request for a file. What a cache on the way kept has to be what the
// server has (RFC 9111 §5.2.1.4): the feed that names the file said that it is new.
func fetching(ctx context.Context, d location.Download, what asked) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.Address, nil)
	if err != nil {
		return nil, &location.Error{Address: shownAddress(d.Address), Err: withoutAddress(err)}
	}
	req.Header.Set("Accept", "*/*")
	req.Header.Set("Cache-Control", "no-cache")
	switch {
	case what == other:
		condition(req.Header, d.Of)
	case !d.Whole:
		condition(req.Header, d.Known)
	}
	if what == rest {
		req.Header.Set("Range", "bytes="+strconv.FormatInt(d.From, 10)+"-")
		req.Header.Set("If-Range", validator(d.Of))
	}
	return req, nil
}

func conditional(h http.Header) bool {
	return h.Get("If-None-Match") != "" || h.Get("If-Modified-Since") != ""
}

// abandon ends a request without reading what is left of its answer. Of an error that is
// little, and the connection serves again.
func abandon(answer *http.Response) {
	if answer.StatusCode >= 400 {
		discard(answer)
	}
	if r, ok := answer.Body.(*received); ok {
		r.watch.stop()
	}
	_ = answer.Body.Close()
}
