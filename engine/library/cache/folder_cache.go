package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// folderCache is a cache in a folder. Files are in subfolders named after the first two digits
// of their names, so that no folder grows too large. Partial downloads are in "coming", each in
// a file with a note next to it. The steps are ordered so that after a stop between any two,
// each file is whole or absent.
type folderCache struct {
	files  Files
	folder string
}

// coming is the folder of partial downloads. Extensions follow the received bytes,
// of the note, and of a note that is being written.
const (
	coming  = "coming"
	partial = ".part"
	noted   = ".note"
	fresh   = ".new"
)

// Path implements Cache. It returns "" for an invalid name.
func (k folderCache) Path(name string) string {
	if check(name) != nil {
		return ""
	}
	return filepath.Join(k.folder, name[:2], name)
}

func (k folderCache) part(name string) string { return filepath.Join(k.folder, coming, name+partial) }

func (k folderCache) note(name string) string { return filepath.Join(k.folder, coming, name+noted) }

// Size implements Cache.
func (k folderCache) Size(name string) (size int64, there bool, err error) {
	if err := check(name); err != nil {
		return 0, false, err
	}
	size, err = k.files.Size(k.Path(name))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	return size, err == nil, err
}

// Open implements Cache.
func (k folderCache) Open(name string) (io.ReadSeekCloser, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return k.files.Open(k.Path(name))
}

// Remove implements Cache. The note is deleted first, because it describes the file next to
// it.
func (k folderCache) Remove(name string) error {
	if err := check(name); err != nil {
		return err
	}
	if err := k.forget(name); err != nil {
		return err
	}
	return k.files.Remove(k.Path(name))
}

// forget deletes a partial download.
func (k folderCache) forget(name string) error {
	if err := k.files.Remove(k.note(name)); err != nil {
		return err
	}
	return k.files.Remove(k.part(name))
}

// Names implements Cache. It reads each folder before it passes on the first of its names, so
// that each may remove files.
func (k folderCache) Names(each func(name string) error) error {
	folders, err := k.files.Names(k.folder)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if folder == coming {
			continue
		}
		if err := k.whole(folder, each); err != nil {
			return err
		}
	}
	return k.eachPartial(each)
}

// whole calls each with the names of the files in a folder.
func (k folderCache) whole(folder string, each func(name string) error) error {
	names, err := k.files.Names(filepath.Join(k.folder, folder))
	if err != nil {
		return err
	}
	for _, name := range names {
		if check(name) != nil || name[:2] != folder {
			continue
		}
		if err := each(name); err != nil {
			return err
		}
	}
	return nil
}

// eachPartial calls each with the names of files that exist only in part.
func (k folderCache) eachPartial(each func(name string) error) error {
	return k.Unfinished(func(name string) error {
		if _, there, err := k.Size(name); err != nil || there {
			return err
		}
		return each(name)
	})
}

// Unfinished implements Cache. It reads the folder before it passes on the first name, so that
// each may remove files.
func (k folderCache) Unfinished(each func(name string) error) error {
	files, err := k.files.Names(filepath.Join(k.folder, coming))
	if err != nil {
		return err
	}
	given := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(file, fresh), noted), partial)
		if given[name] || check(name) != nil {
			continue
		}
		given[name] = true
		if err := each(name); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAll implements Cache. It deletes the lock file if the system allows that while it is
// held.
func (k folderCache) RemoveAll() error {
	err := k.files.RemoveAll(k.folder)
	if err == nil {
		_ = k.files.Remove(k.folder + locked)
	}
	return err
}

// Free implements Cache.
func (k folderCache) Free() (int64, error) { return k.files.Free(k.folder) }

// Lock implements Cache. The lock file is next to the folder, so that it outlives the files.
func (k folderCache) Lock() (unlock func() error, err error) {
	if err := k.files.MakeFolder(filepath.Dir(k.folder)); err != nil {
		return nil, err
	}
	return k.files.Lock(k.folder + locked)
}

// LockFile implements Cache. Files whose names begin alike share a lock file, so that there
// are never many, and none needs to be removed.
func (k folderCache) LockFile(name string) (unlock func() error, err error) {
	if err := check(name); err != nil {
		return nil, err
	}
	if err := k.makeComing(); err != nil {
		return nil, err
	}
	return k.files.Lock(filepath.Join(k.folder, coming, name[:2]+locked))
}

// Unconfirmed implements Cache. It reads the file, because the one in place may still be the
// previous version. A complete download that is not in place yet is moved there.
func (k folderCache) Unconfirmed(name string) (n Note, there bool, err error) {
	if err := check(name); err != nil {
		return Note{}, false, err
	}
	n, _, there, err = k.readNote(name)
	if err != nil || !there || n.Hash == "" {
		return Note{}, false, err
	}
	if same, err := k.has(k.Path(name), n.Hash); same || err != nil {
		return n, same, err
	}
	same, err := k.has(k.part(name), n.Hash)
	if err != nil {
		return Note{}, false, err
	}
	if !same {
		return Note{}, false, k.forget(name)
	}
	return n, true, k.place(name)
}

// Confirm implements Cache.
func (k folderCache) Confirm(name string) error {
	if err := check(name); err != nil {
		return err
	}
	return k.forget(name)
}

// has reports whether the file at path has the hash.
func (k folderCache) has(path, hash string) (bool, error) {
	f, err := k.files.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)) == hash, errors.Join(err, f.Close())
}
