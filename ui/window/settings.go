package window

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/subscribe"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/forms"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// Names of settings. Each is "" for the default.
const (
	// LookKey is the look of the theme: theme.Light or theme.Dark, or that of the system.
	LookKey = "look"
	// languageKey is the code of the language, or that of the system.
	languageKey = "language"
	// startKey is the name of the smart list that is shown first, firstList, or "" for what was
	// shown last.
	startKey = "start"
	// intervalKey is the number of minutes between two refreshes of a feed.
	intervalKey = "interval"
	// silentKey is set if alarms are not shown, quietKey if they are no notifications.
	silentKey = "alarmsOff"
	quietKey  = "notificationsOff"
	// dueAlarmsKey is set if todos without an alarm go off at their due time. By default they do
	// not: many due times are deadlines, and each device that has the list would go off.
	dueAlarmsKey = "alarmsAtDueTime"
)

// Login starts the program when a person logs in.
type Login interface {
	// Starts reports whether it does.
	Starts() bool
	// Set makes it do that, or not.
	Set(starts bool) error
}

// settingsPages controls the settings and the pages of the menu Help.
type settingsPages struct {
	*shell
	safety  *safetyPages
	people  *peoplePages
	syncing *syncing
	tray    *tray
}

func (c *settingsPages) showSettings() {
	c.pages.settings().Begin()
	c.showForm(c.pages.settings())
}

// makeSettings returns the page of settings.
func (c *settingsPages) makeSettings() *forms.Settings {
	page := forms.NewSettings(c.keys, slices.Concat(c.appearanceSettings(), c.behaviorSettings(), c.dataSettings()))
	page.OnLeave = c.goHome
	page.OnResized = func() { c.middle.Refresh() }
	return page
}

func (c *settingsPages) appearanceSettings() []forms.Setting {
	section := wording.L("appearance", "Appearance")
	system := wording.L("as-the-system", "As the system")
	codes, names := []string{""}, []string{system}
	for _, l := range wording.Languages {
		codes, names = append(codes, l.Code), append(names, l.Name)
	}
	return []forms.Setting{
		c.choiceOf(section, wording.L("theme", "Theme"), "", LookKey,
			[]string{"", theme.Light, theme.Dark}, []string{system, wording.L("light", "Light"), wording.L("dark", "Dark")}, func() { c.Themed() }),
		c.check(section, wording.L("high-contrast", "High contrast"), func() bool { return c.HighContrast }, func(high bool) {
			if high != c.HighContrast {
				c.contrast()
			}
		}),
		c.textSize(section),
		c.choiceOf(section, wording.L("language", "Language"), "", languageKey, codes, names, c.changeLanguage),
	}
}

// textSize returns the setting of the text size, in percent.
func (c *settingsPages) textSize(section string) forms.Setting {
	var words []string
	var scales []float32
	for scale := float32(theme.LeastScale); ; scale = theme.Scaled(scale, 1) {
		scales = append(scales, scale)
		words = append(words, fmt.Sprintf("%.0f %%", scale*100))
		if scale == theme.GreatestScale {
			break
		}
	}
	field := widget.NewChoice(c.keys, words, func(i int) {
		c.Scale = scales[i]
		c.scale(0)
	})
	nearest := func() {
		i := 0
		for each := range scales {
			if math.Abs(float64(scales[each]-c.Scale)) < math.Abs(float64(scales[i]-c.Scale)) {
				i = each
			}
		}
		field.Put(i)
	}
	return forms.Setting{Section: section, Label: wording.L("text-size", "Text size"), Field: field, Update: nearest}
}

// firstList is the start page that shows the first list.
const firstList = "list"

