package conflict

import (
	"context"
	"errors"
	"maps"
	"slices"

	"crossfeed/engine/conflicts"
	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/record"
	"crossfeed/engine/store"
	"crossfeed/ui/widget"
	"crossfeed/ui/window/drafts"
	"crossfeed/ui/window/snapshot"
	"crossfeed/ui/window/work"
	"crossfeed/ui/wording"
)

// Service reads and resolves conflicts.
type Service interface {
	List(ctx context.Context, lists ...string) ([]store.InSet, error)
	Session(ctx context.Context, set, id string) (*conflicts.Session, error)
	About(ctx context.Context, set, id string) (*item.Item, conflicts.About, error)
	Resolve(ctx context.Context, set string, s *conflicts.Session) (conflicts.Saved, error)
}

// Lists finds the positions of items in outlines.
type Lists interface {
	Positions(ctx context.Context, set, id string, places ...item.Place) ([]lists.Position, error)
}

// Shell provides the functions of the window around the page. They return at once.
type Shell struct {
	// Show brings the page into sight. InSight reports whether it is.
	Show    func()
	InSight func() bool
	// Home returns to the list that the page was opened from.
	Home func()
	// Chosen returns the item that is chosen in the list.
	Chosen func() snapshot.Item
	// Item opens an item in the editor, History opens its versions, Elsewhere opens it in its
	// outline, to move it there.
	Item, History, Elsewhere func(snapshot.Item)
	// Person opens the page that names a device.
	Person func(by string)
	// Picture lets a person choose a picture and passes it to use.
	Picture func(use func(value string))
	// Also appends to the message in the status bar.
	Also func(text string)
	// ShowMessage shows a message in the status bar, Alert says what was not done, Warn shows
	// an error. RetractMessage retracts the last message of ShowMessage if the status bar still
	// shows it.
	ShowMessage, Alert func(text string)
	Warn               func(error)
	RetractMessage     func()
	// Changed is called when an item of a list was saved by an edit, Stale when data shown
	// elsewhere is out of date.
	Changed func(set string, edit int64, said string)
	Stale   func()
}

// Controller opens conflicts on the page, keeps them current, saves them and stores their
// drafts.
type Controller struct {
	*Page
	service Service
	lists   Lists
	shell   Shell
	drafts  *drafts.Drafts
	// sessions holds the sessions that were opened and not saved.
	sessions map[snapshot.Item]*conflicts.Session
	// saving is set while the engine uses the session: nothing else may touch it.
	saving bool
}

// NewController returns a page without a conflict.
func NewController(keys *widget.Keys, speaker wording.Speaker, seam work.Seam, s Service, l Lists, d *drafts.Drafts, shell Shell) *Controller {
	c := &Controller{service: s, lists: l, shell: shell, drafts: d, sessions: map[snapshot.Item]*conflicts.Session{}}
	at := func(do func(snapshot.Item)) func() { return func() { do(c.Item()) } }
	c.Page = New(keys, speaker, seam, Events{
		Changed: c.storeDraft, Save: c.save, Later: c.skip, Next: c.Next, Previous: c.Previous,
		Person: shell.Person, History: at(shell.History), Elsewhere: at(shell.Elsewhere),
		Reopen: c.reopen, ShowMessage: shell.ShowMessage, Picture: shell.Picture,
	})
	return c
}

// Item returns the item on the page.
func (c *Controller) Item() snapshot.Item { return c.Shown().Item }

// Open shows the conflict of an item.
func (c *Controller) Open(it snapshot.Item) {
	c.open(func([]store.InSet) (snapshot.Item, bool) { return it, true })
}

// OpenOrNext shows the conflict of an item, or the next conflict if it has none.
func (c *Controller) OpenOrNext(it snapshot.Item) {
	c.open(func(open []store.InSet) (snapshot.Item, bool) { return orNeighbour(open, it, 1) })
}

// Next goes to the next conflict.
func (c *Controller) Next() { c.step(1) }

// Previous goes to the previous conflict.
func (c *Controller) Previous() { c.step(-1) }

// step goes to the conflict after or before the item on the page. If the page is not in sight,
// it begins with the chosen item, provided that it has a conflict.
func (c *Controller) step(by int) {
	if c.saving {
		return
	}
	from, pick := c.shell.Chosen(), orNeighbour
	if c.shell.InSight() {
		from, pick = c.Item(), neighbour
	}
	c.open(func(open []store.InSet) (snapshot.Item, bool) { return pick(open, from, by) })
}

// orNeighbour returns the item itself if it has a conflict, otherwise its neighbour.
func orNeighbour(open []store.InSet, it snapshot.Item, step int) (snapshot.Item, bool) {
	if slices.ContainsFunc(open, func(u store.InSet) bool { return itemOf(u) == it }) {
		return it, true
	}
	return neighbour(open, it, step)
}

