// Package cachetest provides caches for tests: an in-memory cache that takes the same steps as
// a real one and that fails, runs out of space or stops where a test says.
package cachetest

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/transport"
)

// ErrCut is returned by every step after the program was cut off.
var ErrCut = errors.New("the program was cut off")

// Memory is a cache.Root whose files are in memory. It takes the steps of cache.Disk. It is
// safe for concurrent use.
type Memory struct {
	cache.Root
	disk *disk
}

// New returns an empty cache with space for everything.
func New() *Memory {
	d := &disk{files: map[string]*content{}, locks: map[string]bool{}, room: 1 << 50}
	return &Memory{cache.On(d, "/content"), d}
}

// Room sets the total number of bytes that the cache can hold.
func (m *Memory) Room(bytes int64) { m.do(func(d *disk) { d.room = bytes }) }

// Used returns the number of bytes in the cache.
func (m *Memory) Used() (used int64) {
	m.do(func(d *disk) { used = d.used() })
	return used
}

// Steps returns how many steps were taken. Only steps that change something count.
func (m *Memory) Steps() (steps int) {
	m.do(func(d *disk) { steps = d.steps })
	return steps
}

// FailAt makes the nth step from now fail, counted from 1, without any effect.
func (m *Memory) FailAt(n int, err error) {
	m.do(func(d *disk) { d.failAt, d.failure = d.steps+n, err })
}

// CutAt cuts the program off at the nth step from now, counted from 1. If that step is a
// write, it is half done, otherwise not at all. Until Restart, it and all later steps have no
// other effect and fail.
func (m *Memory) CutAt(n int) { m.do(func(d *disk) { d.cutAt = d.steps + n }) }

// Restart simulates a new program on the existing files. Without power, data that was not
// synced to disk is lost: half of it is garbage and the rest is gone.
func (m *Memory) Restart(power bool) {
	m.do(func(d *disk) {
		d.cutAt, d.failAt, d.locks = 0, 0, map[string]bool{}
		d.life++
		if !power {
			d.lose()
		}
	})
}

// Files returns the paths of all files below the cache's folder, sorted.
func (m *Memory) Files() (paths []string) {
	m.do(func(d *disk) { paths = slices.Sorted(maps.Keys(d.files)) })
	for i, path := range paths {
		paths[i] = strings.TrimPrefix(path, "/content/")
	}
	return paths
}

// Damage changes the bytes of an existing file, as another program would.
func (m *Memory) Damage(path string, change func([]byte) []byte) {
	m.do(func(d *disk) {
		if f := d.files["/content/"+path]; f != nil {
			f.bytes = change(f.bytes)
			f.synced = len(f.bytes)
		}
	})
}

// Delete deletes a file, as another program would.
func (m *Memory) Delete(path string) { m.do(func(d *disk) { delete(d.files, "/content/"+path) }) }

func (m *Memory) do(what func(*disk)) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	what(m.disk)
}

// disk is an in-memory file system.
type disk struct {
	mu    sync.Mutex
	files map[string]*content
	locks map[string]bool
	room  int64
	// steps counts the steps taken. Step number failAt fails, and from cutAt on none is taken.
	// life counts programs: a file opened by one is of no use to the next.
	steps, failAt, cutAt, life int
	failure                    error
}

// content is the content of a file: its first synced bytes survive a power failure.
type content struct {
	bytes  []byte
	synced int
	sealed bool
}

// step counts a step; the error says why it must not be taken. The caller holds the lock.
func (d *disk) step() error {
	d.steps++
	if d.cutAt != 0 && d.steps >= d.cutAt {
		return ErrCut
	}
	if d.steps == d.failAt {
		return d.failure
	}
	return nil
}

func (d *disk) used() (used int64) {
	for _, f := range d.files {
		used += int64(len(f.bytes))
	}
	return used
}

// lose discards what was not synced to disk.
func (d *disk) lose() {
	for _, f := range d.files {
		keep := f.synced + (len(f.bytes)-f.synced)/2
		f.bytes = f.bytes[:keep:keep]
		clear(f.bytes[f.synced:])
	}
}

func missing(op, path string) error {
	return &fs.PathError{Op: op, Path: path, Err: fs.ErrNotExist}
}

func noRoom() error { return &transport.Error{Trouble: transport.Full, Address: "/content"} }
