package serve

import (
	"cmp"
	"fmt"
	"net"
	"net/http"
	"net/url"
)

// mostRoots bounds how many addresses readers may name: a copy of each document is made
// for each.
const mostRoots = 32

// What a server in front of this one says of how it was reached.
const (
	forwardedHost  = "X-Forwarded-Host"
	forwardedProto = "X-Forwarded-Proto"
)

// root is the address that a reader found this server at: by the name that the request, or
// a server in front of this one, says, or, where that is none or there are too many, by
// the number that it came to.
func (s *Site) root(r *http.Request) string {
	scheme, host := "http://", cmp.Or(r.Header.Get(forwardedHost), r.Host)
	if r.Header.Get(forwardedProto) == "https" {
		scheme = "https://"
	}
	if isHost(host) && s.remembers(scheme+host) {
		return scheme + host
	}
	at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return fmt.Sprintf("http://%v", at)
}

func isHost(host string) bool {
	u, err := url.Parse("http://" + host)
	return err == nil && host != "" && u.Host == host && u.String() == "http://"+host
}

// remembers reports whether a root is known, or there is room for it.
func (s *Site) remembers(root string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.roots[root] && len(s.roots) == mostRoots {
		return false
	}
	s.roots[root] = true
	return true
}

// document is a feed as readers at a root get it.
func (s *Site) document(f Feed, root string) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := root + f.Path()
	if s.documents[key] == nil {
		s.documents[key] = &document{feed: f, root: root, spool: s.options.Spool}
	}
	return s.documents[key]
}
