package field_test

import (
	"testing"

	"crossfeed/ui/window/field"
)

// What comes from a feed may be any address; the browser gets those of the web alone.
func TestOnlyAddressesOfTheWebAreOpened(t *testing.T) {
	for address, want := range map[string]bool{
		"https://heise.example/feed": true, "HTTP://heise.example": true, "http://heise.example:8080/a?b#c": true,
		"": false, "heise.example": false, "file:///etc/passwd": false, "javascript:alert(1)": false, "mailto:a@b.example": false,
		"https:": false, "https:///path": false, "feed://heise.example": false, "http://[": false, "ftp://heise.example": false,
	} {
		if got := field.CanOpen(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
