package field_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// visibles returns the visible widgets of a kind in a control.
func visibles[W any](c field.Control) (all []W) {
	for _, o := range uitest.Drawn(c.Object()) {
		if w, is := o.(W); is {
			all = append(all, w)
		}
	}
	return all
}

// buttonsOf returns the visible buttons with a text.
func buttonsOf(c field.Control, text string) []*widget.Button {
	return slices.DeleteFunc(visibles[*widget.Button](c), func(b *widget.Button) bool { return b.Text != text })
}

// expectMore checks how many elements are not shown.
func expectMore(t rapid.TB, c field.Control, n int) {
	words := fmt.Sprintf("and %d more", n)
	said := slices.ContainsFunc(visibles[*widget.Line](c), func(l *widget.Line) bool { return l.Text() == words })
	if said != (n > 0) || (len(buttonsOf(c, "Show more")) > 0) != (n > 0) {
		t.Errorf("it is %t that %q", said, words)
	}
}

// However many elements a field has, and whatever a person does with those that are shown, the
// others are kept as they are and in their order.
func TestElementsThatAreNotShownAreKept(t *testing.T) {
	test.NewTempApp(t)
	if err := uitest.SpeakEnglish(); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := field.New(field.Desk{Keys: &widget.Keys{}, Changed: func() {}, Resized: func() {}, Narrow: func() bool { return false }}, record.Field{Name: "phones", Form: record.Entries}).(*field.Rows)
		var all []string
		for i := range rapid.IntRange(45, 130).Draw(t, "number") {
			all = append(all, fmt.Sprint("+49 30 ", 100+i))
		}
		c.Put(strings.Join(all, "\n"))
		shown := min(50, len(all))
		for step := range rapid.IntRange(1, 4).Draw(t, "steps") {
			at := rapid.IntRange(0, shown-1).Draw(t, "row")
			switch do := rapid.SampledFrom([]string{"type", "remove", "more", "add"}).Draw(t, "do"); {
			case do == "type":
				e := visibles[*widget.Entry](c)[at]
				e.TypedRune('9')
				all[at] = strings.TrimSpace(e.Text())
			case do == "remove":
				const each = 2 // the other one marks the preferred element
				test.Tap(buttonsOf(c, "")[each*at+1])
				all = slices.Delete(all, at, at+1)
				shown = min(shown, len(all))
			case do == "more" && shown < len(all):
				test.Tap(buttonsOf(c, "Show more")[0])
				shown = min(shown+50, len(all))
			case do == "add":
				added := fmt.Sprint("+49 30 9", step)
				c.Add(added)
				all = slices.Insert(all, shown, added)
				shown++
			}
			if want := strings.Join(all, "\n"); c.Value() != want {
				t.Fatalf("the value is %q; want %q", c.Value(), want)
			}
			if n := len(visibles[*widget.Entry](c)); n != shown {
				t.Fatalf("%d rows are shown; want %d", n, shown)
			}
			expectMore(t, c, len(all)-shown)
		}
	})
}

func TestMoreTagsAreShownByAButton(t *testing.T) {
	test.NewTempApp(t)
	if err := uitest.SpeakEnglish(); err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range 120 {
		all = append(all, fmt.Sprint("tag", 100+i))
	}
	resized := 0
	c := field.NewTags(field.Desk{Keys: &widget.Keys{}, Changed: func() {}, Resized: func() { resized++ }})
	test.NewTempWindow(t, c.Object())
	c.Put(record.FormatTags(all))
	expectMore(t, c, 70)
	test.Tap(buttonsOf(c, "Show more")[0])
	expectMore(t, c, 20)
	if resized != 1 {
		t.Errorf("it was laid out %d times", resized)
	}
	chips := visibles[*widget.Chip](c)
	test.Tap(chips[60])
	all = slices.Delete(all, 60, 61)
	if got := c.Value(); got != record.FormatTags(all) {
		t.Errorf("the value is %q", got)
	}
	expectMore(t, c, 19)
	test.Tap(buttonsOf(c, "Show more")[0])
	expectMore(t, c, 0)
	c.Put(record.FormatTags(all))
	expectMore(t, c, 69)
}
