package detail_test

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

const twoPhones = "[pref,cell] +49 170 1\n[label=Ski hut] +49 30 23125 002"

// From the name Tab goes to the button for its parts, and then to type, number, preference
// and removal of each phone.
func TestTabGoesThroughAContactInReadingOrder(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "phones": twoPhones})
	p.tab(2)
	p.press(fyne.KeyRight) // cell → home
	p.tab(1)
	p.press(fyne.KeyEnd)
	p.types("0")
	p.tab(1)
	p.press(fyne.KeySpace) // no longer preferred
	p.tab(4)
	p.press(fyne.KeySpace) // the second is preferred
	p.save()
	p.wantSaved(record.Values{"phones": "[home] +49 170 10\n[pref,label=Ski hut] +49 30 23125 002"})
}

func TestPhonesAreAddedAndRemoved(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "phones": twoPhones})
	p.tab(5)
	p.press(fyne.KeyReturn) // removes the first
	p.save()
	p.wantSaved(record.Values{"phones": "[label=Ski hut] +49 30 23125 002"})
	p.tab(3)
	p.press(fyne.KeyReturn) // adds one, which gets the focus
	p.types("112")
	p.save()
	p.wantSaved(record.Values{"phones": "[label=Ski hut] +49 30 23125 002\n[cell] 112"})
}

// An empty row is not a phone.
func TestAnEmptyRowIsNotSaved(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given"})
	p.tab(2)
	p.press(fyne.KeyReturn)
	p.types("1")
	p.press(fyne.KeyBackspace)
	if len(p.typed) != 0 {
		t.Errorf("the draft is %v", p.typed)
	}
}

// A sync keeps a row that was just added, and the focus in it.
func TestAnEmptyRowStaysWhenTheItemIsReadAgain(t *testing.T) {
	p := open(t)
	values := record.Values{"name": "Given", "phones": twoPhones}
	p.show(record.Contact, values)
	p.tab(10)
	p.press(fyne.KeyReturn)
	added := p.window.Canvas().Focused()
	p.show(record.Contact, values)
	p.window.Canvas().Focus(added)
	p.types("112")
	if got := p.typed["phones"]; !strings.HasSuffix(got, "\n[cell] 112") {
		t.Errorf("the draft is %q", got)
	}
}

func TestTheNameHasPartsBehindAButton(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given Family", "given": "Given", "family": "Family"})
	p.tab(1)
	p.press(fyne.KeyReturn)
	p.tab(2)
	p.press(fyne.KeyEnd)
	p.types(" Second")
	p.save()
	p.wantSaved(record.Values{"given": "Given Second"})
}

// All seven parts are kept; the two rare ones are shown if they have a value.
func TestAnAddressIsEditedByItsParts(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "addresses": "[home] Box 7;;Example Street 1;Example City;;12345;Germany"})
	p.tab(7)
	p.press(fyne.KeyEnd)
	p.types("a")
	p.save()
	p.wantSaved(record.Values{"addresses": "[home] Box 7;;Example Street 1a;Example City;;12345;Germany"})
}

// An invalid value prevents saving anything.
func TestAWrongAddressIsNotSaved(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given"})
	p.tab(3)
	p.press(fyne.KeyReturn)
	p.types("given at example")
	p.save()
	if p.saved != nil || p.refused != 1 {
		t.Errorf("saved %v, refused %d times", p.saved, p.refused)
	}
}

// A value that was invalid before does not prevent saving other changes; a new value that is
// invalid does.
func TestWhatWasWrongBeforeKeepsNothingFromBeingSaved(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "start": "2026-11-27", "due": "2026-11-20"})
	p.press(fyne.KeyEnd)
	p.types("!")
	p.save()
	p.wantSaved(record.Values{"title": "Milk!"})
	p.saved = nil
	p.tab(1)
	p.press(fyne.KeyEnd, fyne.KeyBackspace)
	p.types("1")
	p.save()
	if p.saved != nil || p.refused != 1 {
		t.Errorf("saved %v, refused %d times", p.saved, p.refused)
	}
}

func TestABirthdayIsTypedWithPointsOrInWords(t *testing.T) {
	for typed, want := range map[string]string{
		"12.4.": "--04-12", "12.4.1985": "1985-04-12", "1985-04-12": "1985-04-12",
		"December 10, 1815": "1815-12-10", "Dec 10": "--12-10",
	} {
		p := open(t)
		p.show(record.Contact, record.Values{"name": "Given"})
		p.tab(5)
		p.types(typed)
		p.save()
		p.wantSaved(record.Values{"birthday": want})
	}
}

// What is no date is refused while it is typed, with examples. A birthday that was received may be
// any text.
func TestABirthdayThatIsNoDateIsRefused(t *testing.T) {
	const remark = "Not a date. Examples: Dec 10, 1815, 1985-04-12, Dec 10."
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "birthday": "around 1900"})
	said := func() bool {
		return slices.ContainsFunc(uitest.Drawn(p.Object()), func(o fyne.CanvasObject) bool {
			n, is := o.(*widget.Notice)
			return is && n.Text() == remark
		})
	}
	if said() {
		t.Error("a birthday that was received has a remark")
	}
	p.tab(5)
	for typed, want := range map[string]bool{"soon": true, "Dec 10": false} {
		p.shortcutTyped(&fyne.ShortcutSelectAll{})
		p.types(typed)
		p.saved, p.refused = nil, 0
		p.save()
		if said() != want || (p.saved == nil) != want || (p.refused == 1) != want {
			t.Errorf("%q: a remark is %v, saved %v", typed, !want, p.saved)
		}
	}
}

// A birthday without a year is shown with points, and is not a draft.
func TestABirthdayWithoutAYearIsShownWithPoints(t *testing.T) {
	p := open(t)
	values := record.Values{"name": "Given", "birthday": "--04-02"}
	p.show(record.Contact, values)
	p.tab(5)
	entry := p.window.Canvas().Focused().(*widget.Entry)
	if entry.Text() != "2.4." {
		t.Errorf("the birthday stands there as %q", entry.Text())
	}
	p.save()
	p.wantSaved(record.Values{})
	p.show(record.Contact, values)
	p.tab(5)
	p.press(fyne.KeyEnd)
	p.types("1985")
	p.save()
	p.wantSaved(record.Values{"birthday": "1985-04-02"})
}

// smallest is a GIF of one pixel.
const smallest = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

func TestAPictureIsChosenAndRemoved(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "picture": smallest})
	p.tab(7)
	p.press(fyne.KeyReturn)
	other := strings.Replace(smallest, "AAAP", "BBBP", 1)
	p.picture(other)
	p.save()
	p.wantSaved(record.Values{"picture": other})
	p.tab(1)
	p.press(fyne.KeyReturn)
	p.save()
	p.wantSaved(record.Values{"picture": ""})
}

func TestFieldsOfAPersonsOwn(t *testing.T) {
	p := open(t)
	p.show(record.Contact, record.Values{"name": "Given", "custom": "X-SHOE-SIZE: 43"})
	p.tab(8)
	p.press(fyne.KeyEnd)
	p.types(".5")
	p.save()
	p.wantSaved(record.Values{"custom": "X-SHOE-SIZE: 43.5"})
}
