//go:build !headless

package ui

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"crossfeed/assets"
)

// writeSample writes the feeds of the sample into a folder and returns the folder. Existing
// feeds are overwritten, so that the sample can be tried again.
func writeSample(folder string) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("making the folder of the sample: %w", err)
	}
	feeds, err := fs.Sub(assets.Sample, "sample")
	if err != nil {
		return "", fmt.Errorf("opening the sample: %w", err)
	}
	names, err := fs.Glob(feeds, "*.xml")
	if err != nil {
		return "", fmt.Errorf("listing the sample: %w", err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(feeds, name)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		}
		if err != nil {
			return "", fmt.Errorf("writing the sample's feed %s: %w", name, err)
		}
	}
	return folder, nil
}
