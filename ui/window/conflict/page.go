// Package conflict implements the page that resolves conflicts. The session of the engine
// holds all choices; the page draws it and passes clicks and keys on to it.
package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Events are the person's actions on the page.
type Events struct {
	// Changed is called after every change to the draft.
	Changed func()
	// Save, Later, Next and Previous are requested by buttons and keys.
	Save, Later, Next, Previous func()
	// Elsewhere moves the item to another position in its outline.
	Elsewhere func()
	// History shows the history of the item, and how it was resolved elsewhere.
	History func()
	// Reopen reopens an item that was resolved elsewhere, with the choices made here.
	Reopen func()
	// Picture lets a person choose a picture and passes it to use.
	Picture func(use func(value string))
	// Person opens the page that names the device of a version.
	Person func(by string)
	// ShowMessage shows a message in the status bar.
	ShowMessage func(text string)
}

// Shown is the state that the page shows.
type Shown struct {
	Item    snapshot.Item
	Session *conflicts.Session
	// Number is the position of this item among Of items with conflicts.
	Number, Of int
	// Places holds the positions of the versions, for an item in an outline.
	Places Places
}

// Page is the conflict page.
type Page struct {
	events  Events
	speaker wording.Speaker
	seam    work.Seam
	keys    *widget.Keys

	object fyne.CanvasObject
	frame  *fyne.Container
	split  *container.Split
	head   *head
	grid   *grid.Grid
	back   *widget.Button
	cards  []*card
	// based is set if the original has a column.
	based  bool
	editor *editor
	foot   *foot

	shown Shown
	// drops is what the draft drops.
	drops []conflicts.Drop
	// open holds the folds that a person expanded.
	open  map[string]bool
	laid  laid
	work  comparing
	known *memory
	// busy counts the reasons for suspending decisions: the session is being saved, or another
	// item is being read. ended is set if nothing is left to decide.
	busy  int
	ended bool
	// stale is set while received changes are not in the rows yet.
	stale bool
	haste widget.Haste
	// asked is set after the page said what is left to choose.
	asked bool
	// low is set if the height is small, tiny if it is very small.
	low, tiny bool
}

// New returns a page without a session. It compares texts outside the queue of seam.
func New(keys *widget.Keys, speaker wording.Speaker, seam work.Seam, events Events) *Page {
	p := &Page{events: events, speaker: speaker, seam: seam, keys: keys, open: map[string]bool{}}
	p.head = newHead(p)
	p.grid = grid.New(keys)
	p.grid.OnRenamed = p.rename
	p.grid.OnMarked, p.grid.OnTaken, p.grid.OnCleared, p.grid.OnShaped = p.marked, p.entered, p.cleared, p.compare
	p.grid.OnChosen, p.grid.More = p.chosen, moreText
	p.editor = newEditor(p)
	p.foot = newFoot(keys, p)
	p.split = container.NewVSplit(p.grid.Object(), p.editor.object)
	p.frame = widget.Border(p.head.object, p.foot.object, nil, nil, p.split)
	p.object = container.New(sized{p}, p.frame)
	p.split.SetOffset(shareOfAll)
	return p
}

// Object returns the page's root object.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus returns the grid, where the keys of the page work.
func (p *Page) Focus() fyne.Focusable { return p.grid }

// Grid returns the table of versions.
func (p *Page) Grid() *grid.Grid { return p.grid }

// Shown returns what the page shows.
func (p *Page) Shown() Shown { return p.shown }

// Show shows a session, whether new or left earlier.
func (p *Page) Show(s Shown) {
	p.shown, p.ended, p.asked = s, false, false
	p.stale = false
	p.work.stop()
	p.open = map[string]bool{alikeFields: p.nothingDiffers()}
	p.laid, p.known = laid{}, &memory{}
	p.head.news("", false)
	p.draw()
	p.grid.Need(0)
	p.grid.SetRows(nil)
	p.grid.Mark(grid.At{Row: grid.Head, Column: p.columnOf(0)})
	p.editor.show(nil)
	p.share()
	p.arrange()
	p.compare()
}

// Met shows what a sync changed about the item while the page was open. The person's choices
// are kept. Nothing is said if only equal versions were added, removed or became current.
func (p *Page) Met(s Shown, news conflicts.News) {
	p.shown = s
	if brings(news) {
		p.head.news(newsText(news, s.Session, p.speaker), news.Resolved)
	}
	p.ended = news.Resolved
	if news.Resolved {
		p.head.place.SetText("")
		p.foot.end()
	} else {
		p.stale = p.laid.rows != nil
		at, before, based := p.grid.At(), p.cards, p.based
		p.draw()
		if column := p.columnAgain(at.Column, before, based); column != at.Column {
			p.grid.Mark(grid.At{Row: at.Row, Column: column})
		}
		p.compare()
	}
	p.arrange()
}

