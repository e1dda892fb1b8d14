package web

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strings"

	"crossfeed/engine/location"
)

// accepted are the media types of feeds, and of pages, which may name one.
const accepted = "application/rss+xml, application/atom+xml, text/x-opml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"

// htmlType is the media type of pages.
const htmlType = "text/html"

// Read implements location.Places for http and https.
func (c *Client) Read(ctx context.Context, r location.Request) (*location.Response, error) {
	req, err := asking(ctx, r)
	if err != nil {
		return nil, err
	}
	answer, j, err := c.travel(ctx, r.Target, req)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	response, err := c.taken(r, answer, req.Header.Get("If-None-Match")+req.Header.Get("If-Modified-Since") != "")
	if err != nil {
		return nil, named(ctx, j.step.to, err)
	}
	response.Moved, response.At, response.Fresh = j.moved(), j.at(), fresh(answer.Header, r.Now)
	return response, nil
}

// asking is the request for a document.
func asking(ctx context.Context, r location.Request) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.Address, nil)
	if err != nil {
		return nil, &location.Error{Address: shownAddress(r.Address), Err: withoutAddress(err)}
	}
	req.Header.Set("Accept", accepted)
	req.Header.Set("Accept-Encoding", "gzip")
	switch {
	case r.Conditional():
		condition(req.Header, r.Known)
	case r.Whole, r.Known.Hash != "":
		// What a cache on the way kept is what was read before (RFC 9111 §5.2.1.4).
		req.Header.Set("Cache-Control", "no-cache")
	}
	return req, nil
}

// taken takes an answer in.
func (c *Client) taken(r location.Request, answer *http.Response, conditions bool) (*location.Response, error) {
	switch {
	case answer.StatusCode == http.StatusNotModified && conditions:
		return &location.Response{Unchanged: true, Known: renewed(r.Known, answer.Header), Type: mediaType(answer.Header)}, nil
	case answer.StatusCode == http.StatusUnauthorized:
		return nil, Refusal(r.Target, answer)
	case answer.StatusCode >= 400:
		return nil, StatusError(answer.Request.URL.String(), answer)
	case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNonAuthoritativeInfo:
		return nil, &location.Error{Status: answer.StatusCode}
	}
	return c.spooled(r, answer)
}

// mediaType is the type of an answer without its parameters.
func mediaType(h http.Header) string {
	name, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		name, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(name))
}

// tooLarge is the error of a document beyond the limit.
func tooLarge(limit int64) *location.Error {
	e := &location.Error{Trouble: location.TooLarge, Err: fmt.Errorf("the limit is %d MB", limit>>20)}
	if limit < 1<<20 {
		e.Err = fmt.Errorf("the limit is %d bytes", limit)
	}
	return e
}
