package engine

import (
	"time"

	"crossfeed/engine/store"
)

// failedFile is why a file did not come.
type failedFile struct {
	err error
	at  time.Time
}

// fileOf names a file of a set.
type fileOf struct {
	set  int64
	file string
}

// noteFile remembers why a file did not come, as long as the program runs: every sync
// tries again.
func (e *Engine) noteFile(set store.Set, f lackingFile, g gotFile) {
	e.failedMu.Lock()
	defer e.failedMu.Unlock()
	name := fileOf{set.Key, f.File()}
	if g.err == nil {
		delete(e.failedFiles, name)
		return
	}
	if e.failedFiles == nil {
		e.failedFiles = map[fileOf]failedFile{}
	}
	e.failedFiles[name] = failedFile{g.err, e.parts.Clock.Now()}
}

// whyNot says of a file that is not here why it did not come.
func (e *Engine) whyNot(set int64, f *AttachedFile) {
	e.failedMu.Lock()
	defer e.failedMu.Unlock()
	if failed, there := e.failedFiles[fileOf{set, f.File()}]; there && f.Path == "" {
		f.Error, f.Trouble, f.Tried = plain(failed.err), troubleOf(failed.err), failed.at
	}
}
