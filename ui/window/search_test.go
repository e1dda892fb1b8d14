package window

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"crossfeed/engine/edit"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/uitest"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/search"
	"crossfeed/ui/window/snapshot"
)

// cellar returns a desk with two lists and a note, and a deleted item.
func cellar(t *testing.T) *desk {
	t.Helper()
	d := todos(t, "milk fri #dairy", "bread", "oat milk")
	for _, l := range []lists.New{{Name: "Recipes"}, {Name: "Home", Kind: "todo"}} {
		must(t, two(d.engine.Lists.Create(t.Context(), l)))
	}
	must(t, two(d.engine.Edit.Add(t.Context(), "Recipes", record.Values{"title": "Pancakes", "text": "Eggs, flour and MILK."}, edit.AddOptions{})))
	gone, err := d.engine.Edit.Add(t.Context(), "Home", record.Values{"title": "sour milk"}, edit.AddOptions{})
	must(t, err)
	must(t, two(d.engine.Edit.Delete(t.Context(), "Home", gone.ID())))
	d.win.Reload()
	d.rest()
	return d
}

// searches opens the page and types a text.
func (d *desk) searches(text string) {
	d.t.Helper()
	d.press(fyne.KeyK, ctrl)
	d.types(text)
	d.rest()
}

// drawnIn returns the first object of a type that is drawn in another one.
func drawnIn[T fyne.CanvasObject](t testing.TB, o fyne.CanvasObject) T {
	t.Helper()
	for _, each := range uitest.Drawn(o) {
		if found, is := each.(T); is {
			return found
		}
	}
	var none T
	t.Fatalf("no %T is drawn", none)
	return none
}

// hits returns the rows of the page that searches all lists, with the marked one in brackets.
func (d *desk) hits() string {
	d.t.Helper()
	var all []string
	list := drawnIn[*widget.List](d.t, d.win.pages.search().Object())
	for i := range list.Rows() {
		row := list.CreateItem()
		list.UpdateItem(i, row)
		cells := drawnIn[*widget.RichRow](d.t, row).Cells()
		text := strings.TrimSpace(cells.Text + " " + cells.Aside)
		if cells.Flush {
			text = strings.ToUpper(text) + " " + cells.Note
		}
		if i == list.Marked() {
			text = "[" + text + "]"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func TestASearchThroughAllListsFindsTitlesAndTexts(t *testing.T) {
	d := cellar(t)
	d.searches("milk")
	same(t, "hits", d.hits(), "ERRANDS 2, [milk #dairy], oat milk, RECIPES 1, Pancakes")
	same(t, "count", d.shows("3 matches"), true)
	d.types(" of a goat")
	d.rest()
	same(t, "nothing", d.hits(), "")
	same(t, "said", d.shows("Nothing found."), true)
}

// What a row shows as #dairy is found by that, in a list and everywhere.
func TestASearchFindsTags(t *testing.T) {
	d := cellar(t)
	d.win.searchFor("#dairy")
	d.rest()
	same(t, "in the list", d.titles(), "milk")
	d.searches("#dai")
	same(t, "everywhere", strings.Contains(d.hits(), "milk") && !strings.Contains(d.hits(), "oat milk"), true)
}

// Completed todos are struck through below the others.
func TestASearchThroughAllListsShowsCompletedTodosLast(t *testing.T) {
	for row := range 2 {
		d := todos(t, "Milk", "More milk")
		d.mark(row)
		title := d.win.detail.Version().Title()
		d.press(fyne.KeyD, ctrl)
		d.rest()
		d.searches("milk")
		list := drawnIn[*widget.List](t, d.win.pages.search().Object())
		last := list.CreateItem()
		list.UpdateItem(2, last)
		cells := drawnIn[*widget.RichRow](t, last).Cells()
		same(t, "last", cells.Text, title)
		same(t, "struck through", cells.Style.Style.Strikethrough, true)
	}
}

func TestASearchThroughAllListsIncludesTheTrashIfAsked(t *testing.T) {
	d := cellar(t)
	d.searches("milk")
	drawnIn[*widget.Check](t, d.win.pages.search().Object()).Tapped(&fyne.PointEvent{})
	d.rest()
	same(t, "hits", d.hits(), "ERRANDS 2, [milk #dairy], oat milk, RECIPES 1, Pancakes, TRASH 1, sour milk Home")
	for range 3 {
		d.press(fyne.KeyDown)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindDeleted})
	same(t, "item", d.win.detail.Version().Title(), "sour milk")
}

// The arrows move the mark while a person can type on, and Enter opens the item in its list.
func TestAHitIsOpenedInItsList(t *testing.T) {
	d := cellar(t)
	d.searches("mil")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.types("k")
	d.rest()
	same(t, "a new search", d.hits(), "ERRANDS 2, [milk #dairy], oat milk, RECIPES 1, Pancakes")
	d.press(fyne.KeyDown)
	d.press(fyne.KeyDown)
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "place", d.win.at, snapshot.Place{Kind: snapshot.KindList, Set: "Recipes"})
	same(t, "chosen", d.win.items.Chosen()[0].Title, "Pancakes")
	same(t, "shown", d.win.detail.Version().Title(), "Pancakes")
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyF, controlShift)
	d.rest()
	same(t, "the search is still there", d.hits(), "ERRANDS 2, milk #dairy, oat milk, RECIPES 1, [Pancakes]")
	d.types("bread")
	d.rest()
	same(t, "typing replaces it", d.hits(), "ERRANDS 1, [bread]")
}

