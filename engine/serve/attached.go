package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"time"
)

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
