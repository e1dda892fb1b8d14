//go:build !raced

package window

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/wording"
)

// numbered returns n distinct texts with a prefix.
func numbered(n int, prefix string) []string {
	var all []string
	for i := range n {
		all = append(all, prefix+strconv.Itoa(100_000+i))
	}
	return all
}

// most is the extra cost that a step may have compared with few elements: 100 yards are about
// 50 ms of processor time. Limits have some room, because a busy machine collects garbage late;
// docs/benchmarks.md has what is measured.
type most struct {
	yards float64
	bytes uint64 // in MB
}

// manyOf fills the list "Many" with an item that has n elements of a kind, or the store with n
// lists. shown is the number of them that the window may lay out; more become visible by
// scrolling.
var manyOf = map[string]struct {
	fill  func(d *desk, st store.Store, n int)
	shown int
	// most is the maximum cost of steps with 20,000 elements, as far as it is known.
	most map[string]most
}{
	"tags": {func(d *desk, _ store.Store, n int) {
		d.addedTo(record.Todo, record.Values{"title": "Milk", "tags": record.FormatTags(numbered(n, "tag"))})
	}, 50, map[string]most{"item": {150, 25}, "history": {150, 25}, "edit": {150, 30}}},
	"phones": {func(d *desk, _ store.Store, n int) {
		d.addedTo(record.Contact, record.Values{"name": "Milk", "phones": strings.Join(numbered(n, "+49 30 "), "\n")})
	}, 50, map[string]most{"item": {150, 25}, "history": {150, 25}, "edit": {200, 30}}},
	"entries of a history": {func(d *desk, st store.Store, n int) {
		d.archived(st, updated(n, n))
	}, 0, map[string]most{"item": {100, 20}, "history": {100, 20}, "edit": {100, 20}}},
	"entries of a history that is turned round": {func(d *desk, st store.Store, n int) {
		v := updated(n, n)
		slices.Reverse(v.History)
		d.archived(st, v)
	}, 0, map[string]most{"item": {100, 20}, "history": {100, 20}, "edit": {100, 20}}},
	"versions": {func(d *desk, st store.Store, n int) {
		const each = 10 // entries per history
		var all []*item.Version
		for i := range n {
			all = append(all, updated(i+1, min(i+1, each)))
		}
		d.archived(st, all...)
	}, 49, map[string]most{"item": {100, 20}, "history": {100, 20}, "edit": {100, 20}}}, // the edit adds one more
	"lists": {func(d *desk, st store.Store, n int) {
		d.addedTo(record.Todo, record.Values{"title": "Milk", "due": "2026-05-24", "tags": "dairy"})
		must(d.t, st.Update(d.t.Context(), func(w store.Writer) error {
			for i, name := range numbered(n, "list") {
				key, err := w.PutSet(store.Set{Name: name, Kind: "todo", FeedID: "urn:" + name})
				if err != nil {
					return err
				}
				if err := w.PutItem(key, &item.Item{Winner: updated(1, 1)}, store.Seen{At: noon}); i < n/10 && err != nil {
					return err
				}
			}
			return nil
		}))
	}, 0, map[string]most{"open": {600, 50}, "list": {100, 20}, "reload": {100, 20}, "edit": {100, 20}}},
	"tags of a list": {func(d *desk, _ store.Store, n int) {
		d.addedTo(record.Todo, record.Values{"title": "Milk"})
		var b strings.Builder
		b.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
		for i := range n {
			fmt.Fprintf(&b, "BEGIN:VTODO\r\nUID:u%d\r\nSUMMARY:t%d\r\nCATEGORIES:tag%d\r\nEND:VTODO\r\n", i, i, i)
		}
		plan, err := d.engine.Lists.Preview(d.t.Context(), "Many", "many.ics", strings.NewReader(b.String()+"END:VCALENDAR\r\n"), nil)
		must(d.t, err)
		must(d.t, two(d.engine.Lists.Import(d.t.Context(), "Many", plan, nil)))
	}, 10, nil},
}

