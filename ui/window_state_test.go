//go:build !headless

package ui

import (
	"context"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/record"
	"crossfeed/ui/theme"
	"crossfeed/ui/window"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
)

// later is a queue that the test processes.
type later []func(context.Context)

func (l *later) queue(job func(context.Context)) { *l = append(*l, job) }

func (l *later) run() {
	for _, job := range *l {
		job(context.Background())
	}
	*l = nil
}

func mustOpenWindowState(t *testing.T, dir string, l *later) *windowState {
	t.Helper()
	k, err := openWindowState(dir, l.queue, test.NewTempApp(t).Preferences())
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// Settings that an older version stored in the system's preferences are in the data folder
// after the first start, and from then on only those stored there count.
func TestSettingsOfAnOlderVersionAreTakenOver(t *testing.T) {
	older, dir := test.NewTempApp(t).Preferences(), t.TempDir()
	older.SetFloat("scale", 1.25)
	older.SetBool("highContrast", true)
	older.SetString("apart", `[["a","b"]]`)
	for range 2 {
		var jobs later
		k, err := openWindowState(dir, jobs.queue, older)
		if err != nil {
			t.Fatal(err)
		}
		jobs.run()
		if k.scale() != 1.25 || !k.settings.Bool(contrastKey) || k.settings.String("apart") != `[["a","b"]]` {
			t.Errorf("scale %v, contrast %v, apart %q", k.scale(), k.settings.Bool(contrastKey), k.settings.String("apart"))
		}
		older.SetFloat("scale", 2) // belongs to another data folder
	}
	if k := mustOpenWindowState(t, t.TempDir(), new(later)); k.scale() != 1 || k.settings.Bool(contrastKey) {
		t.Error("a first start has settings")
	}
}

// The files of a restored backup take effect once they are read again.
func TestWhatABackupBroughtIsReadAgain(t *testing.T) {
	milk := snapshot.Item{Set: "Groceries", ID: "1"}
	there, here := t.TempDir(), t.TempDir()
	var jobs later
	from, to := mustOpenWindowState(t, there, &jobs), mustOpenWindowState(t, here, &jobs)
	from.settings.SetFloat(scaleKey, 1.5)
	from.drafts.Put(drafts.Edit, milk, drafts.Draft{SavedDraft: conflicts.SavedDraft{Fields: record.Values{"title": "Milk!"}}, Base: "b"})
	to.drafts.Put(drafts.Edit, snapshot.Item{Set: "Groceries", ID: "2"}, drafts.Draft{Base: "c"})
	jobs.run()
	for _, name := range []string{"drafts.json", "window.json"} {
		text, err := os.ReadFile(filepath.Join(there, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(here, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := to.load(); err != nil {
		t.Fatal(err)
	}
	draft, is := to.drafts.Get(drafts.Edit, milk)
	if !is || draft.Fields["title"] != "Milk!" || to.drafts.Has(snapshot.Item{Set: "Groceries", ID: "2"}) || to.scale() != 1.5 {
		t.Errorf("draft %v, scale %v", draft, to.scale())
	}
}

// restored writes files into a folder like another process that restores a backup.
func restored(t *testing.T, dir string, scale float64, it snapshot.Item) {
	t.Helper()
	there := t.TempDir()
	var jobs later
	k := mustOpenWindowState(t, there, &jobs)
	k.settings.SetFloat(scaleKey, scale)
	k.drafts.Put(drafts.Edit, it, drafts.Draft{Base: "restored"})
	jobs.run()
	for _, name := range []string{"drafts.json", "window.json"} {
		if err := os.Rename(filepath.Join(there, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

// While the window is open, another process restores a backup: its settings take effect, its
// drafts are available, and the open drafts stay, whether or not something is written here in
// the meantime. The next start finds the same.
func TestWhatAnotherProcessRestoresIsLoaded(t *testing.T) {
	milk, oats, eggs := snapshot.Item{Set: "Groceries", ID: "1"}, snapshot.Item{Set: "Groceries", ID: "2"}, snapshot.Item{Set: "Groceries", ID: "3"}
	for name, typed := range map[string]bool{"and nothing is typed": false, "and a letter is typed": true} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			var jobs later
			k := mustOpenWindowState(t, dir, &jobs)
			asked := false
			k.onReplaced(func() { asked = true })
			k.settings.SetFloat(scaleKey, 2)
			k.drafts.Put(drafts.Edit, oats, drafts.Draft{Base: "here"})
			jobs.run()
			if k.replaced() {
				t.Fatal("it takes what it wrote for another's")
			}
			restored(t, dir, 1.5, milk)
			if typed {
				k.drafts.Put(drafts.Edit, eggs, drafts.Draft{Base: "typed"})
				k.settings.SetBool(contrastKey, true)
				jobs.run()
				if !asked {
					t.Error("nobody was told")
				}
			}
			if !k.replaced() {
				t.Fatal("what another process wrote is not noticed")
			}
			if err := k.reload(); err != nil {
				t.Fatal(err)
			}
			jobs.run()
			if k.replaced() {
				t.Error("it finds the same again")
			}
			for _, k := range []*windowState{k, mustOpenWindowState(t, dir, &jobs)} {
				if k.scale() != 1.5 || !k.drafts.Has(milk) || !k.drafts.Has(oats) || k.drafts.Has(eggs) != typed {
					t.Errorf("scale %v, drafts %v %v %v", k.scale(), k.drafts.Has(milk), k.drafts.Has(oats), k.drafts.Has(eggs))
				}
			}
		})
	}
}

// If an item has a draft both here and in the backup, the open draft stays.
func TestADraftThatIsOpenIsNotWrittenOver(t *testing.T) {
	milk, dir := snapshot.Item{Set: "Groceries", ID: "1"}, t.TempDir()
	var jobs later
	k := mustOpenWindowState(t, dir, &jobs)
	k.drafts.Put(drafts.Edit, milk, drafts.Draft{Base: "here"})
	jobs.run()
	restored(t, dir, 1, milk)
	if err := k.reload(); err != nil {
		t.Fatal(err)
	}
	if d, _ := k.drafts.Get(drafts.Edit, milk); d.Base != "here" {
		t.Errorf("the draft is over %s", d.Base)
	}
}

// The look of the window is that of the settings, whatever the system's is.
func TestTheLookOfTheWindowFollowsTheSettings(t *testing.T) {
	a := test.NewTempApp(t)
	k, err := openWindowState(t.TempDir(), func(func(context.Context)) {}, a.Preferences())
	must(t, err)
	ground := func(v fyne.ThemeVariant) color.Color {
		return a.Settings().Theme().Color(fynetheme.ColorNameBackground, v)
	}
	k.applyAppearance(a)
	light, dark := ground(fynetheme.VariantLight), ground(fynetheme.VariantDark)
	for look, want := range map[string][2]color.Color{"": {light, dark}, theme.Light: {light, light}, theme.Dark: {dark, dark}} {
		k.settings.SetString(window.LookKey, look)
		k.applyAppearance(a)
		if got := [2]color.Color{ground(fynetheme.VariantLight), ground(fynetheme.VariantDark)}; got != want || light == dark {
			t.Errorf("%q: got %v, want %v", look, got, want)
		}
	}
}

// Settings are unchanged after they were stored and loaded.
func TestSettingsAreStoredAndRead(t *testing.T) {
	var stored []byte
	s := newSettings(func(text []byte) { stored = text })
	s.SetString("arranged", "a\n“ß”")
	s.SetFloat("scale", 1.25)
	s.SetBool("highContrast", true)
	again := newSettings(func([]byte) {})
	again.SetString("older", "goes")
	if err := again.Load(stored); err != nil {
		t.Fatal(err)
	}
	if again.String("arranged") != "a\n“ß”" || again.Float("scale", 1) != 1.25 || !again.Bool("highContrast") || again.String("older") != "" {
		t.Errorf("read %s", stored)
	}
}

func TestWhatIsNotSetIsTheDefault(t *testing.T) {
	s := newSettings(nil)
	if err := s.Load(nil); err != nil {
		t.Fatal(err)
	}
	if s.String("a") != "" || s.Float("b", 1) != 1 || s.Bool("c") {
		t.Error("something is set")
	}
}

func TestNothingIsStoredWhereNothingChanges(t *testing.T) {
	stored := 0
	s := newSettings(func([]byte) { stored++ })
	s.SetBool("highContrast", true)
	s.SetBool("highContrast", true)
	if stored != 1 {
		t.Errorf("stored %d times", stored)
	}
}

func TestDamagedSettingsAreAnErrorAndChangeNothing(t *testing.T) {
	s := newSettings(func([]byte) {})
	s.SetFloat("scale", 2)
	if err := s.Load([]byte("{")); err == nil || s.Float("scale", 1) != 2 {
		t.Errorf("%v, %v", err, s.Float("scale", 1))
	}
}
