package window

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/edit"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// login is a fake of starting at login.
type login struct {
	on   bool
	fail error
}

func (l *login) Starts() bool { return l.on }

func (l *login) Set(on bool) error {
	if l.fail == nil {
		l.on = on
	}
	return l.fail
}

// intervals records the interval that the engine is told.
type intervals struct {
	Subscriptions
	told *time.Duration
}

func (i intervals) SetInterval(every time.Duration) { *i.told = every }

// set opens the settings, finds one by typing, and changes it: a choice to a word, a tick box
// to "on" or "off"; "press" presses a button.
func (d *desk) set(label, value string) {
	d.t.Helper()
	d.press(fyne.KeyComma, ctrl)
	d.rest()
	page := d.win.pages.settings()
	d.types(label)
	if found := page.Found(); !slices.Contains(found, label) {
		d.t.Fatalf("typing %q finds %q", label, found)
	}
	field := page.Field(label)
	same(d.t, label+" is shown", field.Visible(), true)
	switch f := field.(type) {
	case *widget.Choice:
		i := slices.Index(f.Options, value)
		if i < 0 {
			d.t.Fatalf("%s offers %q", label, f.Options)
		}
		f.SetSelectedIndex(i)
	case *widget.Check:
		f.SetChecked(value == "on")
	default:
		for _, o := range uitest.Drawn(field) {
			if b, is := o.(*widget.Button); is {
				test.Tap(b)
			}
		}
	}
	d.rest()
}

// value returns what a setting shows after another start.
func (d *desk) setting(label string) string {
	d.t.Helper()
	d.press(fyne.KeyComma, ctrl)
	d.rest()
	switch f := d.win.pages.settings().Field(label).(type) {
	case *widget.Choice:
		return f.Selected
	case *widget.Check:
		if f.Checked {
			return "on"
		}
		return "off"
	}
	return ""
}

// withSettings returns a desk that has all settings.
func withSettings(t *testing.T) *desk {
	d := todos(t, "milk")
	d.login, d.tray, d.folder = &login{}, &fakeTray{available: true}, t.TempDir()
	d.open()
	return d
}

// Every setting has a default, is found by typing its name, takes effect at once, and has its
// value after another start.
func TestSettings(t *testing.T) {
	t.Cleanup(wording.ChooseLanguage)
	all := []struct {
		label, before, after string
		// effect is what the setting has to have done at once, restarted what after a restart.
		effect, restarted func(*desk) bool
	}{
		{label: "Theme", before: "As the system", after: "Dark", effect: func(d *desk) bool { return d.settings[LookKey] == "dark" && d.themedAnew == 1 }},
		{label: "High contrast", before: "off", after: "on", effect: func(d *desk) bool { return d.win.HighContrast }},
		{label: "Text size", before: "100 %", after: "130 %", effect: func(d *desk) bool { return d.win.Scale > 1.29 && d.win.Scale < 1.31 }},
		{label: "Language", before: "As the system", after: "English", effect: func(d *desk) bool { return d.settings[languageKey] == "en" }},
		{label: "Start page", before: "What was shown last", after: "Today", effect: func(*desk) bool { return true },
			restarted: func(d *desk) bool { return d.win.at.Kind == snapshot.KindToday }},
		{label: "Start at login", before: "off", after: "on", effect: func(d *desk) bool { return d.login.on }},
		{label: "Keep running in the tray", before: "off", after: "on", effect: func(d *desk) bool { return hides(d) }, restarted: func(d *desk) bool { return hides(d) }},
		{label: "Sync interval", before: "Automatic", after: "Every half hour", effect: func(d *desk) bool { return d.interval == 30*time.Minute },
			restarted: func(d *desk) bool { return d.interval == 30*time.Minute }},
		{label: "Show alarms", before: "on", after: "off", effect: func(d *desk) bool { return !rings(d) }, restarted: func(d *desk) bool { return !rings(d) }},
		{label: "Alarm at the due time", before: "off", after: "on", effect: ringsWhenDue, restarted: ringsWhenDue},
		{label: "Desktop notifications", before: "on", after: "off", effect: isQuiet, restarted: isQuiet},
		{label: "Names", effect: func(d *desk) bool { return d.win.pages.shown == page(d.win.pages.people()) }},
		{label: "Backups", effect: func(d *desk) bool { return d.win.pages.shown == page(d.win.pages.backup()) }},
		{label: "Log", effect: func(d *desk) bool { return strings.Contains(d.win.pages.log().Text(), "the end of the log") }},
		{label: "Data folder", effect: func(d *desk) bool { return len(d.browsed) == 1 && strings.HasPrefix(d.browsed[0], "file:///") }},
		{label: "Size", effect: func(d *desk) bool { return d.sees("Lists and archive: 0 B, files and backups: 0 B") }},
	}
	var labels []string
	for _, c := range all {
		labels = append(labels, c.label)
	}
	d := withSettings(t)
	d.press(fyne.KeyComma, ctrl)
	same(t, "the settings of the page", strings.Join(d.win.pages.settings().Found(), ", "), strings.Join(labels, ", "))
	for _, c := range all {
		t.Run(c.label, func(t *testing.T) {
			d := withSettings(t)
			same(t, "before", d.setting(c.label), c.before)
			d.set(c.label, c.after)
			same(t, "it takes effect at once", c.effect(d), true)
			if c.after == "" {
				return
			}
			d.open()
			if c.restarted != nil {
				same(t, "it has its effect after a restart", c.restarted(d), true)
			}
			same(t, "after a restart", d.setting(c.label), c.after)
		})
	}
}

