package cli_test

import (
	"strings"
	"testing"
)

// Before items become readable somewhere for the first time, it is said how many, and to whom.
func TestPublishingSaysFirstHowMuchBecomesReadable(t *testing.T) {
	d := newDesk(t)
	d.ok("set", "new", "Groceries")
	for _, title := range []string{"Milk", "Bread"} {
		d.ok("item", "add", "Groceries", "--id", title, "--title", title)
	}
	said := func(args ...string) bool {
		t.Helper()
		return strings.HasPrefix(d.ok(args...).err, "Your 2 items in Groceries will become readable to everyone who can open ")
	}
	for _, c := range []struct {
		name string
		args []string
		want bool
	}{
		{"at first", []string{"publish", "Groceries", d.file("feed.xml")}, true},
		{"there again", []string{"publish", "Groceries", d.file("feed.xml")}, false},
		{"as before", []string{"publish", "Groceries"}, false},
		{"with a window", []string{"publish", "Groceries", "--window", "30d"}, false},
		{"elsewhere", []string{"publish", "Groceries", d.file("other.xml")}, true},
	} {
		if got := said(c.args...); got != c.want {
			t.Errorf("%s: said is %t, want %t", c.name, got, c.want)
		}
	}
	d.ok("set", "new", "Empty")
	if r := d.ok("publish", "Empty", d.file("empty.xml")); strings.Contains(r.err, "will become readable") {
		t.Errorf("of an empty list: %s", r.err)
	}
}
