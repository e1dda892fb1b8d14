package location

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Entry is what lies in a folder. Its Stat is that of a link where it is one.
type Entry struct {
	Name string
	Stat
}

// Entries implements Files.
func (d Disk) Entries(path string) ([]Entry, error) {
	if err := d.mustBeFolder(path); err != nil {
		return nil, err
	}
	listed, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("listing a folder: %w", err)
	}
	all := make([]Entry, 0, len(listed))
	for _, e := range listed {
		info, err := e.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // it went meanwhile
		case err != nil:
			return nil, fmt.Errorf("listing a folder: %w", err)
		default:
			all = append(all, Entry{e.Name(), Stat{Size: info.Size(), Changed: info.ModTime(), Number: numberOf(info), Mode: info.Mode()}})
		}
	}
	return all, nil
}
