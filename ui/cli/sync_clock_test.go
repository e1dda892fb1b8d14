package cli_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/location/locationtest"
	"crossfeed/ui/cli"
)

// A computer whose clock said 2036 once reads its feeds by the schedule all the same.
func TestAClockThatWasWrongOnceDelaysNoFeed(t *testing.T) {
	d, places := reaching(t)
	const there = "https://other.example/feed.xml"
	places.Serve(far, locationtest.Served{Text: eggs, Moved: there})
	d.ok("subscription", "add", "Groceries", far, "--every", "1h")
	right := d.args[5]
	d.args[5] = "2036-01-01T00:00:00Z"
	d.ok("sync")
	d.args[5] = right
	if s := d.subscription(); s.Next != right {
		t.Errorf("the next refresh is %s", s.Next)
	}
	d.scheduled(far)
	if s := d.subscription(); s.Next != "2005-05-24T10:43:33Z" {
		t.Errorf("after a refresh the next one is %s", s.Next)
	}
	d.args[5] = "2005-05-28T09:43:33Z"
	d.ok("subscription", "list").mentions("moved to "+there, "crossfeed subscription relocate")
}

// scheduled runs sync --scheduled until it has reported a subscription.
func (d *desk) scheduled(subscription string) {
	d.t.Helper()
	ctx, interrupt := context.WithTimeout(d.t.Context(), 20*time.Second)
	defer interrupt()
	var out bytes.Buffer
	d.env.Stderr = &out
	d.env.Stdout = writer(func(p []byte) (int, error) {
		if out.Write(p); strings.Contains(out.String(), subscription) {
			interrupt()
		}
		return len(p), nil
	})
	if state := cli.Run(ctx, append([]string{"sync", "--scheduled"}, d.args...), d.env); state != cli.Done || !strings.Contains(out.String(), subscription) {
		d.t.Errorf("the state is %d: %s", state, out.String())
	}
}
