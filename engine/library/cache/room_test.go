package cache_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/transport"
)

// fill writes a file for which there is no room, and checks that the previous one stays.
func fill(t *testing.T, c cache.Cache, size int) {
	t.Helper()
	name := cache.Name(photo)
	cachetest.Put(t, c, name, []byte("before"))
	p, err := c.Begin(name, 0, cache.Note{Size: int64(size)})
	if err == nil {
		_, err = p.Write(content(1, size))
	}
	if err == nil {
		_, _, err = p.Done(cache.Note{Size: int64(size)})
	}
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != transport.Full {
		t.Fatalf("got %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if got := here(t, c, name); !bytes.Equal(got, []byte("before")) {
		t.Errorf("there are %d bytes", len(got))
	}
	if err := c.Remove(name); err != nil {
		t.Error(err)
	}
}

func TestAFullMemoryLeavesTheFileBefore(t *testing.T) {
	m := cachetest.New()
	m.Room(1 << 20)
	fill(t, m.Library(1), 2<<20)
	if free, err := m.Library(1).Free(); err != nil || free != 1<<20 {
		t.Errorf("got %d, %v", free, err)
	}
}

func TestAFullDiskLeavesTheFileBefore(t *testing.T) {
	folder := servertest.SmallDisk(t)
	if folder == "" {
		return // only the superuser can create one
	}
	c := cache.Disk{Folder: filepath.Join(folder, "content")}.Library(1)
	free, err := c.Free()
	if err != nil || free <= 0 || free > 256<<10 {
		t.Errorf("of 256 KB there are %d, %v", free, err)
	}
	for _, size := range []int{200 << 10, 300 << 10, 1 << 20} {
		if size > int(free) {
			fill(t, c, size)
		}
	}
	whole := content(2, int(free)-(60<<10))
	cachetest.Put(t, c, cache.Name(photo), whole)
	if got := here(t, c, cache.Name(photo)); !bytes.Equal(got, whole) {
		t.Errorf("there are %d bytes", len(got))
	}
}
