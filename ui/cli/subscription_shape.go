package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"crossfeed/engine/feed"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// subscriptionShape describes a subscription in machine-readable output. Times are RFC 3339,
// or "" if unset; next is "" if the subscription is only refreshed on request.
type subscriptionShape struct {
	Set         string `json:"set"`
	Location    string `json:"location"`
	Paused      bool   `json:"paused"`
	Stopped     bool   `json:"stopped"`
	Mode        string `json:"mode"`
	Every       string `json:"every"`
	LastTry     string `json:"last_try"`
	LastSuccess string `json:"last_success"`
	Next        string `json:"next"`
	Error       string `json:"error"`
	ErrorSince  string `json:"error_since"`
	Failures    int    `json:"failures"`
	Trouble     string `json:"trouble"`
	Offline     bool   `json:"offline"`
	Received    int    `json:"came"`
	Deleted     int    `json:"deleted"`
	Skipped     int    `json:"skipped"`
	Bytes       int64  `json:"bytes"`
	// Shown is what subscription add showed, or null if the feed could not be read.
	Shown *shownShape `json:"shown"`
	// Feeds are the feeds read: a single one, or those of a folder.
	Feeds []feedHealthShape `json:"feeds"`
}

// shownShape counts what was shown to the person who added the subscription.
type shownShape struct {
	Items   int `json:"items"`
	Deleted int `json:"deleted"`
}

// feedHealthShape is the health of one feed.
type feedHealthShape struct {
	Address  string          `json:"address"`
	Title    string          `json:"title"`
	Author   string          `json:"author"`
	Device   string          `json:"device"`
	Seen     int             `json:"seen"`
	Of       int             `json:"of"`
	Expires  string          `json:"expires"`
	Gap      string          `json:"gap"`
	Complete string          `json:"complete"`
	Offers   []store.Offered `json:"offers"`
	Moved    string          `json:"moved"`
	Skipped  int             `json:"skipped"`
	Sizes    []feed.Size     `json:"sizes"`
	Held     int             `json:"held"`
}

// subscriptionShapes groups the feeds by subscription.
func subscriptionShapes(devices feedDevices) []subscriptionShape {
	shapes := []subscriptionShape{}
	var last int64
	for _, h := range devices.all {
		if h.Subscription.Key != last {
			last = h.Subscription.Key
			shape := describeSubscription(h.Set, h.Subscription)
			shape.Next = instant(h.Next)
			shapes = append(shapes, shape)
		}
		if s := &shapes[len(shapes)-1]; h.Address != "" {
			s.Feeds = append(s.Feeds, describeFeed(h, devices.of(h)))
		}
	}
	return shapes
}

func describeSubscription(set string, s store.Subscription) subscriptionShape {
	h := s.Health
	shape := subscriptionShape{
		Set: set, Location: s.Location, Paused: s.Paused, Stopped: s.Stopped, Mode: cmp.Or(string(s.Mode), "both"), Feeds: []feedHealthShape{},
		LastTry: instant(h.LastTry), LastSuccess: instant(h.LastSuccess), Next: instant(s.Next),
		Error: h.Error, ErrorSince: instant(h.ErrorSince), Failures: h.Failures, Trouble: troubles[h.Trouble],
		Offline: h.Trouble == transport.Offline, Received: h.Came, Deleted: h.Deleted, Skipped: h.Skipped, Bytes: h.Bytes,
	}
	if !s.Added.IsZero() {
		shape.Shown = &shownShape{s.Shown.Items, s.Shown.Deleted}
	}
	if s.Every > 0 {
		shape.Every = s.Every.String()
	}
	return shape
}

func describeFeed(h subscribe.Health, device string) feedHealthShape {
	return feedHealthShape{
		Address: h.Address, Title: h.Feed.Title, Author: h.Feed.Author, Device: device, Seen: h.Seen, Of: h.Of,
		Expires: instant(h.Missing), Gap: instant(h.Feed.Gap), Complete: h.Feed.Complete, Offers: append([]store.Offered{}, h.Feed.Offers...),
		Moved: h.Moved, Skipped: h.Feed.Skipped, Sizes: append([]feed.Size{}, h.Feed.Sizes...), Held: h.Held,
	}
}

// troubles are the words for the kinds of failures.
var troubles = map[transport.Trouble]string{
	transport.Offline: "offline", transport.NoHost: "no-host", transport.Refused: "refused", transport.Timeout: "timeout",
	transport.BrokenOff: "broken-off", transport.NotFound: "not-found", transport.Gone: "gone", transport.SignIn: "sign-in",
	transport.Forbidden: "forbidden", transport.TooMany: "too-many", transport.Unavailable: "unavailable", transport.TooLarge: "too-large",
	transport.Certificate: "certificate", transport.Redirects: "redirects", transport.Forbids: "forbids", transport.NotFeed: "not-feed",
	transport.SecondWriter: "second-writer", transport.Full: "full", transport.NoWriting: "no-writing",
	transport.LibraryFull: "library-full", transport.RunLimit: "run-limit", transport.Slow: "slow",
	transport.NotShared: "not-shared", transport.PlainOutline: "plain-outline",
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func healthCells(h subscribe.Health) []string {
	s, seen := h.Subscription, ""
	if h.Of > 0 {
		seen = fmt.Sprintf("%d of %d", h.Seen, h.Of)
	}
	return []string{
		inOneLine(h.Set), cmp.Or(h.Address, s.Location), dash(instant(s.Health.LastTry)), dash(instant(s.Health.LastSuccess)), dash(instant(h.Next)),
		strconv.Itoa(s.Health.Came), dash(seen), healthState(h),
	}
}

// healthState describes the state of a subscription in a few words.
func healthState(h subscribe.Health) string {
	s := h.Subscription
	switch {
	case s.Paused:
		return "paused"
	case s.Stopped:
		return "permanently gone, no longer refreshed: " + inOneLine(s.Health.Error)
	case h.OutOfReach:
		return "offline"
	case s.Health.Error != "":
		return "failed since " + instant(s.Health.ErrorSince) + ": " + inOneLine(s.Health.Error)
	case s.Health.LastSuccess.IsZero():
		return "not refreshed yet"
	case h.Held > 0 && s.Health.Skipped > 0:
		return fmt.Sprintf("%d held for review, %d invalid and skipped", h.Held, s.Health.Skipped)
	case h.Held > 0:
		return strconv.Itoa(h.Held) + " held for review"
	case s.Health.Skipped > 0:
		return strconv.Itoa(s.Health.Skipped) + " invalid and skipped"
	case len(h.Feed.Sizes) > 0:
		return "implausibly large items"
	}
	return "ok"
}

// dash replaces an empty cell.
func dash(s string) string { return cmp.Or(s, "-") }
