package window

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/frame"
	"crossfeed/ui/window/history"
)

// stroke is a key with modifiers, or a character.
type stroke struct {
	key  fyne.KeyName
	held fyne.KeyModifier
	char rune
}

func keys(names ...fyne.KeyName) []stroke {
	var all []stroke
	for _, n := range names {
		all = append(all, stroke{key: n})
	}
	return all
}

func chars(text string) []stroke {
	var all []stroke
	for _, r := range text {
		all = append(all, stroke{char: r})
	}
	return all
}

// strokesOf maps the names of keys in the list of shortcuts to keys.
var strokesOf = map[string][]stroke{
	"Arrows, Page Up, Page Down, Home, End": keys(fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyHome, fyne.KeyEnd),
	"1 – 9":                                 chars("123456789"),
	"Enter":                                 keys(fyne.KeyReturn, fyne.KeyEnter),
	"Shift+Enter":                           {{key: fyne.KeyReturn, held: fyne.KeyModifierShift}, {key: fyne.KeyEnter, held: fyne.KeyModifierShift}},
	"Shift+Enter, +":                        append(chars("+"), stroke{key: fyne.KeyReturn, held: fyne.KeyModifierShift}, stroke{key: fyne.KeyEnter, held: fyne.KeyModifierShift}),
	"Backspace, Del":                        keys(fyne.KeyBackspace, fyne.KeyDelete),
	"F2":                                    keys(fyne.KeyF2),
	"0":                                     chars("0"),
	"E":                                     chars("eE"),
	"M":                                     chars("mM"),
	"R":                                     chars("rR"),
	"O":                                     chars("oO"),
	"Space":                                 chars(" "),
	"Tab, Shift+Tab":                        keys(fyne.KeyTab),
	"Left, Right":                           keys(fyne.KeyLeft, fyne.KeyRight),
	"Alt+Up, Alt+Down":                      {{key: fyne.KeyUp, held: fyne.KeyModifierAlt}, {key: fyne.KeyDown, held: fyne.KeyModifierAlt}},
	"Alt+Right, Alt+Left":                   {{key: fyne.KeyRight, held: fyne.KeyModifierAlt}, {key: fyne.KeyLeft, held: fyne.KeyModifierAlt}},
	"Letters":                               chars("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
}

// tried returns all keys that may do something.
func tried() []stroke {
	all := keys(fyne.KeyEscape, fyne.KeyInsert, fyne.KeyF1, fyne.KeyF2, fyne.KeyF3, fyne.KeyF4, fyne.KeyF5, fyne.KeyF6, fyne.KeyF7, fyne.KeyF8, fyne.KeyF9, fyne.KeyF10, fyne.KeyF11, fyne.KeyF12)
	for _, name := range slices.Sorted(maps.Keys(strokesOf)) {
		for _, s := range strokesOf[name] {
			if s.key != "" {
				all = append(all, s)
			}
		}
	}
	for _, k := range strokesOf["Arrows, Page Up, Page Down, Home, End"] {
		all = append(all, stroke{key: k.key, held: fyne.KeyModifierControl}, stroke{key: k.key, held: fyne.KeyModifierAlt})
	}
	for r := ' '; r <= '~'; r++ {
		all = append(all, stroke{char: r})
	}
	return all
}

// parts are the pages with their own keys: the beginning of their lines in the list, the keys
// that work in all lists (where Shift does not change Enter), and the places on the page where
// keys are tried.
var parts = []struct {
	begins  string
	general []string
	places  map[string]func(*testing.T) *desk
}{
	{"Conflict: ", []string{"Tab, Shift+Tab"}, map[string]func(*testing.T) *desk{
		"the heads": func(t *testing.T) *desk { return severed(t) },
		"a title":   func(t *testing.T) *desk { return severed(t).on(fyne.KeyDown, fyne.KeyRight) },
		"a stretch": func(t *testing.T) *desk { return severed(t).on(fyne.KeyDown, fyne.KeyDown) },
		"a result that was chosen": func(t *testing.T) *desk {
			d := severed(t)
			d.types("2")
			return d.on(fyne.KeyDown, fyne.KeyRight, fyne.KeyRight)
		},
	}},
	{"Outlines: ", []string{"Tab, Shift+Tab", "Arrows, Page Up, Page Down, Home, End", "Letters", "Enter", "Shift+Enter"}, map[string]func(*testing.T) *desk{
		"a branch": func(t *testing.T) *desk { return some(t).at("News") },
		"a feed":   func(t *testing.T) *desk { return some(t).at("Golem") },
	}},
	{"History: ", []string{"Tab, Shift+Tab", "Arrows, Page Up, Page Down, Home, End", "Enter", "Shift+Enter"}, map[string]func(*testing.T) *desk{
		"an older version": func(t *testing.T) *desk {
			d := withList(t, "Milk")
			d.mark(0)
			change(t, d.engine, d.win.item.Set, d.win.item.ID, "title", "Oat milk")
			d.win.Reload()
			d.rest()
			d.showsHistory()
			return d.on(fyne.KeyEnd)
		},
		"a long history": func(t *testing.T) *desk { return longHistory(t, history.FirstVersions+1) },
	}},
	{"Resolution log: ", []string{"Tab, Shift+Tab", "Arrows, Page Up, Page Down, Home, End", "Letters", "Shift+Enter"}, map[string]func(*testing.T) *desk{
		"a decision": func(t *testing.T) *desk {
			d, _ := decided(t)
			d.showsDecisions()
			return d
		},
	}},
	{"Library: ", []string{"Tab, Shift+Tab", "Arrows, Page Up, Page Down, Home, End", "Letters", "Shift+Enter"}, map[string]func(*testing.T) *desk{
		"a feed":           func(t *testing.T) *desk { d, _ := atLibrary(t, "Day one"); return d },
		"an open feed":     func(t *testing.T) *desk { d, _ := atLibrary(t, "Day one"); return d.on(fyne.KeyRight) },
		"a file on demand": func(t *testing.T) *desk { d, _ := atLibrary(t, "The film"); return d },
	}},
	{"Resolve many: ", []string{"Tab, Shift+Tab", "Arrows, Page Up, Page Down, Home, End", "Letters", "Shift+Enter"}, map[string]func(*testing.T) *desk{
		"a row": func(t *testing.T) *desk {
			d, _ := parted(t)
			d.manyAtOnce()
			d.win.focus(d.list())
			return d.on(fyne.KeyHome, fyne.KeyDown)
		},
	}},
}

// severed returns a desk with a conflict on the page in which two devices changed title and
// text.
func severed(t *testing.T) *desk {
	t.Helper()
	d, laptop, it := shared(t)
	change(t, laptop, it.Set, it.ID, "title", "Oat milk")
	change(t, laptop, it.Set, it.ID, "text", "two\nof them\n")
	must(t, two(laptop.Sharing.Publish(t.Context(), it.Set)))
	change(t, d.engine, it.Set, it.ID, "title", "Whole milk")
	change(t, d.engine, it.Set, it.ID, "text", "three\nof them\n")
	d.syncs()
	d.press(fyne.KeyF8)
	d.rest()
	return d
}

func (d *desk) on(keys ...fyne.KeyName) *desk {
	for _, k := range keys {
		d.press(k)
		d.rest()
	}
	return d
}

// list returns the list widget of the page.
func (d *desk) list() *widget.List {
	d.t.Helper()
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		if l, is := o.(*widget.List); is {
			return l
		}
	}
	d.t.Fatal("the page has no list")
	return nil
}

