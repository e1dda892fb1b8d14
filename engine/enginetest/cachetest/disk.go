package cachetest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
	"strings"

	"crossfeed/engine/library/cache"
)

func (d *disk) Size(path string) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, err := d.at("stat", path)
	if err != nil {
		return 0, err
	}
	return int64(len(f.bytes)), nil
}

// at returns a file. Reading is not a step, but it fails after the cut.
func (d *disk) at(op, path string) (*content, error) {
	if d.cutAt != 0 && d.steps >= d.cutAt {
		return nil, ErrCut
	}
	f, there := d.files[path]
	if !there {
		return nil, missing(op, path)
	}
	return f, nil
}

func (d *disk) Open(path string) (io.ReadSeekCloser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, err := d.at("open", path)
	if err != nil {
		return nil, err
	}
	return reading{bytes.NewReader(bytes.Clone(f.bytes))}, nil
}

type reading struct{ *bytes.Reader }

func (reading) Close() error { return nil }

func (d *disk) Write(path string, from int64) (cache.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return nil, err
	}
	f := d.files[path]
	if f == nil {
		f = &content{}
		d.files[path] = f
	}
	if f.sealed {
		return nil, errSealed
	}
	f.bytes = append(f.bytes, make([]byte, max(0, int(from)-len(f.bytes)))...)[:from]
	f.synced = min(f.synced, int(from))
	return &writing{d, f, d.life}, nil
}

func (d *disk) Seal(path string) error {
	return d.change(func() error {
		f, there := d.files[path]
		if !there {
			return missing("chmod", path)
		}
		f.sealed = true
		return nil
	})
}

func (d *disk) Rename(from, to string) error {
	return d.change(func() error {
		f, there := d.files[from]
		if !there {
			return missing("rename", from)
		}
		delete(d.files, from)
		d.files[to] = f
		return nil
	})
}

func (d *disk) Remove(path string) error {
	return d.change(func() error {
		delete(d.files, path)
		return nil
	})
}

func (d *disk) RemoveAll(folder string) error {
	return d.change(func() error {
		for name := range d.files {
			if strings.HasPrefix(name, folder+"/") {
				delete(d.files, name)
			}
		}
		return nil
	})
}

func (d *disk) Names(folder string) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cutAt != 0 && d.steps >= d.cutAt {
		return nil, ErrCut
	}
	var names []string
	seen := map[string]bool{}
	for name := range d.files {
		rest, in := strings.CutPrefix(name, folder+"/")
		rest, _, _ = strings.Cut(rest, "/")
		if in && !seen[rest] {
			seen[rest] = true
			names = append(names, rest)
		}
	}
	return names, nil
}

func (d *disk) MakeFolder(string) error { return d.change(func() error { return nil }) }

func (d *disk) SyncFolder(string) error { return d.change(func() error { return nil }) }

func (d *disk) Free(string) (int64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.room - d.used(), nil
}

func (d *disk) Lock(name string) (unlock func() error, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locks[path.Clean(name)] {
		return nil, cache.ErrBusy
	}
	locks := d.locks
	locks[path.Clean(name)] = true
	return func() error {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(locks, path.Clean(name))
		return nil
	}, nil
}

func (d *disk) change(what func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.step(); err != nil {
		return err
	}
	return what()
}

var errSealed = errors.New("the file is sealed")

// writing is a file being written.
type writing struct {
	disk *disk
	to   *content
	life int
}

// Write writes as much as fits. If the program is cut off, it writes half.
func (w *writing) Write(b []byte) (int, error) {
	d := w.disk
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.life != d.life {
		return 0, fs.ErrClosed
	}
	if err := d.step(); err != nil {
		if d.steps == d.cutAt {
			w.to.bytes = append(w.to.bytes, b[:len(b)/2]...)
		}
		return 0, err
	}
	fits := min(int64(len(b)), max(0, d.room-d.used()))
	w.to.bytes = append(w.to.bytes, b[:fits]...)
	if fits < int64(len(b)) {
		return int(fits), noRoom()
	}
	return len(b), nil
}

func (w *writing) Sync() error {
	return w.disk.change(func() error {
		w.to.synced = len(w.to.bytes)
		return nil
	})
}

func (w *writing) Close() error { return nil }
