package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/attach"
)

// saveFiles copies the files that are here into a folder. A file that is there already
// is not written over: the copy gets a number.
func (r *run) saveFiles(e *engine.Engine, of oneItem, folder string) error {
	found, err := e.Attachments(r.ctx, of.Set, of.ID)
	if err != nil {
		return err
	}
	for _, f := range found {
		if f.Path == "" {
			continue
		}
		to, err := r.free(folder, f.Called())
		if err != nil {
			return err
		}
		if err := r.copyFile(f.Path, to); err != nil {
			return err
		}
		r.say("saved %s", to)
	}
	return nil
}

// free is a path in a folder at which nothing lies yet.
func (r *run) free(folder, name string) (string, error) {
	name = attach.SafeName(name)
	ending := filepath.Ext(name)
	stem := strings.TrimSuffix(name, ending)
	for n := 1; n < 1000; n++ {
		path := filepath.Join(folder, name)
		if n > 1 {
			path = filepath.Join(folder, fmt.Sprintf("%s (%d)%s", stem, n, ending))
		}
		if _, err := r.env.Files.Stat(path); err != nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: there are too many files called %s: choose another folder", folder, name)
}

func (r *run) copyFile(from, to string) error {
	in, err := r.env.Files.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return r.env.Files.Replace(context.WithoutCancel(r.ctx), to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
