package merge_test

import (
	"testing"

	"crossfeed/engine/merge"
)

// What a person sees as one character is marked or not marked as a whole.
func TestMarksKeepCharactersWhole(t *testing.T) {
	for name, c := range map[string]struct{ left, right, want string }{
		"an emoji's skin": {
			"well done 👍 today", "well done 👍🏽 today",
			"~ 1 well done [👍] today | 1 well done [👍🏽] today\n",
		},
		"a family": {
			"us: 👨‍👩‍👧 ok", "us: 👨‍👩‍👦 ok",
			"~ 1 us: [👨‍👩‍👧] ok | 1 us: [👨‍👩‍👦] ok\n",
		},
		"a flag": {
			"made in 🇩🇪 here", "made in 🇩🇰 here",
			"~ 1 made in [🇩🇪] here | 1 made in [🇩🇰] here\n",
		},
		"a combining accent": {
			"the cafe\u0301 is open", "the cafe is open",
			"~ 1 the caf[e\u0301] is open | 1 the caf[e] is open\n",
		},
		"an accent that lost its letter": {
			"\u0301 is open", "e\u0301 is open",
			"~ 1 [\u0301] is open | 1 [e\u0301] is open\n",
		},
		"Chinese": {
			"我今天买牛奶", "我明天买牛奶",
			"~ 1 我[今]天买牛奶 | 1 我[明]天买牛奶\n",
		},
		"Thai": {
			"น้ำดี", "น้ำดำ",
			"~ 1 น้ำ[ดี] | 1 น้ำ[ดำ]\n",
		},
		"Hebrew": {
			"קנה חלב היום", "קנה לחם היום",
			"~ 1 קנה [חלב] היום | 1 קנה [לחם] היום\n",
		},
		"Arabic": {
			"اشتر الحليب غدا", "اشتر الخبز غدا",
			"~ 1 اشتر [الحليب] غدا | 1 اشتر [الخبز] غدا\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := draw(merge.Text(c.left, c.right)); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
