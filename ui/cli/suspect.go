package cli

import (
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/equal"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

type suspectCommands struct {
	List   suspectList   `cmd:"" help:"List the items that came in and wait, because something in them is alarming."`
	Show   suspectShow   `cmd:"" help:"Show such an item as it came, and what is alarming in it."`
	Accept suspectAccept `cmd:"" help:"Merge such items in after all."`
	Refuse suspectRefuse `cmd:"" help:"Leave such items out, and do not ask again until they change."`
}

// Help gives an example.
func (suspectCommands) Help() string {
	return "Example:\n\n  crossfeed suspect list\n  crossfeed suspect accept Groceries 4f2a\n  crossfeed suspect refuse Groceries --feed ~/Shared/Groceries.phone.xml"
}

type suspectList struct {
	Set []string `arg:"" optional:"" help:"Names of lists. Default: all."`
	All bool     `help:"Those that were accepted or refused as well."`
}

// Run lists what waits.
func (c suspectList) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		found, err := r.suspects(e, c.Set, c.All)
		if err != nil {
			return err
		}
		if r.flags.JSON {
			return r.suspectShapes(found)
		}
		devices, err := r.devicesOf(e, "")
		if err != nil {
			return err
		}
		heading := []string{"LIST", "ID", "TITLE", "CAME", "FEED", "ALARMING", ""}
		heading, rows := deviceColumn(heading, each(found, suspected.cells), 4,
			each(found, func(s suspected) string { return devices.from(s.Suspect) }))
		if err := r.table("nothing waits", heading, rows); err != nil {
			return err
		}
		r.sayOfOwn(found)
		return nil
	})
}

// suspected is a suspect, and the name of its list.
type suspected struct {
	set string
	store.Suspect
}

func (s suspected) cells() []string {
	return []string{inOneLine(s.set), s.ID, inOneLine(s.Title), instant(s.At), s.Feed, strings.Join(alarmTexts(s.Alarms), "; "), string(s.State)}
}

// suspects are those of lists, or of all; those that wait, or all.
func (r *run) suspects(e *engine.Engine, sets []string, all bool) (found []suspected, err error) {
	if len(sets) == 0 {
		lists, err := e.Lists(r.ctx)
		if err != nil {
			return nil, err
		}
		for _, l := range lists {
			sets = append(sets, l.Name)
		}
	}
	for _, set := range sets {
		some, err := e.Suspects(r.ctx, set)
		if err != nil {
			return nil, err
		}
		for _, s := range some {
			if all || s.State == store.Waiting {
				found = append(found, suspected{set, s})
			}
		}
	}
	return found, nil
}

// sayOfOwn says who else than a liar may have made changes in the own name.
func (r *run) sayOfOwn(found []suspected) {
	for _, advice := range []struct {
		kind trust.Kind
		text string
	}{
		{trust.Forged, "changes in your name that were never made here may come from another copy of this data folder: then run crossfeed device new-identity and sync, and both versions are kept as a conflict"},
		{trust.Altered, "accepting an altered change keeps your content, and publishes it again for everyone; if two devices use one identifier, give one of them a new one: crossfeed device new-identity"},
	} {
		is := func(a trust.Alarm) bool { return a.Kind == advice.kind }
		if slices.ContainsFunc(found, func(s suspected) bool { return s.State == store.Waiting && slices.ContainsFunc(s.Alarms, is) }) {
			r.say(advice.text)
		}
	}
}

type suspectShow struct{ oneItem }

// Run shows an item as it came, from each feed that has it.
func (c suspectShow) Run(r *run) error {
	return r.with(func(e *engine.Engine) error {
		found, err := r.suspects(e, []string{c.Set}, true)
		if err != nil {
			return err
		}
		found = slices.DeleteFunc(found, func(s suspected) bool { return s.ID != c.ID || s.State == store.Accepted })
		if len(found) == 0 {
			return nothingWaits(c.ID)
		}
		if r.flags.JSON {
			return r.suspectShapes(found)
		}
		person, err := r.people(e)
		if err != nil {
			return err
		}
		for _, s := range found {
			if err := r.suspect(s, person); err != nil {
				return err
			}
		}
		return nil
	})
}

// suspect writes one in words.
func (r *run) suspect(s suspected, person func(by string) string) error {
	it, err := engine.SuspectItem(s.Suspect)
	if err != nil {
		return err
	}
	cells := [][]string{{"feed", s.Feed}}
	for _, text := range alarmTexts(s.Alarms) {
		cells = append(cells, []string{"alarming", text})
	}
	if s.State != store.Waiting {
		cells = append(cells, []string{"decided", string(s.State)})
	}
	state := joined(state(it.Winner.Deleted, equal.Conflicts(it)), mark(equal.Marked(it), equal.Conflicts(it)))
	return r.columns(append(cells, itemCells(it, state, person)...))
}

// chosenSuspects are the arguments that choose some.
type chosenSuspects struct {
	Set  string   `arg:"" help:"Name of the list."`
	ID   []string `arg:"" optional:"" help:"Identifiers of items."`
	Feed string   `placeholder:"ADDRESS" help:"All that came from this feed."`
	All  bool     `help:"All of the list."`
}

type suspectAccept struct{ chosenSuspects }

// Run merges them in.
func (c suspectAccept) Run(r *run) error {
	return c.decide(r, "accepted", true, (*engine.Engine).AcceptSuspects)
}

type suspectRefuse struct{ chosenSuspects }

// Run leaves them out.
func (c suspectRefuse) Run(r *run) error {
	return c.decide(r, "refused", false, (*engine.Engine).RefuseSuspects)
}