// neighbour returns the item after or before another one, and wraps around at the end. If the
// other one has no conflict, it returns the first or last item.
func neighbour(open []store.InSet, from snapshot.Item, step int) (snapshot.Item, bool) {
	if len(open) == 0 {
		return snapshot.Item{}, false
	}
	at := slices.IndexFunc(open, func(u store.InSet) bool { return itemOf(u) == from })
	if at < 0 && step < 0 {
		at = 0
	}
	return itemOf(open[(at+step+len(open))%len(open)]), true
}

func itemOf(u store.InSet) snapshot.Item { return snapshot.Item{Set: u.Set, ID: u.ID} }

// Return shows the page again after a detour, as it was before, and reports whether that was
// possible.
func (c *Controller) Return() bool {
	if s := c.Shown().Session; s == nil || c.sessions[c.Item()] != s {
		return false
	}
	c.bring()
	c.Renamed()
	c.Refresh()
	return true
}

// skip leaves the conflict for later. The session keeps its choices.
func (c *Controller) skip() {
	c.shell.Home()
	c.shell.Stale()
}

// opened is the data needed to show an item on the page.
type opened struct {
	item    snapshot.Item
	session *conflicts.Session
	open    []store.InSet
	places  Places
}

// open shows the item that pick chooses among those with conflicts, and returns home if there
// are none. Keys decide nothing until it is in sight: the person means them for that item, but
// has not seen it yet. If the person leaves the page in the meantime, it is not brought back.
func (c *Controller) open(pick func([]store.InSet) (snapshot.Item, bool)) {
	c.openThen(pick, func() {})
}

// openThen is like open, and calls then afterwards.
func (c *Controller) openThen(pick func([]store.InSet) (snapshot.Item, bool), then func()) {
	from := c.shell.InSight()
	c.Busy()
	work.Ask(c.seam, func(ctx context.Context) (opened, error) { return c.read(ctx, pick) },
		func(o opened, err error) {
			c.Done()
			if !from || c.shell.InSight() {
				c.opened(o, err)
				then()
			}
		})
}

func (c *Controller) opened(o opened, err error) {
	switch {
	case err == nil && o.session != nil && c.onPage(o.item):
		c.showCurrent(current{item: o.item, fresh: o.session, open: o.open, places: o.places}, nil)
		if len(o.open) == 1 {
			c.shell.ShowMessage(wording.L("this-is-the-only-conflict", "This is the only conflict."))
		}
		return
	case err == nil && o.session != nil:
		c.show(o)
		return
	case err == nil:
		c.noneLeft()
		return
	case c.shell.InSight() && c.sessions[c.Item()] == nil: // the item on the page was saved
		c.shell.Home()
	}
	if errors.Is(err, conflicts.ErrNoConflict) {
		c.shell.ShowMessage(wording.L("this-conflict-is-already-resolved", "This conflict is already resolved."))
		c.shell.Stale()
	} else {
		c.shell.Warn(err)
	}
}

// onPage reports whether an item is on the page and can be resolved there.
func (c *Controller) onPage(it snapshot.Item) bool {
	return c.shell.InSight() && !c.ended && it == c.Item() && c.sessions[it] == c.Shown().Session
}

func (c *Controller) read(ctx context.Context, pick func([]store.InSet) (snapshot.Item, bool)) (opened, error) {
	open, err := c.service.List(ctx)
	if err != nil {
		return opened{}, err
	}
	it, there := pick(open)
	if !there {
		return opened{}, nil
	}
	s, err := c.service.Session(ctx, it.Set, it.ID)
	if err != nil {
		return opened{}, err
	}
	places, err := c.placesOf(ctx, it, s)
	return opened{it, s, open, places}, err
}

func (c *Controller) noneLeft() {
	text := wording.L("no-conflicts-are-left", "No conflicts are left.")
	if !c.shell.InSight() {
		c.shell.ShowMessage(text)
		return
	}
	c.shell.Home()
	c.shell.Also(text)
}

// show shows a session as the person left it, or a new one with the draft of an earlier run.
func (c *Controller) show(o opened) {
	s, there := c.sessions[o.item]
	var news conflicts.News
	if there {
		news = s.Adopt(o.session)
	} else {
		s = o.session
		c.sessions[o.item] = s
		c.restoreDraft(o.item, s)
	}
	shown := shownAt(o.item, s, o.open, o.places)
	s.ClearSteps()
	c.shell.RetractMessage()
	c.Show(shown)
	if brings(news) {
		c.Met(shown, news)
	}
	c.bring()
}

// bring brings the page into sight. The key or click that opened it may be repeated, and the
// repetition is not meant for the page's content.
func (c *Controller) bring() {
	c.shell.Show()
	c.News()
}

func shownAt(it snapshot.Item, s *conflicts.Session, open []store.InSet, places Places) Shown {
	at := slices.IndexFunc(open, func(u store.InSet) bool { return itemOf(u) == it })
	return Shown{Item: it, Session: s, Number: at + 1, Of: len(open), Places: places}
}

