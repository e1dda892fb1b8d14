package window

import (
	"cmp"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine"
	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/memory"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/engine/transport"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/work/worktest"
	"crossfeed/ui/wording"
)

// desk is a window on an engine in memory, driven by keys as a person would. Jobs run only in
// rest.
type desk struct {
	t      testing.TB
	engine *engine.Engine
	clock  *clock
	seam   *worktest.Manual
	win    *Window
	fyne   fyne.Window
	held   fyne.KeyModifier
	closed bool
	// shortcuts are those that the window handles while nothing has the focus.
	shortcuts fyne.ShortcutHandler
	// closeButton is what the close button of the window does, and hidden whether it is hidden.
	closeButton func()
	hidden      bool
	// tray is the tray of the desktop; nil if the system offers none.
	tray  *fakeTray
	saved []byte
	// settings holds the settings that survive a restart.
	settings memorySettings
	// scale and high are the size and the contrast of the text that survive a restart.
	scale float32
	high  bool
	// login starts the program at login, folder is the folder of the data; nil and "" for none.
	login  *login
	folder string
	// interval is the interval of feeds that the engine was told, themedAnew how often the look
	// changed.
	interval   time.Duration
	themedAnew int
	// notified are the desktop notifications.
	notified []string
	// clicked is what a click on the last notification does.
	clicked func()
	// browsed are the addresses that were opened in the browser.
	browsed []string
}

// openWindow is a window that only notes that the person closes it: the test's own window is
// closed by its cleanup.
type openWindow struct {
	fyne.Window
	desk *desk
}

func (w openWindow) Close() { w.desk.closed = true }

// Canvas returns the canvas of the test's window.
func (w openWindow) Canvas() fyne.Canvas { return openCanvas{w.Window.Canvas(), w.desk} }

// openCanvas is a canvas whose shortcuts the desk can press, which those of Fyne's tests hide.
type openCanvas struct {
	fyne.Canvas
	desk *desk
}

func (c openCanvas) AddShortcut(s fyne.Shortcut, handle func(fyne.Shortcut)) {
	c.desk.shortcuts.AddShortcut(s, handle)
}

// SetCloseIntercept notes what the close button of the window does.
func (w openWindow) SetCloseIntercept(do func()) { w.desk.closeButton = do }

func (w openWindow) Show() { w.desk.hidden = false }

func (w openWindow) Hide() { w.desk.hidden = true }

// memorySettings implements Settings in memory.
type memorySettings map[string]string

func (k memorySettings) String(name string) string { return k[name] }

func (k memorySettings) SetString(name, value string) { k[name] = value }

// startedBefore returns the settings of a program that was started before, when it had no lists:
// it shows the first list.
func startedBefore() memorySettings { return memorySettings{leftKey: "{}"} }

type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// random returns a reader that makes the same identifiers in every run.
func random(seed byte) io.Reader { return rand.NewChaCha8([32]byte{seed}) }

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

func newEngine(t testing.TB, endpoint string, c engine.Clock) *engine.Engine {
	t.Helper()
	return newEngineOn(t, endpoint, c, memory.New())
}

