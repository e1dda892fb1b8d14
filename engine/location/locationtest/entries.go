package locationtest

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"crossfeed/engine/location"
)

// Entries implements location.Files.
func (m *Memory) Entries(folder string) (all []location.Entry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	folder = path.Clean(folder)
	if !m.isFolder(folder) {
		return nil, fmt.Errorf("listing %s: %w", folder, location.ErrNotFolder)
	}
	for name := range m.folders {
		if name != folder && path.Dir(name) == folder {
			all = append(all, location.Entry{Name: path.Base(name), Stat: location.Stat{Mode: fs.ModeDir | 0o755}})
		}
	}
	for name, b := range m.files {
		if path.Dir(name) == folder {
			s := location.Stat{Size: int64(len(b)), Number: m.numbers[name], Mode: 0o644}
			all = append(all, location.Entry{Name: path.Base(name), Stat: s})
		}
	}
	slices.SortFunc(all, func(a, b location.Entry) int { return cmp.Compare(a.Name, b.Name) })
	return all, nil
}

// Entries implements location.Files.
func (f *Failing) Entries(path string) ([]location.Entry, error) {
	if err := f.next(); err != nil {
		return nil, err
	}
	return f.Files.Entries(path)
}