func TestAClickOpensAHitInTheShownList(t *testing.T) {
	d := cellar(t)
	d.press(fyne.KeyF, ctrl)
	d.types("bread")
	d.rest()
	d.searches("oat")
	list := drawnIn[*widget.List](t, d.win.pages.search().Object())
	row := list.CreateItem()
	list.UpdateItem(1, row)
	row.(fyne.Tappable).Tapped(&fyne.PointEvent{})
	d.rest()
	same(t, "the whole list", d.titles(), "milk, bread, oat milk")
	same(t, "chosen", d.win.items.Chosen()[0].Title, "oat milk")
}

// Enter opens the first hit of what was typed, also if it is not there yet.
func TestEnterWaitsForTheHits(t *testing.T) {
	d := cellar(t)
	d.searches("milk")
	d.types(" ")
	d.press(fyne.KeyBackspace)
	for range len("milk") {
		d.press(fyne.KeyBackspace)
	}
	d.types("pancakes")
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "shown", d.win.detail.Version().Title(), "Pancakes")
	d.searches("milk")
	d.types(" of")
	d.press(fyne.KeyReturn)
	d.types("X")
	d.rest()
	same(t, "after typing on", d.win.pages.shown, page(d.win.pages.search()))
	d.press(fyne.KeyBackspace)
	d.press(fyne.KeyReturn)
	d.win.choose(snapshot.Place{Kind: snapshot.KindList, Set: "Home"})
	d.rest()
	same(t, "after leaving", d.win.at.Set, "Home")
}

// Of a list with many hits the page shows the first ones, and leads to all of them.
func TestOfManyHitsTheFirstAreShown(t *testing.T) {
	d := todos(t, "milk")
	for range 6 {
		d.double()
	}
	d.searches("milk")
	same(t, "the last row", strings.HasSuffix(d.hits(), "milk, 44 more…"), true)
	same(t, "count", d.shows("64 matches"), true)
	d.press(fyne.KeyUp)
	for range 30 {
		d.press(fyne.KeyDown)
	}
	d.press(fyne.KeyReturn)
	d.rest()
	same(t, "rows", d.win.items.Rows(), 64)
	same(t, "search", d.win.search, "milk")
	same(t, "said", d.win.items.Remark(), "64 of 64")
}

// Esc leads back to the page where a person began to search.
func TestEscLeavesTheSearchThroughAllLists(t *testing.T) {
	d := cellar(t)
	d.mark(1)
	d.searches("pancakes")
	d.press(fyne.KeyEscape)
	d.rest()
	same(t, "page", d.win.pages.shown, page(d.win.pages.home))
	same(t, "chosen", d.win.items.Chosen()[0].Title, "bread")
	same(t, "focus", d.fyne.Canvas().Focused(), d.win.items.List())
	d.press(fyne.KeyN, controlShift)
	d.types("Garden")
	d.searches("bread")
	d.press(fyne.KeyEscape)
	same(t, "page", d.win.pages.shown, page(d.win.pages.newList()))
	same(t, "what was typed", d.shows("Garden"), true)
}

// What changes while the page is shown is found, too. The mark stays at its item.
func TestASearchThroughAllListsFollowsChanges(t *testing.T) {
	d := cellar(t)
	d.searches("milk")
	d.press(fyne.KeyDown)
	must(t, two(d.engine.Edit.Add(t.Context(), "Home", record.Values{"title": "milk jug"}, edit.AddOptions{})))
	must(t, two(d.engine.Edit.Add(t.Context(), "Errands", record.Values{"title": "milk tooth"}, edit.AddOptions{})))
	d.win.Reload()
	d.rest()
	same(t, "hits", d.hits(), "ERRANDS 3, milk #dairy, [oat milk], milk tooth, HOME 1, milk jug, RECIPES 1, Pancakes")
}

// While a person types, outdated searches are not run.
func TestTypingOnOvertakesASearchThroughAllLists(t *testing.T) {
	d := cellar(t)
	d.press(fyne.KeyK, ctrl)
	d.rest()
	views := 0
	d.win.Engine = viewing{d.win.Engine, &views}
	d.types("milk")
	d.rest()
	same(t, "reads", views, 1)
}

// Hits in very many lists do not keep the window waiting: only the rows in sight are drawn.
func TestVeryManyHitsAreShownAtOnce(t *testing.T) {
	d := newDesk(t)
	d.press(fyne.KeyK, ctrl)
	hits := make([]snapshot.Hits, 20_000)
	for i := range hits {
		hits[i] = snapshot.Hits{Place: snapshot.Place{Kind: snapshot.KindList, Set: fmt.Sprint("List ", i)}, Found: 5, Rows: []snapshot.Row{{Row: store.Row{ID: "x", Title: "Milk"}}}}
	}
	if took := pace.Yards(func() { d.win.pages.search().Show(search.Question{Text: "milk"}, hits) }); took > 2000 {
		t.Errorf("it took %.0f yards", took)
	}
}
