package window

import (
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/edit"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
)

// chosenFile returns the path of a file of this computer as a file dialog does.
func chosenFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// attaches attaches a file to the shown item, as the menu does once a file was chosen.
func (d *desk) attaches(path string) {
	d.win.attaching.saveAttachment(path, d.win.detail.Item(), func(element string) { d.win.detail.Add("files", element) })
	d.rest()
}

func TestAFileIsAttachedInTheEditorAndSavedWithTheItem(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "Invoice.pdf", "12 euros"))
	same(t, "the file is shown", d.shows("Invoice.pdf") && d.shows("8 B"), true)
	same(t, "it is a draft", d.value("Pay", "files"), "")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	saved, err := record.ParseAttachment(d.value("Pay", "files"))
	must(t, err)
	same(t, "name", saved.Name, "Invoice.pdf")
	same(t, "size", saved.Size, 8)
}

func TestAFileIsOpenedFromTheEditor(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "Invoice.pdf", "12 euros"))
	d.clicks("Invoice.pdf")
	d.rest()
	same(t, "opened", len(d.browsed), 1)
	same(t, "as a file", strings.HasPrefix(d.browsed[0], "file:///") && strings.HasSuffix(d.browsed[0], ".pdf"), true)
}

func TestWhatMayBeAProgramIsNotOpened(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "Invoice.exe", "MZ"))
	d.clicks("Invoice.exe")
	d.rest()
	same(t, "opened", len(d.browsed), 1)
	same(t, "its folder", strings.HasSuffix(d.browsed[0], ".exe"), false)
	same(t, "said", strings.Contains(d.win.status.Text(), "program"), true)
}

func TestAPictureThatIsAttachedIsShownSmall(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(drawing(t))
	same(t, "a picture", d.picture() != nil && d.picture().Image != nil, true)
	same(t, "small", d.picture().Image.Bounds().Dx(), previewSide)
}

func TestAFileIsForTheItemThatItWasChosenFor(t *testing.T) {
	d := todos(t, "Pay", "Call")
	d.mark(0)
	d.win.attaching.saveAttachment(chosenFile(t, "a.txt", "a"), d.win.detail.Item(), func(string) { t.Error("it was used elsewhere") })
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
	same(t, "said", d.win.status.Text(), "“a.txt” was not attached: you had chosen it for another item.")
}

func TestTheSameFileUnderAnotherNameIsSaid(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "a.txt", "a"))
	d.attaches(chosenFile(t, "b.txt", "a"))
	same(t, "said", d.win.status.Text(), "“b.txt” is attached already: it is the same file as “a.txt”.")
	same(t, "files", strings.Count(d.win.detail.Values()["files"], "files/"), 1)
}

func TestALinkOfAnotherProgramIsOpenedInTheBrowser(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.win.attaching.openAttachment("https://example.org/a%20b.pdf 0")
	same(t, "opened", strings.Join(d.browsed, " "), "https://example.org/a%20b.pdf")
	for _, link := range []string{"photos/a.jpg", "file:///etc/passwd", "javascript:alert(1)", "/etc/passwd"} {
		d.win.attaching.openAttachment(link)
		d.rest()
		same(t, link, strings.Contains(d.win.status.Text(), "is a link by another program to a file"), true)
	}
	same(t, "opened in all", len(d.browsed), 1)
}

// noBrowser is a desktop without programs.
type noBrowser struct{}

func (noBrowser) OpenURL(*url.URL) error { return exec.ErrNotFound }

// Without a program for an address, the person can copy the address from the message.
func TestAnAddressThatNoProgramOpensIsNamed(t *testing.T) {
	d := todos(t, "Pay")
	d.win.Browser = noBrowser{}
	for address, said := range map[string]string{
		"mailto:ada@example.org": "No program on this computer opens email addresses: ada@example.org",
		"tel:+442079460000":      "No program on this computer opens phone numbers: +442079460000",
		"https://example.org/a":  "No program on this computer opens web addresses: https://example.org/a",
	} {
		d.win.browse(address)
		same(t, address, d.win.status.Text(), said)
	}
}

