package detail_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/software"

	"crossfeed/engine/record"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
)

// Tab goes from the title through the fields in reading order, and everything typed on the way
// is saved together.
func TestTabGoesThroughATodoInReadingOrder(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk"})
	p.press(fyne.KeyEnd)
	p.types(" and cream")
	p.tab(1)
	p.types("tomorrow")
	p.tab(2) // past the button of the calendar
	p.press(fyne.KeyRight)
	p.tab(1)
	p.types("dairy")
	p.tab(1)
	p.types("two litres")
	p.save()
	p.wantSaved(record.Values{"title": "Milk and cream", "due": "2026-11-25", "priority": "1", "tags": "dairy", "text": "two litres"})
}

// Tab selects the whole text of an entry, so that typing replaces it; it does not select a
// text of several lines.
func TestTypingTakesThePlaceOfWhatTabCameTo(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-25", "text": "two litres"})
	p.tab(1)
	p.types("tomorrow")
	p.tab(4)
	p.types("About ")
	p.save()
	p.wantSaved(record.Values{"text": "About two litres"})
}

// A tag that was saved from the entry becomes a chip.
func TestWhatStandsInTheEntryOfTagsIsAChipOnceItIsSaved(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "tags": "dairy"})
	p.tab(4)
	p.types("fresh")
	p.save()
	p.wantSaved(record.Values{"tags": "dairy\nfresh"})
	p.show(record.Todo, record.Values{"title": "Milk", "tags": "dairy\nfresh"})
	p.tab(4)
	entry := p.window.Canvas().Focused().(*widget.Entry)
	if entry.Text() != "" {
		t.Errorf("the entry still says %q", entry.Text())
	}
	p.types("cold")
	p.save()
	p.wantSaved(record.Values{"tags": "dairy\nfresh\ncold"})
}

// A repetition that is typed as a date belongs in another field, which appears.
func TestARepetitionIsNoDate(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Rent"})
	p.tab(1)
	p.types("every month")
	p.save()
	for _, text := range []string{"This is a repetition. Type it in Repeats, and a date here.", "Repeats"} {
		if !p.showsText(text) {
			t.Errorf("%q is not shown", text)
		}
	}
}

func TestShiftTabGoesBack(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk"})
	p.tab(1)
	p.window.Canvas().(software.WindowlessCanvas).FocusPrevious()
	if p.window.Canvas().Focused() != p.Focus() {
		t.Errorf("the focus is on %T", p.window.Canvas().Focused())
	}
}

// The draft keeps the words; the date that they mean is saved.
func TestADateIsTypedInWords(t *testing.T) {
	for typed, want := range map[string]string{
		"tomorrow": "2026-11-25", "27.11.": "2026-11-27", "2026-12-01": "2026-12-01", "fri 18:00": "2026-11-27T18:00",
		"Nov 27": "2026-11-27", "fri 6pm": "2026-11-27T18:00",
		"2026-11-27 18:00 Europe/Berlin": "2026-11-27T18:00 Europe/Berlin", "2026-11-27 18:00 UTC": "2026-11-27T18:00Z",
	} {
		p := open(t)
		p.show(record.Todo, record.Values{"title": "Milk"})
		p.tab(1)
		p.types(typed)
		if got := p.typed["due"]; got != typed && got != want {
			t.Errorf("the draft of %q is %q", typed, got)
		}
		p.save()
		p.wantSaved(record.Values{"due": want})
	}
}

// What is not a date is marked while it is typed, and not saved.
func TestWhatIsNotADateIsRejectedAtOnce(t *testing.T) {
	const noDate = "Not a date. Examples: Nov 27, 2026-11-27, tomorrow, fri 6pm."
	for typed, wrong := range map[string]string{"31.2.": noDate, "soon": noDate, "tomorrow 25:00": noDate, "2026-13-01": "There is no such day."} {
		p := open(t)
		p.show(record.Todo, record.Values{"title": "Milk"})
		p.tab(1)
		p.types(typed)
		if !p.showsText(wrong) {
			t.Errorf("%q is not marked", typed)
		}
		p.save()
		if p.saved != nil || p.refused != 1 {
			t.Errorf("%q: saved %v, refused %d times", typed, p.saved, p.refused)
		}
		p.shortcutTyped(&fyne.ShortcutSelectAll{})
		p.types("tomorrow")
		if p.showsText(wrong) {
			t.Errorf("%q: the correction is marked, too", typed)
		}
		p.save()
		p.wantSaved(record.Values{"due": "2026-11-25"})
	}
}

// The rule is shown in words, is typed in words, and is saved in its text form.
func TestARepetitionIsTypedInWords(t *testing.T) {
	for typed, want := range map[string]string{
		"every 3 days": "FREQ=DAILY;INTERVAL=3", "last Friday of the month": "FREQ=MONTHLY;BYDAY=-1FR", "never": "",
		"every week until May 1": "FREQ=WEEKLY;UNTIL=20270501", "daily 10 times": "FREQ=DAILY;COUNT=10", "FREQ=HOURLY": "FREQ=HOURLY",
	} {
		p := open(t)
		p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27", "repeat": "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"})
		p.repeats("every 2 weeks on Fri")
		p.types(typed)
		p.save()
		p.wantSaved(record.Values{"repeat": want})
	}
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27", "repeat": "FREQ=DAILY"})
	p.repeats("every day")
	p.types("now and then")
	p.save()
	if p.saved != nil || p.refused != 1 {
		t.Errorf("saved %v, refused %d times", p.saved, p.refused)
	}
}

