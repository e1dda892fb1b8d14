package attach

import (
	"errors"
	"fmt"
)

// failures are those of several files, of which the first are told.
type failures struct {
	told []error
	more int
}

// mostTold is of how many files it is told why: where many fail, the reason is mostly the
// same.
const mostTold = 5

func (f *failures) add(name string, err error) {
	switch {
	case err == nil:
	case len(f.told) < mostTold:
		f.told = append(f.told, fmt.Errorf("%s: %w", name, err))
	default:
		f.more++
	}
}

func (f *failures) all() error {
	if f.more > 0 {
		f.told = append(f.told, fmt.Errorf("and %d more", f.more))
	}
	return errors.Join(f.told...)
}
