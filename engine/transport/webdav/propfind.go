package webdav

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"crossfeed/engine/transport"
)

const (
	// listing is the maximum size of a folder's listing in bytes, entries the maximum number
	// of its entries.
	listing = 64 << 20
	entries = 100_000
)

// multistatus is the root of a PROPFIND response (RFC 4918 §14.16).
var multistatus = xml.Name{Space: "DAV:", Local: "multistatus"}

// entry describes a file or folder in a PROPFIND response (RFC 4918 §14.24).
type entry struct {
	Href       string    `xml:"DAV: href"`
	Collection *struct{} `xml:"DAV: propstat>prop>resourcetype>collection"`
	ETag       []string  `xml:"DAV: propstat>prop>getetag"`
}

// Names lists the files in a collection (PROPFIND, RFC 4918 §9.1). If the server returns no
// listing, because it does not support that, because the address is not a folder, or because
// it is not permitted, the error wraps transport.ErrNotFolder.
func (s *Server) Names(ctx context.Context, folder transport.Target) ([]string, error) {
	var names []string
	err := s.propfind(ctx, folder, "1", "resourcetype", func(at *url.URL, e entry) error {
		if name := nameIn(at, e); name != "" {
			names = append(names, name)
		}
		if len(names) > entries {
			return fmt.Errorf("there are more than %d files in it", entries)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// property returns the ETag of a document from its property getetag, or "".
func (s *Server) property(ctx context.Context, t transport.Target) (tag string, err error) {
	err = s.propfind(ctx, t, "0", "getetag", func(_ *url.URL, e entry) error {
		for _, found := range e.ETag {
			tag = strings.TrimSpace(found)
		}
		return nil
	})
	if errors.Is(err, transport.ErrNotFolder) {
		err = nil
	}
	return tag, err
}

// propfind requests one property, and calls each for every entry of the response, with the
// address that responded.
func (s *Server) propfind(ctx context.Context, t transport.Target, depth, property string, each func(*url.URL, entry) error) error {
	req, err := request(ctx, "PROPFIND", t.Address)
	if err != nil {
		return err
	}
	ask := `<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><` + property + `/></prop></propfind>`
	carry(req, strings.NewReader(ask), int64(len(ask)))
	req.Header.Set("Content-Type", "application/xml; charset=utf-8")
	req.Header.Set("Depth", depth)
	a, err := s.Do(ctx, t, req)
	if err != nil {
		return err
	}
	defer done(a)
	if a.StatusCode != http.StatusMultiStatus {
		return unlisted(t, a)
	}
	at := req.URL
	if a.Request != nil && a.Request.URL != nil {
		at = a.Request.URL
	}
	if err := decode(a.Body, func(e entry) error { return each(at, e) }); err != nil {
		return broken(t.Address, err)
	}
	return nil
}

// unlisted returns the error for a server that lists nothing at an address. Reading that
// address may still work.
func unlisted(t transport.Target, a *http.Response) error {
	e := refusal(t, a)
	switch code := a.StatusCode; {
	case code == http.StatusUnauthorized, code == http.StatusProxyAuthRequired, code == http.StatusRequestTimeout,
		code == http.StatusTooManyRequests, code >= 500 && code != http.StatusNotImplemented:
		return e
	case code < 400:
		e.Trouble = transport.Other
	}
	e.Err = transport.ErrNotFolder
	return e
}

// decode decodes a listing as it is received.
func decode(body io.Reader, each func(entry) error) error {
	limited := &io.LimitedReader{R: body, N: listing}
	d := xml.NewDecoder(limited)
	within := false
	for {
		token, err := d.Token()
		switch {
		case limited.N <= 0:
			return fmt.Errorf("its listing is larger than %d MB", listing>>20)
		case err == io.EOF && within:
			return nil
		case err == io.EOF:
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		start, isStart := token.(xml.StartElement)
		switch {
		case !isStart:
		case !within && start.Name != multistatus:
			return fmt.Errorf("its listing is <%s>, not multistatus", start.Name.Local)
		case !within:
			within = true
		default:
			if err := decodeEntry(d, start, each); err != nil {
				return err
			}
		}
	}
}

func decodeEntry(d *xml.Decoder, start xml.StartElement, each func(entry) error) error {
	if start.Name != (xml.Name{Space: "DAV:", Local: "response"}) {
		return d.Skip()
	}
	var e entry
	if err := d.DecodeElement(&e, &start); err != nil {
		return err
	}
	return each(e)
}

// nameIn returns the name of a file in the requested folder, or "" for folders, for the folder
// itself, and for anything elsewhere. Behind a proxy, a server may use another host name for
// itself, so that only the path counts.
func nameIn(at *url.URL, e entry) string {
	href, err := at.Parse(strings.TrimSpace(e.Href))
	if err != nil || e.Collection != nil {
		return ""
	}
	segments := strings.Split(href.EscapedPath(), "/")
	within := strings.Split(at.EscapedPath(), "/")
	if len(segments) != len(within) {
		return ""
	}
	for i, segment := range segments[:len(segments)-1] {
		if unescaped(segment) != unescaped(within[i]) {
			return ""
		}
	}
	name := unescaped(segments[len(segments)-1])
	if name == "." || name == ".." || strings.ContainsAny(name, "/\x00") {
		return ""
	}
	return name
}

// unescaped returns a segment of a path without its escapes. A segment that the server did not
// escape is returned as is.
func unescaped(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// Head implements transport.Places. If the server does not support HEAD, it sends a GET, and
// does not read the body.
func (s *Server) Head(ctx context.Context, t transport.Target) (transport.Head, error) {
	a, err := s.ask(ctx, http.MethodHead, t, uncached(nil))
	if err == nil && (a.StatusCode == http.StatusMethodNotAllowed || a.StatusCode == http.StatusNotImplemented) {
		_ = a.Body.Close()
		a, err = s.ask(ctx, http.MethodGet, t, uncached(nil))
	}
	if err != nil {
		return transport.Head{}, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return transport.Head{}, refusal(t, a)
	}
	var head transport.Head
	if answeredBy(a, t.Address) {
		head.ETag = uncoded(etagOf(a.Header))
	}
	return head, nil
}

// Readers implements transport.Places. It asks without signing in. For a folder, it asks for a
// document in it: many servers show documents, but no listings.
func (s *Server) Readers(ctx context.Context, t transport.Target) (transport.Readers, error) {
	t.Access = transport.Access{
		Authority: t.Access.Authority, Fingerprint: t.Access.Fingerprint, Proxy: t.Access.Proxy,
	}
	if transport.IsFolder(t.Address) {
		t.Address = transport.Join(t.Address, "crossfeed.xml")
	}
	a, err := s.ask(ctx, http.MethodHead, t, nil)
	if err != nil {
		return transport.Readers{}, err
	}
	defer done(a)
	switch code := a.StatusCode; {
	case !answeredBy(a, t.Address):
		return transport.Readers{Who: transport.Unknown, Detail: "the server redirects anyone who does not sign in"}, nil
	case code >= 200 && code < 300, code == http.StatusNotFound, code == http.StatusGone:
		return transport.Readers{Who: transport.Everyone, Detail: "the server does not ask for a password"}, nil
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return transport.Readers{Who: transport.SignedIn, Detail: "the server decides which of its users have access"}, nil
	}
	return transport.Readers{Who: transport.Unknown, Detail: fmt.Sprintf("the server responded with status %d", a.StatusCode)}, nil
}
