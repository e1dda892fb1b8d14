package walkthrough

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Album is a folder of numbered screenshots. Those of an earlier run are deleted with the
// first new one.
type Album struct {
	Folder string
	// Grey also saves each screenshot without its colors, with "-grey" at the end of its name,
	// to reveal what is conveyed by color alone.
	Grey  bool
	count int
}

// Take takes a screenshot of the whole display and returns its path.
func (a *Album) Take(ctx context.Context, d *Display, name string) (string, error) {
	if err := a.begin(); err != nil {
		return "", fmt.Errorf("making the folder of pictures: %w", err)
	}
	a.count++
	path := filepath.Join(a.Folder, fmt.Sprintf("%02d-%s.png", a.count, name))
	out, err := d.Command(ctx, "import", "-window", "root", path).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("taking the picture %s: %w: %s", path, err, out)
	}
	return path, a.grey(ctx, d, path)
}

// grey saves a copy of a screenshot without its colors.
func (a *Album) grey(ctx context.Context, d *Display, path string) error {
	if !a.Grey {
		return nil
	}
	without := strings.TrimSuffix(path, ".png") + "-grey.png"
	out, err := d.Command(ctx, "convert", path, "-colorspace", "Gray", without).CombinedOutput()
	if err != nil {
		return fmt.Errorf("taking the colours out of %s: %w: %s", path, err, out)
	}
	return nil
}

func (a *Album) begin() error {
	if a.count > 0 {
		return nil
	}
	old, err := filepath.Glob(filepath.Join(a.Folder, "[0-9][0-9]-*.png"))
	for _, picture := range old {
		err = errors.Join(err, os.Remove(picture))
	}
	return errors.Join(err, os.MkdirAll(a.Folder, 0o755))
}
