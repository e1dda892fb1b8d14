package detail_test

import (
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/detail"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

func TestMain(m *testing.M) {
	if err := uitest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// noon is a Tuesday.
var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// pane is the right pane in its own window, driven by keys.
type pane struct {
	*detail.Pane
	t      testing.TB
	window fyne.Window
	// typed is the last draft, saved is what was saved last; refused counts refusals.
	typed, saved record.Values
	refused      int
	// handedUp counts the shortcuts that no field used.
	handedUp int
	picture  func(string)
	// opened is the last address that was opened in the browser.
	opened string
}

func open(t testing.TB) *pane {
	t.Helper()
	uitest.App(t, uitest.InVariant(theme.New(1), fynetheme.VariantLight))
	p := &pane{t: t}
	speaker := wording.Speaker{Own: "desk", Now: func() time.Time { return noon }, Zone: time.UTC}
	nothing := func(snapshot.Item) {}
	p.Pane = detail.New(&widget.Keys{Shortcut: p.shortcut}, speaker, detail.Events{
		File: func(func(string)) {}, OpenFile: func(string) {},
		Typed:   func(_ snapshot.Item, v record.Values) { p.typed = v },
		Save:    func(_ snapshot.Item, v record.Values) { p.saved = v },
		Discard: nothing, Delete: nothing, Restore: nothing, Resolve: nothing,
		Picture: func(use func(string)) { p.picture = use },
		Open:    func(address string) { p.opened = address },
		Refused: func() { p.refused++ },
	})
	p.window = test.NewTempWindow(t, p.Object())
	p.window.Resize(fyne.NewSize(540, 700))
	return p
}

// show shows an item of a kind with these values for editing, and focuses its first field.
func (p *pane) show(k record.Kind, v record.Values) {
	p.t.Helper()
	p.showAs("1", k, v, nil)
}

func (p *pane) showAs(id string, k record.Kind, v record.Values, draft *drafts.Draft) {
	p.t.Helper()
	content, err := record.New(k, v)
	if err != nil {
		p.t.Fatal(err)
	}
	made := item.History{Sequence: 1, By: "laptop", When: item.At(noon.Add(-time.Hour))}
	version := &item.Version{ID: id, Updates: 1, Content: content, History: []item.History{made}}
	p.Show(detail.Shown{Item: snapshot.Item{Set: "List", ID: id}, Version: version}, draft)
	p.Edit()
	p.window.Canvas().Focus(p.Focus())
}

func (p *pane) shortcut(s fyne.Shortcut) bool {
	p.handedUp++
	c, is := s.(*desktop.CustomShortcut)
	if is && c.KeyName == fyne.KeyReturn && c.Modifier == fyne.KeyModifierControl {
		p.Save()
		return true
	}
	return false
}

func (p *pane) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		switch c := p.window.Canvas(); k {
		case fyne.KeyTab:
			c.(software.WindowlessCanvas).FocusNext()
		default:
			c.Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
}

// tab presses Tab n times.
func (p *pane) tab(n int) {
	for range n {
		p.press(fyne.KeyTab)
	}
}

func (p *pane) held(modifier fyne.KeyModifier, key fyne.KeyName) {
	p.window.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: modifier})
}

func (p *pane) shortcutTyped(s fyne.Shortcut) {
	p.window.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(s)
}

func (p *pane) save() { p.held(fyne.KeyModifierControl, fyne.KeyReturn) }

func (p *pane) types(text string) { test.Type(p.window.Canvas().Focused(), text) }

func (p *pane) wantSaved(want record.Values) {
	p.t.Helper()
	if !maps.Equal(p.saved, want) {
		p.t.Errorf("saved %v, want %v", p.saved, want)
	}
}

// The pane explains noconflicts on an item with it, and on no other.
func TestAnItemWithoutConflictsSaysSo(t *testing.T) {
	const sentence = "This item stores only its current version. If several devices change it, the other versions stay in the history on those devices."
	p := open(t)
	for _, alone := range []bool{true, false, true} {
		p.showAlone(alone)
		if got := p.showsText(sentence); got != alone {
			t.Errorf("noconflicts=%t: it is said: %t", alone, got)
		}
	}
}

// showAlone shows a note, with or without noconflicts.
func (p *pane) showAlone(alone bool) {
	p.t.Helper()
	content, err := record.New(record.Note, record.Values{"title": "Shopping", "text": "Milk"})
	if err != nil {
		p.t.Fatal(err)
	}
	v := &item.Version{ID: "1", Updates: 2, NoConflicts: alone, Content: content, History: []item.History{{Sequence: 2, By: "laptop"}}}
	p.Show(detail.Shown{Item: snapshot.Item{Set: "List", ID: "1"}, Version: v}, nil)
}

// showsText reports whether a text is visible, in one line or wrapped.
func (p *pane) showsText(text string) bool {
	for _, o := range uitest.Drawn(p.Object()) {
		if w, is := o.(interface{ Text() string }); is && w.Text() == text && o.Size().Height > 0 {
			return true
		}
	}
	return false
}

// However many phones there are, the focused widget is in sight, and nothing is wider than the
// pane.
func TestWhatHasTheFocusIsInSight(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 420))
	p.show(record.Contact, record.Values{"name": "Given", "phones": strings.Repeat("[work] +49 30 1\n", 10) + "+49", "text": "x"})
	if least := p.Object().MinSize(); least.Width > 396 {
		t.Errorf("the pane asks for a width of %v", least.Width)
	}
	for range 60 {
		p.tab(1)
		o, is := p.window.Canvas().Focused().(fyne.CanvasObject)
		if !is {
			t.Fatal("nothing has the focus")
		}
		top := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		if top < 0 || top+o.Size().Height > 420 {
			t.Errorf("a %T is from %v to %v", o, top, top+o.Size().Height)
		}
	}
}

// Another item is shown from its beginning.
func TestAnotherItemIsShownFromItsBeginning(t *testing.T) {
	p := open(t)
	p.window.Resize(fyne.NewSize(396, 420))
	long := record.Values{"name": "Given", "phones": strings.Repeat("[work] +49 30 1\n", 10) + "+49"}
	p.showAs("1", record.Contact, long, nil)
	p.tab(30)
	p.showAs("2", record.Contact, long, nil)
	name := p.Focus().(fyne.CanvasObject)
	if top := fyne.CurrentApp().Driver().AbsolutePositionForObject(name).Y; top < 0 {
		t.Errorf("the name is at %v", top)
	}
}
