package item_test

import (
	"testing"

	"crossfeed/engine/item"
)

// RFC 2141 §2.2 to §2.4. The reserved characters of §2.3.2 are for future
// developments and are refused as well.
func TestNSS_RFC2141(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"REO1750", true},
		{"item_1_myapp_2005-05-21T11:43:33Z", true},
		{"0123456789", true},
		{"()+,-.:=@;$_!*'", true},
		{"60a76c80-d399-11d9-b93C-0003939e0aa0", true},
		{"a%20b", true},
		{"%C3%A9", true},
		{"%c3%a9", true},
		{"%01", true},
		{"%25zz", true},
		{"", false},
		{"%", false},
		{"%2", false},
		{"a%2", false},
		{"%zz", false},
		{"%2g", false},
		{"%g2", false},
		{"%00", false},
		{"a%00b", false},
		{"%%20", false},
		{"a b", false},
		{"a\tb", false},
		{"a\x00b", false},
		{"a\x7fb", false},
		{"Zoë", false},
		{"日本", false},
		{"\xff", false},
		{`DOMAIN\user`, false},
		{"a/b", false},
		{"a?b", false},
		{"a#b", false},
		{`"`, false}, {"&", false}, {"<", false}, {">", false}, {"[", false}, {"]", false},
		{"^", false}, {"`", false}, {"{", false}, {"|", false}, {"}", false}, {"~", false},
	} {
		if got := item.ValidNSS(c.text); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
}
