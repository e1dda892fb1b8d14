package contentsync_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/transporttest"
)

// An invalid document must not leave a temporary file open.
func TestADocumentThatIsNoFeedLeavesNothingOpen(t *testing.T) {
	w := newWorld(t)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	w.places.Serve(at+"root.xml", transporttest.Served{Text: "no feed at all"})
	w.sync()
	open, err := filepath.Glob("/proc/self/fd/*")
	if err != nil || len(open) == 0 {
		t.Fatalf("%d files are open, %v", len(open), err)
	}
	for _, one := range open {
		if to, err := os.Readlink(one); err == nil && strings.HasPrefix(to, folder) {
			t.Errorf("%s is open", to)
		}
	}
}
