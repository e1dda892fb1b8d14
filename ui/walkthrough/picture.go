package walkthrough

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Album is a folder of numbered pictures. Those of an earlier walk are thrown
// away with the first new one.
type Album struct {
	Folder string
	// Grey takes the colour out of the pictures.
	Grey  bool
	count int
}

// Take takes a picture of the whole display and returns its path.
func (a *Album) Take(ctx context.Context, d *Display, name string) (string, error) {
	if err := a.begin(); err != nil {
		return "", fmt.Errorf("making the folder of pictures: %w", err)
	}
	a.count++
	path := filepath.Join(a.Folder, fmt.Sprintf("%02d-%s.png", a.count, name))
	args := []string{"-window", "root"}
	if a.Grey {
		args = append(args, "-colorspace", "Gray")
	}
	out, err := d.Command(ctx, "import", append(args, path)...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("taking the picture %s: %w: %s", path, err, out)
	}
	return path, nil
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
