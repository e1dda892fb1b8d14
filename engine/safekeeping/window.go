package safekeeping

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"crossfeed/engine/location"
)

// The files of the window in the data folder: what was typed and not saved, and how a person set
// the window up. A backup has them under the same names.
const (
	DraftsName   = "drafts.json"
	SettingsName = "window.json"
)

var ofWindow = []string{DraftsName, SettingsName}

// writeWindow writes the files of the window that are there.
func (w *writing) writeWindow(ctx context.Context, s Service) error {
	if s.Folder == "" {
		return nil
	}
	for _, name := range ofWindow {
		f, err := s.Files.Open(filepath.Join(s.Folder, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if err := errors.Join(w.file(ctx, name, zip.Deflate, f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// putWindow puts the files of the window in the place of those that are there. What a backup does
// not have stays.
func (s Service) putWindow(ctx context.Context, b *opened) error {
	for _, e := range b.manifest.Files {
		if s.Folder == "" || !slices.Contains(ofWindow, e.Name) {
			continue
		}
		body, err := b.zip.Open(e.Name)
		if err == nil {
			err = s.Files.Replace(ctx, filepath.Join(s.Folder, e.Name), func(to io.Writer) error {
				_, err := io.Copy(to, location.Until(ctx, body))
				return err
			})
			err = errors.Join(err, body.Close())
		}
		if err != nil {
			return fmt.Errorf("the lists are restored, and %s could not be: try again: %w", e.Name, err)
		}
	}
	return nil
}
