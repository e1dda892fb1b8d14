package folder

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sync"
	"time"

	"crossfeed/engine/transport"
)

// teller gathers what is said of a run.
type teller struct {
	clock Clock
	to    func(Progress)
	// mu keeps progress and told, the time at which it was told last.
	mu       sync.Mutex
	progress Progress
	told     time.Time
	passed   []Passed
}

// often is how often progress is told.
const often = 100 * time.Millisecond

// note changes the progress, and tells it where it is time to, or must says so.
func (t *teller) note(must bool, change func(*Progress)) {
	if t.to == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.progress)
	now := t.clock.Now()
	if since := now.Sub(t.told); must || since >= often || since < 0 {
		t.told = now
		t.to(t.progress)
	}
}

// look notes that a file was looked at.
func (t *teller) look(path string) {
	t.note(false, func(p *Progress) { p.Looked, p.Now = p.Looked+1, path })
}

// due notes what is to be written.
func (t *teller) due(files int, bytes int64) {
	t.note(false, func(p *Progress) { p.ToWrite, p.BytesToWrite = p.ToWrite+files, p.BytesToWrite+bytes })
}

// sends notes that so much more of a file is sent; less, where it is sent anew.
func (t *teller) sends(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Bytes, p.Now = p.Bytes+bytes, path })
}

// wrote notes that something was written, of which some bytes were noted already.
func (t *teller) wrote(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Written, p.Bytes, p.Now = p.Written+1, p.Bytes+bytes, path })
}

// end tells how far it came.
func (t *teller) end() { t.note(true, func(*Progress) {}) }

func (t *teller) pass(path, why string) { t.passed = append(t.passed, Passed{path, why}) }

// inOrder are the files that were passed over, by their paths.
func (t *teller) inOrder() []Passed {
	slices.SortStableFunc(t.passed, func(a, b Passed) int { return cmp.Compare(a.Path, b.Path) })
	return t.passed
}

// plain says of an error of the file system what it is, without the path.
func plain(err error) string {
	var at *fs.PathError
	var there *transport.Error
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "it may not be read: check its permissions"
	case errors.Is(err, fs.ErrNotExist):
		return "it is gone"
	case errors.As(err, &there):
		return there.Error()
	case errors.As(err, &at):
		return at.Err.Error()
	}
	return err.Error()
}
