//go:build !headless

package ui

import "testing"

func TestTheNameThatIsSuggestedForADevice(t *testing.T) {
	for _, c := range [][4]string{
		{"kitchen.local", "Anna Berg", "anna", "kitchen"},
		{"localhost.localdomain", "Anna Berg", "anna", "Anna Berg"},
		{"Debian", "", `WORK\anna`, "anna"},
		{"0123456789abcdef0123", "", "anna", "anna"},
		{"", "root", "root", ""},
		{"b\u202fo\u202ex", "", "", "b ox"},
	} {
		if got := suggested(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%q: suggested %q", c, got)
		}
	}
}
