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

// teller collects progress and skipped files of a run.
type teller struct {
	clock Clock
	to    func(Progress)
	// mu guards progress and told, the time of the last report.
	mu       sync.Mutex
	progress Progress
	told     time.Time
	passed   []Passed
}

// often is the minimum interval between progress reports.
const often = 100 * time.Millisecond

// note updates the progress, and reports it if it is time, or if must is set.
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

// look counts an inspected file.
func (t *teller) look(path string) {
	t.note(false, func(p *Progress) { p.Looked, p.Now = p.Looked+1, path })
}

// due adds to what is to be written.
func (t *teller) due(files int, bytes int64) {
	t.note(false, func(p *Progress) { p.ToWrite, p.BytesToWrite = p.ToWrite+files, p.BytesToWrite+bytes })
}

// sends counts more bytes sent of a file; the number is negative if sending starts over.
func (t *teller) sends(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Bytes, p.Now = p.Bytes+bytes, path })
}

// wrote counts a written file or feed. bytes are those not counted yet.
func (t *teller) wrote(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Written, p.Bytes, p.Now = p.Written+1, p.Bytes+bytes, path })
}

// end reports the final progress.
func (t *teller) end() { t.note(true, func(*Progress) {}) }

func (t *teller) pass(path, why string) { t.passed = append(t.passed, Passed{path, why}) }

// inOrder returns the skipped files, sorted by path.
func (t *teller) inOrder() []Passed {
	slices.SortStableFunc(t.passed, func(a, b Passed) int { return cmp.Compare(a.Path, b.Path) })
	return t.passed
}

// plain describes an error of the file system without its path.
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
