package cachetest

import (
	"errors"
	"io/fs"
)

var errSealed = errors.New("the file is sealed")

// writing is a file that is written.
type writing struct {
	disk *disk
	to   *content
	life int
}

// Write writes what there is room for. Where the program is cut off it writes half.
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
