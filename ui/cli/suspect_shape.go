package cli

import (
	"cmp"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/store"
	"crossfeed/engine/trust"
)

// suspectShape is a suspect in machine-readable output: the item as it came, and what is
// alarming in it. Of one that was accepted only the identifier is kept.
type suspectShape struct {
	itemShape
	Feed   string        `json:"feed"`
	Came   string        `json:"came"`
	State  string        `json:"state"`
	Alarms []trust.Alarm `json:"alarms"`
}

func (r *run) suspectShapes(found []suspected) error {
	shapes := []suspectShape{}
	for _, s := range found {
		shape := suspectShape{
			itemShape: itemShape{ID: s.ID, Title: s.Title, History: []historyShape{}, Conflicts: []itemShape{}},
			Feed:      s.Feed, Came: instant(s.At), State: cmp.Or(string(s.State), "waiting"), Alarms: s.Alarms,
		}
		if s.State != store.Accepted {
			it, err := engine.SuspectItem(s.Suspect)
			if err != nil {
				return err
			}
			shape.itemShape = describeItem(it, true)
		}
		shape.Set = s.set
		shapes = append(shapes, shape)
	}
	return r.json(shapes)
}

// alarmTexts say what is alarming.
func alarmTexts(all []trust.Alarm) []string {
	return each(all, alarmText)
}

func alarmText(a trust.Alarm) string {
	switch a.Kind {
	case trust.Forged:
		which := fmt.Sprintf("change %d", a.Sequence)
		if a.When != "" {
			which += " of " + a.When
		}
		if a.Number > 1 {
			return fmt.Sprintf("%d changes in your name that were never made here, the last is %s", a.Number, which)
		}
		return "a change in your name that was never made here: " + which
	case trust.Altered:
		return fmt.Sprintf("your change %d of %s with another content: another program altered it on the way, or two devices use one identifier", a.Sequence, a.When)
	case trust.Jump:
		return fmt.Sprintf("its number of changes jumps to %d, and more than %d is not credible", a.Number, a.Limit)
	case trust.Histories:
		return fmt.Sprintf("its history has %d entries, and more than %d is not credible", a.Number, a.Limit)
	case trust.Conflicts:
		return fmt.Sprintf("it brings %d versions that conflict, and more than %d is not credible", a.Number, a.Limit)
	case trust.Flood:
		return fmt.Sprintf("the feed deletes, or conflicts with, %d items of the list at once", a.Number)
	}
	return string(a.Kind)
}
