package web

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/charset"
	"golang.org/x/net/http/httpguts"

	"crossfeed/engine/transport"
)

// accepted are the media types of feeds, and of pages, which may link to one.
const accepted = "application/rss+xml, application/atom+xml, text/x-opml, application/xml;q=0.9, text/xml;q=0.9, text/html;q=0.5, */*;q=0.1"

// htmlType is the media type of pages.
const htmlType = "text/html"

// Read implements transport.Places for http and https.
func (c *Client) Read(ctx context.Context, r transport.Request) (*transport.Response, error) {
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

// asking returns the request for a document.
func asking(ctx context.Context, r transport.Request) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.Address, nil)
	if err != nil {
		return nil, &transport.Error{Address: shownAddress(r.Address), Err: transport.InvalidError(withoutAddress(err).Error())}
	}
	req.Header.Set("Accept", accepted)
	req.Header.Set("Accept-Encoding", "gzip")
	switch {
	case r.Conditional():
		condition(req.Header, r.Known)
	case r.Whole, r.Known.Hash != "":
		// A cache on the way may still have what was read before (RFC 9111 §5.2.1.4).
		req.Header.Set("Cache-Control", "no-cache")
	}
	return req, nil
}

// taken processes a response.
func (c *Client) taken(r transport.Request, answer *http.Response, conditions bool) (*transport.Response, error) {
	switch {
	case answer.StatusCode == http.StatusNotModified && conditions:
		return &transport.Response{Unchanged: true, Known: renewed(r.Known, answer.Header), Type: mediaType(answer.Header)}, nil
	case answer.StatusCode == http.StatusUnauthorized:
		return nil, Refusal(r.Target, answer)
	case answer.StatusCode >= 400:
		return nil, StatusError(answer.Request.URL.String(), answer)
	case answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNonAuthoritativeInfo:
		return nil, &transport.Error{Status: answer.StatusCode}
	}
	return c.receive(r, answer)
}

// mediaType returns the media type of a response without its parameters.
func mediaType(h http.Header) string {
	name, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		name, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(name))
}

// condition adds If-None-Match and If-Modified-Since (RFC 9110 §13.1), both exactly as the
// server sent them.
func condition(h http.Header, k transport.Known) {
	for name, value := range map[string]string{"If-None-Match": k.ETag, "If-Modified-Since": k.LastModified} {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			h.Set(name, value)
		}
	}
}

// renewed returns what is known after a 304, whose headers replace the previous ones (RFC 9111
// §3.2).
func renewed(k transport.Known, h http.Header) transport.Known {
	if etag := h.Get("ETag"); etag != "" {
		k.ETag = etag
	}
	if modified := h.Get("Last-Modified"); modified != "" {
		k.LastModified = modified
	}
	return k
}

// learned returns what is known after a whole document was received.
func learned(h http.Header, hash string, now time.Time) transport.Known {
	k := transport.Known{ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified"), Hash: hash, Whole: now}
	if k.ETag == "" && justModified(h) {
		k.LastModified = ""
	}
	return k
}

// justModified reports whether a document changed in the same second in which it was sent, or
// in the one before. It may change again in that second, and a server that has only the time
// would still say that it is unchanged (RFC 9110 §8.8.2.2).
func justModified(h http.Header) bool {
	modified, err := http.ParseTime(h.Get("Last-Modified"))
	if err != nil {
		return false
	}
	given, err := http.ParseTime(h.Get("Date"))
	return err == nil && given.Sub(modified) < 2*time.Second
}

// fresh returns how long a response stays fresh (RFC 9111 §4.2.1), at most a week: max-age
// minus its Age, or else Expires by the server's own clock.
func fresh(h http.Header, now time.Time) time.Duration {
	directives := cacheControl(h)
	if has(directives, "no-store") || has(directives, "no-cache") {
		return 0
	}
	if age, ok := directives["max-age"]; ok {
		return capped(seconds(age) - seconds(h.Get("Age")))
	}
	until, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return capped(until.Sub(now))
}

// cacheControl returns the directives of Cache-Control (RFC 9111 §5.2). The first with a name
// counts.
func cacheControl(h http.Header) map[string]string {
	directives := map[string]string{}
	for d := range strings.SplitSeq(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(d), "=")
		name = strings.ToLower(name)
		if !has(directives, name) {
			directives[name] = strings.Trim(value, `"`)
		}
	}
	return directives
}

func has(directives map[string]string, name string) bool {
	_, ok := directives[name]
	return ok
}

// seconds parses a number of seconds, at most a week. It returns 0 for anything else.
func seconds(text string) time.Duration {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 63)
	if n > uint64(week/time.Second) {
		return week
	}
	if err != nil {
		return 0
	}
	return time.Duration(n) * time.Second
}

// head is how much of a document is searched for its encoding.
const head = 1024

// piece is how many bytes are hashed and written at a time. If it is small, writing dominates
// the cost.
const piece = 64 << 10

// inUTF8 returns a document in an encoding that the feed parser can detect. A byte order mark
// or a declaration in the document takes precedence over the header, because servers add the
// header to whatever they send. If there is neither, the document is converted from the
// header's charset to UTF-8, the default of XML (RFC 7303 §3). Pages are always converted to
// UTF-8.
func inUTF8(document io.Reader, header, media string) (io.Reader, error) {
	in := bufio.NewReaderSize(document, piece)
	if media == htmlType {
		return charset.NewReader(in, header)
	}
	start, err := in.Peek(head)
	if err != nil && err != io.EOF {
		return nil, err
	}
	label := charsetOf(header)
	if label == "" || declares(start) {
		return in, nil
	}
	decoded, err := charset.NewReaderLabel(label, in)
	if err != nil {
		return in, nil
	}
	return decoded, nil
}

// charsetOf returns the charset of a Content-Type, or "" if it changes nothing: UTF-8, and
// ASCII, which servers declare for UTF-8 when they do not know better.
func charsetOf(header string) string {
	_, parameters, err := mime.ParseMediaType(header)
	if err != nil {
		return ""
	}
	switch label := strings.ToLower(strings.TrimSpace(parameters["charset"])); label {
	case "utf-8", "utf8", "us-ascii", "ascii":
		return ""
	default:
		return label
	}
}

var declaration = regexp.MustCompile(`^\s*<\?xml[^>]*\sencoding\s*=`)

// declares reports whether a document shows its encoding by a byte order mark, a declaration,
// or the encoding of its first character (XML 1.0 appendix F).
func declares(start []byte) bool {
	for _, mark := range []string{"\xef\xbb\xbf", "\xfe\xff", "\xff\xfe", "\x00<\x00", "<\x00"} {
		if bytes.HasPrefix(start, []byte(mark)) {
			return true
		}
	}
	return declaration.Match(start)
}
