package history_test

import (
	"crypto/sha256"
	"os"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	graph "crossfeed/engine/ancestry"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/record"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/feedsync"
	"crossfeed/engine/store"
	"crossfeed/ui/theme"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/history"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work/worktest"
	"crossfeed/ui/wording"
)

func TestMain(m *testing.M) {
	if err := uitest.SpeakEnglish(); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 5, 24, 12, 0, 0, 0, time.UTC)

// story is a todo that several endpoints change.
type story struct {
	t       *testing.T
	held    map[string]*item.Item
	archive []*item.Version
	now     time.Time
}

func newStory(t *testing.T) *story {
	return &story{t: t, held: map[string]*item.Item{}, now: noon.Add(-72 * time.Hour)}
}

func (s *story) stamp(by string) rules.Stamp {
	s.now = s.now.Add(83 * time.Minute)
	used := 0
	for _, v := range s.archive {
		if v.Top().By == by {
			used = max(used, v.Top().Sequence)
		}
	}
	return rules.Stamp{By: by, When: s.now, Used: used}
}

func (s *story) create(by string, v record.Values) {
	s.t.Helper()
	content, err := record.New(record.Todo, v)
	s.must(err)
	it, err := feedsync.Create("1", rules.Change{Content: content}, false, s.stamp(by))
	s.hold(by, it, err)
}

// change changes fields, and resolves all conflicts by that.
func (s *story) change(by string, v record.Values) {
	s.t.Helper()
	it := s.held[by]
	content, err := record.Apply(it.Winner.Content, v)
	s.must(err)
	s.update(by, rules.Change{Content: content}, it)
}

func (s *story) remove(by string) { s.update(by, rules.Change{Deleted: true}, s.held[by]) }

func (s *story) update(by string, c rules.Change, it *item.Item) {
	s.t.Helper()
	var all []int
	for i := range it.Conflicts {
		all = append(all, i)
	}
	next, err := feedsync.Resolve(it, c, all, s.stamp(by))
	s.hold(by, next, err)
}

func (s *story) hold(by string, it *item.Item, err error) {
	s.t.Helper()
	s.must(err)
	s.held[by] = it
	s.archive = append(s.archive, it.Winner)
}

func (s *story) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *story) read(by string, from ...string) {
	for _, f := range from {
		s.held[by] = feedsync.Merge(s.held[by], s.held[f]).Item
	}
}

// history returns what an endpoint knows, without the versions at some indices of the archive.
func (s *story) history(by string, unseen ...int) conflicts.History {
	l := conflicts.History{Item: s.held[by]}
	var seen []*item.Version
	for i, v := range s.archive {
		if !slices.Contains(unseen, i) {
			seen = append(seen, v)
			l.Archived = append(l.Archived, store.Archived{Version: v})
		}
	}
	l.Graph = graph.Draw(l.Item, seen, graph.Log{Endpoint: by})
	return l
}

// shown is a page in a window.
type shown struct {
	t        *testing.T
	page     *history.Page
	window   fyne.Window
	seam     *worktest.Manual
	restored [][sha256.Size]byte
	left     bool
}

func show(t *testing.T, l conflicts.History) *shown { return showIn(t, theme.New(1), l) }

func showIn(t *testing.T, look fyne.Theme, l conflicts.History) *shown {
	uitest.App(t, look)
	s := &shown{t: t, seam: &worktest.Manual{Ctx: t.Context()}}
	keys := &widget.Keys{}
	book := &wording.Book{}
	book.Put(item.NewNames("desk", map[string]string{"endpoint_l": "laptop", "endpoint_t": "tablet", "endpoint_p": "phone"}, nil))
	speaker := wording.Speaker{Own: "desk", Now: func() time.Time { return noon }, Zone: time.UTC, Book: book}
	s.page = history.New(keys, speaker, s.seam, history.Events{
		Restore: func(_ snapshot.Item, version [sha256.Size]byte) { s.restored = append(s.restored, version) },
		Leave:   func() { s.left = true },
	})
	keys.Rune = s.page.Rune
	s.window = test.NewTempWindow(t, s.page.Object())
	s.window.SetPadded(false)
	s.resize(1180, 740)
	s.page.Show(snapshot.Item{Set: "Groceries", ID: "1"}, l)
	s.window.Canvas().Focus(s.page.Focus())
	s.seam.Run()
	return s
}

// resize resizes the window twice, because the height of a flow layout is known only once it
// has a width.
func (s *shown) resize(width, height float32) {
	s.window.Resize(fyne.NewSize(width, height+1))
	s.window.Resize(fyne.NewSize(width, height))
}

func (s *shown) press(keys ...fyne.KeyName) {
	for _, k := range keys {
		s.window.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		s.seam.Run()
	}
}

func (s *shown) types(text string) {
	for _, r := range text {
		s.window.Canvas().Focused().TypedRune(r)
		s.seam.Run()
	}
}

// eggs is a todo that was created by the phone, changed by laptop and desk, resolved, and
// changed again on three devices.
func eggs(t *testing.T) *story {
	s := newStory(t)
	s.create("endpoint_p", record.Values{"title": "Eggs", "due": "2026-05-25", "text": "From the market.\nNot the big ones."})
	s.read("endpoint_l", "endpoint_p")
	s.change("endpoint_l", record.Values{"due": "2026-05-26", "tags": "food\nveg"})
	s.read("desk", "endpoint_p")
	s.change("desk", record.Values{"title": "Eggs ×12"})
	s.read("desk", "endpoint_l")
	s.change("desk", record.Values{"title": "Eggs ×12", "tags": "food\nveg\nshop"})
	for _, by := range []string{"endpoint_l", "endpoint_t", "endpoint_p"} {
		s.read(by, "desk")
	}
	s.change("endpoint_l", record.Values{"text": "From the market on Friday.\nNot the big ones."})
	s.change("endpoint_p", record.Values{"priority": "1"})
	s.remove("endpoint_t")
	s.read("desk", "endpoint_l", "endpoint_p", "endpoint_t")
	return s
}

// wrong has everything that can be wrong: a version that was never received, one that was
// undone, and one from a clock that was behind.
func wrong(t *testing.T) conflicts.History {
	s := newStory(t)
	s.create("endpoint_p", record.Values{"title": "Eggs"})
	before := s.held["endpoint_p"]
	s.change("endpoint_p", record.Values{"title": "Egs"})
	s.held["endpoint_p"] = before
	s.change("endpoint_p", record.Values{"title": "Eggs, six"})
	s.read("endpoint_l", "endpoint_p")
	s.change("endpoint_l", record.Values{"due": "2026-05-26"})
	s.change("endpoint_l", record.Values{"text": "From the market."})
	s.read("endpoint_t", "endpoint_p")
	s.now = s.now.Add(-24 * time.Hour)
	s.change("endpoint_t", record.Values{"tags": "food"})
	s.read("endpoint_l", "endpoint_t")
	return s.history("endpoint_l", 3)
}
