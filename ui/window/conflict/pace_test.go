//go:build !raced

package conflict_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/drafts"
)

// Limits in yards (see package pace): the first picture appears 50 ms after that of an empty
// window, and a key takes 16 ms.
const (
	firstPicture = 100
	aKey         = 32
)

var pageSize = fyne.NewSize(1180, 700)

// least returns the least of several measurements: everything else on the computer only adds
// to them. It stops once a result is below the limit.
func least(times int, limit float64, measure func() float64) float64 {
	least := measure()
	for range times - 1 {
		if least < limit {
			break
		}
		least = min(least, measure())
	}
	return least
}

func TestTheFirstPictureIsThereAtOnce(t *testing.T) {
	base, versions := long(5, 20_000)
	a := open(t, begun(t, base, versions...), pageSize)
	page, empty := a.window.Content(), container.NewWithoutLayout()
	var shown float64
	took := least(8, firstPicture, func() float64 {
		a.window.SetContent(empty)
		blank := pace.Yards(func() { a.window.Canvas().Capture() })
		a.window.SetContent(page)
		shown = pace.Yards(func() { a.show(begun(t, base, versions...)) })
		return shown + pace.Yards(func() { a.window.Canvas().Capture() }) - blank
	})
	if took > firstPicture {
		t.Errorf("it took %.0f yards more than an empty window, %.0f of them until it could be drawn", took, shown)
	}
	t.Logf("%.0f yards more than an empty window, %.0f of them until it could be drawn", took, shown)
}

// contested returns two versions of a text of about a number of bytes, each of which changed
// some lines separately, and some that the other one changed, too.
func contested(bytes, apart int) (base *item.Version, all []*item.Version) {
	base, all = long(2, bytes)
	for n, v := range all {
		text := v.Content.Text()
		for i := 20; strings.Contains(text, fmt.Sprintf("line %d says", i)); i += apart {
			text = strings.Replace(text, fmt.Sprintf("line %d says", i), fmt.Sprintf("line %d of %d contests", i, n), 1)
		}
		all[n] = version(v.Updates, v.Top().By, "Long", text)
	}
	return base, all
}

// rewritten returns versions of a text of about a number of bytes, each of which changed every
// line.
func rewritten(versions, bytes int) (base *item.Version, all []*item.Version) {
	base, all = long(versions, bytes)
	for n, v := range all {
		all[n] = version(v.Updates, v.Top().By, "Long", strings.ReplaceAll(v.Content.Text(), "says", fmt.Sprintf("tells %d", n)))
	}
	return base, all
}

// pageKey is an action of the person.
type pageKey struct {
	name string
	do   func(a *at)
	// typed is set if the effect is visible before it is compared.
	typed bool
}

func presses(names ...fyne.KeyName) func(*at) { return func(a *at) { a.press(names...) } }

func typing(text string) func(*at) { return func(a *at) { a.types(text) } }

