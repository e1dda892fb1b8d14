package work_test

import (
	"slices"
	"sync"
	"testing"

	"crossfeed/ui/window/work"
)

func TestASharedValueIsReadWhileItIsSet(t *testing.T) {
	var s work.Shared[[]string]
	if s.Get() != nil {
		t.Errorf("got %q before anything was set", s.Get())
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		for !slices.Equal(s.Get(), []string{"Groceries"}) {
		}
	})
	s.Set(nil)
	s.Set([]string{"Groceries"})
	reading.Wait()
}
