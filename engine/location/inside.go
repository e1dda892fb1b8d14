package location

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Inside implements Files. That no link leads out of the folder is decided while the path
// is walked, so that one which is changed meanwhile does not either.
func (Disk) Inside(folder string) Lookup { return rooted{folder} }

// rooted reads in one folder.
type rooted struct{ folder string }

// Open implements Lookup.
func (r rooted) Open(path string) (io.ReadCloser, error) {
	return opened(r, path, func(root *os.Root, name string) (*os.File, error) {
		return root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	})
}

// Stat implements Lookup.
func (r rooted) Stat(path string) (Stat, error) {
	info, err := opened(r, path, (*os.Root).Stat)
	if err != nil {
		return Stat{}, err
	}
	return statOf(info), nil
}

// opened does something with a path in the folder.
func opened[T any](r rooted, path string, do func(*os.Root, string) (T, error)) (value T, err error) {
	name, err := inside(r.folder, path)
	if err != nil {
		return value, err
	}
	root, err := os.OpenRoot(r.folder)
	if err != nil {
		return value, fmt.Errorf("opening the folder of the feeds: %w", err)
	}
	defer root.Close()
	if value, err = do(root, name); err != nil {
		return value, escaping(path, err)
	}
	return value, nil
}

// escaping makes the error of a link that leads out of a folder one of ErrOutside. The
// package os gives that error no name.
func escaping(path string, err error) error {
	var at *fs.PathError
	if errors.As(err, &at) && strings.Contains(at.Err.Error(), "escapes") {
		return fmt.Errorf("a link on the way to %s: %w", path, ErrOutside)
	}
	return fmt.Errorf("opening a file: %w", err)
}

// inside is a path as it is called in a folder, which may end in a separator. One that
// lies elsewhere is an error that wraps ErrOutside.
func inside(folder, path string) (string, error) {
	name, err := filepath.Rel(folder, path)
	if err != nil || !filepath.IsLocal(name) {
		return "", fmt.Errorf("%s is not in %s: %w", path, folder, ErrOutside)
	}
	return name, nil
}
