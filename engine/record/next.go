package record

import (
	"strconv"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

// volatile are properties that speak of the todo they stand in, not of the next.
var volatile = []string{"uid", "dtstamp", "created", "last-modified", "sequence"}

// Next is the todo that follows one that repeats and was done: its content, not
// done, without a UID, moved to the next occurrence that the rule has after its
// own, wherever on the way the completion falls; and when that one is due, or
// starts where it has no due date. The rule counts from the start, or from due
// where there is none. ok is false where nothing follows: no rule, no date, the
// end of the rule, or one that gives no day within a century.
//
// A time of day stays what it is on the clock of its zone. here is the zone of
// times without one.
func Next(c *item.Content, done Done, here *time.Location) (next *item.Content, at Date, ok bool) {
	return NextFrom(c, done, Date{}, here)
}

// NextFrom is Next without the occurrences of days before a day: what was missed
// counts, and is passed over.
func NextFrom(c *item.Content, done Done, day Date, here *time.Location) (next *item.Content, at Date, ok bool) {
	was := Read(c)
	if was.Kind != Todo || !done.Is() {
		return nil, Date{}, false
	}
	s := seriesOf(was.tree, here)
	if due := was.tree.due(); !due.IsZero() {
		day.local = day.local.Add(s.from.local.Sub(due.local)) // the day is that of due
	}
	s.since = day.local
	to, passed, found := s.next()
	if !found {
		return nil, Date{}, false
	}
	open, err := Apply(c, Values{"done": Done{}.String()})
	if err != nil {
		return nil, Date{}, false
	}
	t := treeOf(open)
	t.move(s, to)
	t.lowerCount(s.rule, passed)
	t.drop(volatile...)
	next, err = item.NewContent(t.entry)
	at = t.due()
	if at.IsZero() {
		at = t.start()
	}
	return next, at, err == nil
}

// move brings the dates of a todo and of its alarms to another occurrence.
func (t tree) move(s series, to Date) {
	distance := to.At(s.here).Sub(s.from.At(s.here))
	for _, a := range t.alarms() {
		if g, has := a.trigger(); has && !g.at.IsZero() {
			g.at = g.at.Add(distance)
			t.setTrigger(a, g)
		}
		if p := a.property("acknowledged"); p != nil {
			p.Parent().RemoveChild(p)
		}
	}
	for _, name := range []string{"dtstart", "due"} {
		moveDate(t.property(name), to.local.Sub(s.from.local))
	}
}

// moveDate moves a date on the clock of its zone.
func moveDate(p *etree.Element, by time.Duration) {
	if d := dateOf(p); !d.IsZero() {
		d.local = d.local.Add(by)
		writeDate(p, d)
	}
}

// lowerCount takes the occurrences that are over off the number of those that
// there are to be.
func (t tree) lowerCount(r rule, passed int) {
	count, err := strconv.Atoi(r.first("COUNT"))
	if err != nil {
		return
	}
	if recur := xprop.Child(t.property("rrule"), xprop.Recur); recur != nil {
		if e := xprop.Child(recur, "count"); e != nil {
			xprop.SetChars(e, strconv.Itoa(count-passed))
			return
		}
	}
	r["COUNT"] = []string{strconv.Itoa(count - passed)}
	setRepeat(t, r.String())
}
