package memory_test

import (
	"testing"

	"crossfeed/engine/store"
	"crossfeed/engine/store/conformance"
	"crossfeed/engine/store/memory"
)

func TestConformance(t *testing.T) {
	conformance.Run(t, func(*testing.T) store.Store { return memory.New() })
}