// storeDraft stores the choices made so far, so that they survive a restart. Messages about an
// earlier choice no longer apply and are retracted.
func (c *Controller) storeDraft() {
	c.shell.RetractMessage()
	s := c.Shown().Session
	c.drafts.Put(drafts.Resolve, c.Item(), drafts.Draft{SavedDraft: s.SavedDraft(), Base: conflicts.Name(s.Item().Winner)})
}

// restoreDraft applies the choices stored by an earlier run to a new session.
func (c *Controller) restoreDraft(it snapshot.Item, s *conflicts.Session) {
	if d, there := c.drafts.Get(drafts.Resolve, it); there {
		s.Restore(d.SavedDraft)
	}
}

// OpenTyped shows the conflict of an item with the draft of its editor as the result so far.
// The draft becomes a choice, in addition to those made before.
func (c *Controller) OpenTyped(it snapshot.Item) {
	c.openThen(func([]store.InSet) (snapshot.Item, bool) { return it, true }, func() { c.adoptTyped(it) })
}

// adoptTyped types the draft of the editor into the shown session, as one step for Undo. If
// that fails, the draft stays in the editor.
func (c *Controller) adoptTyped(it snapshot.Item) {
	s := c.Shown().Session
	d, there := c.drafts.Get(drafts.Edit, it)
	if !there || len(d.Fields) == 0 || c.saving || !c.onPage(it) {
		return
	}
	now := record.Read(s.Item().Winner.Content)
	err := s.Do(func() error {
		for _, name := range slices.Sorted(maps.Keys(d.Fields)) {
			if value := d.Fields[name]; value != now.Get(name) {
				if err := s.Decide(name, value); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		c.shell.Warn(err)
		return
	}
	c.changed()
	c.drafts.Drop(drafts.Edit, it)
}

// Forget drops the choices about an item.
func (c *Controller) Forget(it snapshot.Item) {
	delete(c.sessions, it)
	c.drafts.Drop(drafts.Resolve, it)
}

// RenameLists applies the new names of lists to all sessions and to the item on the page.
func (c *Controller) RenameLists(names map[string]string) {
	now := map[snapshot.Item]*conflicts.Session{}
	for it, s := range c.sessions {
		now[renamed(it, names)] = s
	}
	c.sessions = now
	if it := renamed(c.Item(), names); it != c.Item() {
		c.shown.Item = it
		c.Count(c.shown.Number, c.shown.Of)
	}
}

func renamed(it snapshot.Item, names map[string]string) snapshot.Item {
	if name, is := names[it.Set]; is {
		it.Set = name
	}
	return it
}

// reopen turns the choices made here into a draft of the editor, over the result of the
// resolution elsewhere. An older draft of the editor takes precedence.
func (c *Controller) reopen() {
	it := c.Item()
	_, typed := c.drafts.Get(drafts.Edit, it)
	if typed {
		delete(c.sessions, it)
	} else {
		c.ToEditor(it)
	}
	c.shell.Item(it)
	if typed {
		c.shell.ShowMessage(wording.L("the-editor-has-what-you-typed", "The editor has what you typed earlier. Your choices are shown once you save or discard it."))
	}
}

// ToEditor turns the choices about an item into a draft of its editor, and reports those that
// the editor cannot represent.
func (c *Controller) ToEditor(it snapshot.Item) {
	d, _ := c.drafts.Get(drafts.Resolve, it)
	if kept := d.Edited(); len(kept.Fields) > 0 || kept.Stays || kept.Deletes() {
		c.drafts.Put(drafts.Edit, it, drafts.Draft{SavedDraft: kept})
	}
	c.Forget(it)
	c.reportNotCarriedOver(it, d.Fields)
}

// reportNotCarriedOver reports which choices are not carried over to the editor.
func (c *Controller) reportNotCarriedOver(it snapshot.Item, fields record.Values) {
	if _, chosen := fields[conflicts.Other]; chosen {
		c.shell.Alert(wording.L("not-included-the-version-you-chose", "Not included: the version you chose for hidden data. It is in the history of the item."))
	}
	value, chosen := fields[conflicts.Place]
	if !chosen {
		return
	}
	work.Ask(c.seam, func(ctx context.Context) (string, error) {
		now, _, err := c.service.About(ctx, it.Set, it.ID)
		if err != nil || conflicts.PlaceText(now.Winner.Place) == value {
			return "", err
		}
		at, err := c.lists.Positions(ctx, it.Set, it.ID, conflicts.ParsePlace(value))
		if err != nil {
			return "", err
		}
		return wording.Place(at[0]), nil
	}, func(where string, err error) {
		switch {
		case err != nil:
			c.shell.Warn(err)
		case where != "":
			c.shell.Alert(wording.L("not-included-the-position-you-chose", "Not included: the position you chose, “{{.Where}}”. Move the item there yourself.", wording.Data{"Where": where}))
		}
	})
}