func (c *settingsPages) behaviorSettings() []forms.Setting {
	section, alarm := wording.L("start-and-sync", "Start and sync"), wording.L("alarms", "Alarms")
	starts := []string{"", firstList}
	words := []string{wording.L("what-was-shown-last", "What was shown last"), wording.L("the-first-list", "The first list")}
	for _, kind := range snapshot.SmartKinds() {
		starts, words = append(starts, smartNames[kind]), append(words, kind.SmartTitle())
	}
	all := []forms.Setting{
		c.choiceOf(section, wording.L("start-page", "Start page"), wording.L("shown-when-crossfeed-starts", "Shown when Crossfeed starts."), startKey, starts, words, func() {}),
	}
	if c.Login != nil {
		all = append(all, c.check(section, wording.L("start-at-login", "Start at login"), c.Login.Starts, c.startAtLogin))
	}
	if c.Tray != nil {
		all = append(all, c.tray.setting(c, section))
	}
	var minutes []string
	for i := range wording.Intervals() {
		minutes = append(minutes, formatInterval(wording.Interval(i)))
	}
	atDue := c.check(alarm, wording.L("alarm-at-the-due-time", "Alarm at the due time"), func() bool { return c.Settings.String(dueAlarmsKey) != "" }, func(on bool) { c.setFlag(dueAlarmsKey, "on", on) })
	atDue.Help = wording.L("for-todos-without-an-alarm-of", "For todos without an alarm of their own.")
	return append(all,
		c.choiceOf(section, wording.L("sync-interval", "Sync interval"), wording.L("for-feeds-without-an-interval-of", "For feeds without an interval of their own. A feed may ask for a longer one."), intervalKey, minutes, wording.Intervals(), func() {
			c.applyInterval()
			c.syncing.sync(subscribe.SyncOptions{Whole: true}) // which plans the next refresh of each feed
		}),
		c.check(alarm, wording.L("show-alarms", "Show alarms"), c.isOn(silentKey), c.turnOn(silentKey)),
		atDue,
		c.check(alarm, wording.L("desktop-notifications", "Desktop notifications"), c.isOn(quietKey), c.turnOn(quietKey)),
	)
}

func formatInterval(every time.Duration) string {
	if every == 0 {
		return ""
	}
	return strconv.Itoa(int(every / time.Minute))
}

// applyInterval tells the engine how often to refresh feeds.
func (c *settingsPages) applyInterval() {
	minutes, _ := strconv.Atoi(c.Settings.String(intervalKey)) // the default if it is not a number
	c.Subscriptions.SetInterval(time.Duration(minutes) * time.Minute)
}

func (c *settingsPages) startAtLogin(starts bool) {
	if err := c.Login.Set(starts); err != nil {
		c.Warn(err)
		c.pages.settings().Update()
	}
}

// startPlace returns the place to show at the start, and the item in it, if any.
func (c *settingsPages) startPlace() (snapshot.Place, snapshot.Item) {
	for kind, name := range smartNames {
		if name == c.Settings.String(startKey) && len(c.now.Lists) > 0 {
			return snapshot.Place{Kind: kind}, snapshot.Item{}
		}
	}
	isTodos := func(l *lists.List) bool { return record.Kind(l.Kind) == record.Todo }
	switch l := c.recalled(); {
	case c.Settings.String(startKey) != "":
	case c.exists(l.At):
		return l.At, l.Item
	case c.Settings.String(leftKey) == "" && slices.ContainsFunc(c.now.Lists, isTodos):
		return snapshot.Place{Kind: snapshot.KindToday}, snapshot.Item{}
	}
	return c.firstPlace(), snapshot.Item{}
}

func (c *settingsPages) dataSettings() []forms.Setting {
	names, data := wording.L("names", "Names"), wording.L("data", "Data")
	button := func(text string, do func()) fyne.CanvasObject {
		return container.NewHBox(widget.NewButton(c.keys, text, do))
	}
	all := []forms.Setting{
		{Section: names, Label: wording.L("names", "Names"), Help: wording.L("name-the-people-and-devices-whose", "Name the people and devices whose changes you see. Only your own name can be published."), Field: button(wording.L("people-and-devices", "People and devices"), c.people.showPeople)},
		{Section: data, Label: wording.L("backups", "Backups"), Help: wording.L("one-file-with-everything-and-weekly", "One file with everything, now and each week."), Field: button(wording.L("back-up-dialog", "Back up…"), c.safety.showBackup)},
		{Section: data, Label: wording.L("log", "Log"), Help: wording.L("what-the-program-did-without-content", "What the program did, without content, names and addresses."), Field: button(wording.L("show-the-log", "Show the log"), c.showLog)},
	}
	if c.DataDir == "" {
		return all
	}
	size := widget.NewWords(1)
	return append(all,
		forms.Setting{Section: data, Label: wording.L("data-folder", "Data folder"), Help: c.DataDir, Field: button(wording.L("open-the-folder", "Open the folder"), c.openDataFolder)},
		forms.Setting{Section: data, Label: wording.L("size", "Size"), Help: wording.L("the-archive-keeps-every-version", "The archive keeps every version that was ever made or received."), Field: size, Update: func() { c.showSizes(size) }})
}

