package publish

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// ServedFeed is one document that is served.
type ServedFeed struct {
	// Name is the last segment of its address, Type its media type.
	Name, Type string
	// Former is a name that it had, or "": it is still served there.
	Former string
	// Write writes the document as it now stands. root is the address that the reader
	// found the server at, without a path; the document names others under it.
	Write func(ctx context.Context, root string, to io.Writer) error
	// Version changes when the document may have changed; changed is when at the latest.
	// A document whose bytes are the same in another version keeps its ETag.
	Version func(ctx context.Context) (version string, changed time.Time, err error)
}

// Path is that of the feed's address.
func (f ServedFeed) Path() string { return "/" + url.PathEscape(f.Name) }

// SiteOptions say who may read.
type SiteOptions struct {
	// User and Password are asked for where User is not "". A user without a password
	// is one whom nobody can be.
	User, Password string
	// Spool makes the files that the documents lie in; nil is the system's folder for
	// temporary files.
	Spool transport.Spool
	// Silence is how long a reader may take nothing before it is sent away; 0 is a minute.
	Silence time.Duration
	// File gives a file that items of the feeds refer to, by its name beside them: what is
	// none of theirs, or not here, is an error that wraps fs.ErrNotExist. nil gives none.
	File func(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Failed is told why a document could not be given, or is nil. The reader is told
	// no more than that.
	Failed func(error)
}

// Site is a web server for the local network that serves feeds and accepts nothing. Close removes
// its temporary files.
type Site struct {
	options SiteOptions
	feeds   []ServedFeed
	guests  *guests

	mu sync.Mutex
	// documents are those that were asked for, by root and name, and roots those that
	// readers named.
	documents map[string]*servedDocument
	roots     map[string]bool
}

// NewSite serves feeds: GET and HEAD only, conditional, compressed, with nothing told of
// this computer. Wrong passwords are slowed down. A document is written once for each of
// its versions, however many read it.
func NewSite(feeds []ServedFeed, o SiteOptions) *Site {
	if o.Spool == nil {
		o.Spool = transport.TempSpool{}
	}
	if o.Silence == 0 {
		o.Silence = time.Minute
	}
	return &Site{options: o, documents: map[string]*servedDocument{}, roots: map[string]bool{}, feeds: feeds, guests: newGuests(firstPause)}
}

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if !s.admitted(w, r) {
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "this server is read only", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	nth := slices.IndexFunc(s.feeds, func(f ServedFeed) bool { return name != "" && (name == f.Name || name == f.Former) })
	file, isFile := strings.CutPrefix(r.URL.Path, "/files/")
	switch {
	case nth >= 0:
		s.give(w, r, s.document(s.feeds[nth], s.root(r)))
	case isFile && s.options.File != nil:
		s.giveFile(w, r, file)
	case r.URL.Path == "/":
		index(w, r, s.feeds)
	default:
		http.NotFound(w, r)
	}
}

// give gives a document.
func (s *Site) give(w http.ResponseWriter, r *http.Request, d *servedDocument) {
	packed := accepts(r.Header.Values("Accept-Encoding"), "gzip")
	copied, err := d.copy(r.Context(), packed)
	if err != nil {
		s.fail(err)
		http.Error(w, "the feed cannot be read now", http.StatusServiceUnavailable)
		return
	}
	defer func() { s.fail(copied.close()) }()
	h := w.Header()
	h.Set("Content-Type", d.feed.Type)
	h.Set("ETag", copied.etag)
	h.Set("Vary", "Accept-Encoding")
	h.Add("Vary", forwardedHost+", "+forwardedProto)
	// A reader asks each time, and is told 304.
	h.Set("Cache-Control", "no-cache")
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	p := newPatience(w, s.options.Silence)
	defer p.stop()
	http.ServeContent(w, r, "", copied.changed, p.of(copied.reader()))
}

// fail tells of what went wrong here; that a reader went away is nothing.
func (s *Site) fail(err error) {
	if err != nil && s.options.Failed != nil && !errors.Is(err, context.Canceled) {
		s.options.Failed(err)
	}
}

// Close throws away the documents that were spooled, once nobody reads them.
func (s *Site) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []error
	for _, d := range s.documents {
		all = append(all, d.close())
	}
	return errors.Join(all...)
}

// page names the feeds, also for programs that look for them (autodiscovery).
var page = template.Must(template.New("").Parse(`<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>Feeds</title>
{{range .}}<link rel="alternate" type="{{.MIME}}" title="{{.Name}}" href="{{.Path}}">
{{end}}</head>
<body>
<ul>
{{range .}}<li><a href="{{.Path}}">{{.Name}}</a></li>
{{end}}</ul>
</body>
</html>
`))

// MIME is the feed's media type without parameters.
func (f ServedFeed) MIME() string {
	t, _, _ := strings.Cut(f.Type, ";")
	return t
}

// index writes the page.
func index(w http.ResponseWriter, r *http.Request, feeds []ServedFeed) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	if r.Method == http.MethodHead {
		return
	}
	_ = page.Execute(w, feeds) // it fails where the reader went away
}

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
func (s *Site) document(f ServedFeed, root string) *servedDocument {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := root + f.Path()
	if s.documents[key] == nil {
		s.documents[key] = &servedDocument{feed: f, root: root, spool: s.options.Spool}
	}
	return s.documents[key]
}

// giveFile gives a file of an item: it may be anything, so no browser is to show it as a
// page of this server. Its name says what is in it, so that it never changes.
func (s *Site) giveFile(w http.ResponseWriter, r *http.Request, name string) {
	body, err := s.options.File(r.Context(), name)
	if errors.Is(err, fs.ErrNotExist) {
		http.NotFound(w, r)
		return
	}
	if err != nil {
		s.fail(err)
		http.Error(w, "the file cannot be read now", http.StatusServiceUnavailable)
		return
	}
	defer func() { s.fail(body.Close()) }()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", "attachment")
	h.Set("Content-Security-Policy", "sandbox")
	h.Set("ETag", `"`+name+`"`)
	p := newPatience(w, s.options.Silence)
	defer p.stop()
	http.ServeContent(w, r, "", time.Time{}, p.of(body))
}
