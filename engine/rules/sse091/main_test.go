package sse091_test

import (
	"testing"

	"crossfeed/engine/enginetest/rulestest"
)

// TestMain runs more checks per property than rapid's default.
func TestMain(m *testing.M) { rulestest.Main(m) }
