package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// Arrived implements Cache. The file is read: what is in its place may be the one before.
// One that came whole and is not in its place yet is put there.
func (k kept) Arrived(name string) (n Note, there bool, err error) {
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

// Taken implements Cache.
func (k kept) Taken(name string) error {
	if err := check(name); err != nil {
		return err
	}
	return k.forget(name)
}

// has tells whether there is a file of that hash.
func (k kept) has(path, hash string) (bool, error) {
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
