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

// reporter collects progress and skipped files of a run.
type reporter struct {
	clock Clock
	to    func(Progress)
	// mu guards progress and told, the time of the last report.
	mu       sync.Mutex
	progress Progress
	reported time.Time
	skipped  []Passed
}

// often is the minimum interval between progress reports.
const often = 100 * time.Millisecond

// note updates the progress, and reports it if it is time, or if must is set.
func (t *reporter) note(must bool, change func(*Progress)) {
	if t.to == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	change(&t.progress)
	now := t.clock.Now()
	if since := now.Sub(t.reported); must || since >= often || since < 0 {
		t.reported = now
		t.to(t.progress)
	}
}

func (t *reporter) checked(path string) {
	t.note(false, func(p *Progress) { p.Checked, p.Now = p.Checked+1, path })
}

func (t *reporter) due(files int, bytes int64) {
	t.note(false, func(p *Progress) { p.ToWrite, p.BytesToWrite = p.ToWrite+files, p.BytesToWrite+bytes })
}

// sends counts more bytes sent of a file; the number is negative if sending starts over.
func (t *reporter) sends(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Bytes, p.Now = p.Bytes+bytes, path })
}

// wrote counts a written file or feed. bytes are those not counted yet.
func (t *reporter) wrote(path string, bytes int64) {
	t.note(false, func(p *Progress) { p.Written, p.Bytes, p.Now = p.Written+1, p.Bytes+bytes, path })
}

func (t *reporter) end() { t.note(true, func(*Progress) {}) }

func (t *reporter) skip(path string, why error) { t.skipped = append(t.skipped, Passed{path, why}) }

// inOrder returns the skipped files, sorted by path.
func (t *reporter) inOrder() []Passed {
	slices.SortStableFunc(t.skipped, func(a, b Passed) int { return cmp.Compare(a.Path, b.Path) })
	return t.skipped
}

// plain describes an error of the file system without its path.
func plain(err error) error {
	var at *fs.PathError
	var there *transport.Error
	switch {
	case errors.Is(err, fs.ErrPermission):
		return ErrPermission
	case errors.Is(err, fs.ErrNotExist):
		return ErrGone
	case errors.As(err, &there):
		return there
	case errors.As(err, &at):
		return at.Err
	}
	return err
}
