package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/ancestry"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
	"crossfeed/engine/trust"
)

type reviewCommands struct {
	List   reviewList   `cmd:"" help:"List items held for review."`
	Show   reviewShow   `cmd:"" help:"Show an item held for review, and the reason."`
	Accept reviewAccept `cmd:"" help:"Merge items held for review."`
	Refuse reviewRefuse `cmd:"" help:"Keep your versions: restore what was deleted or overwritten, and ignore the rest."`
}

type reviewList struct {
	List []string `arg:"" optional:"" help:"Lists to include. Default: all."`
	All  bool     `help:"Also list accepted and refused items."`
}

func (c reviewList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		found, err := r.quarantinedItems(e, c.List, c.All)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.reviewShapes(found)
		}
		devices, err := r.devicesOf(e, "")
		if err != nil {
			return err
		}
		heading := []string{"LIST", "ID", "TITLE", "RECEIVED", "FEED", "REASON", ""}
		heading, rows := deviceColumn(heading, each(found, quarantinedItem.cells), 4,
			each(found, func(s quarantinedItem) string { return devices.from(s.HeldItem) }))
		if err := r.table("Nothing is held for review.", heading, rows); err != nil {
			return err
		}
		r.explainOwnChanges(found)
		r.attendDamaged(found)
		return nil
	})
}

// quarantinedItem is an item held for review, with the name of its list.
type quarantinedItem struct {
	set string
	store.HeldItem
}

func (s quarantinedItem) cells() []string {
	return []string{inOneLine(s.set), s.ID, inOneLine(s.Title), instant(s.At), s.Feed, strings.Join(s.alarming(), "; "), string(s.State)}
}

// alarming returns the reasons why the item is held, or that they are unknown.
func (s quarantinedItem) alarming() []string {
	if s.Damaged {
		return []string{"unknown: the item is damaged"}
	}
	return alarmTexts(s.Alarms)
}

// attendDamaged reports the damaged items.
func (r *run) attendDamaged(found []quarantinedItem) {
	for _, s := range found {
		if s.Damaged {
			r.attend("Item %s, held for review in %q, is damaged. The next sync receives it again. To remove it: crossfeed verify --repair", s.ID, inOneLine(s.set))
		}
	}
}

// quarantinedItems returns the items held for review in the given lists, or in all lists. Items
// that were already decided are included only if all is set.
func (r *run) quarantinedItems(e *engine.Engine, sets []string, all bool) (found []quarantinedItem, err error) {
	if len(sets) == 0 {
		lists, err := e.Lists.All(r.ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			sets = append(sets, l.Name)
		}
	}
	for _, set := range sets {
		some, err := e.Subscriptions.HeldItems(r.ctx, set)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			if all || s.State == store.Waiting {
				found = append(found, quarantinedItem{set, s})
			}
		}
	}
	return found, nil
}

// explainOwnChanges suggests innocent explanations for forged or altered changes in the user's
// own name.
func (r *run) explainOwnChanges(found []quarantinedItem) {
	for _, advice := range []struct {
		kind trust.Kind
		text string
	}{
		{trust.Forged, "Changes in your name that this device never made may come from another copy of this data folder. If so, run crossfeed device new-identity and crossfeed sync: both versions are kept, as a conflict."},
		{trust.Altered, "Accepting an altered change keeps your content and republishes it for everyone. If two devices use the same ID, give one of them a new one: crossfeed device new-identity"},
	} {
		is := func(a trust.Alarm) bool { return a.Kind == advice.kind }
		if slices.ContainsFunc(found, func(s quarantinedItem) bool { return s.State == store.Waiting && slices.ContainsFunc(s.Alarms, is) }) {
			r.message(advice.text)
		}
	}
}

type reviewShow struct{ oneItem }

// Run shows an item as it was received, from each feed that has it.
func (c reviewShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		found, err := r.quarantinedItems(e, []string{c.List}, true)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(s quarantinedItem) bool { return s.ID != c.ID || isPast(s.State) })
		if len(found) == 0 {
			return nothingWaits(c.ID)
		}
		if r.flags.JSON {
			return r.reviewShapes(found)
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		for _, s := range found {
			if err := r.quarantinedItem(s, person); err != nil {
				return err
			}
		}
		return nil
	})
}

// quarantinedItem describes an item held for review in words.
func (r *run) quarantinedItem(s quarantinedItem, person func(by string) string) error {
	it, err := subscribe.ReceivedItem(s.HeldItem)
	if err != nil {
		return err
	}
	cells := [][]string{{"feed", s.Feed}}
	for _, text := range s.alarming() {
		cells = append(cells, []string{"alarming", text})
	}
	if s.State != store.Waiting {
		cells = append(cells, []string{"decided", string(s.State)})
	}
	state := joined(state(it.Winner.Deleted, ancestry.CountOpen(it)), mark(ancestry.Marked(it), ancestry.CountOpen(it)))
	return r.columns(append(cells, itemCells(it, state, person)...))
}

