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
	// listing is the greatest size of a folder's listing in bytes, entries the greatest
	// number of what is in it.
	listing = 64 << 20
	entries = 100_000
)

// multistatus is the root of an answer to PROPFIND (RFC 4918 §14.16).
var multistatus = xml.Name{Space: "DAV:", Local: "multistatus"}

// entry is what an answer to PROPFIND says of one file or folder (RFC 4918 §14.24).
type entry struct {
	Href       string    `xml:"DAV: href"`
	Collection *struct{} `xml:"DAV: propstat>prop>resourcetype>collection"`
	ETag       []string  `xml:"DAV: propstat>prop>getetag"`
}

// Names lists the files in a collection (PROPFIND, RFC 4918 §9.1). Where the server
// lists nothing there, because it does not know how to, because it is no folder or
// because it does not permit it, the error wraps transport.ErrNotFolder.
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

// property is the tag of a document as its property getetag tells it, or "".
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

// propfind asks for one property, and gives each entry of the answer with the address
// that answered.
func (s *Server) propfind(ctx context.Context, t transport.Target, depth, property string, each func(*url.URL, entry) error) error {
	req, err := request(ctx, "PROPFIND", t.Address)
	if err != nil {
		return err
	}
	ask := `<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><` + property + `/></prop></propfind>`
	carry(req, strings.NewReader(ask), int64(len(ask)))
	req.Header.Set("Content-Type", "application/xml; charset=utf-8")
	req.Header.Set("Depth", depth)
	a, err := s.web.Do(ctx, t, req)
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

// unlisted is the error of a server that lists nothing at an address. Reading that
// address may do.
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

// decode reads a listing as it comes.
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
			return fmt.Errorf("its listing is <%s>, and no multistatus", start.Name.Local)
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

// nameIn is the name of a file that lies in the folder that was asked for, or "": for
// folders, for the folder itself, and for what a server says of other places. Behind a
// proxy a server may call itself by a name of its own, so that the path alone counts.
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

// unescaped is a segment of a path without its escapes. One that a server did not escape
// at all is taken as it is.
func unescaped(segment string) string {
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// Head implements transport.Places. Where the server knows no HEAD, the document is asked
// for, and not read.
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
	head := transport.Head{Size: a.ContentLength}
	if answeredBy(a, t.Address) {
		head.ETag = uncoded(etagOf(a.Header))
	}
	return head, nil
}

// Readers implements transport.Places: it asks without signing in. A folder is asked for
// a document in it: many servers show those, and not what there is.
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
		return transport.Readers{Who: transport.Unknown, Detail: "the server leads whoever does not sign in elsewhere"}, nil
	case code >= 200 && code < 300, code == http.StatusNotFound, code == http.StatusGone:
		return transport.Readers{Who: transport.Everyone, Detail: "the server asks for no password"}, nil
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return transport.Readers{Who: transport.SignedIn, Detail: "the server decides which of its users"}, nil
	}
	return transport.Readers{Who: transport.Unknown, Detail: fmt.Sprintf("the server does not say: it answered with status %d", a.StatusCode)}, nil
}
