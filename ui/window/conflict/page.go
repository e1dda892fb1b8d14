// Package conflict is the page on which a person resolves what was changed in two
// places. The session of the engine holds everything that was decided; the page
// draws it and hands clicks and keys in.
package conflict

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"crossfeed/engine/conflicts"
	"crossfeed/ui/theme"
	"crossfeed/ui/widget"
	"crossfeed/ui/widget/grid"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Events are what a person does on the page.
type Events struct {
	// Changed is called after everything that changes the draft.
	Changed func()
	// Save, Later, Next and Previous are asked for by buttons and keys.
	Save, Later, Next, Previous func()
	// Elsewhere puts the item to another place of its tree.
	Elsewhere func()
	// History shows how the item came about, and what it was resolved to elsewhere.
	History func()
	// Reopen goes on from what it was resolved to elsewhere, with what was decided here.
	Reopen func()
	// Picture has a person choose a picture and gives it to use.
	Picture func(use func(value string))
	// Person names the device that made a version.
	Person func(by string)
	// Say tells something in the status bar.
	Say func(text string)
}

// Shown is what the page shows.
type Shown struct {
	Item    place.Item
	Session *conflicts.Session
	// Number of Of items to resolve is this one.
	Number, Of int
	// Places tell where the places of the versions are, of an item of an ordered
	// set.
	Places Places
}

// Page is the page.
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
	// based tells that the original has a column.
	based  bool
	editor *editor
	foot   *foot

	shown Shown
	// drops are what the draft leaves out.
	drops []conflicts.Drop
	// open are the folds that a person unfolded.
	open  map[string]bool
	laid  laid
	work  comparing
	known *memory
	// busy counts what keeps decisions away for a time: the session is being saved, or
	// another item is being read. ended reports that nothing is left to decide.
	busy  int
	ended bool
	// stale tells that what arrived is not in the rows yet.
	stale bool
	haste widget.Haste
	// asked tells that it was said what is left to choose.
	asked bool
	// low tells that there is little height, tiny that there is hardly any.
	low, tiny bool
}

// New is a page without a session. It compares texts beside the queue of seam.
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

// Object is what is shown.
func (p *Page) Object() fyne.CanvasObject { return p.object }

// Focus is the grid, where the keys of the page work.
func (p *Page) Focus() fyne.Focusable { return p.grid }

// Grid is the table of the versions.
func (p *Page) Grid() *grid.Grid { return p.grid }

// Shown is what the page shows.
func (p *Page) Shown() Shown { return p.shown }

// Show shows a session from its beginning, or where it was left.
func (p *Page) Show(s Shown) {
	p.shown, p.ended, p.asked = s, false, false
	p.stale = false
	p.work.stop()
	p.open = map[string]bool{alikeFields: p.nothingDiffers()}
	p.laid, p.known = laid{}, &memory{}
	p.head.news("", false)
	p.draw()
	p.grid.SetRows(nil)
	p.grid.Mark(grid.At{Row: grid.Head, Column: p.columnOf(0)})
	p.editor.show(nil)
	p.share()
	p.arrange()
	p.compare()
}

// Met shows what a sync changed about the item while the page was open. What a
// person decided stays. Where only equal versions came, went or won, nothing is said.
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

// Count says which of all items to resolve is shown: others came or went.
func (p *Page) Count(number, of int) {
	p.shown.Number, p.shown.Of = number, of
	p.head.show(p)
}

// Renamed draws anew: an endpoint is called otherwise. What a person decided
// stays.
func (p *Page) Renamed() {
	if !p.ended && p.shown.Session != nil {
		p.draw()
		p.arrange()
	}
}

// Busy keeps decisions away while the session is being saved, or another item is being
// read: until Done is called as often.
func (p *Page) Busy() { p.busy++ }

// Done ends what Busy began.
func (p *Page) Done() { p.busy-- }

// decides reports whether what a person decides is for the session that is shown.
func (p *Page) decides() bool { return p.busy == 0 && !p.ended && p.shown.Session != nil }

// News keeps decisions away until a person can have seen what is on the page now: another
// item, what arrived, or another choice. Numbers and columns may be those of other versions.
func (p *Page) News() { p.haste.Shows(p.speaker.Now()) }

// sees reports whether a person can have seen what is on the page, and says so where not.
func (p *Page) sees() bool { return p.checked(p.stale || p.haste.Soon(p.speaker.Now())) }

// seesFor is sees for a key, which may be held down from before.
func (p *Page) seesFor(key rune) bool { return p.checked(p.haste.Held(key, p.speaker.Now(), p.stale)) }

func (p *Page) checked(early bool) bool {
	if early {
		p.events.Say(wording.CheckFirst())
	}
	return !early
}

// Leave puts the resolution off; the draft is kept.
func (p *Page) Leave() {
	p.work.stop()
	p.events.Later()
}

// arrange puts the parts where they belong: the head may have grown. It draws
// none of them anew, which takes long where the result is a long text.
func (p *Page) arrange() { p.frame.Layout.Layout(p.frame.Objects, p.frame.Size()) }

// lowPage is the height below which the page saves what lines it can for the
// versions, in sizes of text.
const lowPage = 46

// tinyPage is the height below which every control of the result opens only when
// it is asked for, so that what saves stays in sight.
const tinyPage = 26

// sized lays out the page, and saves lines where it is low.
type sized struct{ *Page }

// MinSize is that of the page, with the room round it.
func (sized) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[0].MinSize().AddWidthHeight(2*fynetheme.Padding(), 2*fynetheme.Padding())
}

// Layout lays the page out.
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

// tall tells whether the control of a field has several lines.
func tall(c conflicts.Cell) bool { return c.Lines || c.Form.Rows() }

// newOriginal is the head of the column of the original: a version that somebody
// wrote, or the merge of several.
func newOriginal(p *Page) fyne.CanvasObject {
	base := p.shown.Session.Base()
	title := widget.NewLine(wording.L("Original"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	if base.Merged() {
		about.Set(wording.MergedFrom(base), remarkLook())
	} else {
		about.Set(p.speaker.Person(base.Version.Top().By)+" · "+whenOf(base.Version, p.speaker), widget.Look{})
	}
	return container.NewVBox(title, about)
}

// newResultHead is the head of the result's column. What takes all choices back is
// there only where something was chosen.
func newResultHead(p *Page) fyne.CanvasObject {
	title := widget.NewLine(wording.L("RESULT"), widget.Look{Style: fyne.TextStyle{Bold: true}})
	about := widget.NewWords(cardRows)
	about.Set(wording.L("What will be saved"), widget.Look{Color: theme.Quiet})
	p.back = widget.NewButton(p.keys, wording.L("Start over"), func() { p.reset("") })
	return container.NewVBox(title, about, widget.Flow(p.back))
}
