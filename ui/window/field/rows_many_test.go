package field_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"crossfeed/ui/widget"
	"crossfeed/ui/window/field"
)

// Of many elements the first have a row, and none is lost when these change.
func TestElementsWithoutARowStay(t *testing.T) {
	test.NewTempApp(t)
	var phones []string
	for i := range 200 {
		phones = append(phones, "+49 30 "+strconv.Itoa(1000+i))
	}
	c := field.NewPhones(field.Desk{Keys: &widget.Keys{}, Changed: func() {}, Resized: func() {}, Narrow: func() bool { return false }})
	test.NewTempWindow(t, c.Object())
	c.Put(strings.Join(phones, "\n"))
	if got := c.Value(); got != strings.Join(phones, "\n") {
		t.Errorf("%d of 200 are left", strings.Count(got, "\n")+1)
	}
	c.Add("+49 40 1")
	want := strings.Join(slices.Insert(phones, 50, "+49 40 1"), "\n")
	if got := c.Value(); got != want {
		t.Errorf("with another one there are %d", strings.Count(got, "\n")+1)
	}
}
