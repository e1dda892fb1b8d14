package conflict_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/item"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/conflict"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work/worktest"
	"crossfeed/ui/wording"
)

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

// apart is a seam that runs comparisons without Fyne, which measures text only on the UI
// goroutine.
type apart struct {
	*worktest.Manual
	spent *spent
}

// spent is the processor time of comparisons, and of their longest answer on the UI goroutine.
type spent struct{ comparing, longest time.Duration }

func (s apart) Aside(job func(context.Context)) {
	s.Manual.Aside(func(ctx context.Context) {
		app := fyne.CurrentApp()
		fyne.SetCurrentApp(nil)
		defer fyne.SetCurrentApp(app)
		s.spent.comparing += pace.Spent(func() { job(ctx) })
	})
}

func (s apart) UI(f func()) {
	s.Manual.UI(func() { s.spent.longest = max(s.spent.longest, pace.Spent(f)) })
}

// at is a page in a window, with its messages and requests.
type at struct {
	*conflict.Page
	window   fyne.Window
	seam     *worktest.Manual
	spent    spent
	held     fyne.KeyModifier
	now      time.Time
	book     wording.Book
	messages []string
	saved    int
	later    int
	// named are the devices for which a name was requested.
	named []string
	// drafts holds the stored choices, stored returns their text.
	drafts *drafts.Drafts
	stored func() []byte
	// use receives the picture that the page requested.
	use func(string)
}

// version returns a version of a note, made by an endpoint.
func version(updates int, by, title, text string) *item.Version {
	return &item.Version{
		ID: "note", Updates: updates, Content: item.Plain(title, text),
		History: []item.History{{Sequence: updates, By: by, When: item.At(noon.Add(-time.Duration(updates) * time.Hour))}, {Sequence: 1, By: "phone"}},
	}
}

func deleted(v *item.Version) *item.Version {
	v.Deleted = true
	return v
}

// begun returns a session of versions, of which the first is the winner. base is their
// original; nil if it is unknown. Each version has a column, even if it changes nothing.
func begun(t testing.TB, base *item.Version, versions ...*item.Version) *conflicts.Session {
	t.Helper()
	s, err := conflicts.NewSession(&item.Item{Winner: versions[0], Conflicts: versions[1:]}, "me", conflicts.About{Base: ancestry.Base{Version: base}, Listed: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Prepare()
	return s
}

// open shows a session on a page.
func open(t testing.TB, s *conflicts.Session, size fyne.Size) *at {
	t.Helper()
	uitest.App(t, theme.New(1))
	a := &at{seam: &worktest.Manual{Ctx: context.Background()}, now: noon}
	a.drafts = drafts.New(func(text func() []byte) { a.stored = text })
	keys := &widget.Keys{Held: func() fyne.KeyModifier { return a.held }, Now: func() time.Time { return a.now }}
	a.Page = conflict.New(keys, wording.Speaker{Own: "me", Book: &a.book, Now: func() time.Time { return a.now }, Zone: time.UTC}, apart{a.seam, &a.spent}, conflict.Events{
		Changed: a.storeDraft, Person: func(by string) { a.named = append(a.named, by) }, ShowMessage: func(text string) { a.messages = append(a.messages, text) }, Save: func() { a.saved++ },
		Later: func() { a.later++ }, Next: func() {}, Previous: func() {}, History: func() {}, Reopen: func() {},
		Picture: func(use func(string)) { a.use = use },
	})
	keys.Rune = a.Rune
	a.window = test.NewTempWindow(t, a.Object())
	a.window.Resize(size)
	a.Show(shownOf(s))
	a.window.Canvas().Focus(a.Focus())
	a.seam.Run()
	return a
}

// storeDraft stores the choices as the window does.
func (a *at) storeDraft() {
	s := a.Shown().Session
	a.drafts.Put(drafts.Resolve, note, drafts.Draft{SavedDraft: s.SavedDraft(), Base: conflicts.Name(s.Item().Winner)})
}

// note is the item of the drafts.
var note = snapshot.Item{Set: "Notes", ID: "note"}

func shownOf(s *conflicts.Session) conflict.Shown {
	return conflict.Shown{Session: s, Number: 1, Of: 1}
}

// press sends keys to the focused widget.
func (a *at) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		a.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		a.seam.Run()
	}
}

func (a *at) toHead() {
	a.window.Canvas().Focus(a.Focus())
	a.Grid().Mark(grid.At{Row: grid.Head, Column: 1})
}

func (a *at) types(text string) {
	for _, r := range text {
		a.window.Canvas().Focused().TypedRune(r)
		a.seam.Run()
	}
}

// result returns the result of a field.
func (a *at) result(field string) string {
	for _, c := range a.Shown().Session.Cells() {
		if c.Field == field {
			return c.Result
		}
	}
	return ""
}

// rows returns the lines of the rows, with their cells next to each other, and without
// struck-out words.
func (a *at) rows() []string {
	var all []string
	for _, r := range a.Grid().Rows() {
		if r.Cells == nil {
			all = append(all, r.Sign+" "+r.Text)
			continue
		}
		height := 0
		for _, c := range r.Cells {
			height = max(height, len(c.Lines))
		}
		for n := range height {
			line := []string{r.Name}
			for _, c := range r.Cells {
				text := ""
				if n < len(c.Lines) {
					text = c.Lines[n].Sign
					for _, s := range c.Lines[n].Spans {
						if s.Mark != grid.MarkRemoved {
							text += s.Text
						}
					}
				}
				if n < len(c.Lines) {
					for _, choice := range c.Lines[n].Choices {
						text += " [" + choice.Text + "]"
					}
				}
				line = append(line, text)
			}
			all = append(all, strings.Join(line, "|"))
		}
	}
	return all
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got\n%v\nwant\n%v", what, got, want)
	}
}

// lines returns the texts of the page.
func (a *at) lines() string {
	var all []string
	for _, o := range uitest.Drawn(a.Object()) {
		if l, is := o.(interface{ Text() string }); is {
			all = append(all, l.Text())
		}
	}
	return strings.Join(all, "\n")
}

func (a *at) checkText(t *testing.T, what, text string) {
	t.Helper()
	if !strings.Contains(a.lines(), text) {
		t.Errorf("%s: %q is not to be read", what, text)
	}
}

// tap clicks a line.
func (a *at) tap(t *testing.T, text string) {
	t.Helper()
	var spot *fyne.Position
	uitest.WalkAt(a.window.Content(), fyne.Position{}, func(o fyne.CanvasObject, at fyne.Position) {
		if l, is := o.(*widget.Line); is && l.Text() == text && spot == nil {
			middle := at.AddXY(l.Size().Width/2, l.Size().Height/2)
			spot = &middle
		}
	})
	if spot == nil {
		t.Fatalf("no line says %q", text)
	}
	test.TapCanvas(a.window.Canvas(), *spot)
	a.seam.Run()
}

// TestMain switches the page to English, whatever the language of the machine.
func TestMain(m *testing.M) {
	if err := uitest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// does runs do one second after the last action.
func (a *at) does(do func()) {
	a.now = a.now.Add(time.Second)
	do()
	a.seam.Run()
	a.now = a.now.Add(time.Second)
}

func (a *at) alt(key fyne.KeyName) {
	a.does(func() { a.Shortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}) })
}
