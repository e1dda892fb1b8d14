package cache_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/transport"
)

const photo = "https://feeds.example/photo.jpg"

// content returns bytes that differ by position and by seed.
func content(seed, size int) []byte {
	b := make([]byte, size)
	for i := range b {
		b[i] = byte(i*13 + i/257 + seed)
	}
	return b
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// fetch does what a run does for a file: it records a complete download, resumes an
// interrupted one of the same file (same ETag), and records when it is done. It returns the
// recorded hash.
func fetch(c cache.Cache, name string, whole []byte, etag string) (recorded string, err error) {
	n, there, err := c.Unconfirmed(name)
	if err != nil {
		return "", err
	}
	if there && n.Known.ETag == etag {
		return n.Hash, c.Confirm(name)
	}
	n, from, err := c.Broken(name)
	if err != nil {
		return "", err
	}
	if n.Known.ETag != etag {
		from = 0
	}
	note := cache.Note{Known: transport.Known{ETag: etag}, Size: int64(len(whole))}
	p, err := c.Begin(name, from, note)
	if err != nil {
		return "", err
	}
	for piece := range slices.Chunk(whole[from:], 90_000) {
		if _, err := p.Write(piece); err != nil {
			return "", errors.Join(err, p.Close())
		}
	}
	hash, _, err := p.Done(note)
	if err != nil {
		return "", errors.Join(err, p.Close())
	}
	return hash, c.Confirm(name)
}

// here reads a file; nil means that it does not exist.
func here(t *testing.T, c cache.Cache, name string) []byte {
	t.Helper()
	if _, there, err := c.Size(name); err != nil {
		t.Fatal(err)
	} else if !there {
		return nil
	}
	f, err := c.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The program is stopped at each step of fetching and of replacing a file, and again in the
// next run. Whenever somebody reads the file, it must be the old or the new one, and the run
// that is not stopped must end with the new one.
func TestAStopAtAnyStepLeavesAFileWholeOrNotThere(t *testing.T) {
	for _, size := range []int{1000, 700_000} {
		for _, power := range []bool{true, false} {
			steps := stepsOf(t, size)
			for first := 1; first <= steps; first += testsize.Of(5, 1) {
				for second := 1; second <= steps; second += testsize.Of(11, 7) {
					t.Run(fmt.Sprintf("%d bytes, power %v, steps %d and %d", size, power, first, second), func(t *testing.T) {
						stopTwice(t, size, power, first, second)
					})
				}
			}
		}
	}
}

func stepsOf(t *testing.T, size int) int {
	t.Helper()
	m := cachetest.New()
	if _, err := fetch(m.Library(1), cache.Name(photo), content(1, size), "1"); err != nil {
		t.Fatal(err)
	}
	return m.Steps()
}

func stopTwice(t *testing.T, size int, power bool, first, second int) {
	m := cachetest.New()
	c, name := m.Library(1), cache.Name(photo)
	old, new := content(1, size), content(2, size)
	if _, err := fetch(c, name, old, "1"); err != nil {
		t.Fatal(err)
	}
	for _, step := range []int{first, second} {
		m.CutAt(step)
		_, err := fetch(c, name, new, "2")
		m.Restart(power)
		if got := here(t, c, name); !bytes.Equal(got, old) && !bytes.Equal(got, new) {
			t.Fatalf("there are %d bytes that are neither the old nor the new ones", len(got))
		}
		if err == nil {
			break
		}
	}
	hash, err := fetch(c, name, new, "2")
	if err != nil {
		t.Fatal(err)
	}
	if got := here(t, c, name); !bytes.Equal(got, new) || hash != hashOf(new) {
		t.Fatalf("there are %d bytes of hash %s, and %s is recorded", len(got), hashOf(got), hash)
	}
	if left := m.Files(); !slices.Equal(left, []string{"1/" + name[:2] + "/" + name}) {
		t.Errorf("there is %v", left)
	}
}

// After a power cut, the end of a file may have other bytes than those written.
func TestWhatNoMarkVouchesForDidNotCome(t *testing.T) {
	m := cachetest.New()
	c, name, whole := m.Library(1), cache.Name(photo), content(1, 1_000_000)
	p, err := c.Begin(name, 0, cache.Note{Size: -1})
	if err != nil {
		t.Fatal(err)
	}
	for piece := range slices.Chunk(whole, 10_000) {
		if _, err := p.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	m.CutAt(1)
	m.Restart(true)
	part := "1/coming/" + name + ".part"
	if _, from, err := c.Broken(name); err != nil || from < 750_000 {
		t.Fatalf("with power there are %d, %v", from, err)
	}
	m.Damage(part, func(b []byte) []byte {
		b[600_000]++
		return b
	})
	_, from, err := c.Broken(name)
	if err != nil || from > 600_000 || from < 500_000 {
		t.Errorf("with a byte that is another there are %d, %v", from, err)
	}
}

func TestATornNoteIsNone(t *testing.T) {
	for size := 0; size < 200; size += testsize.Of(7, 1) {
		m := cachetest.New()
		c, name := m.Library(1), cache.Name(photo)
		p, err := c.Begin(name, 0, cache.Note{Known: transport.Known{ETag: "1"}, Size: -1, Type: "image/jpeg"})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := p.Write(content(1, 300_000)); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
		var length int
		m.Damage("1/coming/"+name+".note", func(b []byte) []byte {
			length = len(b)
			return b[:min(size, len(b))]
		})
		n, from, err := c.Broken(name)
		if err != nil || from != 0 && from != 300_000 && size < length || from != 0 && n.Known.ETag != "1" {
			t.Fatalf("after %d of %d bytes of the note: %d bytes, %+v, %v", size, length, from, n, err)
		}
		if size >= length && from != 600_000 {
			t.Fatalf("with the whole note there are %d", from)
		}
	}
}

func TestWhatLiesInPlaceAndIsAnotherDidNotArrive(t *testing.T) {
	m := cachetest.New()
	c, name := m.Library(1), cache.Name(photo)
	cachetest.Put(t, c, name, []byte("text"))
	m.Damage("1/"+name[:2]+"/"+name, func([]byte) []byte { return []byte("best") })
	if _, there, err := c.Unconfirmed(name); there || err != nil {
		t.Errorf("got %v, %v", there, err)
	}
}
