package terminal_test

import (
	"os"
	"path/filepath"
	"testing"

	"crossfeed/ui/cli/terminal"
)

func TestAFileIsNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := terminal.Width(f); got != 0 {
		t.Errorf("it has %d columns", got)
	}
}
