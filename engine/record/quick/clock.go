package quick

import (
	"regexp"
	"strconv"
	"strings"
)

// clockForm is a time of day; what has no colon needs "pm" or "Uhr", which may
// be the next word.
var clockForm = regexp.MustCompile(`^(\d{1,2})(?:([:.])(\d{2}))?(am|pm|a\.m\.|p\.m\.|uhr)?$`)

var meridians = setOf("am", "pm", "a.m.", "p.m.", "uhr")

var noons = setOf("noon", "mittags")

// atTime reads a time of day.
func (r reader) atTime(w []word) (when, int) {
	if noons[keyAt(w, 0)] {
		return when{date: r.today().WithTime(12, 0), clock: true}, 1
	}
	parts := clockForm.FindStringSubmatch(keyAt(w, 0))
	if parts == nil {
		return when{}, 0
	}
	n, suffix := 1, parts[4]
	if next := keyAt(w, 1); suffix == "" && meridians[next] && !r.beforeDay(w[1:]) {
		n, suffix = 2, next
	}
	hour, _ := strconv.Atoi(parts[1])
	minute, _ := strconv.Atoi(parts[3])
	hour, ok := onClock(hour, strings.ReplaceAll(suffix, ".", ""))
	if !ok || minute > 59 || suffix == "" && parts[2] != ":" {
		return when{}, 0
	}
	return when{date: r.today().WithTime(hour, minute), clock: true}, n
}

// beforeDay tells whether "am" is the German preposition of a day that follows.
func (r reader) beforeDay(w []word) bool {
	if r.Language != German || w[0].key != "am" {
		return false
	}
	r.sure = true
	_, n := r.day(w[1:])
	return n > 0
}

// onClock is an hour of the 24, by what stands after it.
func onClock(hour int, suffix string) (int, bool) {
	if suffix != "am" && suffix != "pm" {
		return hour, hour < 24
	}
	if hour < 1 || hour > 12 {
		return 0, false
	}
	if suffix == "pm" {
		return hour%12 + 12, true
	}
	return hour % 12, true
}
