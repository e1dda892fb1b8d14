package window

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

// longText is a text of so many lines.
func longText(lines int) string {
	var b strings.Builder
	for i := range lines {
		b.WriteString("line " + strconv.Itoa(i) + " of a long text with some words in it\n")
	}
	return b.String()
}

// Of 1,000 lines with one changed the others are folded, and typing a title
// beside them is no slower than a person types. The limit is far above what it takes
// and far below what drawing everything anew took.
func TestALongTextIsFoldedAndCanBeTypedIn(t *testing.T) {
	d, laptop, it := shared(t)
	text := longText(1000)
	edit(t, d.engine, it.Set, it.ID, "text", text)
	must(t, two(d.engine.Publish(t.Context(), it.Set)))
	sync(t, laptop)
	edit(t, laptop, it.Set, it.ID, "text", strings.Replace(text, "line 500 of", "line 500 from", 1))
	must(t, two(laptop.Publish(t.Context(), it.Set)))
	edit(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	if lines := d.win.pages.settle.Grid().List.Rows(); lines > 20 {
		t.Errorf("the grid has %d lines", lines)
	}
	d.types("e")
	start := time.Now()
	d.types("abc")
	if took := time.Since(start); took > 500*time.Millisecond {
		t.Errorf("three letters took %v", took)
	}
	title := d.win.pages.settle.Shown().Session.Cells()[0].Result
	same(t, "typed", title, "abc")
}
