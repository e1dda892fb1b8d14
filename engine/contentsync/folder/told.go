package folder

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"

	"crossfeed/engine/location"
)

// teller gathers what is said of a run.
type teller struct {
	Progress
	to     func(Progress)
	passed []Passed
}

// everyFiles is after how many files that were only looked at it is told.
const everyFiles = 100

func (t *teller) tell(now string) {
	t.Now = now
	if t.to != nil {
		t.to(t.Progress)
	}
}

// look notes that a file was looked at.
func (t *teller) look(path string) {
	if t.Looked++; t.Looked%everyFiles == 1 {
		t.tell(path)
	}
}

// wrote notes what was written.
func (t *teller) wrote(path string, size int64) {
	t.Written++
	t.Bytes += size
	t.tell(path)
}

func (t *teller) pass(path, why string) { t.passed = append(t.passed, Passed{path, why}) }

// inOrder are the files that were passed over, by their paths.
func (t *teller) inOrder() []Passed {
	slices.SortStableFunc(t.passed, func(a, b Passed) int { return cmp.Compare(a.Path, b.Path) })
	return t.passed
}

// plain says of an error of the file system what it is, without the path.
func plain(err error) string {
	var at *fs.PathError
	var there *location.Error
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
