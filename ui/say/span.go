package say

import "time"

// Span is how long something takes, roughly.
func Span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return plural("{{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("{{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("{{.N}} hours", d/time.Hour)
	}
	return plural("{{.N}} days", d/day)
}

// Ahead is when something comes, roughly.
func Ahead(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return plural("in {{.N}} seconds", max(d/time.Second, 1))
	case d < 2*time.Hour:
		return plural("in {{.N}} minutes", d/time.Minute)
	case d < 2*day:
		return plural("in {{.N}} hours", d/time.Hour)
	}
	return plural("in {{.N}} days", d/day)
}