// pageKeys are the keys of the page, in an order in which each has an effect.
var pageKeys = []pageKey{
	{name: "to the heads", do: func(a *at) { a.toHead() }},
	{name: "Down", do: presses(fyne.KeyDown)},
	{name: "Down again", do: presses(fyne.KeyDown)},
	{name: "Right", do: presses(fyne.KeyRight)},
	{name: "Left", do: presses(fyne.KeyLeft)},
	{name: "Page Down", do: presses(fyne.KeyPageDown)},
	{name: "Page Up", do: presses(fyne.KeyPageUp)},
	{name: "End", do: presses(fyne.KeyEnd)},
	{name: "Home", do: presses(fyne.KeyHome)},
	{name: "Alt+Down", do: func(a *at) { a.alt(fyne.KeyDown) }},
	{name: "Alt+Down again", do: func(a *at) { a.alt(fyne.KeyDown) }},
	{name: "Alt+Up", do: func(a *at) { a.alt(fyne.KeyUp) }},
	{name: "Ctrl+Enter", do: func(a *at) { a.does(a.Page.Save) }},
	{name: "1", do: typing("1")},
	{name: "2", do: typing("2")},
	{name: "0", do: typing("0")},
	{name: "undo", do: func(a *at) { a.does(a.Undo) }},
	{name: "redo", do: func(a *at) { a.does(a.Redo) }},
	{name: "to a version", do: func(a *at) { a.Grid().Mark(grid.At{Row: a.Grid().At().Row, Column: 1}) }},
	{name: "Enter", do: presses(fyne.KeyReturn)},
	{name: "to another version", do: presses(fyne.KeyRight)},
	{name: "Shift+Enter", do: func(a *at) {
		a.held = fyne.KeyModifierShift
		a.press(fyne.KeyReturn)
		a.held = 0
	}},
	{name: "undo of adding", do: func(a *at) { a.does(a.Undo) }},
	{name: "plus", do: typing("+")},
	{name: "Space", do: typing(" ")},
	{name: "Space again", do: typing(" ")},
	{name: "to the result", do: func(a *at) {
		at := a.Grid().At()
		a.Grid().Mark(grid.At{Row: at.Row, Column: len(a.Grid().Rows()[at.Row].Cells) - 1})
	}},
	{name: "Backspace on the result", do: presses(fyne.KeyBackspace)},
	{name: "to the heads", do: func(a *at) { a.toHead() }},
	{name: "1 on the heads", do: typing("1")},
	{name: "2 on the heads", do: typing("2")},
	{name: "Ctrl+Enter, which saves", do: func(a *at) { a.does(a.Page.Save) }},
	{name: "undo of that", do: func(a *at) { a.does(a.Undo) }},
	{name: "E", do: typing("e")},
	{name: "a letter", do: typing("x"), typed: true},
	{name: "another letter", do: typing("y"), typed: true},
	{name: "Enter in the text", do: presses(fyne.KeyReturn), typed: true},
	{name: "Backspace", do: presses(fyne.KeyBackspace), typed: true},
	{name: "Delete", do: presses(fyne.KeyUp, fyne.KeyDelete), typed: true},
	{name: "undo of typing", do: func(a *at) {
		a.window.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(&fyne.ShortcutUndo{})
		a.seam.Run()
	}, typed: true},
	{name: "undo of all", do: func(a *at) { a.does(a.Undo) }},
	{name: "Esc", do: func(a *at) { a.does(a.Leave) }},
}

// pressAll presses the keys of the page in rounds, each from the beginning, until no key is
// too slow, and returns the least time of each in yards: on the UI goroutine, and including
// comparisons. A round in which the garbage collector runs or another process wakes up says
// little.
func (a *at) pressAll(begin func() *conflicts.Session, tooSlow func(k int, window, all float64) bool) (window, all []float64) {
	window, all = make([]float64, len(pageKeys)), make([]float64, len(pageKeys))
	for round, slow := 0, true; slow && round < 8; round++ {
		a.show(begin())
		yard := float64(pace.Yard())
		slow = false
		for i, k := range pageKeys {
			before := a.spent.comparing
			took := pace.Spent(func() { k.do(a) })
			compared := a.spent.comparing - before
			if now := float64(took-compared) / yard; round == 0 || now < window[i] {
				window[i] = now
			}
			if now := float64(took) / yard; round == 0 || now < all[i] {
				all[i] = now
			}
			slow = slow || tooSlow(i, window[i], all[i])
		}
	}
	return window, all
}

