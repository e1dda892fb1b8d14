package location

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// forAll is the mode of a new folder before the umask takes from it: what lies in it is
// there to be shared.
const forAll = 0o755

// MakeFolder implements Files. Each new folder is forced to the disk with the one around
// it, where the file system can.
func (d Disk) MakeFolder(path string) error {
	missing, err := d.missing(path)
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		if err := os.Mkdir(missing[i], forAll); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("making a folder: %w", err)
		}
		_ = syncFolder(filepath.Dir(missing[i]))
	}
	return nil
}

// missing are the folders of a path that are not there, the innermost first.
func (Disk) missing(path string) (missing []string, err error) {
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && !info.IsDir():
			return nil, fmt.Errorf("%s: %w", at, ErrNotFolder)
		case err == nil, at == filepath.Dir(at):
			return missing, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
		missing = append(missing, at)
	}
}

// RemoveFolder implements Files. A link to a folder stays.
func (Disk) RemoveFolder(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return fmt.Errorf("removing a folder: %w", err)
	case !info.IsDir():
		return fmt.Errorf("removing the folder %s: %w", path, ErrNotFolder)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("removing a folder: %w", err)
	}
	return nil
}
