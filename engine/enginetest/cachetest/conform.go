package cachetest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"crossfeed/engine/library/cache"
	"crossfeed/engine/transport"
)

// Conform tests that a cache meets its contract. open returns an empty cache.
func Conform(t *testing.T, open func(t *testing.T) cache.Root) {
	for name, test := range map[string]func(*testing.T, cache.Root){
		"a file is there once it is done":                             thereOnceDone,
		"a file is replaced whole":                                    replacedWhole,
		"a download that broke off goes on":                           goesOn,
		"the received part is cut where the download resumes earlier": goesOnBefore,
		"a small file that breaks off leaves nothing":                 smallLeavesNothing,
		"a new beginning forgets the old one":                         beginsAnew,
		"a file of another size is refused":                           otherSize,
		"another file than was said is refused":                       otherFile,
		"what arrived is told until it is taken":                      arrivedUntilTaken,
		"removing deletes the file and its received part":             removes,
		"names include whole files and parts":                         names,
		"all is removed, and libraries are apart":                     removesAll,
		"what is no name leads nowhere":                               noName,
		"the libraries that are there are listed":                     libraries,
		"a library is locked by one at a time":                        locks,
		"a file is locked by one at a time":                           locksFile,
		"there is room":                                               hasRoom,
		"a part is told of quickly":                                   came,
		"each may remove while names are listed":                      removesWhileListed,
		"files may be written concurrently":                           concurrently,
		"the attachments are next to the libraries":                   attachments,
		"what has not been kept is opened as not there":               notThere,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

const address = "https://feeds.example/photos/a.jpg"

// text returns bytes that vary with their offset.
func text(size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(i*7 + i/251)
	}
	return b
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Put stores a complete file.
func Put(t testing.TB, c cache.Cache, name string, b []byte) {
	t.Helper()
	if err := put(c, name, b); err != nil {
		t.Fatal(err)
	}
}

func put(c cache.Cache, name string, b []byte) error {
	p, err := c.Begin(name, 0, cache.Note{Size: int64(len(b))})
	if err != nil {
		return err
	}
	if _, err := p.Write(b); err != nil {
		return errors.Join(err, p.Close())
	}
	hash, size, err := p.Done(cache.Note{Size: int64(len(b))})
	if err == nil && (hash != hashOf(b) || size != int64(len(b))) {
		err = fmt.Errorf("%d bytes of hash %s are not what was written", size, hash)
	}
	return errors.Join(err, p.Close())
}

// broken stores the beginning of a file of unknown size.
func broken(t testing.TB, c cache.Cache, name string, b []byte, n cache.Note) {
	t.Helper()
	p, err := c.Begin(name, 0, n)
	if err != nil {
		t.Fatal(err)
	}
	for piece := range slices.Chunk(b, 100<<10) {
		if _, err := p.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
}

// has checks the content of a file; nil means that there must be no file.
func has(t testing.TB, c cache.Cache, name string, want []byte) {
	t.Helper()
	size, there, err := c.Size(name)
	if err != nil || there != (want != nil) || there && size != int64(len(want)) {
		t.Fatalf("there is %d, %v, %v", size, there, err)
	}
	if want == nil {
		return
	}
	f, err := c.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := io.ReadAll(f); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("%d bytes are not the ones that were written, %v", len(got), err)
	}
}

// namesOf returns the names in the cache, sorted.
func namesOf(t testing.TB, c cache.Cache) (all []string) {
	t.Helper()
	err := c.Names(func(name string) error {
		all = append(all, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

// isTrouble checks the kind of an error.
func isTrouble(t testing.TB, err error, want transport.Trouble) {
	t.Helper()
	var e *transport.Error
	if !errors.As(err, &e) || e.Trouble != want {
		t.Errorf("got %v", err)
	}
}
