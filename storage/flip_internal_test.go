//go:build !raced

package storage

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/store"
)

func TestFlippedByteOfTheHeaderIsRefusedOrHarmless(t *testing.T) {
	dir, path := filled(t)
	whole := read(t, path)
	harmless := map[int]bool{}
	for _, span := range [][2]int{
		{24, 28}, {92, 96}, // without the change counter, SQLite counts pages itself
		{40, 44},  // the schema cookie only distinguishes schemas
		{48, 52},  // a hint for the cache
		{96, 100}, // who wrote it
	} {
		for at := span[0]; at < span[1]; at++ {
			harmless[at] = true
		}
	}
	for at := range headerSize {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 0xff
		replace(t, path, flipped)
		switch {
		case harmless[at]:
			wantUsable(t, dir)
		default:
			wantRefused(t, dir, store.ErrDamaged)
		}
	}
}

func TestFlippedByteAnywhereIsNeverTouchedByARefusal(t *testing.T) {
	const seed = 7
	random := rand.New(rand.NewPCG(seed, seed))
	dir, path := filled(t)
	whole := read(t, path)
	refused := 0
	for range testsize.Of(120, 300) {
		flipped := bytes.Clone(whole)
		flipped[headerSize+random.IntN(len(whole)-headerSize)] ^= byte(1 + random.IntN(255))
		replace(t, path, flipped)
		s, err := Open(context.Background(), dir)
		if err == nil {
			_ = s.Close()
			continue
		}
		refused++
		if !errors.Is(err, store.ErrDamaged) {
			t.Errorf("seed %d: %v", seed, err)
		}
		if !bytes.Equal(read(t, path), flipped) {
			t.Errorf("seed %d: a refused store was changed", seed)
		}
	}
	if refused == 0 {
		t.Errorf("seed %d: nothing was refused", seed)
	}
}

// wantUsable checks that a store opens, has its data, and can be written.
func wantUsable(t *testing.T, dir string) {
	t.Helper()
	s, err := Open(context.Background(), dir)
	if err != nil {
		t.Error(err)
		return
	}
	err = s.Update(t.Context(), func(w store.Writer) error {
		set, err := w.SetNamed("Groceries")
		if err != nil {
			return err
		}
		_, err = w.PutSet(set)
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Error(err)
	}
}
