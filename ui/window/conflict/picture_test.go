package conflict_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/widget"
)

// card returns a version of a contact, made by an endpoint.
func card(t *testing.T, updates int, by, name, picture string) *item.Version {
	t.Helper()
	content, err := record.New(record.Contact, record.Values{"name": name, "picture": picture})
	if err != nil {
		t.Fatal(err)
	}
	v := version(updates, by, "", "")
	v.Content = content
	return v
}

// Reading a picture takes a while. Wherever the person goes in the meantime, it becomes the
// value of the picture, and of nothing else.
func TestAPictureThatComesLateIsThePicture(t *testing.T) {
	const chosen = "https://example.org/chosen.png"
	a := open(t, begun(t, card(t, 1, "phone", "Given", ""), card(t, 3, "desk", "Given Family", "https://example.org/1.png"),
		card(t, 2, "laptop", "Given", "https://example.org/2.png")), wide)
	a.to(3)
	for a.Grid().Key() != "field picture" {
		a.press(fyne.KeyDown)
	}
	a.types("e")
	test.Tap(a.window.Canvas().Focused().(*widget.Button))
	if a.use == nil {
		t.Fatal("no picture was asked for")
	}
	a.window.Canvas().Focus(a.Focus())
	a.press(fyne.KeyHome, fyne.KeyDown)
	a.types("e")
	a.use(chosen)
	a.seam.Run()
	same(t, "picture", a.result("picture"), chosen)
	same(t, "name", a.result("name"), "Given Family")
	other := begun(t, nil, card(t, 3, "desk", "Other", ""), card(t, 2, "laptop", "Another", ""))
	a.Show(shownOf(other))
	a.seam.Run()
	a.use(chosen)
	same(t, "picture of the next", a.result("picture"), "")
}
