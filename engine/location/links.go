package location

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// mostLinks is how many links may lead from one to the next.
const mostLinks = 40

// behindLinks is the path that a link leads to in the end, whether anything is there. The
// folder around it has to be: it may be that of a drive that was taken out.
func behindLinks(path string) (string, error) {
	at := path
	for range mostLinks {
		to, err := os.Readlink(at)
		if err != nil { // it is no link
			return at, nil
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(at))
		if filepath.IsAbs(to) {
			folder, to = filepath.Dir(to), filepath.Base(to)
		}
		at = filepath.Join(folder, to)
		if _, missing := os.Stat(filepath.Dir(at)); err != nil || missing != nil {
			return path, fmt.Errorf("the link leads to %s: %w", at, errors.Join(err, missing))
		}
	}
	return path, errors.New("the links lead round in a circle")
}
