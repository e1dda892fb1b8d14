package fetch

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestOneAtATimeHasATurnOfAKey(t *testing.T) {
	var turn Turns
	var all sync.WaitGroup
	inside := map[int64]int{}
	for n := range 100 {
		all.Go(func() {
			key := int64(n % 2)
			leave, err := turn.Enter(t.Context(), key)
			if err != nil {
				t.Error(err)
				return
			}
			defer leave()
			turn.mu.Lock()
			inside[key]++
			if inside[key] != 1 {
				t.Errorf("%d have the turn of %d", inside[key], key)
			}
			turn.mu.Unlock()
			turn.mu.Lock()
			inside[key]--
			turn.mu.Unlock()
		})
	}
	all.Wait()
	if len(turn.taken) != 0 {
		t.Errorf("%d turns are left", len(turn.taken))
	}
}

func TestWhoGivesUpHasNoTurn(t *testing.T) {
	var turn Turns
	leave, err := turn.Enter(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := turn.Enter(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	leave()
	leave, err = turn.Enter(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	leave()
}
