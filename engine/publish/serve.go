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

// ServedFeed is a document that a Site serves.
type ServedFeed struct {
	// Name is the last segment of its path, Type its media type.
	Name, Type string
	// Former is its previous name, or "". The document is still served under it.
	Former string
	// Write writes the current document. root is the address at which the reader found the
	// server, without a path; links in the document are based on it.
	Write func(ctx context.Context, root string, to io.Writer) error
	// Version returns a version that changes whenever the document may have changed, and the
	// latest possible time of the change. If the bytes are the same in a new version, the ETag
	// stays the same.
	Version func(ctx context.Context) (version string, changed time.Time, err error)
}

// Path returns the path of the feed's address.
func (f ServedFeed) Path() string { return "/" + url.PathEscape(f.Name) }

// SiteOptions configure a Site.
type SiteOptions struct {
	// User and Password are required from readers if User is not "". If Password is empty,
	// nobody can log in.
	User, Password string
	// TempFiles makes the temporary files of the documents; nil uses the system's folder for
	// temporary files.
	TempFiles transport.TempFiles
	// Silence is how long a reader may stall before the connection is closed; 0 is one minute.
	Silence time.Duration
	// File opens a file that items of the feeds refer to, by its name relative to the feeds.
	// If the file is not theirs, or is not stored here, the error wraps fs.ErrNotExist. nil
	// serves no files.
	File func(ctx context.Context, name string) (io.ReadSeekCloser, error)
	// Failed is called with the reason why a document could not be served, unless it is nil.
	// Readers do not get the reason.
	Failed func(error)
}

// Site is a read-only web server for feeds in the local network. Close removes its temporary
// files.
type Site struct {
	options SiteOptions
	feeds   []ServedFeed
	guests  *guests

	mu sync.Mutex
	// documents are the requested documents, by root and name; roots are those that readers
	// used.
	documents map[string]*servedDocument
	roots     map[string]bool
}

// NewSite returns a site that serves feeds: GET and HEAD only, with conditional requests and
// compression, and without information about this computer. It slows down password guessing. A
// document is written once for each of its versions, however many read it.
func NewSite(feeds []ServedFeed, o SiteOptions) *Site {
	if o.TempFiles == nil {
		o.TempFiles = transport.TempFolder{}
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
	// Readers revalidate each time, and get a 304 if nothing changed.
	h.Set("Cache-Control", "no-cache")
	if packed {
		h.Set("Content-Encoding", "gzip")
	}
	p := newPatience(w, s.options.Silence)
	defer p.stop()
	http.ServeContent(w, r, "", copied.changed, p.of(copied.reader()))
}

// fail reports a failure on this side; a disconnected reader is not one.
func (s *Site) fail(err error) {
	if err != nil && s.options.Failed != nil && !errors.Is(err, context.Canceled) {
		s.options.Failed(err)
	}
}

// Close deletes the temporary files of the documents, once nobody reads them.
func (s *Site) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []error
	for _, d := range s.documents {
		all = append(all, d.close())
	}
	return errors.Join(all...)
}

// page lists the feeds, with links for autodiscovery.
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

// MIME returns the feed's media type without parameters.
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
	_ = page.Execute(w, feeds) // it fails if the reader disconnects
}

// mostRoots limits how many addresses readers can use, because each of them needs a copy of
// every document.
const mostRoots = 32

// Headers in which a reverse proxy says how it was reached.
const (
	forwardedHost  = "X-Forwarded-Host"
	forwardedProto = "X-Forwarded-Proto"
)

// root returns the address at which a reader found this server: by the host name in the
// request or from a reverse proxy, or, without one or if there are too many, by the IP address
// of the connection.
func (s *Site) root(r *http.Request) string {
	scheme, host := "http://", cmp.Or(r.Header.Get(forwardedHost), r.Host)
	if r.Header.Get(forwardedProto) == "https" {
		scheme = "https://"
	}
	if isHost(host) && s.admitsRoot(scheme+host) {
		return scheme + host
	}
	at, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return fmt.Sprintf("http://%v", at)
}

func isHost(host string) bool {
	u, err := url.Parse("http://" + host)
	return err == nil && host != "" && u.Host == host && u.String() == "http://"+host
}

// admitsRoot reports whether a root is known, or can still be added.
func (s *Site) admitsRoot(root string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.roots[root] && len(s.roots) == mostRoots {
		return false
	}
	s.roots[root] = true
	return true
}

// document returns a feed for readers at a root.
func (s *Site) document(f ServedFeed, root string) *servedDocument {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := root + f.Path()
	if s.documents[key] == nil {
		s.documents[key] = &servedDocument{feed: f, root: root, tempFiles: s.options.TempFiles}
	}
	return s.documents[key]
}

// giveFile serves a file of an item. It may be anything, so browsers must not show it as a
// page of this server. Its name identifies its content, so that it never changes.
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
