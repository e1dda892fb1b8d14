package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// TestCheckNamesAbsurdSizes: what no person typed is read, kept and named, with its line
// and its item.
func TestCheckNamesAbsurdSizes(t *testing.T) {
	d := newDesk(t)
	long := strings.Replace(eggs, "<item>", sharedItem("milk")+"\n<item>", 1)
	long = strings.Replace(long, "<title>milk</title>", "<title>"+strings.Repeat("é", 20_000)+"</title>", 1)
	file := d.put("long.xml", long)
	line := 1 + strings.Count(long[:strings.Index(long, "ééé")], "\n")
	checked := d.run("feed", "check", file).is(cli.Done).out
	for _, text := range []string{fmt.Sprintf("long.xml:%d ", line), "warning", "milk", "absurd-size", "its title has 20000 characters"} {
		if !strings.Contains(checked, text) {
			t.Errorf("%q is not in\n%s", text, checked)
		}
	}
	d.ok("set", "new", "Groceries")
	d.ok("subscription", "add", "Groceries", file)
	d.run("sync").mentions("its title has 20000 characters")
	if listed := d.ok("item", "list", "Groceries").out; !strings.Contains(listed, "ééé") || len(listed) > 5_000 {
		t.Errorf("the list is of %d bytes", len(listed))
	}
	if shown := d.ok("--json", "item", "list", "Groceries").out; !strings.Contains(shown, strings.Repeat("é", 20_000)) {
		t.Error("something is lost")
	}
}
