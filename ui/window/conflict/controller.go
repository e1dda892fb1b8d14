package conflict

import (
	"context"
	"slices"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/ui/say"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/place"
	"crossfeed/ui/window/work"
)

// Engine is what the page asks of the engine.
type Engine interface {
	Unsettled(ctx context.Context, lists ...string) ([]engine.InSet, error)
	Session(ctx context.Context, set, id string) (*conflicts.Session, error)
	About(ctx context.Context, set, id string) (*item.Item, conflicts.About, error)
	Settle(ctx context.Context, set string, s *conflicts.Session) (*item.Item, error)
	Whereabouts(ctx context.Context, set, id string, places ...item.Place) ([]engine.Whereabouts, error)
}

// Shell is the window around the page. Its functions return at once.
type Shell struct {
	// Show brings the page into sight, InSight reports whether it is.
	Show    func()
	InSight func() bool
	// Home goes to the list that the page was opened from.
	Home func()
	// Chosen is the item that is chosen in the list.
	Chosen func() place.Item
	// Item goes to the editor of an item, History to its versions, Elsewhere
	// to its outline, to move it there.
	Item, History, Elsewhere func(place.Item)
	// Person names a device.
	Person func(by string)
	// Picture has a person choose a picture and gives it to use.
	Picture func(use func(value string))
	// Also adds to what the status bar says.
	Also func(text string)
	// Say reports in the status bar, Alert what was not done, Warn an error.
	Say, Alert func(text string)
	Warn       func(error)
	// Changed is called when an item of a list was saved, Stale when what is
	// shown elsewhere is out of date.
	Changed func(set, said string)
	Stale   func()
}

// Controller opens conflicts on the page, keeps them current, saves them and
// stores their drafts.
type Controller struct {
	*Page
	engine Engine
	shell  Shell
	drafts *drafts.Drafts
	// sessions are those that were opened and not saved.
	sessions map[place.Item]*conflicts.Session
	// saving is set while the engine has the session: nothing may touch it.
	saving bool
	repeat repeat
	now    func() time.Time
}

// NewController is a page without a conflict.
func NewController(keys *widget.Keys, speaker say.Speaker, seam work.Seam, e Engine, d *drafts.Drafts, shell Shell) *Controller {
	c := &Controller{engine: e, shell: shell, drafts: d, sessions: map[place.Item]*conflicts.Session{}, now: speaker.Now}
	at := func(do func(place.Item)) func() { return func() { do(c.Item()) } }
	c.Page = New(keys, speaker, seam, Events{
		Changed: c.storeDraft, Save: c.save, Later: c.skip, Next: c.Next, Previous: c.Previous,
		Person: shell.Person, History: at(shell.History), Elsewhere: at(shell.Elsewhere),
		See: c.seeResolved, Reopen: c.reopen, Say: shell.Say, Picture: shell.Picture,
	})
	return c
}

// Item is the item on the page.
func (c *Controller) Item() place.Item { return c.Shown().Item }

// Open shows the conflict of an item.
func (c *Controller) Open(it place.Item) {
	c.open(func([]engine.InSet) (place.Item, bool) { return it, true })
}

// OpenOrNext shows the conflict of an item, or the next one where it has none.
func (c *Controller) OpenOrNext(it place.Item) {
	c.open(func(open []engine.InSet) (place.Item, bool) { return orNeighbour(open, it, 1) })
}

// Next goes to the next conflict, Previous to the one before.
func (c *Controller) Next() { c.step(1) }

// Previous goes to the conflict before.
func (c *Controller) Previous() { c.step(-1) }

// step goes to the conflict after the item on the page. From elsewhere it begins
// with the item that is chosen, where that has a conflict.
func (c *Controller) step(by int) {
	if c.saving {
		return
	}
	from, pick := c.shell.Chosen(), orNeighbour
	if c.shell.InSight() {
		from, pick = c.Item(), neighbour
	}
	c.open(func(open []engine.InSet) (place.Item, bool) { return pick(open, from, by) })
}

// orNeighbour is the item itself where it has a conflict, and neighbour otherwise.
func orNeighbour(open []engine.InSet, it place.Item, step int) (place.Item, bool) {
	if slices.ContainsFunc(open, func(u engine.InSet) bool { return itemOf(u) == it }) {
		return it, true
	}
	return neighbour(open, it, step)
}

// neighbour is the item after (or before) another one, and after the last the
// first. Where the other one has no conflict it is the first (or the last).
func neighbour(open []engine.InSet, from place.Item, step int) (place.Item, bool) {
	if len(open) == 0 {
		return place.Item{}, false
	}
	at := slices.IndexFunc(open, func(u engine.InSet) bool { return itemOf(u) == from })
	if at < 0 && step < 0 {
		at = 0
	}
	return itemOf(open[(at+step+len(open))%len(open)]), true
}

func itemOf(u engine.InSet) place.Item { return place.Item{Set: u.Set, ID: u.ID} }

// Return shows the page again as it was left for a page next to it, and reports
// whether it could.
func (c *Controller) Return() bool {
	if s := c.Shown().Session; s == nil || c.sessions[c.Item()] != s {
		return false
	}
	c.shell.Show()
	c.Renamed()
	c.Refresh()
	return true
}

// skip leaves the conflict for later. The session stays as it is.
func (c *Controller) skip() {
	c.shell.Home()
	c.shell.Stale()
}

// Save saves, on the key for it. A key that is still held down from the conflict
// before saves nothing.
func (c *Controller) Save() {
	if c.repeat.held(c.now()) {
		c.shell.Say(heldText())
		return
	}
	c.Page.Save()
}
