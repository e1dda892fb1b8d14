package serve

import (
	"io"
	"net/http"
	"time"
)

// patience ends an answer that its reader does not take.
type patience struct {
	timer *time.Timer
	limit time.Duration
}

func newPatience(w http.ResponseWriter, limit time.Duration) *patience {
	control := http.NewResponseController(w)
	return &patience{time.AfterFunc(limit, func() { _ = control.SetWriteDeadline(time.Unix(1, 0)) }), limit}
}

// of is a document of which every piece that is taken renews the patience.
func (p *patience) of(r io.ReadSeeker) io.ReadSeeker { return taken{r, p} }

func (p *patience) stop() { p.timer.Stop() }

type taken struct {
	io.ReadSeeker
	by *patience
}

func (t taken) Read(b []byte) (int, error) {
	t.by.timer.Reset(t.by.limit)
	return t.ReadSeeker.Read(b)
}