// Up to 80 KB no key takes long until its effect is visible, although texts are compared after
// it. A text of which every line was changed is compared in the background.
func TestNoKeyTakesLong(t *testing.T) {
	for name, text := range map[string]struct {
		of        func() (*item.Version, []*item.Version)
		comparing bool // included in the limit
	}{
		"some lines changed":  {func() (*item.Version, []*item.Version) { return contested(80_000, 74) }, true},
		"five versions":       {func() (*item.Version, []*item.Version) { return long(5, testsize.Of(40_000, 80_000)) }, true},
		"every line replaced": {func() (*item.Version, []*item.Version) { return rewritten(3, testsize.Of(20_000, 80_000)) }, false},
	} {
		base, versions := text.of()
		a := open(t, begun(t, base, versions...), pageSize)
		tooSlow := func(k int, window, all float64) bool {
			return window > aKey || text.comparing && !pageKeys[k].typed && all > aKey
		}
		window, all := a.pressAll(func() *conflicts.Session { return begun(t, base, versions...) }, tooSlow)
		same(t, name+": Ctrl+Enter saved", a.saved > 0, true)
		for i, k := range pageKeys {
			if tooSlow(i, window[i], all[i]) {
				t.Errorf("%s: %s takes %.1f yards, %.1f with comparing", name, k.name, window[i], all[i])
			}
			t.Logf("%s: %-20s %5.1f %5.1f", name, k.name, window[i], all[i])
		}
	}
}

// Long texts are compared in the background: nothing blocks the window for longer than a key
// may take, and the page says that it is still comparing.
func TestLongTextsAreComparedMeanwhile(t *testing.T) {
	base, versions := rewritten(3, testsize.Of(150_000, 300_000))
	a := open(t, begun(t, base, versions...), pageSize)
	waits := func() bool {
		return slices.ContainsFunc(a.Grid().Rows(), func(r grid.Row) bool { return strings.HasPrefix(r.Text, "comparing") })
	}
	took := least(8, aKey, func() float64 {
		s, yard := begun(t, base, versions...), float64(pace.Yard())
		a.spent = spent{}
		began := pace.Spent(func() { a.Show(shownOf(s)) })
		a.seam.Step() // compares the first lines
		first := a.spent.comparing
		a.seam.Step() // shows them
		same(t, "the page says that it compares", waits(), true)
		a.seam.Run()
		same(t, "it still says so", waits(), false)
		if rest := a.spent.comparing - first; first > rest/2 {
			t.Errorf("the first lines took %v, the others %v", first, rest)
		}
		t.Logf("%.0f yards in all, %.0f of them for the first lines", float64(a.spent.comparing)/yard, float64(first)/yard)
		return float64(max(began, a.spent.longest)) / yard
	})
	if took > aKey {
		t.Errorf("the window was kept for %.0f yards", took)
	}
	t.Logf("the window was kept for %.0f yards", took)
}

// Texts of 80 KB and 300 KB are resolved hunk by hunk and typed into without delays, and the
// result has exactly the chosen bytes. Each key stores its draft.
func TestLongTextsAreResolvedStretchByStretch(t *testing.T) {
	for _, bytes := range []int{80_000, testsize.Of(160_000, 300_000)} {
		apart := bytes / 800
		base, versions := contested(bytes, apart)
		a := open(t, begun(t, base, versions...), pageSize)
		var choices, letters []float64 // the least time of each
		tooSlow := func(took float64) bool { return took > aKey }
		for round := 0; round == 0 || round < 8 && (slices.ContainsFunc(choices, tooSlow) || slices.ContainsFunc(letters, tooSlow)); round++ {
			a.show(begun(t, base, versions...))
			resolveLong(t, a, base, apart, &choices, &letters)
		}
		for name, least := range map[string][]float64{"choice": choices, "letter": letters} {
			if slices.ContainsFunc(least, tooSlow) {
				t.Errorf("%d bytes: each %s takes %.1f yards", bytes, name, least)
			}
			t.Logf("%d bytes: %.1f", bytes, least)
		}
	}
}

