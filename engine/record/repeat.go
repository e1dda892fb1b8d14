package record

import (
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/internal/xprop"
)

func getRepeat(t tree) string { return t.rule().String() }

// rule is that of the todo; nil where there is none, or one that is not
// understood, which stays as it is.
func (t tree) rule() rule {
	p := t.property("rrule")
	if p == nil {
		return nil
	}
	var r rule
	if recur := xprop.Child(p, xprop.Recur); recur != nil && len(recur.ChildElements()) > 0 {
		r = ruleIn(recur)
	} else if text := strings.TrimSpace(valueOf(p)); text != "" {
		r, _ = parseRule(text)
	}
	return r
}

// ruleIn reads the elements of a rule, one for each value (RFC 6321 §3.6.10), or
// for several with commas, as some converters write them.
func ruleIn(recur *etree.Element) rule {
	r := rule{}
	for _, e := range recur.ChildElements() {
		name := strings.ToUpper(e.Tag)
		r[name] = append(r[name], strings.Split(strings.ToUpper(xprop.Chars(e)), ",")...)
	}
	if !r.normalise() {
		return nil
	}
	return r
}

func setRepeat(t tree, value string) {
	r, err := parseRule(value)
	if value == "" || err != nil {
		t.drop("rrule")
		return
	}
	p := t.ensure("rrule")
	xprop.SetValues(p, xprop.Recur, "")
	recur := xprop.Child(p, xprop.Recur)
	for _, part := range ruleParts {
		for _, v := range r[part.name] {
			if part.name == "UNTIL" {
				v = extended(v)
			}
			xprop.SetChars(xprop.Add(recur, strings.ToLower(part.name)), v)
		}
	}
}

// series are the occurrences of a todo that repeats, by its rule and EXDATE. Dates
// that RDATE adds are kept and not followed.
type series struct {
	rule rule
	// from is the first one: start, or due where there is no start.
	from Date
	// zone is that of from.
	zone, here *time.Location
	// until is the last one there may be, or zero.
	until Date
	// since is the time on the clock before which all are passed over.
	since time.Time
	// out are those that EXDATE takes out.
	out excluded
}

// farthest is how many occurrences may be passed over: a file may take out
// thousands, something done every hour be forgotten for years, and a rule go on
// for ever.
const farthest = 500_000

func seriesOf(t tree, here *time.Location) series {
	from := t.start()
	if from.IsZero() {
		from = t.due()
	}
	r := t.rule()
	return series{
		rule: r, from: from, until: dateIn(r.first("UNTIL"), nil),
		zone: from.At(here).Location(), here: here,
		out: t.excluded(here),
	}
}

// next is the first occurrence after from that is neither taken out nor missed,
// and how many were passed on the way, from among them: these count (RFC 5545 §3.3.10), also
// those that are taken out.
func (s series) next() (to Date, passed int, ok bool) {
	if s.rule == nil || s.from.IsZero() {
		return Date{}, 0, false
	}
	most := farthest
	if count, err := strconv.Atoi(s.rule.first("COUNT")); err == nil {
		most = min(most, count-1)
	}
	each := s.rule.after(s.from)
	for passed = 1; passed <= most; passed++ {
		at, found := each()
		if !found {
			break
		}
		to = s.from
		to.local = at
		switch {
		case s.ended(to):
			return Date{}, 0, false
		case !at.Before(s.since) && !s.out.has(to, s.instant(to)):
			return to, passed, true
		}
	}
	return Date{}, 0, false
}

// ended tells whether a date lies after UNTIL: a day counts to its end, and a
// time in UTC is an instant.
func (s series) ended(d Date) bool {
	until := s.until
	switch {
	case until.IsZero():
		return false
	case !until.timed || !d.timed:
		return d.Day().local.After(until.Day().local)
	case until.Zone == universalZone:
		return s.instant(d).After(until.local)
	}
	return d.local.After(until.local)
}

// instant is when a date of the series begins.
func (s series) instant(d Date) time.Time {
	l := d.local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, s.zone)
}

// excluded are the dates of EXDATE (RFC 5545 §3.8.5.1): days, times on a clock,
// and instants.
type excluded struct {
	days, clock map[time.Time]bool
	instants    map[int64]bool
}

func (t tree) excluded(here *time.Location) excluded {
	x := excluded{map[time.Time]bool{}, map[time.Time]bool{}, map[int64]bool{}}
	for _, p := range t.properties("exdate") {
		zones := xprop.Parameter(p, "tzid")
		for _, value := range xprop.Values(p) {
			switch d := dateIn(value, zones); {
			case d.IsZero():
			case !d.timed:
				x.days[d.local] = true
			case d.Zone == "":
				x.clock[d.local] = true
			default:
				x.instants[d.At(here).Unix()] = true
			}
		}
	}
	return x
}

func (x excluded) has(d Date, at time.Time) bool {
	return x.days[d.Day().local] || x.clock[d.local] || d.timed && x.instants[at.Unix()]
}

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
