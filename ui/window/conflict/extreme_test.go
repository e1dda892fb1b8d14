//go:build !raced

package conflict_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
)

// However many versions there are, whatever their content and authors, the page shows them,
// and every key works.
func TestWhateverIsInVersionsThePageShowsThem(t *testing.T) {
	crowd := func(n int, title, text func(i int) string) []*item.Version {
		var all []*item.Version
		for i := range n {
			all = append(all, version(n+1-i, fmt.Sprint("e", i), title(i), text(i)))
		}
		return all
	}
	is := func(s string) func(int) string { return func(i int) string { return s + fmt.Sprint(i) } }
	long := testsize.Of(20_000, 100_000)
	line := strings.Repeat("abc ", long/4)
	nameless := crowd(3, is("x"), is("y"))
	for _, v := range nameless {
		for i := range v.History {
			v.History[i].By, v.History[i].When = "", item.When{}
		}
	}
	for name, versions := range map[string][]*item.Version{
		"40 versions":    crowd(40, is("Title "), is("one\ntwo\n")),
		"a long line":    crowd(3, is("t"), is(line)),
		"a long title":   crowd(3, is(line), is("t")),
		"no space":       crowd(2, is("t"), is(strings.Repeat("x", long))),
		"control":        crowd(3, is("a\x1b[31m\tb\x00\n"), is("a\x1b[31m\tb\x07\r\rx\u2028\u202e")),
		"right to left":  crowd(3, is("ביצים \u202e"), is("ביצים\nשלום ")),
		"nobody":         nameless,
		"all deleted":    {deleted(version(3, "a", "x", "y")), deleted(version(2, "b", "", ""))},
		"nothing":        crowd(2, func(int) string { return "" }, func(int) string { return "" }),
		"not UTF-8":      crowd(2, is("\xff\xfe"), is("\xff\n\xfe")),
		"only line ends": crowd(3, is("t"), func(i int) string { return strings.Repeat("\n", long/20+i) }),
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, begun(t, nil, versions...), fyne.NewSize(800, 600))
			for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyEnd, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyPageDown, fyne.KeyReturn, fyne.KeyDelete, fyne.KeyLeft} {
				a.press(k)
				if _, typing := a.window.Canvas().Focused().(fyne.Widget); typing {
					a.window.Canvas().Focus(a.Focus())
				}
			}
			a.types("9210 +")
			a.Rune('e')
			a.Page.Save()
			a.seam.Run()
			same(t, "columns", len(a.Grid().Rows()[0].Cells) == 0 || len(a.Grid().Rows()[0].Cells) == len(versions)+1, true)
		})
	}
}
