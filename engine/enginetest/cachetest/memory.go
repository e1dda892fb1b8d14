// Package cachetest has caches for tests: one in memory that fails, has no room, and stops
// where a test says, with the steps that a real one takes.
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

// ErrCut is what every step answers once the program was cut off.
var ErrCut = errors.New("the program was cut off")

// Memory is a cache.Root whose files are in memory. It takes the steps of cache.Disk. It
// may be used from several goroutines.
type Memory struct {
	cache.Root
	disk *disk
}

// New gives an empty one with room for everything.
func New() *Memory {
	d := &disk{files: map[string]*content{}, locks: map[string]bool{}, room: 1 << 50}
	return &Memory{cache.On(d, "/content"), d}
}

// Room sets how many bytes there may be in all.
func (m *Memory) Room(bytes int64) { m.do(func(d *disk) { d.room = bytes }) }

// Used is how many bytes there are.
func (m *Memory) Used() (used int64) {
	m.do(func(d *disk) { used = d.used() })
	return used
}

// Steps is how many steps were taken: each that changes something counts.
func (m *Memory) Steps() (steps int) {
	m.do(func(d *disk) { steps = d.steps })
	return steps
}

// FailAt lets the nth step from now fail, counted from 1. It does nothing then.
func (m *Memory) FailAt(n int, err error) {
	m.do(func(d *disk) { d.failAt, d.failure = d.steps+n, err })
}

// CutAt cuts the program off at the nth step from now, counted from 1: that one is half
// done where it writes, and not done otherwise, and neither it nor any later one has an
// effect, until Restart.
func (m *Memory) CutAt(n int) { m.do(func(d *disk) { d.cutAt = d.steps + n }) }

// Restart begins a new program on what lies there. Without power what was not forced to
// the disk is lost: half of it is other bytes, and the rest is gone.
func (m *Memory) Restart(power bool) {
	m.do(func(d *disk) {
		d.cutAt, d.failAt, d.locks = 0, 0, map[string]bool{}
		d.life++
		if !power {
			d.lose()
		}
	})
}

// Files lists what lies there, sorted: its paths below the folder of the cache.
func (m *Memory) Files() (paths []string) {
	m.do(func(d *disk) { paths = slices.Sorted(maps.Keys(d.files)) })
	for i, path := range paths {
		paths[i] = strings.TrimPrefix(path, "/content/")
	}
	return paths
}

// Damage changes the bytes of a file that lies there, as another program would.
func (m *Memory) Damage(path string, change func([]byte) []byte) {
	m.do(func(d *disk) {
		if f := d.files["/content/"+path]; f != nil {
			f.bytes = change(f.bytes)
			f.synced = len(f.bytes)
		}
	})
}

// Delete takes a file away, as another program would.
func (m *Memory) Delete(path string) { m.do(func(d *disk) { delete(d.files, "/content/"+path) }) }

func (m *Memory) do(what func(*disk)) {
	m.disk.mu.Lock()
	defer m.disk.mu.Unlock()
	what(m.disk)
}

// disk is a file system in memory.
type disk struct {
	mu    sync.Mutex
	files map[string]*content
	locks map[string]bool
	room  int64
	// steps were taken; the one of number failAt fails, and from cutAt on none is. life
	// counts programs: a file that one opened is of no use to the next.
	steps, failAt, cutAt, life int
	failure                    error
}

// content is a file: its first synced bytes survive without power.
type content struct {
	bytes  []byte
	synced int
	sealed bool
}

// step counts a step; the error says why it is not to be taken. The lock is held.
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

// lose takes what was not forced to the disk.
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
