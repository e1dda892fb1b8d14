package cli

import (
	"cmp"
	"fmt"

	"crossfeed/engine"
	"crossfeed/engine/trust"
)

// reviewShape is an item that is held for review in machine-readable output: the item as it came, and what is
// alarming in it. Of one that is decided only the identifier is left.
type reviewShape struct {
	itemShape
	Feed   string        `json:"feed"`
	Came   string        `json:"came"`
	State  string        `json:"state"`
	Alarms []trust.Alarm `json:"alarms"`
}

func (r *run) reviewShapes(found []heldItem) error {
	shapes := []reviewShape{}
	for _, s := range found {
		shape := reviewShape{
			itemShape: itemShape{ID: s.ID, Title: s.Title, History: []historyShape{}, Conflicts: []itemShape{}},
			Feed:      s.Feed, Came: instant(s.At), State: cmp.Or(string(s.State), "waiting"), Alarms: s.Alarms,
		}
		if !isPast(s.State) {
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
		return floodText(a)
	}
	return string(a.Kind)
}

// floodText says what one sync and the day before it would do to most of a list.
func floodText(a trust.Alarm) string {
	switch a.Part {
	case trust.Deleted:
		return fmt.Sprintf("feeds would delete %d items of the list within a day, more than %d", a.Number, a.Limit)
	case trust.Missing:
		return fmt.Sprintf("the feed no longer has it, and %d items of the list would go within a day, more than %d", a.Number, a.Limit)
	case trust.Overwritten:
		return fmt.Sprintf("feeds would overwrite %d items of the list within a day, more than %d", a.Number, a.Limit)
	case trust.Added:
		return fmt.Sprintf("feeds would add %d items to the list within a day, more than %d", a.Number, a.Limit)
	}
	return fmt.Sprintf("feeds would conflict with %d items of the list within a day, more than %d", a.Number, a.Limit)
}