// Count updates the item's number among all conflicts after others were added or resolved.
func (p *Page) Count(number, of int) {
	p.shown.Number, p.shown.Of = number, of
	p.head.show(p)
}

// Renamed redraws the page after an endpoint was renamed. The person's choices are kept.
func (p *Page) Renamed() {
	if !p.ended && p.shown.Session != nil {
		p.draw()
		p.arrange()
	}
}

// Busy suspends decisions while the session is being saved, or another item is being read,
// until Done has been called as often.
func (p *Page) Busy() { p.busy++ }

// Done ends one suspension by Busy.
func (p *Page) Done() { p.busy-- }

// decides reports whether decisions about the shown session are possible.
func (p *Page) decides() bool { return p.busy == 0 && !p.ended && p.shown.Session != nil }

// News suspends decisions until a person can have seen the page's new content: another item,
// received changes, or another choice. Numbers and columns may belong to other versions than
// before.
func (p *Page) News() { p.haste.Shows(p.speaker.Now()) }

// sees reports whether a person can have seen the page's content, and tells them if not.
func (p *Page) sees() bool { return p.checked(p.stale || p.haste.Soon(p.speaker.Now())) }

// seesFor is sees for a key, which may have been held down since before.
func (p *Page) seesFor(key rune) bool { return p.checked(p.haste.Held(key, p.speaker.Now(), p.stale)) }

func (p *Page) checked(early bool) bool {
	if early {
		p.events.ShowMessage(wording.CheckFirst())
	}
	return !early
}

// Leave postpones the resolution. The draft is kept.
func (p *Page) Leave() {
	p.work.stop()
	p.events.Later()
}

// arrange repositions the parts of the page after the head has grown or shrunk. It redraws
// none of them, because that takes long if the result is a long text.
func (p *Page) arrange() { p.frame.Layout.Layout(p.frame.Objects, p.frame.Size()) }

// lowPage is the height below which the page saves as many lines as it can for the versions,
// as a multiple of the text size.
const lowPage = 46

// tinyPage is the height below which every control of the result opens only on request, so
// that the save button stays in sight.
const tinyPage = 26

// sized lays out the page, and saves lines if the height is small.
type sized struct{ *Page }

// MinSize returns the minimum size of the page and its padding.
func (sized) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*fynetheme.Padding(), 2*fynetheme.Padding())
}

// Layout lays out the page.
func (l sized) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	low, tiny := size.Height < lowPage*fynetheme.TextSize(), size.Height < tinyPage*fynetheme.TextSize()
	if low != l.low || tiny != l.tiny {
		l.low, l.tiny = low, tiny
		l.editor.show(l.cell(l.editor.field))
	}
	pad := fynetheme.Padding()
	objects[0].Move(fyne.NewSquareOffsetPos(pad))
	objects[0].Resize(size.SubtractWidthHeight(2*pad, 2*pad))
}

// tall reports whether the control of a field has several lines.
func tall(c conflicts.Cell) bool { return c.Lines || c.Form.Rows() }

// newOriginal returns the head of the column of the original, which is a version or the merge
// of several.
func newOriginal(p *Page) fyne.CanvasObject {
	base := p.shown.Session.Base()
	title := widget.NewLine(wording.L("original", "Original"), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	if base.Merged() {
		about.Set(wording.MergedFrom(base), remarkStyle())
	} else {
		about.Set(p.speaker.Person(base.Version.Top().By)+" · "+whenOf(base.Version, p.speaker), widget.TextStyle{})
	}
	return container.NewVBox(title, about)
}

// newResultHead returns the head of the result's column. The button that resets all choices is
// shown only if there are any.
func newResultHead(p *Page) fyne.CanvasObject {
	title := widget.NewLine(wording.L("result", "RESULT"), widget.TextStyle{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	about.Set(wording.L("what-will-be-saved", "What will be saved"), widget.TextStyle{Color: theme.Quiet})
	p.back = widget.NewButton(p.keys, wording.L("start-over", "Start over"), func() { p.reset("") })
	return container.NewVBox(title, about, widget.Flow(p.back))
}
