package web

import (
	"io"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"crossfeed/engine/transport"
)

// Link is a feed that a page links to.
type Link struct{ Address, Title, Type string }

const (
	// maxHead is how much of a page is read.
	maxHead = 512 << 10
	// maxLinks is the maximum number of feeds returned.
	maxLinks = 100
)

// feedTypes are the media types of links to feeds.
var feedTypes = []string{
	"application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/x-opml", "text/x-opml+xml",
	"application/opml+xml", "application/xml", "text/xml",
}

// Discover lists the feeds that the HTML page at an address announces with <link
// rel="alternate">, in the page's order, as absolute addresses. It returns none if the page
// has none or is not HTML. The page is in UTF-8; only its first 512 KB are read.
func Discover(address string, page io.Reader) ([]Link, error) {
	base, err := url.Parse(address)
	if err != nil {
		return nil, transport.InvalidError("invalid address of the page")
	}
	s := search{base: base}
	tokens := html.NewTokenizer(io.LimitReader(page, maxHead))
	for len(s.found) < maxLinks {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			if err := tokens.Err(); err != io.EOF {
				return nil, err
			}
			return s.found, nil
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			if s.take(tokens.Token()) {
				return s.found, nil
			}
		}
	}
	return s.found, nil
}

// search is the state of a search in a page.
type search struct {
	base   *url.URL
	based  bool
	found  []Link
	hidden int
}

// take processes a tag, and reports whether the head has ended.
func (s *search) take(t html.Token) (ended bool) {
	opens := t.Type != html.EndTagToken
	switch {
	case t.Data == "body", t.Data == "head" && !opens:
		return true
	case t.Data == "template" && opens:
		s.hidden++
	case t.Data == "template":
		s.hidden = max(0, s.hidden-1)
	case s.hidden > 0 || !opens:
	case t.Data == "base":
		s.rebase(attribute(t, "href"))
	case t.Data == "link":
		s.link(t)
	}
	return false
}

// rebase applies the first <base> that has an address (HTML §4.2.3).
func (s *search) rebase(href string) {
	if u, err := s.base.Parse(strings.TrimSpace(href)); err == nil && href != "" && !s.based {
		s.base, s.based = u, true
	}
}

// link adds a link to a feed, once per address.
func (s *search) link(t html.Token) {
	media, _, _ := strings.Cut(strings.ToLower(attribute(t, "type")), ";")
	media = strings.TrimSpace(media)
	relations := strings.Fields(strings.ToLower(attribute(t, "rel")))
	if !slices.Contains(relations, "alternate") || !slices.Contains(feedTypes, media) {
		return
	}
	address, ok := s.absolute(attribute(t, "href"))
	known := slices.ContainsFunc(s.found, func(l Link) bool { return l.Address == address })
	if ok && !known {
		title := strings.Join(strings.Fields(attribute(t, "title")), " ")
		s.found = append(s.found, Link{Address: address, Title: title, Type: media})
	}
}

// absolute resolves a reference in a page. ok is false unless it is a web address.
func (s *search) absolute(href string) (string, bool) {
	u, err := s.base.Parse(strings.TrimSpace(href))
	if err != nil || href == "" || u.Host == "" {
		return "", false
	}
	switch u.Scheme {
	case "http", "https", "feed":
		address, err := transport.Parse(u.String())
		return address, err == nil
	}
	return "", false
}

func attribute(t html.Token, name string) string {
	for _, a := range t.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
