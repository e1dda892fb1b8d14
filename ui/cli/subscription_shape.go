package cli

import (
	"strconv"
	"time"

	"crossfeed/engine/store"
)

// subscriptionShape is a subscription in machine-readable output. Times are
// RFC 3339, or "" where there was none.
type subscriptionShape struct {
	Set         string `json:"set"`
	Location    string `json:"location"`
	Paused      bool   `json:"paused"`
	LastTry     string `json:"last_try"`
	LastSuccess string `json:"last_success"`
	Error       string `json:"error"`
	ErrorSince  string `json:"error_since"`
	Came        int    `json:"came"`
	SetAside    int    `json:"set_aside"`
}

func describeSubscription(set string, s store.Subscription) subscriptionShape {
	h := s.Health
	return subscriptionShape{
		set, s.Location, s.Paused,
		instant(h.LastTry), instant(h.LastSuccess),
		h.Error, instant(h.ErrorSince),
		h.Came, h.SetAside,
	}
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func (s subscriptionShape) cells() []string {
	return []string{inOneLine(s.Set), s.Location, dash(s.LastSuccess), strconv.Itoa(s.Came), s.state()}
}

func (s subscriptionShape) state() string {
	switch {
	case s.Paused:
		return "paused"
	case s.Error != "":
		return "failed since " + s.ErrorSince + ": " + inOneLine(s.Error)
	case s.LastSuccess == "":
		return "not read yet"
	case s.SetAside > 0:
		return strconv.Itoa(s.SetAside) + " set aside"
	}
	return "ok"
}

// dash stands for what is not there.
func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
