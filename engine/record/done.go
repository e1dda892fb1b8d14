package record

import (
	"strconv"
	"strings"
	"time"
)

// Status is what STATUS says of a todo (RFC 5545 §3.8.1.11).
type Status string

// Statuses of a todo. The first is that of a todo without STATUS.
const (
	NeedsAction Status = ""
	InProcess   Status = "in-process"
	Completed   Status = "completed"
	Cancelled   Status = "cancelled"
)

// Done is what becomes of a todo: STATUS, COMPLETED and PERCENT-COMPLETE, which
// only make sense together.
type Done struct {
	Status Status
	// Percent is from 0 to 100; that of a completed todo is 100.
	Percent int
	// At is when it was completed, or zero.
	At time.Time
}

// Is tells whether the todo is done.
func (d Done) Is() bool { return d.Status == Completed }

// ParseDone reads the text form; "" is not done. The error is a *ValueError.
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

// String is the text form.
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
