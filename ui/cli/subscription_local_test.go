package cli_test

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAServerWithoutItsSchemeIsNotTakenForAFileInSilence(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", filepath.Join(d.dir, "example.org", "feed.xml")).mentions("nothing is there yet", "https://")
	if said := d.ok("subscription", "add", "Groceries", d.put("there.xml", eggs)).err; strings.Contains(said, "https://") {
		t.Errorf("of a file that is there it said %q", said)
	}
}
