package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/attachments"
	"crossfeed/engine/fetch"
)

type itemAttach struct {
	oneItem
	File []string `arg:"" help:"Files to attach. Everyone who has the list gets a copy."`
}

func (c itemAttach) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := r.exposesIn(e, c.List, "Your "+count(len(c.File), "file")); err != nil {
			return err
		}
		for _, path := range c.File {
			if err := r.attach(e, c.oneItem, path); err != nil {
				return err
			}
		}
		return r.files(e, c.oneItem)
	})
}

func (r *run) attach(e *engine.Engine, to oneItem, path string) error {
	file, err := r.env.Files.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	body, seekable := file.(io.ReadSeeker)
	if !seekable {
		return fmt.Errorf("%s: cannot be read twice; give a regular file", path)
	}
	a, err := e.Attachments.Attach(r.ctx, to.List, to.ID, filepath.Base(path), body)
	if err == nil && a.Called() != filepath.Base(path) {
		r.message("Attached %s as %s.", path, inOneLine(a.Called()))
	}
	return err
}

type itemDetach struct {
	oneItem
	File string `arg:"" help:"Name or link of the file."`
}

func (c itemDetach) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if err := e.Attachments.Detach(r.ctx, c.List, c.ID, c.File); err != nil {
			return err
		}
		return r.files(e, c.oneItem)
	})
}

type itemFiles struct {
	oneItem
	Save string `placeholder:"DIR" help:"Save copies of the downloaded files to this folder."`
}

func (c itemFiles) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		if c.Save != "" {
			if err := r.saveFiles(e, c.oneItem, c.Save); err != nil {
				return err
			}
		}
		return r.files(e, c.oneItem)
	})
}

// fileShape describes a file of an item in machine-readable output.
type fileShape struct {
	Name  string    `json:"name"`
	Link  string    `json:"link"`
	Size  int64     `json:"size"`
	Path  string    `json:"path,omitempty"`
	Error string    `json:"error,omitempty"`
	Tried time.Time `json:"tried,omitzero"`
}

func (r *run) files(e *engine.Engine, of oneItem) error {
	found, err := e.Attachments.Of(r.ctx, of.List, of.ID)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.json(each(found, func(f attachments.File) fileShape {
			return fileShape{Name: f.Called(), Link: f.Link, Size: f.Size, Path: f.Path, Error: fetch.Reason(f.Err), Tried: f.Tried}
		}))
	}
	return r.table("No files.", []string{"NAME", "BYTES", "LINK", ""}, each(found, func(f attachments.File) []string {
		return []string{inOneLine(f.Called()), dash(bytesIn(f.Size)), inOneLine(f.Link), whereFile(f)}
	}))
}

func bytesIn(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// whereFile returns whether a file is on this device, in words.
func whereFile(f attachments.File) string {
	switch {
	case f.Path != "":
		return "here"
	case f.Err != nil:
		return "download failed: " + fetch.Reason(f.Err)
	case f.Hash() == "":
		return "a link made by another program"
	}
	return "downloaded at the next sync"
}

// saveFiles copies the downloaded files into a folder. It does not overwrite existing files:
// the copy gets a number.
func (r *run) saveFiles(e *engine.Engine, of oneItem, folder string) error {
	found, err := e.Attachments.Of(r.ctx, of.List, of.ID)
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
		r.message("Saved %s.", to)
	}
	return nil
}

// free returns an unused path in a folder.
func (r *run) free(folder, name string) (string, error) {
	name = attachments.SafeName(name)
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
	return "", fmt.Errorf("%s: too many files named %s; choose another folder", folder, name)
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
