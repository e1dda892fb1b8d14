package cachetest_test

import (
	"errors"
	"testing"

	"crossfeed/engine/enginetest/cachetest"
	"crossfeed/engine/library/cache"
)

// put stores a file, in pieces of that size.
func put(c cache.Cache, name string, text []byte, piece int, n cache.Note) error {
	p, err := c.Begin(name, 0, n)
	if err != nil {
		return err
	}
	defer p.Close()
	for len(text) > 0 {
		size := min(piece, len(text))
		if _, err := p.Write(text[:size]); err != nil {
			return err
		}
		text = text[size:]
	}
	_, _, err = p.Done(n)
	return err
}

func TestAfterTheCutNothingHasAnEffect(t *testing.T) {
	m := cachetest.New()
	name := cache.Name("https://feeds.example/a.txt")
	m.CutAt(1)
	if err := put(m.Library(1), name, []byte("text"), 4, cache.Note{Size: 4}); !errors.Is(err, cachetest.ErrCut) {
		t.Errorf("got %v", err)
	}
	m.Restart(true)
	if left := m.Files(); len(left) != 0 {
		t.Errorf("there is %v", left)
	}
	if err := put(m.Library(1), name, []byte("text"), 4, cache.Note{Size: 4}); err != nil {
		t.Error(err)
	}
}

func TestAMemoryIsACache(t *testing.T) {
	cachetest.Conform(t, func(*testing.T) cache.Root { return cachetest.New() })
}
