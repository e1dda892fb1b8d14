package transport

import (
	"errors"
	"strings"
	"testing"
)

func TestWhatAProxyIs(t *testing.T) {
	for address, want := range map[string]string{
		"":                           "",
		"none":                       "",
		"proxy.example:3128":         "http://proxy.example:3128",
		"https://proxy.example":      "https://proxy.example",
		"member@proxy.example:3128":  "http://member@proxy.example:3128",
		"socks5://proxy.example:108": "socks5://proxy.example:108",
	} {
		u, err := Proxy(address)
		got := ""
		if u != nil {
			got = u.String()
		}
		if err != nil || got != want {
			t.Errorf("Proxy(%q) = %q, %v; want %q", address, got, err, want)
		}
	}
}

func TestAProxyThatIsNone(t *testing.T) {
	for address, want := range map[string]struct {
		says     string
		password bool
	}{
		"http://member:hunter2@proxy.example:3128": {"keep the password for http://proxy.example:3128 and member", true},
		"member:hunter2@proxy.example:3128":        {"keep the password", true},
		"http://member:hunter%2@proxy.example":     {"write http://HOST:PORT", false},
		"ftp://proxy.example":                      {"ftp", false},
		"http://":                                  {"write http://HOST:PORT", false},
	} {
		_, err := Proxy(address)
		if err == nil || !strings.Contains(err.Error(), want.says) || strings.Contains(err.Error(), "hunter") || errors.Is(err, ErrPassword) != want.password {
			t.Errorf("Proxy(%q): %v", address, err)
		}
	}
}