// effort is the cost of a step: the longest time on the UI goroutine, and the total.
type effort struct {
	ui, all float64 // in yards
	bytes   uint64
}

// effortOf measures a step and all jobs that it starts. yard is the present duration of a
// yard.
func (d *desk) effortOf(yard time.Duration, do func()) (e effort) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ui := time.Duration(0)
	all := pace.Spent(func() {
		ui = pace.Spent(do)
		if d.seam != nil {
			d.seam.OnUI = func(f func()) { ui = max(ui, pace.Spent(f)) }
			d.rest()
			d.seam.OnUI = nil
		}
	})
	runtime.ReadMemStats(&after)
	return effort{float64(ui) / float64(yard), float64(all) / float64(yard), after.TotalAlloc - before.TotalAlloc}
}

// steps measures what a person does with a store: opening the window and reloading it,
// choosing the list and its item, editing the item, and showing its history.
func (d *desk) steps() (names []string, efforts map[string]effort) {
	efforts = map[string]effort{}
	runtime.GC() // do not count earlier garbage
	yard := pace.Yard()
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"open", d.open},
		{"list", func() { d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Many"}) }},
		{"reload", func() { d.win.Reload() }},
		{"item", func() { d.win.focus(d.win.items.List()); d.press(fyne.KeyHome) }},
		{"history", func() { d.press(fyne.KeyH, fyne.KeyModifierControl) }},
		{"back", func() { d.press(fyne.KeyEscape) }},
		{"edit", func() {
			d.press(fyne.KeyReturn)
			d.types("X")
			d.press(fyne.KeyS, fyne.KeyModifierControl)
		}},
	} {
		e := d.effortOf(yard, step.do)
		if step.name == "open" { // includes waiting for all jobs
			e.ui = 0
		}
		names, efforts[step.name] = append(names, step.name), e
	}
	return names, efforts
}

// valuesOfMany returns the values of the item in the list.
func (d *desk) valuesOfMany() record.Values {
	rows, err := d.engine.Lists.Items(d.t.Context(), "Many", store.Query{Limit: 1})
	must(d.t, err)
	return record.Read(d.item(snapshot.Item{Set: "Many", ID: rows[0].ID}).Winner.Content).Values()
}

// Twenty thousand tags, phones, history entries, versions or lists take about ten times as
// long as two thousand, without a noticeable delay on the UI goroutine. The window says what
// it does not show, and nothing is lost when such an item is edited.
func TestTwentyThousandAreShown(t *testing.T) {
	few, many := testsize.Of(100, 2_000), testsize.Of(1_000, 20_000)
	for what, of := range manyOf {
		t.Run(what, func(t *testing.T) {
			small, st := stored(t)
			of.fill(small, st, few)
			_, least := small.steps()
			d, st := stored(t)
			of.fill(d, st, many)
			want := d.valuesOfMany()
			names, took := d.steps()
			over := func(step string) bool {
				most, set := of.most[step]
				return set && (took[step].all > least[step].all+most.yards || took[step].bytes > least[step].bytes+most.bytes<<20)
			}
			for try := 0; try < 5 && slices.ContainsFunc(names, over); try++ { // the machine may be busy
				again, st := stored(t)
				of.fill(again, st, many)
				_, second := again.steps()
				for step, e := range second {
					if e.all < took[step].all {
						took[step] = e
					}
				}
			}
			if of.shown > 0 {
				for _, o := range uitest.Drawn(d.win.detail.Object()) {
					if b, is := o.(*widget.Button); is && strings.HasPrefix(b.Text, "History: ") {
						b.Tapped(nil)
					}
				}
				d.win.focus(d.win.detail.Versions())
				d.press(fyne.KeyEnd)
				words := "and " + wording.Number(many-of.shown) + " more"
				same(t, words, d.shows(words), true)
			}
			got := d.valuesOfMany()
			for name, value := range want {
				if name == "title" || name == "name" {
					value = "X" // focusing selects the old text
				}
				if got[name] != value {
					t.Errorf("%s is %.80q after the change; want %.80q", name, got[name], value)
				}
			}
			for _, step := range names {
				const notice, factor = 200, 30 // not noticeable; quadratic growth would give a factor of 100
				few, many := least[step], took[step]
				t.Logf("%-8s %6.0f → %6.0f yards, of the UI %4.0f → %4.0f, %3d → %3d MB", step, few.all, many.all, few.ui, many.ui, few.bytes>>20, many.bytes>>20)
				if many.ui > few.ui+notice {
					t.Errorf("%s takes %.0f yards of the UI goroutine, and %.0f with few", step, many.ui, few.ui)
				}
				if many.all > factor*few.all+notice {
					t.Errorf("%s takes %.0f yards, and %.0f with few", step, many.all, few.all)
				}
				if many.bytes > factor*few.bytes+20<<20 {
					t.Errorf("%s takes %d MB, and %d with few", step, many.bytes>>20, few.bytes>>20)
				}
				if most := of.most[step]; over(step) {
					t.Errorf("%s takes %.0f yards and %d MB more than with few, and may take %.0f and %d", step, many.all-few.all, int64(many.bytes-few.bytes)>>20, most.yards, most.bytes)
				}
			}
		})
	}
}