// A contact shows its own picture or, if it has none, the first attached one.
func TestAnAttachedPictureStandsInForThatOfAContact(t *testing.T) {
	d := withContacts(t, "Family", card("1", "Ada"))
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Family"})
	d.rest()
	d.mark(0)
	d.attaches(chosenFile(t, "cv.txt", "a"))
	same(t, "pictures of a text", d.pictures(), 0)
	d.attaches(drawing(t))
	same(t, "the row, and the contact", d.pictures(), 2)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "once it is saved", d.pictures(), 2)
	d.press(fyne.KeyReturn)
	d.tapRemoveOf("ada.png")
	same(t, "without it", d.pictures(), 0)
}

// pictures counts the previews in the fields.
func (d *desk) pictures() (n int) {
	d.visible(func(o fyne.CanvasObject) bool {
		if i, is := o.(*canvas.Image); is && i.Image != nil && i.Image.Bounds().Dx() == previewSide {
			n++
		}
		return false
	})
	return n
}

func TestWithoutAnItemNothingIsAttached(t *testing.T) {
	d := todos(t)
	d.press(fyne.KeyA, fyne.KeyModifierControl, fyne.KeyModifierShift)
	same(t, "said", strings.Contains(d.win.status.Text(), "to attach a file to."), true)
}

func TestAFileIsTakenAwayInTheEditor(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "a.txt", "a"))
	d.attaches(chosenFile(t, "b.txt", "b"))
	d.tapRemoveOf("a.txt")
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	all, err := record.ParseAttachments(d.value("Pay", "files"))
	must(t, err)
	same(t, "files", len(all), 1)
	same(t, "left", all[0].Name, "b.txt")
}

func TestANoteShowsItsFilesBelowTheText(t *testing.T) {
	d := newDesk(t)
	_, err := d.engine.Lists.Create(t.Context(), lists.New{Name: "Notes"})
	must(t, err)
	_, err = d.engine.Edit.Add(t.Context(), "Notes", record.Values{"title": "Scan"}, edit.AddOptions{ID: "scan"})
	must(t, err)
	d.win.Reload()
	d.rest()
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Notes"})
	d.rest()
	d.mark(0)
	same(t, "before", d.shows("page 1.txt"), false)
	d.attaches(chosenFile(t, "page 1.txt", "text"))
	same(t, "after", d.shows("page 1.txt"), true)
}

func TestAnExportSaysWhatIsNotInIt(t *testing.T) {
	d := todos(t, "Pay")
	d.mark(0)
	d.attaches(chosenFile(t, "a.txt", "a"))
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	path := filepath.Join(t.TempDir(), "all.ics")
	d.exportByKeys(path)
	same(t, "status", d.win.status.Text(), "Exported 1 item to "+path+" · 1 attached file was not exported")
}

// tapRemoveOf clicks the button without a text that follows the button with a name.
func (d *desk) tapRemoveOf(name string) {
	d.t.Helper()
	found := false
	for _, o := range uitest.Drawn(d.win.detail.Object()) {
		b, is := o.(*widget.Button)
		switch {
		case !is || !b.Visible():
		case found && b.Text == "":
			b.Tapped(nil)
			d.rest()
			return
		case b.Text == name:
			found = true
		}
	}
	d.t.Fatalf("there is nothing to remove %q with", name)
}

// drawing returns a file with a picture of a thousand pixels a side.
func drawing(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ada.png")
	file, err := os.Create(path)
	must(t, err)
	must(t, png.Encode(file, image.NewGray(image.Rect(0, 0, 1000, 1000))))
	must(t, file.Close())
	return path
}

// A picture is shrunk before it is used.
func TestAChosenPictureIsMadeSmall(t *testing.T) {
	d := todos(t, "One")
	used := ""
	d.win.attaching.shrink(drawing(t), d.win.detail.Item(), func(value string) { used = value })
	d.rest()
	same(t, "a picture", strings.HasPrefix(used, "data:image/"), true)
}

// A picture that is ready after another item was chosen is not used for that item.
func TestAPictureIsForTheItemThatItWasChosenFor(t *testing.T) {
	d := todos(t, "One")
	d.mark(0)
	d.win.attaching.shrink(drawing(t), d.win.detail.Item(), func(string) { t.Error("it was used elsewhere") })
	d.win.choose(snapshot.Place{Kind: snapshot.KindDeleted})
	d.rest()
}

func TestWhatIsNoPictureIsSaid(t *testing.T) {
	d := todos(t, "One")
	d.win.attaching.shrink(chosenFile(t, "ada.png", "no picture"), d.win.detail.Item(), func(string) { t.Error("it was used") })
	d.rest()
	same(t, "said", strings.Contains(d.win.status.Text(), "picture"), true)
}
