//go:build display

package walkthrough_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/walkthrough"
)

// TestContactsByKeyboard creates a contact, imports others, merges duplicates and undoes that,
// in the real window, with the keyboard only.
func TestContactsByKeyboard(t *testing.T) {
	j := begin(t)
	j.press("ctrl+shift+n")
	j.typed("Groceries")
	j.press("Tab", "Right", "Tab", "Return")
	j.press("ctrl+n")
	j.typed("Second Contact\n")
	j.titles("a contact", "Second Contact")
	j.describes()
	path := filepath.Join(j.folder, "cards.vcf")
	j.must(os.WriteFile(path, []byte(cards), 0o600))
	j.imports("first", path)
	j.imports("again", path)
	j.merges()
}

// cards is a file with a new contact, and one that already exists under another UID.
var cards = strings.Join([]string{
	"BEGIN:VCARD", "VERSION:3.0", "UID:1", "FN:Given Family", "EMAIL:given@example.org", "END:VCARD",
	"BEGIN:VCARD", "VERSION:3.0", "UID:2", "FN:Second Contact", "TEL:030 23125001", "ROLE:Cook", "END:VCARD", "",
}, "\r\n")

// describes gives the contact a telephone number and a birthday.
func (j *journey) describes() {
	j.t.Helper()
	j.press("Escape", "Home", "Return", "Tab", "Tab", "space")
	j.typed("030 23125001")
	j.press("Tab", "Tab", "Tab", "Tab", "Tab", "Tab")
	j.typed("12.4.")
	j.picture("described")
	j.press("ctrl+Return")
	j.contact("a number and a birthday", func(f walkthrough.Fields) bool {
		return slices.Equal(f.Phones, []string{"[cell] 030 23125001"}) && f.Birthday == "--04-12"
	})
	j.picture("read")
}

// imports imports a file by its path.
func (j *journey) imports(time, path string) {
	j.t.Helper()
	j.press("ctrl+shift+i")
	j.typed(path + "\n")
	j.picture("import " + time)
	j.press("ctrl+Return")
	j.titles("each contact of the file once", "Given Family", "Second Contact", "Second Contact")
	j.press("Escape")
}

// merges merges two contacts, and undoes that.
func (j *journey) merges() {
	j.t.Helper()
	j.press("ctrl+shift+d")
	j.picture("duplicates")
	j.press("ctrl+Return")
	j.titles("one of two", "Given Family", "Second Contact")
	j.contact("what both said", func(f walkthrough.Fields) bool {
		return f.Role == "Cook" && f.Birthday == "--04-12"
	})
	j.press("Escape", "ctrl+z")
	j.titles("two again", "Given Family", "Second Contact", "Second Contact")
	j.picture("undone")
}

// contact waits until the fields of "Second Contact" are right.
func (j *journey) contact(what string, right func(walkthrough.Fields) bool) {
	j.t.Helper()
	j.until(what, func() (bool, string) {
		f := j.item("Second Contact").Fields
		return right(f), say(f)
	})
}
