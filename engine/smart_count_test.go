package engine_test

import (
	"fmt"
	"net/url"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/record"
)

// Whatever day, time and zone todos are due, a smart list has as many rows as
// are counted.
func TestSmartListsHaveAsManyRowsAsAreCounted(t *testing.T) {
	d := newTodoDesk(t)
	day := record.DayOf(d.clock.Now())
	for days := -5; days <= 5; days++ {
		for _, clock := range []string{"", "T00:00", "T23:59", "T12:00Z", "T00:00 Pacific/Kiritimati", "T23:59 Etc/GMT+12"} {
			due := day.AddDays(days).String() + clock
			d.todo("Home", url.QueryEscape(due), record.Values{"title": due, "due": due, "tags": fmt.Sprint("t", days%2)})
		}
	}
	for _, s := range []engine.Smart{{Kind: engine.Today}, {Kind: engine.Upcoming}, {Kind: engine.Overdue}, {Kind: engine.Tagged, Tag: "t1"}, {Kind: engine.Today, Search: "05-2"}} {
		rows, err := d.Smart(t.Context(), s)
		d.check(err)
		n, err := d.CountSmart(t.Context(), s)
		if err != nil || n != len(rows) || n == 0 {
			t.Errorf("%v: counted %d of %d rows, %v", s, n, len(rows), err)
		}
	}
}