// The language changes the whole window at once, also its menus, and loses nothing that was
// typed.
func TestTheLanguageChangesAtOnce(t *testing.T) {
	d := withList(t, "Milk")
	t.Cleanup(wording.ChooseLanguage)
	d.mark(0)
	d.press(fyne.KeyReturn)
	d.press(fyne.KeyEnd)
	d.types(" and cream")
	before := d.win.pages.messages.Text()
	d.set("Language", "Deutsch")
	same(t, "earlier messages: "+before, before != "" && strings.HasSuffix(d.win.pages.messages.Text(), before), true)
	same(t, "a menu", d.fyne.MainMenu().Items[0].Label, "Datei")
	same(t, "the toolbar", d.shows("Neue Liste"), true)
	same(t, "the page of settings", d.sees("Einstellungen"), true)
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "the item", d.shows("Milk and cream"), true)
	d.press(fyne.KeyN, ctrl)
	d.types("Brot")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "a new item", d.shows("Brot"), true)
	wording.Speak("en")
	d.open()
	same(t, "after a restart", d.fyne.MainMenu().Items[0].Label, "Datei")
	d.press(fyne.KeyComma, ctrl)
	d.win.pages.settings().Field("Sprache").(*widget.Choice).SetSelectedIndex(0)
	d.rest()
	same(t, "as the system", d.fyne.MainMenu().Items[0].Label, "File")
}

// Without an item and without a list, changing the language says nothing.
func TestTheLanguageChangesWithoutAList(t *testing.T) {
	d := newDesk(t)
	t.Cleanup(wording.ChooseLanguage)
	d.set("Language", "Deutsch")
	same(t, "status", d.win.status.Text(), "")
}

// All settings are found by typing, by their section, too; what does not match is hidden.
func TestSettingsAreFoundByTyping(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyComma, ctrl)
	page := d.win.pages.settings()
	all := page.Found()
	for typed, want := range map[string]string{"contrast": "High contrast", "CONTR high": "High contrast", "alarms": "Show alarms, Alarm at the due time, Desktop notifications", "week": "Backups"} {
		d.press(fyne.KeyA, ctrl)
		d.types(typed)
		same(t, typed, strings.Join(page.Found(), ", "), want)
	}
	d.press(fyne.KeyA, ctrl)
	d.types("xyz")
	same(t, "found", len(page.Found()), 0)
	same(t, "it says that nothing was found", d.sees("No match."), true)
	d.press(fyne.KeyEscape)
	d.press(fyne.KeyComma, ctrl)
	same(t, "all are there again", len(page.Found()), len(all))
}

// If the program cannot be started at login, the setting says so and stays off.
func TestASettingThatFailsSaysSo(t *testing.T) {
	d := newDesk(t)
	d.login = &login{fail: errors.New("permission denied")}
	d.open()
	d.set("Start at login", "on")
	same(t, "said", strings.Contains(d.win.status.Text(), "permission denied"), true)
	same(t, "the box", d.win.pages.settings().Field("Start at login").(*widget.Check).Checked, false)
}

// rings reports whether an alarm is shown, ringsWhenDue whether one is shown of a todo that has
// only a due time.
func rings(d *desk) bool        { return ringsFor(d, "PT0S") }
func ringsWhenDue(d *desk) bool { return ringsFor(d, "") }

func ringsFor(d *desk, alarms string) bool {
	d.t.Helper()
	due := d.clock.now.Add(time.Minute).UTC().Format("2006-01-02T15:04Z")
	must(d.t, two(d.engine.Edit.Add(d.t.Context(), "Errands", record.Values{"title": "wake up", "due": due, "alarms": alarms}, edit.AddOptions{})))
	d.tickAfter(0)
	d.win.status.ShowMessage("")
	d.notified = nil
	d.tickAfter(2 * time.Minute)
	return d.win.status.Text() != "" || len(d.notified) > 0
}

// isQuiet reports whether neither an alarm nor a new conflict is a notification, while the
// window shows both.
func isQuiet(d *desk) bool {
	d.t.Helper()
	alarm := rings(d)
	d.win.status.ShowMessage("")
	d.win.SyncedByItself([]subscribe.Report{{Set: "Errands", Conflicts: 1}}, Waiting{Conflicts: 1}, nil)
	d.rest()
	return alarm && strings.Contains(d.win.status.Text(), "1 conflict") && len(d.notified) == 0
}

// The size counts all files in the data folder, with the database.
func TestTheSizeOfTheDataIsShown(t *testing.T) {
	d, _ := stored(t)
	d.addedTo(record.Todo, record.Values{"title": "Milk"})
	must(t, os.MkdirAll(filepath.Join(d.folder, "backups"), 0o700))
	must(t, os.WriteFile(filepath.Join(d.folder, "backups", "crossfeed.db"), make([]byte, 3_000), 0o600))
	d.open()
	d.press(fyne.KeyComma, ctrl)
	d.rest()
	database := int64(0)
	for _, end := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(filepath.Join(d.folder, "crossfeed.db"+end)); err == nil {
			database += info.Size()
		}
	}
	same(t, "the database has a size", database > 4_096, true)
	said := "Lists and archive: " + wording.Bytes(database) + ", files and backups: " + wording.Bytes(3_000)
	same(t, said, d.sees(said), true)
}
