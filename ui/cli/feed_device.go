package cli

import (
	"fmt"
	"slices"
	"strings"

	"crossfeed/engine"
	"crossfeed/engine/store"
)

// feedDevices say which devices write feeds.
type feedDevices struct {
	person func(by string) string
	all    []engine.Health
}

// devicesOf are those of the feeds that a list reads, or of all lists where it is "".
func (r *run) devicesOf(e *engine.Engine, set string) (d feedDevices, err error) {
	if d.all, err = e.Healths(r.ctx, set); err == nil {
		d.person, err = r.people(e)
	}
	return d, err
}

// of is the device that writes a feed, or "" where the feed does not name one.
func (d feedDevices) of(h engine.Health) string {
	if h.Feed.Author == "" {
		return ""
	}
	return d.person(h.Feed.Author)
}

// from is the device whose feed an item came from.
func (d feedDevices) from(s store.Suspect) string {
	for _, h := range d.all {
		if h.Subscription.Key == s.Subscription && h.Address == s.Feed {
			return d.of(h)
		}
	}
	return ""
}

// mostDevices is how many devices a subscription is called by.
const mostDevices = 2

// name is what a subscription of a list is called: "laptop · Groceries", or "" where no
// device is known.
func (d feedDevices) name(set, location string) string {
	var devices []string
	for _, h := range d.all {
		who := d.of(h)
		if h.Set == set && h.Subscription.Location == location && who != "" && !slices.Contains(devices, who) {
			devices = append(devices, who)
		}
	}
	if more := len(devices) - mostDevices; more > 0 {
		devices = append(devices[:mostDevices-1], fmt.Sprintf("%s +%d", devices[mostDevices-1], more))
	}
	if len(devices) == 0 {
		return ""
	}
	return strings.Join(devices, ", ") + " · " + inOneLine(set)
}

// deviceColumn puts a column of devices into a table, where one of them is known.
func deviceColumn(heading []string, rows [][]string, at int, devices []string) ([]string, [][]string) {
	if !slices.ContainsFunc(devices, func(d string) bool { return d != "" }) {
		return heading, rows
	}
	heading = slices.Insert(slices.Clone(heading), at, "DEVICE")
	for i, d := range devices {
		rows[i] = slices.Insert(rows[i], at, dash(d))
	}
	return heading, rows
}