func newEngineOn(t testing.TB, endpoint string, c engine.Clock, st store.Store) *engine.Engine {
	t.Helper()
	e, err := engine.Open(t.Context(), engine.Parts{
		Store: st, Clock: c, Random: random(endpoint[0]), Files: transport.Disk{}, Endpoint: endpoint,
		Content: cache.Disk{Folder: contentFolder(t)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// contentFolder returns a folder for files. Unlike t.TempDir, it does not use the counted
// names that appear in pictures.
func contentFolder(t testing.TB) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "content")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// newDesk opens a window of the endpoint "desk" on an empty store.
func newDesk(t testing.TB) *desk {
	t.Helper()
	c := &clock{noon}
	d := &desk{t: t, clock: c, engine: newEngine(t, "desk", c), settings: startedBefore()}
	d.open()
	return d
}

// open opens a new window, as a restart of the program does.
func (d *desk) open() {
	uitest.App(d.t, uitest.InVariant(theme.New(1), fynetheme.VariantLight))
	d.seam = &worktest.Manual{Ctx: context.Background()}
	kept := drafts.New(func(text func() []byte) { d.saved = text() })
	if err := kept.Load(d.saved); err != nil {
		d.t.Fatal(err)
	}
	d.fyne = test.NewTempWindow(d.t, nil)
	d.fyne.Resize(fyne.NewSize(1180, 740))
	d.win = New(openWindow{d.fyne, d}, Options{
		Engine: d.engine, Sharing: d.engine.Sharing, Device: d.engine.Device, Lists: d.engine.Lists, Attachments: d.engine.Attachments, Subscriptions: intervals{d.engine.Subscriptions, &d.interval}, Names: d.engine.Names, Backups: d.engine.Backups, Verifier: d.engine.Verifier, Edit: d.engine.Edit, Conflicts: d.engine.Conflicts, Library: d.engine.Library, Accounts: d.engine.Accounts, Seam: d.seam, Drafts: kept, Scale: cmp.Or(d.scale, 1), HighContrast: d.high, Scaled: func(scale float32) { d.scale = scale }, Contrasted: func(high bool) { d.high = high }, Themed: func() { d.themedAnew++ },
		DataDir: d.folder, Log: func() (string, error) { return "the end of the log", nil },
		Held:     func() fyne.KeyModifier { return d.held },
		Speaker:  wording.Speaker{Own: "desk", Now: d.clock.Now, Zone: time.UTC},
		Files:    transport.Disk{},
		Settings: d.settings,
		Guard:    func(handler func()) error { handler(); return nil }, // a panic fails the test
		Notifier: d,
		Browser:  d,
		Sample:   Sample{Folder: "../../assets/sample", Write: func(string) ([]string, error) { return []string{sampleWithConflicts}, nil }},
	})
	if d.login != nil {
		d.win.Login = d.login
	}
	if d.tray != nil {
		d.win.Tray = d.tray
	}
	d.win.Start()
	d.rest()
}

// rest runs all waiting jobs.
func (d *desk) rest() { d.seam.Run() }

// press presses a key with modifiers, as the driver does, one second after the last action.
func (d *desk) press(key fyne.KeyName, held ...fyne.KeyModifier) {
	d.clock.now = d.clock.now.Add(time.Second)
	d.strikes(key, held...)
}

// strikes presses a key without a pause.
func (d *desk) strikes(key fyne.KeyName, held ...fyne.KeyModifier) {
	d.held = 0
	for _, m := range held {
		d.held |= m
	}
	defer func() { d.held = 0 }()
	switch c := d.fyne.Canvas(); {
	case d.held == fyne.KeyModifierControl && ownShortcuts()[key] != nil:
		d.shortcut(ownShortcuts()[key])
	case d.held&^fyne.KeyModifierShift != 0:
		d.shortcut(&desktop.CustomShortcut{KeyName: key, Modifier: d.held})
	case key == fyne.KeyTab:
		c.(software.WindowlessCanvas).FocusNext()
	case c.Focused() != nil:
		c.Focused().TypedKey(&fyne.KeyEvent{Name: key})
	default:
		c.OnTypedKey()(&fyne.KeyEvent{Name: key})
	}
}

// ownShortcuts returns the shortcuts for which Fyne has its own types.
func ownShortcuts() map[fyne.KeyName]fyne.Shortcut {
	board := fyne.CurrentApp().Clipboard()
	return map[fyne.KeyName]fyne.Shortcut{
		fyne.KeyZ: &fyne.ShortcutUndo{}, fyne.KeyY: &fyne.ShortcutRedo{}, fyne.KeyA: &fyne.ShortcutSelectAll{},
		fyne.KeyC: &fyne.ShortcutCopy{Clipboard: board}, fyne.KeyX: &fyne.ShortcutCut{Clipboard: board}, fyne.KeyV: &fyne.ShortcutPaste{Clipboard: board},
	}
}

func (d *desk) shortcut(s fyne.Shortcut) {
	if f, ok := d.fyne.Canvas().Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
		return
	}
	for _, menu := range d.win.menu.Main.Items {
		if line := lineOf(menu, s); line != nil {
			line.Action()
			return
		}
	}
	d.shortcuts.TypedShortcut(s)
}

// lineOf returns the line of a menu with a shortcut, or nil.
func lineOf(menu *fyne.Menu, s fyne.Shortcut) *fyne.MenuItem {
	for _, line := range menu.Items {
		if line.ChildMenu != nil {
			if below := lineOf(line.ChildMenu, s); below != nil {
				return below
			}
		}
		if line.Shortcut != nil && line.Shortcut.ShortcutName() == s.ShortcutName() {
			return line
		}
	}
	return nil
}

// types types a text, character by character, one second after the last action.
func (d *desk) types(text string) {
	d.clock.now = d.clock.now.Add(time.Second)
	d.hurries(text)
}

// hurries types a text without a pause.
func (d *desk) hurries(text string) {
	for _, r := range text {
		if f := d.fyne.Canvas().Focused(); f != nil {
			f.TypedRune(r)
		} else {
			d.fyne.Canvas().OnTypedRune()(r)
		}
	}
}

// addedTo creates a list of a kind with one item.
func (d *desk) addedTo(kind record.Kind, v record.Values) {
	d.t.Helper()
	must(d.t, two(d.engine.Lists.Create(d.t.Context(), lists.New{Name: "Many", Kind: string(kind)})))
	must(d.t, two(d.engine.Edit.Add(d.t.Context(), "Many", v, edit.AddOptions{})))
}

// absurd returns a text with a number of bytes and with characters that reverse the direction
// of text.
func absurd(name string, bytes int) string {
	return name + " exe.\u202efdp\u2069 " + strings.Repeat("xy z", bytes/4)
}