// A rule is shown in words that mean the same when they are read, or as it is.
func TestARepetitionIsShownInWords(t *testing.T) {
	for rule, words := range map[string]string{
		"FREQ=MONTHLY;BYDAY=-1SU": "every month on the last Sun", "FREQ=MONTHLY;BYMONTHDAY=5": "every month on day 5",
		"FREQ=DAILY;COUNT=10": "every day, 10 times", "FREQ=WEEKLY;UNTIL=20270501": "every week, until Sat, May 1, 2027",
		"FREQ=WEEKLY;UNTIL=20270501T120000Z": "FREQ=WEEKLY;UNTIL=20270501T120000Z", "FREQ=YEARLY;BYMONTH=5": "FREQ=YEARLY;BYMONTH=5",
	} {
		p := open(t)
		p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27", "repeat": rule})
		p.repeats(words)
		p.save()
		p.wantSaved(record.Values{})
	}
}

// repeats selects the text of the field of the rule, which has to be these words.
func (p *pane) repeats(words string) {
	p.t.Helper()
	for _, o := range uitest.Drawn(p.Object()) {
		if e, is := o.(*widget.Entry); is && e.Text() == words {
			p.window.Canvas().Focus(e)
			p.shortcutTyped(&fyne.ShortcutSelectAll{})
			return
		}
	}
	p.t.Fatalf("no field says %q", words)
}

// Nothing is saved while a value is invalid, and its field gets the focus; the draft has the
// value all the same.
func TestADateThatIsNoneIsNotSaved(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk"})
	p.tab(1)
	due := p.window.Canvas().Focused()
	p.types("31.2.")
	p.window.Canvas().Focus(p.Focus())
	p.save()
	if p.saved != nil || p.refused != 1 {
		t.Errorf("saved %v, refused %d times", p.saved, p.refused)
	}
	if p.window.Canvas().Focused() != due {
		t.Errorf("the focus is on %T", p.window.Canvas().Focused())
	}
	if p.typed["due"] != "31.2." {
		t.Errorf("the draft is %v", p.typed)
	}
	p.press(fyne.KeyBackspace, fyne.KeyBackspace)
	p.types("12.")
	p.save()
	p.wantSaved(record.Values{"due": "2026-12-31"})
}

// Alt+Down opens the calendar, the arrow keys move in it, Enter takes the day; the time of day
// is kept.
func TestADayIsChosenFromTheCalendar(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27T18:00 Europe/Berlin"})
	p.tab(1)
	due := p.window.Canvas().Focused()
	p.held(fyne.KeyModifierAlt, fyne.KeyDown)
	p.press(fyne.KeyDown, fyne.KeyRight, fyne.KeyReturn)
	if p.window.Canvas().Focused() != due {
		t.Errorf("the focus is on %T", p.window.Canvas().Focused())
	}
	p.save()
	p.wantSaved(record.Values{"due": "2026-12-05T18:00 Europe/Berlin"})
}

func TestEscLeavesTheCalendarAndNothingElse(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27"})
	p.tab(1)
	due := p.window.Canvas().Focused()
	p.held(fyne.KeyModifierAlt, fyne.KeyDown)
	p.press(fyne.KeyDown, fyne.KeyEscape)
	if p.window.Canvas().Focused() != due || p.typed != nil {
		t.Errorf("the focus is on %T, the draft is %v", p.window.Canvas().Focused(), p.typed)
	}
}

func TestTagsAreAddedByEnterAndTakenOffByDelete(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "tags": "shop\nfood"})
	p.tab(4)
	p.types("dairy")
	p.press(fyne.KeyReturn)
	p.types("cold")
	p.tab(1)
	p.press(fyne.KeyDelete)
	p.save()
	p.wantSaved(record.Values{"tags": "food\ndairy\ncold"})
}

// The menu of fields shows the chosen field and focuses it.
func TestMoreFieldsAreListedByAButton(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "due": "2026-11-27"})
	p.tab(6)
	p.press(fyne.KeyReturn) // opens the menu
	p.press(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	p.press(fyne.KeyReturn) // opens the menu of alarms
	p.press(fyne.KeyDown, fyne.KeyDown, fyne.KeyReturn)
	p.save()
	p.wantSaved(record.Values{"alarms": "-PT5M"})
}

func TestATickMakesATodoDone(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "Milk", "done": "false in-process 40%"})
	p.window.Canvas().(software.WindowlessCanvas).FocusPrevious()
	p.types(" ")
	if p.typed["done"] != "true" {
		t.Errorf("the draft is %v", p.typed)
	}
	p.types(" ")
	if len(p.typed) != 0 {
		t.Errorf("ticked twice, the draft is %v", p.typed)
	}
}

// Values for which the window has no words are shown, and kept until they are changed.
func TestWhatIsNotOfferedIsKept(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{
		"title": "Milk", "due": "2026-11-27", "priority": "3", "repeat": "FREQ=MONTHLY;BYDAY=-1SU", "alarms": "start -PT7M",
	})
	p.press(fyne.KeyEnd)
	p.types("!")
	p.save()
	p.wantSaved(record.Values{"title": "Milk!"})
}

// A todo cannot be saved without a title.
func TestATodoWithoutATitleIsNotSaved(t *testing.T) {
	p := open(t)
	p.show(record.Todo, record.Values{"title": "M"})
	p.press(fyne.KeyEnd, fyne.KeyBackspace)
	p.save()
	if p.saved != nil || p.refused != 1 || p.typed["title"] != "" {
		t.Errorf("saved %v, refused %d times, the draft is %v", p.saved, p.refused, p.typed)
	}
}
