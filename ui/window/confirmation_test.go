package window

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/store"
	"crossfeed/ui/widget"
)

// unshared reports whether the only list is not published.
func (d *desk) unshared() bool {
	d.t.Helper()
	all, err := d.engine.Lists.All(d.t.Context())
	must(d.t, err)
	return len(all) == 1 && all[0].Location == ""
}

// A question before something is removed, or becomes visible to others, focuses the button
// that changes nothing. Neither the key that opened the question and is held down, nor a click
// that cannot be meant for it, answers it.
func TestNothingIsAnsweredBeforeItIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		do   string
		asks func(*desk)
		done func(*desk) bool
	}{
		"delete a shared list": {"Delete list  Ctrl+Enter", func(d *desk) { d.win.lists.deleteList("Groceries") }, func(d *desk) bool { return len(d.win.now.Lists) == 0 }},
		"stop sharing":         {"Stop sharing  Ctrl+Enter", func(d *desk) { d.win.sharing.showStop("Groceries") }, (*desk).unshared},
	} {
		t.Run(name, func(t *testing.T) {
			d, _, _ := shared(t)
			for hurry, does := range map[string]func(){
				"Enter":          func() { d.holds(fyne.KeyReturn) },
				"Ctrl+Enter":     func() { d.holds(fyne.KeyReturn, ctrl) },
				"a double click": func() { d.buttonIn(d.win.pages.shown.Object(), c.do).Tapped(nil); d.rest() },
			} {
				d.clock.now = d.clock.now.Add(time.Second)
				c.asks(d)
				d.rest()
				focused, _ := d.fyne.Canvas().Focused().(*widget.Button)
				same(t, hurry+": the focus", focused != nil && focused.Text == "Cancel  Esc", true)
				does()
				same(t, hurry+": done", c.done(d), false)
				same(t, hurry+": it still asks", d.shows("Cancel  Esc"), true)
				same(t, hurry+": said", d.win.status.Text(), checkFirst)
				d.focusOn(focused) // the click took the focus away
				d.press(fyne.KeyReturn)
				d.rest()
				same(t, hurry+": done by Enter", c.done(d), false)
				same(t, hurry+": asks after Enter", d.shows("Cancel  Esc"), false)
			}
			c.asks(d)
			d.rest()
			d.press(fyne.KeyReturn, ctrl)
			d.rest()
			same(t, "done", c.done(d), true)
		})
	}
}

// Holding Enter in a form does not confirm a warning: here, that a backup would be replaced.
func TestAHeldEnterReplacesNoBackup(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.zip")
	must(t, two(onRealStore(t, store.Home{File: "2"}).engine.Backups.Write(t.Context(), path, false, nil)))
	older, err := os.ReadFile(path)
	must(t, err)
	d := onRealStore(t, store.Home{File: "1"})
	d.makeList("Groceries")
	d.runs("Back up…")
	d.types(path)
	d.press(fyne.KeyReturn)
	d.rest()
	d.holds(fyne.KeyReturn)
	now, err := os.ReadFile(path)
	must(t, err)
	same(t, "the backup is the older one", string(now) == string(older), true)
	same(t, "said", d.win.status.Text(), checkFirst)
	d.press(fyne.KeyReturn)
	d.rest()
	now, err = os.ReadFile(path)
	must(t, err)
	same(t, "replaced by another press", string(now) != string(older), true)
}

// Holding Enter in the form that shares a list publishes nothing: the person has to see first
// who could read it.
func TestAHeldEnterPublishesNothing(t *testing.T) {
	d := withList(t, "Milk")
	folder := t.TempDir()
	d.press(fyne.KeyS, ctrl, fyne.KeyModifierShift)
	d.rest()
	d.types(folder)
	d.press(fyne.KeyReturn)
	d.rest()
	d.holds(fyne.KeyReturn)
	same(t, "not shared", d.unshared(), true)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "not shared after another press", d.unshared(), false)
}
