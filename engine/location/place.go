package location

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Place is where a set is published, in the form that is kept: an absolute
// path, which ends in a separator where it is a folder. A folder that is gone
// later, like that of a drive that was taken out, is thus not mistaken for a
// file that is to be made.
func Place(files Files, location string) (string, error) {
	path, err := Path(location)
	if err != nil {
		return "", err
	}
	folder, err := files.IsFolder(path)
	switch {
	case err != nil:
		return "", err
	case folder:
		return strings.TrimSuffix(path, separator) + separator, nil
	case os.IsPathSeparator(location[len(location)-1]):
		return "", noFolder(path)
	}
	return path, nil
}

func noFolder(path string) error {
	return fmt.Errorf("there is no folder %s: make it, connect its drive, or choose another location", path)
}

// Own is the path of the feed that an endpoint publishes for a set at a place:
// the file itself, or its own file of that ending in the folder, so that no two
// endpoints ever write one file.
func Own(files Files, place, set, endpoint, ending string) (string, error) {
	if !strings.HasSuffix(place, separator) {
		return place, nil
	}
	folder, err := files.IsFolder(place)
	if err != nil {
		return "", err
	}
	if !folder {
		return "", noFolder(place)
	}
	return filepath.Join(place, FileName(set, endpoint, ending)), nil
}

// Feeds are the paths of the feeds that a subscription of a set reads: the file
// itself, or every other endpoint's feed of that set in the folder.
func Feeds(files Files, path, set, endpoint string) ([]string, error) {
	folder, err := files.IsFolder(path)
	if err != nil {
		return nil, err
	}
	if !folder {
		return []string{path}, nil
	}
	names, err := files.Names(path)
	if err != nil {
		return nil, err
	}
	feeds := FeedsOf(set, endpoint, names)
	for i, name := range feeds {
		feeds[i] = filepath.Join(path, name)
	}
	return feeds, nil
}