// chosenReviews are the arguments that select items.
type chosenReviews struct {
	List string   `arg:"" help:"Name of the list."`
	ID   []string `arg:"" optional:"" help:"IDs of the items."`
	Feed string   `placeholder:"ADDRESS" help:"All items from this feed."`
	All  bool     `help:"All items of the list."`

	DryRun bool `help:"Show what would change without changing it."`
}

type reviewAccept struct{ chosenReviews }

func (c reviewAccept) Run(r *run) error {
	return c.decide(r, "accepted", true, (*subscribe.Service).AcceptHeldItems, r.wouldAccept)
}

// acceptingShape describes what accepting would do, in machine-readable output.
type acceptingShape struct {
	New       int             `json:"new"`
	Updated   int             `json:"updated"`
	Deleted   int             `json:"deleted"`
	Discarded int             `json:"discarded"`
	Conflicts int             `json:"conflicts"`
	Items     []becomingShape `json:"items"`
}

// becomingShape is an item and the effect of accepting it: new, updated, deleted, discarded,
// or "".
type becomingShape struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Became   string `json:"became"`
	Conflict bool   `json:"conflict"`
}

// wouldAccept reports what accepting the items would do.
func (r *run) wouldAccept(s *subscribe.Service, keys ...int64) error {
	all, total, err := s.Accepting(r.ctx, keys...)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.json(acceptingShape{
			total.New, total.Updated, total.Deleted, total.Discarded, total.Conflicts,
			each(all, func(b subscribe.Becoming) becomingShape { return becomingShape(b) }),
		})
	}
	if err := r.table("None of these is held for review.", []string{"ID", "TITLE", "BECOMES"}, each(all, becomingCells)); err != nil {
		return err
	}
	if text := changesText(total); text != "" {
		r.message("Accepting would change the list: %s.", text)
	} else {
		r.message("Accepting would change nothing.")
	}
	return nil
}

func becomingCells(b subscribe.Becoming) []string {
	text := cmp.Or(b.Became, "unchanged")
	if b.Became == "discarded" {
		text = "no longer in the list"
	}
	if b.Conflict {
		text += ", in conflict"
	}
	return []string{b.ID, inOneLine(b.Title), text}
}

type reviewRefuse struct{ chosenReviews }

func (c reviewRefuse) Run(r *run) error {
	return c.decide(r, "refused", false, r.refuseQuarantined, r.wouldRefuse)
}

// refusingShape describes what refusing would do, in machine-readable output.
type refusingShape struct {
	Updates   int  `json:"updates"`
	Devices   int  `json:"devices"`
	Published bool `json:"published"`
}

// wouldRefuse reports how many items would be restored by an update, and how many would just
// be left out.
func (r *run) wouldRefuse(s *subscribe.Service, keys ...int64) error {
	restored, err := s.Restoring(r.ctx, keys...)
	if err != nil {
		return err
	}
	if r.flags.JSON {
		return r.json(refusingShape(restored))
	}
	if restored.Updates > 0 {
		r.message("%s", restoringText(restored))
	}
	r.message("Would refuse %d.", len(keys))
	return nil
}

// refuseQuarantined refuses items and reports how many other devices will see the resulting
// updates.
func (r *run) refuseQuarantined(s *subscribe.Service, ctx context.Context, keys ...int64) error {
	restored, err := s.Restoring(ctx, keys...)
	if err != nil {
		return err
	}
	if restored.Updates > 0 {
		r.message("%s", restoringText(restored))
	}
	return s.RefuseHeldItems(ctx, keys...)
}

// restoringText says what others will see.
func restoringText(r subscribe.Restored) string {
	switch text := "Restoring " + count(r.Updates, "item") + " with one update each"; {
	case !r.Published:
		return text + ". The list is not published, so nobody else will see them."
	case r.Devices == 1:
		return text + ". 1 other device and everyone else who reads the list will see them."
	default:
		return fmt.Sprintf("%s. %d other devices and everyone else who reads the list will see them.", text, r.Devices)
	}
}

// isPast reports whether an item that was held for review can no longer be decided.
func isPast(s store.HeldState) bool { return s == store.Accepted || s == store.KeptLocal }

// decide decides the selected items. With again, they may include items refused before. A dry
// run only reports the effect.
func (c chosenReviews) decide(r *run, what string, again bool, decide func(*subscribe.Service, context.Context, ...int64) error, dry func(*subscribe.Service, ...int64) error) error {
	if (len(c.ID) > 0) == (c.Feed != "" || c.All) {
		return misuse("give the IDs of items, or --feed, or --all")
	}
	return r.with(func(e *engine.Engine) error {
		found, err := r.quarantinedItems(e, []string{c.List}, again)
		if err != nil {
			return err
		}
		keys, err := c.among(r, found)
		if err != nil {
			return err
		}
		if c.DryRun {
			return dry(e.Subscriptions, keys...)
		}
		if err := decide(e.Subscriptions, r.ctx, keys...); err != nil {
			return err
		}
		if r.flags.JSON {
			return r.json(map[string]int{what: len(keys)})
		}
		r.message("%d %s", len(keys), what)
		return nil
	})
}

