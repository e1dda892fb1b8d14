package wording_test

import (
	"strings"
	"testing"

	"crossfeed/engine/transport"
	"crossfeed/ui/wording"
)

// A problem with a whole server is reported for the server, not for one of its feeds.
func TestTroubleWithAServerNamesTheServer(t *testing.T) {
	const address = "https://dav.example.org:8443/lists/Groceries.xml"
	for _, kind := range []transport.Trouble{
		transport.NoHost, transport.Refused, transport.Timeout, transport.SignIn, transport.TooMany, transport.Unavailable, transport.Certificate,
	} {
		text := wording.TroubleText(kind, address)
		if !strings.Contains(text, "dav.example.org:8443") || strings.Contains(text, "Groceries.xml") {
			t.Errorf("%v: %s", kind, text)
		}
	}
	if text := wording.TroubleText(transport.NoHost, address); !strings.Contains(text, "typos") || !strings.Contains(text, "network") {
		t.Errorf("one of the two causes is missing: %s", text)
	}
	if text := wording.TroubleText(transport.NotFound, address); !strings.Contains(text, address) {
		t.Errorf("what is not there: %s", text)
	}
}

func TestTheServerOfAnAddress(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:8080/a.xml":                        "127.0.0.1:8080",
		"s3://lists/a.xml":                                   "s3://lists",
		"s3://lists/a.xml?endpoint=https://s3.example.org:9": "s3.example.org:9",
		"/home/me/Shared":                                    "/home/me/Shared",
		`C:\Shared`:                                          `C:\Shared`,
	} {
		if got := wording.Server(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}
