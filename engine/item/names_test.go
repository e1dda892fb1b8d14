package item_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"crossfeed/engine/item"
)

const (
	kitchen = "vfuo7bo3aaaabbbb"
	laptop  = "lapto234aaaabbbb"
	own     = "myown234aaaabbbb"
)

func TestClean(t *testing.T) {
	family := "👨‍👩‍👧‍👦"
	for name, want := range map[string]string{
		"  Anna's\tlaptop \n ":                            "Anna's laptop",
		"a\u202eb\u2066c\u200fd":                          "abcd",
		"a\x00b\x1bc\u0085d\u2028e":                       "abc d e",
		"\ufeffx\u200by\ufffe":                            "xy",
		"bad\xffbytes":                                    "badbytes",
		"مطبخ":                                            "مطبخ",
		"می\u200cخواهم":                                   "می\u200cخواهم",
		strings.Repeat("x", 61):                           strings.Repeat("x", 60),
		strings.Repeat("x", 59) + "e\u0301":               strings.Repeat("x", 59),
		strings.Repeat("x", 58) + "e\u0301":               strings.Repeat("x", 58) + "e\u0301",
		strings.Repeat("x", 55) + family:                  strings.Repeat("x", 55),
		"a" + strings.Repeat("\u0301", 100):               "",
		strings.Repeat("ä ", 40):                          strings.TrimSpace(strings.Repeat("ä ", 30)),
		strings.Repeat("漢", 59) + "e":                     strings.Repeat("漢", 59) + "e",
		"Hostname.local":                                  "Hostname.local",
		"<b>\"&'":                                         "<b>\"&'",
		"\u2066kitchen\u2069 \U000e0041\U000e0042secrets": "kitchen secrets",
	} {
		got := item.CleanName(name)
		if got != want {
			t.Errorf("Clean(%q) is %q, want %q", name, got, want)
		}
		if utf8.RuneCountInString(got) > item.MaxName || item.CleanName(got) != got {
			t.Errorf("Clean(%q) is %q, which is not clean", name, got)
		}
	}
}

func TestGenerated(t *testing.T) {
	for id, want := range map[string]string{
		kitchen:                                         "vfuo7",
		"3F2504E0-4F89-41D3-9A0C-0305E82C3301":          "3f250",
		"{3f2504e0-4f89-41d3-9a0c-0305e82c3301}":        "3f250",
		"urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301": "3f250",
		"0123456789abcdef0123456789abcdef":              "01234",
		strings.Repeat("x.", 40):                        "x.x.x",
	} {
		if !item.IsGeneratedID(id) || item.ShortID(id) != want {
			t.Errorf("%q: generated %v, short %q, want %q", id, item.IsGeneratedID(id), item.ShortID(id), want)
		}
	}
	for _, id := range []string{"", "laptop", "GPM7383", "ray@example.com", "REO1750", "the-kitchen-tablet-of-anna"} {
		if item.IsGeneratedID(id) {
			t.Errorf("%q was not made by a program", id)
		}
	}
}

func TestWhoSaysWhatADeviceIsCalled(t *testing.T) {
	for what, c := range map[string]struct {
		given  map[string]string
		claims []item.NameClaim
		want   item.NameLabel
	}{
		"nobody":                   {want: item.NameLabel{Short: "vfuo7"}},
		"itself":                   {claims: []item.NameClaim{{kitchen, "Kitchen", kitchen}}, want: item.NameLabel{Name: "Kitchen"}},
		"another":                  {claims: []item.NameClaim{{kitchen, "Kitchen", laptop}}, want: item.NameLabel{Name: "Kitchen", According: laptop}},
		"itself before others":     {claims: []item.NameClaim{{kitchen, "Boiler", laptop}, {kitchen, "Boiler", "x"}, {kitchen, "Kitchen", kitchen}}, want: item.NameLabel{Name: "Kitchen"}},
		"a feed without publisher": {claims: []item.NameClaim{{kitchen, "Kitchen", ""}}, want: item.NameLabel{Short: "vfuo7"}},
		"a feed in our name":       {claims: []item.NameClaim{{kitchen, "Kitchen", own}}, want: item.NameLabel{Short: "vfuo7"}},
		"most feeds":               {claims: []item.NameClaim{{kitchen, "A", kitchen}, {kitchen, "B", kitchen}, {kitchen, "B", kitchen}}, want: item.NameLabel{Name: "B"}},
		"the first of as many":     {claims: []item.NameClaim{{kitchen, "B", kitchen}, {kitchen, "A", kitchen}}, want: item.NameLabel{Name: "A"}},
		"nothing that can be seen": {claims: []item.NameClaim{{kitchen, "\u202e\u200b", kitchen}}, want: item.NameLabel{Short: "vfuo7"}},
		"a name of another device": {claims: []item.NameClaim{{kitchen, "LAPTOP", kitchen}, {laptop, "Laptop", laptop}}, want: item.NameLabel{Name: "LAPTOP", Short: "vfuo7"}},
		"our own name":             {given: map[string]string{own: "Ray"}, claims: []item.NameClaim{{kitchen, "ｒａｙ", kitchen}}, want: item.NameLabel{Name: "ｒａｙ", Short: "vfuo7"}},
		"the word for ourselves":   {claims: []item.NameClaim{{kitchen, "You", kitchen}}, want: item.NameLabel{Name: "You", Short: "vfuo7"}},
	} {
		if got := item.NewNames(own, c.given, c.claims).Label(kitchen, "you"); got != c.want {
			t.Errorf("%s: got %+v, want %+v", what, got, c.want)
		}
	}
}

func TestTheAddressBookComesFirst(t *testing.T) {
	b := item.NewNames(own, map[string]string{kitchen: "Anna", laptop: "Anna"}, []item.NameClaim{{kitchen, "Kitchen", kitchen}, {kitchen, "x", laptop}})
	for _, by := range []string{kitchen, laptop} {
		if l := b.Label(by, "Anna"); l.Name != "Anna" || l.Short != "" || l.According != "" || !b.Given(by) {
			t.Errorf("%s is %+v", by, l)
		}
	}
}

func TestNobodyElseNamesThisDevice(t *testing.T) {
	b := item.NewNames(own, nil, []item.NameClaim{{own, "Victim", own}, {own, "Victim", kitchen}})
	if b.Name(own) != "" || len(b.Known()) != 0 {
		t.Errorf("it is called %q", b.Name(own))
	}
}

func TestAnIdentifierThatAPersonChoseIsAName(t *testing.T) {
	if l := item.NewNames(own, nil, []item.NameClaim{{kitchen, "Laptop", kitchen}}).Label("laptop"); l.Short != "laptop" {
		t.Errorf("next to another of that name it is %+v", l)
	}
	var none *item.Names
	if l := none.Label("GPM\u202e7383"); l != (item.NameLabel{Name: "GPM7383"}) {
		t.Errorf("got %+v", l)
	}
}

func TestDevicesInEnglish(t *testing.T) {
	b := item.NewNames(own, nil, []item.NameClaim{
		{kitchen, "Kitchen", laptop}, {laptop, "You", laptop}, {"x", "X", "y"}, {"z", "Z", kitchen},
	})
	for by, want := range map[string]string{
		"": "somebody", own: "you", "GPM7383": "GPM7383", "unknown234unknown": "unnamed device unkno",
		kitchen: "Kitchen, according to You (lapto)", laptop: "You (lapto)", "x": "X, according to y", "z": "Z, according to Kitchen",
	} {
		if got := b.English(by); got != want {
			t.Errorf("%q is %q, want %q", by, got, want)
		}
	}
}
