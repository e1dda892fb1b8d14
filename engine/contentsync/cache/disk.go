package cache

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Disk keeps files below a folder of this computer: those of a library in a folder of
// its key, those of items in "attachments". The folders are this user's alone.
type Disk struct{ Folder string }

// Library implements Root.
func (d Disk) Library(key int64) Cache { return d.on().Library(key) }

// Attachments implements Root.
func (d Disk) Attachments() Cache { return d.on().Attachments() }

// Libraries implements Root.
func (d Disk) Libraries() ([]int64, error) { return d.on().Libraries() }

func (d Disk) on() Root { return On(system{}, d.Folder) }

var _ Root = Disk{}

// On keeps files below a folder of a file system.
func On(files Files, folder string) Root { return root{files, folder} }

type root struct {
	files  Files
	folder string
}

// locked is the ending of the file beside a library's folder that Lock locks.
const locked = ".lock"

func (r root) Library(key int64) Cache { return r.named(strconv.FormatInt(key, 10)) }

func (r root) Attachments() Cache { return r.named("attachments") }

func (r root) named(name string) Cache {
	return kept{r.files, filepath.Join(r.folder, name)}
}

// Libraries counts a lock as something that is there, so that whoever sweeps takes it
// away, too.
func (r root) Libraries() ([]int64, error) {
	names, err := r.files.Names(r.folder)
	var keys []int64
	for _, name := range names {
		if key, err := strconv.ParseInt(strings.TrimSuffix(name, locked), 10, 64); err == nil {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys), err
}
