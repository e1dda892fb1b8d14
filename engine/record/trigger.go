package record

import (
	"strings"
	"time"
)

// trigger says when an alarm goes off (RFC 5545 §3.8.6.3).
type trigger struct {
	// at is an instant; zero where the trigger counts from a date.
	at time.Time
	// by is how far it lies from the date.
	by duration
	// from is the date it counts from: "" for due, or start where there is no
	// due.
	from string
	// raw is the text of one that is not understood, which is kept as it stands.
	raw string
}

// Words before a trigger of the text form.
const (
	fromStart = "start"
	fromEnd   = "end"
	// notUnderstood marks what a file says and nobody here can read.
	notUnderstood = "?"
)

// parseTrigger reads one line of the text form.
func parseTrigger(line string) (trigger, error) {
	words := strings.Fields(line)
	var g trigger
	if len(words) > 1 {
		switch first := strings.ToLower(words[0]); first {
		case notUnderstood:
			return anyTrigger(strings.Join(words[1:], " ")), nil
		case fromStart, fromEnd:
			g.from, words = first, words[1:]
		}
	}
	if len(words) != 1 {
		return trigger{}, wrong(line, NotATrigger)
	}
	if at, err := time.Parse(time.RFC3339, words[0]); err == nil && g.from == "" {
		return trigger{at: at.UTC().Truncate(time.Second)}, nil
	}
	var err error
	if g.by, err = parseDuration(words[0]); err != nil {
		return trigger{}, wrong(line, NotATrigger)
	}
	return g, nil
}

// anyTrigger is what a text says, whether it is understood or not.
func anyTrigger(text string) trigger {
	g, err := parseTrigger(text)
	if err != nil {
		return trigger{raw: strings.Join(strings.Fields(text), " ")}
	}
	return g
}

// String is the line of the text form.
func (g trigger) String() string {
	switch {
	case g.raw != "":
		return notUnderstood + " " + g.raw
	case !g.at.IsZero():
		return g.at.Format(time.RFC3339)
	case g.from != "":
		return g.from + " " + g.by.String()
	}
	return g.by.String()
}

// relative tells whether the trigger counts from a date.
func (g trigger) relative() bool { return g.raw == "" && g.at.IsZero() }

// parseTriggers reads the text form, one trigger a line.
func parseTriggers(text string) ([]trigger, error) {
	var all []trigger
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		g, err := parseTrigger(line)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, nil
}

func formatTriggers(all []trigger) string {
	lines := make([]string, len(all))
	for i, g := range all {
		lines[i] = g.String()
	}
	return strings.Join(lines, "\n")
}

func canonicalTriggers(text string) (string, error) {
	all, err := parseTriggers(text)
	return formatTriggers(all), err
}
