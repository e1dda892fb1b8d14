package item_test

import (
	"testing"

	"crossfeed/engine/item"
)

func TestMeasureCountsMarkupAndWords(t *testing.T) {
	for xml, want := range map[string][2]int{
		"":                                  {0, 0},
		"<title>Mind  the gap</title>":      {1, 3},
		"<title>Mind\n the gap</title><x/>": {2, 3},
		`<title>a</title><x a="1" b="x &gt; y"/>`:                         {4, 1},
		`<t:x xmlns:t="urn:t" t:a="1">b<t:y>c</t:y></t:x>`:                {3, 2},
		`<a xmlns="urn:a">&lt;b c="d"></a>`:                               {1, 2},
		`<title>a</title><!-- not this --><category term="b" label="c"/>`: {3, 1},
	} {
		c, err := item.ParseContent(`<entry xmlns="http://www.w3.org/2005/Atom">` + xml + `</entry>`)
		if err != nil {
			t.Fatal(err)
		}
		if markup, words := c.Measure(); markup != want[0] || words != want[1] {
			t.Errorf("%s: %d and %d, want %v", xml, markup, words, want)
		}
	}
}
