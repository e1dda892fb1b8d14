package feedsync_test

import (
	"testing"

	"crossfeed/engine/enginetest/rulestest"
)

// TestMain draws more cases for each property than rapid does by itself.
func TestMain(m *testing.M) { rulestest.Main(m) }
