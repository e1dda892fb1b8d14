package record

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record/internal/xprop"
)

// Statuses as STATUS spells them (RFC 5545 §3.8.1.11).
var statusNames = map[string]Status{
	"NEEDS-ACTION": NeedsAction,
	"IN-PROCESS":   InProcess,
	"COMPLETED":    Completed,
	"CANCELLED":    Cancelled,
}

func getDone(t tree) string { return t.done().String() }

// done reads the three properties as one. A todo without STATUS that has the time
// of its completion, or all of its percents, is done: some programs write no
// more.
func (t tree) done() Done {
	status, known := statusNames[strings.ToUpper(t.word("status"))]
	at, _ := ParseDate(extended(t.word("completed")))
	percent := t.percent()
	if t.property("status") == nil && (!at.IsZero() || percent == all) {
		status, known = Completed, true
	}
	if known && status == Completed {
		return Done{Status: Completed, Percent: all, At: instantOf(at)}
	}
	return Done{Status: status, Percent: percent}
}

// all is the percentage of what is done.
const all = 100

func (t tree) percent() int {
	percent, err := strconv.Atoi(t.word("percent-complete"))
	if err != nil || percent < 0 || percent > all {
		return 0
	}
	return percent
}

// instantOf takes a time without a zone for UTC, in which COMPLETED has to be
// (RFC 5545 §3.8.2.1).
func instantOf(d Date) time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	return d.At(time.UTC)
}

func setDone(t tree, value string) {
	d, err := ParseDone(value)
	if err != nil {
		return
	}
	t.setStatus(d)
	t.setText("completed", xprop.DateTime, stampOf(d.At))
	percent := ""
	if d.Percent > 0 {
		percent = strconv.Itoa(d.Percent)
	}
	t.setText("percent-complete", xprop.Integer, percent)
}

// setStatus leaves a todo without STATUS as it is where nothing has to be said.
func (t tree) setStatus(d Done) {
	if d.Status == NeedsAction && d.Percent < all && t.property("status") == nil {
		return
	}
	for name, status := range statusNames {
		if status == d.Status {
			t.setText("status", xprop.Text, name)
		}
	}
}

func stampOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
