package memory_test

import (
	"testing"

	"crossfeed/engine/enginetest/conformance"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/store"
)

func TestConformance(t *testing.T) {
	conformance.Run(t, func(*testing.T) store.Store { return memory.New() })
}
