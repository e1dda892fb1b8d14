package transfer_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/record"
	"crossfeed/engine/transfer"
)

// series is a calendar of todos that have one UID: the whole, which has no time,
// and single times of it that were changed. Each is written as "time title".
func series(todos ...string) string {
	var text strings.Builder
	text.WriteString("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n")
	for _, todo := range todos {
		at, title, _ := strings.Cut(todo, " ")
		text.WriteString("BEGIN:VTODO\r\nUID:series\r\nSUMMARY:" + title + "\r\n")
		if at != "-" {
			text.WriteString("RECURRENCE-ID;VALUE=DATE:" + at + "\r\n")
		}
		text.WriteString("END:VTODO\r\n")
	}
	return text.String() + "END:VCALENDAR\r\n"
}

// states are those of a plan's entries, by title.
func states(p *transfer.Plan) (all []string) {
	for _, e := range p.Entries {
		all = append(all, e.Title()+": "+string(e.State))
	}
	return all
}

func TestSingleTimesOfARepeatingTodoAreKnownByTheirTime(t *testing.T) {
	const whole, third, fifth = "- Series", "20261203 Third", "20261205 Fifth"
	for _, c := range []struct {
		name string
		file []string
		want []string
	}{
		{"the same file", []string{whole, third, fifth}, []string{"Series: same", "Third: same", "Fifth: same"}},
		{"another order", []string{fifth, third, whole}, []string{"Fifth: same", "Third: same", "Series: same"}},
		{"one of them alone", []string{"20261205 Fifth, later"}, []string{"Fifth, later: changed"}},
		{"one fewer", []string{whole, fifth}, []string{"Series: same", "Fifth: same"}},
		{"one more", []string{whole, "20261207 Seventh"}, []string{"Series: same", "Seventh: new"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, record.Todo)
			d.take(series(whole, third, fifth))
			if got := states(d.plan(series(c.file...))); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