func (c *settingsPages) openDataFolder() {
	if err := c.Browser.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(c.DataDir)}); err != nil {
		c.Warn(err)
	}
}

// sizes are the sizes of parts of the data, in bytes.
type sizes struct{ database, files int64 }

// showSizes shows the sizes of the database, which has the archive, and of the other files.
func (c *settingsPages) showSizes(into *widget.Words) {
	dir := c.DataDir
	ask(c.shell, func(context.Context) (s sizes, err error) {
		err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil // a file may be gone by now
			}
			if info, err := entry.Info(); err == nil {
				if strings.HasPrefix(entry.Name(), "crossfeed.db") && filepath.Dir(path) == dir {
					s.database += info.Size()
				} else {
					s.files += info.Size()
				}
			}
			return nil
		})
		return s, err
	}, func(s sizes) {
		into.Set(wording.L("archive-size-files-more", "Lists and archive: {{.Archive}}, files and backups: {{.Files}}", wording.Data{"Archive": wording.Bytes(s.database), "Files": wording.Bytes(s.files)}), widget.TextStyle{})
	})
}

// makeLog returns the page that shows the log.
func (c *settingsPages) makeLog() *frame.TextPage {
	page := frame.NewLog(c.keys)
	page.OnLeave = c.back
	return page
}

func (c *settingsPages) showLog() {
	if c.Log == nil {
		return
	}
	ask(c.shell, func(context.Context) (string, error) { return c.Log() }, func(log string) {
		c.pages.log().Put(log)
		c.showPage(c.pages.log())
	})
}

// choiceOf returns a setting with one of several values, which is stored under a key. changed is
// called after it was stored.
func (c *settingsPages) choiceOf(section, label, help, key string, values, words []string, changed func()) forms.Setting {
	field := widget.NewChoice(c.keys, words, func(i int) {
		if values[i] != c.Settings.String(key) {
			c.Settings.SetString(key, values[i])
			changed()
		}
	})
	return forms.Setting{Section: section, Label: label, Help: help, Field: field, Update: func() {
		field.Put(max(slices.Index(values, c.Settings.String(key)), 0))
	}}
}

// check returns a setting that is on or off.
func (c *settingsPages) check(section, label string, now func() bool, set func(bool)) forms.Setting {
	field := widget.NewCheck(c.keys, "", set)
	return forms.Setting{Section: section, Label: label, Field: field, Update: func() { field.Put(now()) }}
}

// isOn reports whether a setting is on that is stored as the opposite, because it is on unless a
// person turns it off.
func (c *settingsPages) isOn(offKey string) func() bool {
	return func() bool { return c.Settings.String(offKey) == "" }
}

func (c *settingsPages) turnOn(offKey string) func(bool) {
	return func(on bool) { c.setFlag(offKey, "off", !on) }
}

// setFlag stores a value under a key if a flag is set, otherwise the default.
func (s *shell) setFlag(key, value string, set bool) {
	if !set {
		value = ""
	}
	s.Settings.SetString(key, value)
}

// changeLanguage shows the window in the language of the settings. What runs in the background
// refers to the present pages, so it has to end first.
func (w *Window) changeLanguage() {
	if w.busy() {
		w.showMessage(wording.L("the-language-changes-when-the-running", "The language changes at the next start, because a task is running."))
		return
	}
	wording.Speak(w.Settings.String(languageKey))
	w.edits.saveLeft()
	said := w.pages.messages
	w.menu, w.pages = nil, pages{}
	w.commands = w.table().Guarded(w.guard)
	w.makePanes()
	w.makePages()
	w.pages.messages.Continue(said)
	w.layOut()
	w.show(w.now)
	if w.item != (snapshot.Item{}) {
		w.readItem(w.item)
	}
	w.settings.showSettings()
}