// seen returns what a person can see: the page and its texts, the selection and focus, and the
// status bar.
func (d *desk) seen() string {
	seen := []string{fmt.Sprintf("%T %p %s", d.win.pages.shown, d.fyne.Canvas().Focused(), d.win.status.Text()), fmt.Sprint(d.fyne.Canvas().Overlays().Top() != nil)}
	switch l := d.fyne.Canvas().Focused().(type) {
	case *grid.Grid:
		seen = append(seen, fmt.Sprint(l.At()))
	case *widget.List:
		seen = append(seen, fmt.Sprint(l.Marked()))
	}
	if s := d.win.pages.resolve.Shown().Session; s != nil && d.win.resolving() {
		seen = append(seen, fmt.Sprint(s.SavedDraft()))
	}
	for _, o := range uitest.Drawn(d.win.pages.shown.Object()) {
		if text, is := o.(*canvas.Text); is {
			seen = append(seen, text.Text)
		}
	}
	return strings.Join(seen, "\n")
}

func (d *desk) strike(s stroke) {
	if s.char != 0 {
		d.types(string(s.char))
	} else {
		d.strikes(s.key, s.held)
	}
	d.rest()
}

// working returns the keys that do something in one of the places. Commands are listed
// separately: of their keys, only those that are also listed for the page are tried. The short
// test tries a fifth of the optional keys.
func working(t *testing.T, places map[string]func(*testing.T) *desk, must map[stroke]bool) map[stroke]bool {
	t.Helper()
	all := map[stroke]bool{}
	for _, name := range slices.Sorted(maps.Keys(places)) {
		d := places[name](t)
		before := d.seen()
		for i, s := range tried() {
			if all[s] || !must[s] && (d.commands(s) || !testsize.Tries(i, 5)) {
				continue
			}
			if d.strike(s); d.seen() != before {
				all[s] = true
				d = places[name](t)
				before = d.seen()
			}
		}
	}
	return all
}

func (d *desk) commands(s stroke) bool {
	return slices.ContainsFunc(d.win.commands, func(c frame.Command) bool { return c.Key == s.key && c.Modifier == s.held })
}

// Every key that the list of shortcuts names for a page does something there, and every key
// that does something on a page is listed.
func TestTheShortcutsListTheKeysOfEveryPage(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyF1)
	lines := d.win.pages.shortcuts().Lines()
	for _, part := range parts {
		t.Run(part.begins, func(t *testing.T) {
			listed, some := listedFor(t, lines, part.begins)
			general := map[stroke]bool{}
			works := working(t, part.places, some)
			for s := range some {
				if !works[s] {
					t.Errorf("%q is listed and does nothing", s)
				}
			}
			for _, keys := range part.general {
				for _, s := range strokesOf[keys] {
					general[s] = true
				}
			}
			for s := range works {
				if !listed[s] && !general[s] {
					t.Errorf("%q does something and is not listed", s)
				}
			}
		})
	}
}

// listedFor returns the keys listed for a page, and those of them to try: the short test tries
// some of each line.
func listedFor(t *testing.T, lines []frame.ShortcutLine, begins string) (all, some map[stroke]bool) {
	t.Helper()
	all, some = map[stroke]bool{}, map[stroke]bool{}
	for _, l := range lines {
		if !strings.HasPrefix(l.Text, begins) {
			continue
		}
		if strokesOf[l.Keys] == nil {
			t.Errorf("%q: the test does not know the keys %q", l.Text, l.Keys)
		}
		for i, s := range strokesOf[l.Keys] {
			all[s] = true
			if testsize.Tries(i, 6) {
				some[s] = true
			}
		}
	}
	if len(all) == 0 {
		t.Errorf("nothing is listed for %q", begins)
	}
	return all, some
}

func (s stroke) String() string {
	if s.char != 0 {
		return string(s.char)
	}
	return fmt.Sprint(s.held, " ", s.key)
}