// resolveLong resolves contested texts hunk by hunk, types into the result, and updates the
// least time of each key.
func resolveLong(t *testing.T, a *at, base *item.Version, apart int, choices, letters *[]float64) {
	t.Helper()
	want := base.Content.Text()
	put := func(i, number int, verb string) {
		want = strings.Replace(want, fmt.Sprintf("line %d says", i), fmt.Sprintf("line %d of %d %s", i, number, verb), 1)
	}
	for i := 0; i < 300; i += 37 {
		put(i, 0, "tells")
		put(i+3, 1, "tells")
	}
	yard := float64(pace.Yard())
	key := func(least *[]float64, n int, do func()) {
		before := a.spent.comparing
		spent := pace.Spent(do)
		took := float64(spent-a.spent.comparing+before) / yard
		if n == len(*least) {
			*least = append(*least, took)
		}
		(*least)[n] = min((*least)[n], took)
	}
	last := ""
	for n := 0; len(a.Shown().Session.Open()) > 0; n++ {
		key(choices, 2*n, func() { a.does(a.Page.Save) })
		key(choices, 2*n+1, func() { a.types([]string{"1", "2"}[n%2]) })
		put(20+n*apart, n%2, "contests")
		last = fmt.Sprintf("line %d of %d contests", 20+n*apart, n%2)
	}
	same(t, "what was chosen is the result", a.result("text") == want, true)
	a.types("e")
	const typed = "typed at the end"
	end := strings.Index(want, last)
	end += strings.Index(want[end:], "\n")
	want = want[:end] + typed + want[end:]
	for n, l := range typed {
		key(letters, n, func() { a.types(string(l)) })
	}
	same(t, "what was typed is in the result", a.result("text") == want, true)
	draft, _ := a.drafts.Get(drafts.Resolve, note)
	same(t, "and stored", draft.Fields["text"] == want, true)
	if took := least(8, aKey, func() float64 { return pace.Yards(func() { a.stored() }) }); took > aKey {
		t.Errorf("%d bytes are written in %.1f yards", len(want), took)
	}
}

// BenchmarkDrawnKeys presses the keys of the page with texts of 80 KB, and logs the least processor
// time of each: until its effect can be drawn, and with drawing the whole window in software, less
// what an empty window takes.
func BenchmarkDrawnKeys(b *testing.B) {
	for name, of := range map[string]func() (*item.Version, []*item.Version){
		"two versions":  func() (*item.Version, []*item.Version) { return contested(80_000, 74) },
		"five versions": func() (*item.Version, []*item.Version) { return long(5, 80_000) },
	} {
		b.Run(name, func(b *testing.B) {
			base, versions := of()
			a := open(b, begun(b, base, versions...), pageSize)
			page, empty := a.window.Content(), container.NewWithoutLayout()
			drawn := func() time.Duration { return pace.Spent(func() { a.window.Canvas().Capture() }) }
			blank, still, keys, all := time.Hour, time.Hour, make([]time.Duration, len(pageKeys)), make([]time.Duration, len(pageKeys))
			for n := 0; b.Loop(); n++ {
				a.window.SetContent(empty)
				blank = min(blank, drawn())
				a.window.SetContent(page)
				a.show(begun(b, base, versions...))
				drawn()
				still = min(still, drawn())
				for i, k := range pageKeys {
					before := a.spent.comparing
					key := pace.Spent(func() { k.do(a) })
					if k.typed { // its effect can be drawn before it is compared
						key -= a.spent.comparing - before
					}
					shown := key + drawn()
					if n == 0 || key < keys[i] {
						keys[i] = key
					}
					if n == 0 || shown < all[i] {
						all[i] = shown
					}
				}
			}
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			text := fmt.Sprintf("an empty window %.1f ms, the page %.1f ms more", ms(blank), ms(still-blank))
			for i, k := range pageKeys {
				text += fmt.Sprintf("; %s %.1f, drawn %.1f", k.name, ms(keys[i]), ms(all[i]-blank))
			}
			b.Log(text) // in one line, because a benchmark logs few
		})
	}
}