// nothingWaits is the error for an identifier that is not held for review.
func nothingWaits(id string) error {
	return fmt.Errorf("%s: no item with this ID is held for review or was refused; to list the items: crossfeed review list", id)
}

// among returns the keys of the selected items. Identifiers also select refused items; --feed
// and --all only select undecided ones.
func (c chosenReviews) among(r *run, found []quarantinedItem) ([]int64, error) {
	feed := c.Feed
	if at, err := transport.Entered(r.env.Files, feed); err == nil && feed != "" {
		feed = at
	}
	var keys []int64
	for _, s := range found {
		named := slices.Contains(c.ID, s.ID) && !isPast(s.State)
		if named || len(c.ID) == 0 && s.State == store.Waiting && (c.All || s.Feed == feed) {
			keys = append(keys, s.Key)
		}
	}
	for _, id := range c.ID {
		if !slices.ContainsFunc(found, func(s quarantinedItem) bool { return s.ID == id && !isPast(s.State) }) {
			return nil, nothingWaits(id)
		}
	}
	return keys, nil
}

// reviewShape is an item held for review in machine-readable output: the item as it was
// received, and the alarms. If it was already decided, only its identifier is left.
type reviewShape struct {
	itemShape
	Feed     string        `json:"feed"`
	Received string        `json:"came"`
	State    string        `json:"state"`
	Alarms   []trust.Alarm `json:"alarms"`
}

func (r *run) reviewShapes(found []quarantinedItem) error {
	shapes := []reviewShape{}
	for i, s := range found {
		shape := reviewShape{
			itemShape: itemShape{ID: s.ID, Title: s.Title, History: []historyShape{}, Conflicts: []itemShape{}},
			Feed:      s.Feed, Received: instant(s.At), State: cmp.Or(string(s.State), "waiting"), Alarms: s.Alarms,
		}
		if !isPast(s.State) {
			if it, err := subscribe.ReceivedItem(s.HeldItem); err == nil {
				shape.itemShape = describeItem(it, true)
			} else {
				found[i].Damaged = true
			}
		}
		shape.Set, shape.Damaged = s.set, found[i].Damaged
		shapes = append(shapes, shape)
	}
	r.attendDamaged(found)
	return r.json(shapes)
}

// alarmTexts returns the alarms in words.
func alarmTexts(all []trust.Alarm) []string {
	return each(all, alarmText)
}

func alarmText(a trust.Alarm) string {
	switch a.Kind {
	case trust.Forged:
		which := fmt.Sprintf("change %d", a.Sequence)
		if a.When != "" {
			which += " (" + a.When + ")"
		}
		if a.Number > 1 {
			return fmt.Sprintf("%d changes in your name that this device never made, the last one is %s", a.Number, which)
		}
		return "a change in your name that this device never made: " + which
	case trust.Altered:
		return fmt.Sprintf("your change %d (%s) with different content: another program altered it, or two devices use the same ID", a.Sequence, a.When)
	case trust.Jump:
		return fmt.Sprintf("its number of changes jumps to %d, more than the plausible %d", a.Number, a.Limit)
	case trust.Histories:
		return fmt.Sprintf("its history has %d entries, more than the plausible %d", a.Number, a.Limit)
	case trust.Conflicts:
		return fmt.Sprintf("it has %d conflicting versions, more than the plausible %d", a.Number, a.Limit)
	case trust.Flood:
		return floodText(a)
	}
	return string(a.Kind)
}

// floodText describes what the changes of one sync and the day before it would do to most of a
// list.
func floodText(a trust.Alarm) string {
	if n := a.Shown; n > 0 {
		a.Shown = 0
		return fmt.Sprintf("%s, not counting the %d that you were shown when you subscribed", floodText(a), n)
	}
	switch a.Part {
	case trust.Deleted:
		return fmt.Sprintf("feeds would delete %d items of the list within a day, more than %d", a.Number, a.Limit)
	case trust.Missing:
		return fmt.Sprintf("the feed no longer has it, and %d items would leave the list within a day, more than %d", a.Number, a.Limit)
	case trust.Overwritten:
		return fmt.Sprintf("feeds would overwrite %d items of the list within a day, more than %d", a.Number, a.Limit)
	case trust.Added:
		return fmt.Sprintf("feeds would add %d items to the list within a day, more than %d", a.Number, a.Limit)
	}
	return fmt.Sprintf("feeds would conflict with %d items of the list within a day, more than %d", a.Number, a.Limit)
}
