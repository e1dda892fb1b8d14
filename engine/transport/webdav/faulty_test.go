package webdav_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"crossfeed/engine/transport"
)

// faulty is an in-memory WebDAV server with the faults of real ones. The zero value has none.
type faulty struct {
	// deaf ignores conditions; refusing responds with 412 to every PUT.
	deaf, refusing bool
	// tag derives the ETag of a GET from the document's own ETag, and property that of
	// PROPFIND; nil uses the own ETag. oc sends the own ETag as OC-ETag.
	tag, property func(own string) string
	oc            bool
	// silent accepts that many PUTs, and closes the connection instead of responding; lost
	// closes it before accepting them.
	silent, lost int
	// status is the response to every PUT, which is not accepted, or 0; half stores half of
	// the document.
	status int
	half   bool
	// stale returns the previous document for that many GETs after a PUT.
	stale int
	// forbids responds with 403 to that many MKCOLs, and racing reports that somebody else
	// created the folder at that moment.
	forbids int
	racing  bool
	// before is called when a PUT is received, before it is processed.
	before func(*faulty)

	mu      sync.Mutex
	files   map[string]string
	old     map[string]string
	folders map[string]bool
	writes  int
	// spared counts the documents that were not sent because they had not changed.
	spared int
	asked  []string
}

func (f *faulty) serve(t *testing.T) string {
	t.Helper()
	f.files, f.old = map[string]string{}, map[string]string{}
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s.URL + "/a.xml"
}

// own returns the ETag of a document.
func own(text string) string {
	hash, _, _ := transport.Hash(strings.NewReader(text))
	return `"` + hash[:12] + `"`
}

// lay stores a document regardless of conditions.
func (f *faulty) lay(path, text string) { f.files[path] = text }

func (f *faulty) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, r.Method+" "+r.URL.Path)
	if err != nil {
		return
	}
	switch r.Method {
	case http.MethodGet:
		f.get(w, r)
	case http.MethodPut:
		f.put(w, r, string(body))
	case http.MethodDelete:
		if f.may(w, r) {
			delete(f.files, r.URL.Path)
			w.WriteHeader(http.StatusNoContent)
		}
	case "MKCOL":
		f.mkcol(w, r)
	case "PROPFIND":
		w.WriteHeader(http.StatusMultiStatus)
		fmt.Fprintf(w, `<D:multistatus xmlns:D="DAV:"><D:response><D:href>%s</D:href><D:propstat><D:prop><D:getetag>%s</D:getetag></D:prop></D:propstat></D:response></D:multistatus>`,
			r.URL.Path, shaped(f.property, own(f.files[r.URL.Path])))
	}
}

func shaped(by func(string) string, tag string) string {
	if by == nil {
		return tag
	}
	return by(tag)
}

func (f *faulty) get(w http.ResponseWriter, r *http.Request) {
	text, there := f.files[r.URL.Path]
	if f.stale > 0 && f.writes > 0 {
		f.stale--
		text, there = f.old[r.URL.Path], f.old[r.URL.Path] != ""
	}
	if !there {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if tag := shaped(f.tag, own(text)); tag != "" {
		w.Header().Set("ETag", tag)
	}
	if f.oc {
		w.Header().Set("OC-ETag", own(text))
	}
	if match := r.Header.Get("If-None-Match"); match != "" && match == own(text) {
		f.spared++
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = io.WriteString(w, text)
}

// may checks the conditions of a request.
func (f *faulty) may(w http.ResponseWriter, r *http.Request) bool {
	text, there := f.files[r.URL.Path]
	match, none := r.Header.Get("If-Match"), r.Header.Get("If-None-Match")
	if f.refusing || !f.deaf && (match != "" && (!there || match != own(text)) || none == "*" && there) {
		w.WriteHeader(http.StatusPreconditionFailed)
		return false
	}
	return true
}

func (f *faulty) put(w http.ResponseWriter, r *http.Request, text string) {
	if f.before != nil {
		f.before(f)
	}
	folder := r.URL.Path[:strings.LastIndexByte(r.URL.Path, '/')+1]
	switch {
	case f.lost > 0:
		f.lost--
		panic(http.ErrAbortHandler)
	case f.folders != nil && !f.folders[folder]:
		w.WriteHeader(http.StatusConflict)
		return
	case !f.may(w, r):
		return
	}
	if f.half {
		text = text[:len(text)/2]
	}
	if f.status == 0 || f.half {
		f.old[r.URL.Path], f.files[r.URL.Path] = f.files[r.URL.Path], text
		f.writes++
	}
	if f.silent > 0 {
		f.silent--
		panic(http.ErrAbortHandler)
	}
	if f.status != 0 {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(f.status)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (f *faulty) mkcol(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	around := path[:strings.LastIndexByte(path, '/')+1]
	switch {
	case f.folders[path+"/"]:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case !f.folders[around]:
		w.WriteHeader(http.StatusConflict)
	case f.forbids > 0:
		f.forbids--
		f.folders[path+"/"] = f.racing
		w.WriteHeader(http.StatusForbidden)
	default:
		f.folders[path+"/"] = true
		w.WriteHeader(http.StatusCreated)
	}
}
