package serve

import (
	"io"
	"net/http"
	"time"
)

// silence is how long a reader may take nothing before it is sent away.
const silence = time.Minute

// patience ends an answer that its reader does not take.
type patience struct{ timer *time.Timer }

func newPatience(w http.ResponseWriter) *patience {
	control := http.NewResponseController(w)
	return &patience{time.AfterFunc(silence, func() { _ = control.SetWriteDeadline(time.Unix(1, 0)) })}
}

// of is a document of which every piece that is taken renews the patience.
func (p *patience) of(r io.ReadSeeker) io.ReadSeeker { return taken{r, p} }

func (p *patience) stop() { p.timer.Stop() }

type taken struct {
	io.ReadSeeker
	by *patience
}

func (t taken) Read(b []byte) (int, error) {
	t.by.timer.Reset(silence)
	return t.ReadSeeker.Read(b)
}
