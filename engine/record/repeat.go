package record

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"crossfeed/engine/item"
	"crossfeed/engine/record/exchange"
)

func getRepeat(t tree) string { return t.rule().String() }

// rule returns the rule of the todo, or nil if there is none or if it is not supported;
// unsupported rules are preserved.
func (t tree) rule() rule {
	p := t.property("rrule")
	if p == nil {
		return nil
	}
	var r rule
	if recur := exchange.Child(p, exchange.RecurType); recur != nil && len(recur.ChildElements()) > 0 {
		r = ruleIn(recur)
	} else if text := strings.TrimSpace(exchange.FirstText(p)); text != "" {
		r, _ = parseRule(text)
	}
	return r
}

// ruleIn parses the elements of a rule: one for each value (RFC 6321 §3.6.10), or one with
// comma-separated values, as some converters write them.
func ruleIn(recur *etree.Element) rule {
	r := rule{}
	for _, e := range recur.ChildElements() {
		name := strings.ToUpper(e.Tag)
		r[name] = append(r[name], strings.Split(strings.ToUpper(exchange.Chars(e)), ",")...)
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
	exchange.SetValues(p, exchange.RecurType, "")
	recur := exchange.Child(p, exchange.RecurType)
	for _, part := range ruleParts {
		for _, v := range r[part.name] {
			if part.name == "UNTIL" {
				v = extended(v)
			}
			exchange.SetChars(exchange.AddChild(recur, strings.ToLower(part.name)), v)
		}
	}
}

// series is the sequence of occurrences of a recurring todo, defined by its rule and EXDATE.
// RDATE is preserved, but not supported.
type series struct {
	rule rule
	// from is the first occurrence: start, or due if there is no start.
	from Date
	// zone is the zone of from.
	zone, here *time.Location
	// until is the last possible occurrence, or zero.
	until Date
	// since is a local time; earlier occurrences are skipped.
	since time.Time
	// out holds the occurrences that EXDATE excludes.
	out excluded
}

// farthest limits how many occurrences may be skipped: a file may exclude thousands, an hourly
// todo may be forgotten for years, and a rule may have no end.
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

// next returns the first occurrence after from that is neither excluded nor before since, and
// its distance from from in occurrences. Excluded and missed ones count, too (RFC 5545
// §3.3.10).
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

// ended reports whether a date is after UNTIL: a day includes all its times, and a time in UTC
// is an instant.
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

// instant returns the instant at which a date of the series begins.
func (s series) instant(d Date) time.Time {
	l := d.local
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), 0, s.zone)
}

// excluded holds the dates of EXDATE (RFC 5545 §3.8.5.1): days, floating times, and instants.
type excluded struct {
	days, clock map[time.Time]bool
	instants    map[int64]bool
}

func (t tree) excluded(here *time.Location) excluded {
	x := excluded{map[time.Time]bool{}, map[time.Time]bool{}, map[int64]bool{}}
	for _, p := range t.properties("exdate") {
		zones := exchange.Parameter(p, "tzid")
		for _, value := range exchange.Values(p) {
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

// volatile lists properties that describe one todo and are not copied to the next.
var volatile = []string{"uid", "dtstamp", "created", "last-modified", "sequence"}

// Next returns the todo that follows a completed recurring one. Its content is not done, has
// no UID, and is moved to the next occurrence of the rule after its own, regardless of when the
// todo was completed; occurrences on days before day are skipped, but count towards COUNT. at
// is when the new todo is due, or starts if it has no due date. The rule counts from the start,
// or from due if there is no start. ok is false if nothing follows: there is no rule, there is
// no date, the rule has ended, or it has no occurrence within a century.
//
// The time of day remains the same in its zone. here is the zone of floating times.
func Next(c *item.Content, done Done, day Date, here *time.Location) (next *item.Content, at Date, ok bool) {
	was := Read(c)
	if was.Kind != Todo || !done.Is() {
		return nil, Date{}, false
	}
	s := seriesOf(was.tree, here)
	if due := was.tree.due(); !due.IsZero() {
		day.local = day.local.Add(s.from.local.Sub(due.local)) // day is compared with due
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

// ErrNoNext is the error for a recurring todo that nothing follows.
var ErrNoNext = errors.New("nothing follows: the repetition has ended")

// Skip returns the values that move an open recurring todo to its next occurrence on day or later,
// as Next does, or nil if nothing follows. An alarm with a fixed time stays.
func (r Record) Skip(day Date, here *time.Location) Values {
	if done, err := ParseDone(r.Get("done")); r.Kind != Todo || err == nil && done.Is() {
		return nil
	}
	s := seriesOf(r.tree, here)
	start, due := r.tree.start(), r.tree.due()
	if !due.IsZero() {
		day.local = day.local.Add(s.from.local.Sub(due.local))
	}
	s.since = day.local
	to, passed, found := s.next()
	if !found {
		return nil
	}
	v, by := Values{}, to.local.Sub(s.from.local)
	for name, d := range map[string]Date{"start": start, "due": due} {
		if !d.IsZero() {
			d.local = d.local.Add(by)
			v[name] = d.String()
		}
	}
	if count, err := strconv.Atoi(s.rule.first("COUNT")); err == nil {
		s.rule["COUNT"] = []string{strconv.Itoa(count - passed)}
		v["repeat"] = s.rule.String()
	}
	return v
}

// move moves the dates and alarms of a todo to another occurrence.
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

// moveDate moves a date by a wall-clock distance in its zone.
func moveDate(p *etree.Element, by time.Duration) {
	if d := dateOf(p); !d.IsZero() {
		d.local = d.local.Add(by)
		writeDate(p, d)
	}
}

// lowerCount subtracts the passed occurrences from COUNT.
func (t tree) lowerCount(r rule, passed int) {
	count, err := strconv.Atoi(r.first("COUNT"))
	if err != nil {
		return
	}
	if recur := exchange.Child(t.property("rrule"), exchange.RecurType); recur != nil {
		if e := exchange.Child(recur, "count"); e != nil {
			exchange.SetChars(e, strconv.Itoa(count-passed))
			return
		}
	}
	r["COUNT"] = []string{strconv.Itoa(count - passed)}
	setRepeat(t, r.String())
}
