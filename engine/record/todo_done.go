package record

import (
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/record/exchange"
)

// Statuses as STATUS spells them (RFC 5545 §3.8.1.11).
var statusNames = map[string]Status{
	"NEEDS-ACTION": NeedsAction,
	"IN-PROCESS":   InProcess,
	"COMPLETED":    Completed,
	"CANCELLED":    Cancelled,
}

func getDone(t tree) string { return t.done().String() }

// done reads the three properties as a unit. A todo without STATUS is done if it has a
// completion time or is 100 percent complete: some programs write nothing else.
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

// all is the percentage of a completed todo.
const all = 100

func (t tree) percent() int {
	percent, err := strconv.Atoi(t.word("percent-complete"))
	if err != nil || percent < 0 || percent > all {
		return 0
	}
	return percent
}

// instantOf takes times without a zone as UTC, which COMPLETED requires (RFC 5545 §3.8.2.1).
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
	t.setText("completed", exchange.DateTimeType, stampOf(d.At))
	percent := ""
	if d.Percent > 0 {
		percent = strconv.Itoa(d.Percent)
	}
	t.setText("percent-complete", exchange.IntegerType, percent)
}

// setStatus does not add a STATUS to a todo if it is unnecessary.
func (t tree) setStatus(d Done) {
	if d.Status == NeedsAction && d.Percent < all && t.property("status") == nil {
		return
	}
	for name, status := range statusNames {
		if status == d.Status {
			t.setText("status", exchange.TextType, name)
		}
	}
}

func stampOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// Status is the value of STATUS (RFC 5545 §3.8.1.11).
type Status string

// Statuses of a todo. The first is the default for todos without STATUS.
const (
	NeedsAction Status = ""
	InProcess   Status = "in-process"
	Completed   Status = "completed"
	Cancelled   Status = "cancelled"
)

// Done is the completion of a todo: STATUS, COMPLETED and PERCENT-COMPLETE, which only make
// sense together.
type Done struct {
	Status Status
	// Percent is from 0 to 100; it is 100 for a completed todo.
	Percent int
	// At is the time of completion, or zero.
	At time.Time
}

// Is reports whether the todo is done.
func (d Done) Is() bool { return d.Status == Completed }

// ParseDone parses the text form; "" means not done. The error is a *ValueError.
func ParseDone(text string) (Done, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Done{}, nil
	}
	switch words[0] {
	case "true":
		return parseCompleted(text, words[1:])
	case "false":
		return parseOpen(text, words[1:])
	}
	return Done{}, wrong(text, NotACompletion)
}

func parseCompleted(text string, rest []string) (Done, error) {
	d := Done{Status: Completed, Percent: 100}
	if len(rest) == 0 {
		return d, nil
	}
	var err error
	if d.At, err = time.Parse(time.RFC3339, rest[0]); err != nil || len(rest) > 1 {
		return Done{}, wrong(text, NotATime)
	}
	d.At = d.At.UTC()
	return d, nil
}

func parseOpen(text string, rest []string) (Done, error) {
	var d Done
	for _, word := range rest {
		percent, err := strconv.Atoi(strings.TrimSuffix(word, "%"))
		switch {
		case word == string(InProcess) || word == string(Cancelled):
			d.Status = Status(word)
		case err == nil && strings.HasSuffix(word, "%") && percent >= 0 && percent <= 100:
			d.Percent = percent
		default:
			return Done{}, wrong(text, NotACompletion)
		}
	}
	return d, nil
}

// String returns the text form.
func (d Done) String() string {
	if d.Is() {
		if d.At.IsZero() {
			return "true"
		}
		return "true " + d.At.UTC().Format(time.RFC3339)
	}
	text := "false"
	if d.Status != NeedsAction {
		text += " " + string(d.Status)
	}
	if d.Percent > 0 {
		text += " " + strconv.Itoa(d.Percent) + "%"
	}
	return text
}

func canonicalDone(text string) (string, error) {
	d, err := ParseDone(text)
	return d.String(), err
}
