package engine_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/transporttest"
	"crossfeed/engine/fetch"
	"crossfeed/engine/lists"
	"crossfeed/engine/store"
	"crossfeed/engine/subscribe"
	"crossfeed/engine/transport"
)

// An offline computer reports no errors, and refreshes soon after it is online again.
func TestOfflineIsNoError(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.due()
	success := f.clock.Now()
	f.places.Offline(true)
	f.clock.step(time.Hour)
	for range 9 {
		for _, r := range f.due() {
			if r.Error != "" || r.Err != nil || !r.Offline {
				t.Errorf("report %+v", r)
			}
		}
		within(t, "the pause", f.pause(feedA), fetch.Least)
		f.clock.step(f.pause(feedA))
	}
	h := f.at(feedA).Health
	if h.Error != "" || !h.ErrorSince.IsZero() || h.Failures != 0 || h.Trouble != transport.Offline || h.LastSuccess != success {
		t.Errorf("health %+v", h)
	}
	healths, err := f.Subscriptions.Healths(t.Context(), "")
	if err != nil || !healths[0].OutOfReach {
		t.Errorf("%+v, %v", healths, err)
	}
	f.places.Offline(false)
	f.serve(feedA, transporttest.Served{Text: noteFeedBy("urn:x-test:a", "a", "more")})
	if reports := f.due(); len(reports) != 1 || reports[0].New != 1 {
		t.Errorf("back: %+v", reports)
	}
	if h := f.at(feedA).Health; h.Trouble != transport.Other || h.LastSuccess != f.clock.Now() {
		t.Errorf("back: %+v", h)
	}
}

// Neither is it an error that changes cannot be published: they are once there is a network.
func TestPublishingWaitsForANetwork(t *testing.T) {
	c := newCouple(t, lists.New{}, "1")
	c.a.add("milk", "Milk")
	c.places.Offline(true)
	for range 2 {
		reports, err := c.a.Sync(t.Context(), subscribe.SyncOptions{})
		c.a.check(err)
		if len(reports) != 2 || reports[1].Error != "" || reports[1].Err != nil || !reports[1].Offline || reports[1].Subscription != feedOf("a") {
			t.Errorf("%+v", reports)
		}
	}
	published := func() store.Publication {
		all, err := c.a.Lists.All(t.Context())
		c.a.check(err)
		return all[0].Publication
	}
	if p := published(); p.Error != "" || !p.ErrorSince.IsZero() || p.Trouble != transport.Offline {
		t.Errorf("%+v", p)
	}
	c.places.Offline(false)
	c.a.sync()
	if p := published(); p.Trouble != transport.Other || !strings.Contains(c.places.Text(feedOf("a")), "Milk") {
		t.Errorf("%+v", p)
	}
}

// An earlier error of a feed persists while the computer is offline.
func TestOfflineHidesNoError(t *testing.T) {
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, failing(feedA, transport.Error{Trouble: transport.SignIn, Status: 401}))
	f.due()
	since := f.clock.Now()
	f.places.Offline(true)
	f.clock.step(time.Hour)
	f.due()
	f.places.Offline(false)
	f.clock.step(time.Hour)
	f.due()
	if h := f.at(feedA).Health; h.ErrorSince != since || h.Failures != 2 || h.Trouble != transport.SignIn {
		t.Errorf("health %+v, failing since %v", h, since)
	}
}

// A router without an uplink reports that no server name exists. If no server of several is
// found, the computer is offline; if one of several is not, that server is at fault.
func TestWhereNoServerIsFoundTheComputerIsOffline(t *testing.T) {
	for name, c := range map[string]struct {
		troubles map[string]transport.Trouble
		offline  bool
	}{
		"two that have no name":               {map[string]transport.Trouble{feedA: transport.NoHost, feedB: transport.NoHost}, true},
		"one without name, and one is silent": {map[string]transport.Trouble{feedA: transport.NoHost, feedB: transport.Timeout}, true},
		"one without name, and one answers":   {map[string]transport.Trouble{feedA: transport.NoHost}, false},
		"one without name, and one forbids":   {map[string]transport.Trouble{feedA: transport.NoHost, feedB: transport.Forbidden}, false},
		"one refuses":                         {map[string]transport.Trouble{feedA: transport.NoHost, feedB: transport.Refused}, false},
	} {
		f := newFar(t)
		f.subscribe(feedA, "a")
		f.subscribe(feedB, "b")
		for address, trouble := range c.troubles {
			f.serve(address, failing(address, transport.Error{Trouble: trouble}))
		}
		f.due()
		h := f.at(feedA).Health
		if got := h.Trouble == transport.Offline && h.Error == ""; got != c.offline {
			t.Errorf("%s: %+v", name, h)
		}
		if !c.offline && (h.Trouble != transport.NoHost || h.Error == "") {
			t.Errorf("%s: %+v", name, h)
		}
	}
	f := newFar(t)
	f.subscribe(feedA, "a")
	f.serve(feedA, failing(feedA, transport.Error{Trouble: transport.NoHost}))
	f.due()
	if h := f.at(feedA).Health; h.Trouble != transport.NoHost {
		t.Errorf("the only server: %+v", h)
	}
}