// A file is imported into one of 20,000 lists.
func TestAnImportGoesIntoOneOfManyLists(t *testing.T) {
	n := testsize.Of(2_000, 20_000)
	d, st := stored(t)
	manyOf["lists"].fill(d, st, n)
	d.open()
	d.rest()
	path := file(t, "todos.ics", todo("1", "Oats"))
	d.press(fyne.KeyI, fyne.KeyModifierControl, fyne.KeyModifierShift)
	d.types(path)
	yard := pace.Yard()
	read := d.effortOf(yard, func() { d.press(fyne.KeyReturn) })
	d.press(fyne.KeyTab, fyne.KeyModifierShift)
	for range 20 {
		if _, is := d.fyne.Canvas().Focused().(*widget.Choice); is {
			break
		}
		d.press(fyne.KeyTab)
	}
	opened := d.effortOf(yard, func() { d.press(fyne.KeySpace) })
	chosen := numbered(n, "list")[n/2]
	d.types(chosen)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "the list", d.win.pages.importing().Shown().Into, chosen)
	d.press(fyne.KeyReturn, fyne.KeyModifierControl)
	d.rest()
	same(t, "what is in it", d.titlesIn(chosen), "Milk, Oats")
	for _, step := range []struct {
		name string
		took effort
		most most
	}{{"reading the file and all lists", read, most{100, 20}}, {"opening the choice", opened, most{100, 20}}} {
		e := step.took
		t.Logf("%s: %.0f yards, %.0f of the UI, %d MB", step.name, e.all, e.ui, e.bytes>>20)
		if e.ui > 200 || e.all > step.most.yards || e.bytes > step.most.bytes<<20 {
			t.Errorf("%s takes %.0f yards, %.0f of the UI goroutine, and %d MB", step.name, e.all, e.ui, e.bytes>>20)
		}
	}
}

// A title of many megabytes takes time and memory in proportion, and what does not fit is not
// laid out: 50 ms and 20 MB for each megabyte. By hand with 60 MB: at most 0.6 s on the UI
// goroutine.
func TestATitleOfManyMegabytesIsShown(t *testing.T) {
	megabytes := testsize.Of(1, 16)
	d, _ := stored(t)
	d.addedTo(record.Todo, record.Values{"title": absurd("title", megabytes<<20)})
	names, took := d.steps()
	for _, step := range names {
		e, n := took[step], float64(megabytes)
		t.Logf("%-10s %5.0f yards, of the UI %5.0f, %4d MB", step, e.all, e.ui, e.bytes>>20)
		if e.ui > 100+60*n || e.all > 100+100*n || e.bytes > uint64(20+20*megabytes)<<20 {
			t.Errorf("%s takes %.0f yards, %.0f of the UI goroutine, and %d MB for a title of %d MB", step, e.all, e.ui, e.bytes>>20, megabytes)
		}
	}
	uitest.AssertHarmless(t, "the window", d.fyne.Canvas().Content())
}
