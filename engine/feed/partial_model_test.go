package feed_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/feed"
	"crossfeed/engine/item"
)

// document is a feed of the model: it has the stamp of each item.
type document struct {
	sharing feed.Sharing
	items   map[int]feed.Stamp
}

// publisher follows the steps of SSE 0.93 §4.2.
type publisher struct {
	dialect item.Dialect
	now     time.Time
	last    feed.Stamp
	items   map[int]feed.Stamp
	ledger  feed.Ledger
	// partial and complete are the documents at its addresses.
	partial, complete document
}

// change incorporates an update of an item (SSE 0.93 §4.2.3), with a stamp as stores set it.
func (p *publisher) change(id int) {
	p.last = max(p.last+1, feed.Stamp(p.now.UnixNano()))
	p.items[id] = p.last
}

// publish publishes the complete feed and then the partial one. In between, subscribers may
// read the old complete feed.
func (p *publisher) publish(t *rapid.T, w feed.Window) {
	ids := slices.SortedFunc(maps.Keys(p.items), func(a, b int) int { return int(p.items[a] - p.items[b]) })
	stamps := make([]feed.Stamp, len(ids))
	for i, id := range ids {
		stamps[i] = p.items[id]
	}
	from, some, all, ledger := p.ledger.Publish(p.dialect, stamps, w, p.now)
	_, same, _, again := ledger.Publish(p.dialect, stamps, w, p.now)
	if same.Since != some.Since || same.Until != some.Until || same.Expires != some.Expires || len(again.Marks) != len(ledger.Marks) {
		t.Fatalf("published again, %+v became %+v", some, same)
	}
	if feed.NextStep(p.dialect, p.partial.sharing.Until, &some) == feed.Restored {
		t.Fatalf("until went from %s to %s", p.partial.sharing.Until, some.Until)
	}
	if some.Since != "" && feed.LesserUntil(p.dialect, some.Since, some.Until) != some.Since {
		t.Fatalf("since %s is after until %s", some.Since, some.Until)
	}
	p.ledger = ledger
	p.complete = document{all, maps.Clone(p.items)}
	p.partial = document{some, map[int]feed.Stamp{}}
	for _, id := range ids[from:] {
		p.partial.items[id] = p.items[id]
	}
	if p.dialect == item.SSE091 {
		p.literally(t)
	}
}

// literally checks what SSE 0.91 §2.1 says about since and until: everything updated on or
// after since is in the feed, and nothing in it was updated after until.
func (p *publisher) literally(t *rapid.T) {
	until, _ := feed.ParseInstant(p.partial.sharing.Until)
	since, err := feed.ParseInstant(p.partial.sharing.Since)
	for id, stamp := range p.items {
		at := time.Unix(0, int64(stamp))
		_, there := p.partial.items[id]
		if at.After(until) || !there && (err != nil || !at.Before(since)) {
			t.Fatalf("item %d of %s is there: %v, in a feed of %+v", id, stamp.Text(), there, p.partial.sharing)
		}
	}
}

// subscriber follows the steps of SSE 0.93 §4.1.
type subscriber struct {
	cached string
	items  map[int]feed.Stamp
	steps  map[feed.Step]int
}

// read reads the partial feed, and the complete one that exists at that time. whole reports
// whether nothing was left out: there was a complete feed if one was needed.
func (s *subscriber) read(dialect item.Dialect, d document, complete *document) (whole bool) {
	step := feed.NextStep(dialect, s.cached, &d.sharing)
	s.steps[step]++
	maps.Copy(s.items, d.items)
	until := d.sharing.Until
	if step != feed.InStep {
		if complete == nil {
			s.cached = until
			return false
		}
		for id, stamp := range complete.items {
			s.items[id] = max(stamp, s.items[id])
		}
		until = feed.LesserUntil(dialect, until, complete.sharing.Until)
	}
	s.cached = until
	return true
}

// TestWhoIsInStepMissesNothing runs publishers and subscribers at random times: with any
// windows, several changes and publications per second, and complete feeds that are read
// before, after or never.
func TestWhoIsInStepMissesNothing(t *testing.T) {
	for _, dialect := range []item.Dialect{item.FeedSync10, item.SSE091} {
		steps := map[feed.Step]int{}
		testsize.Often(func() {
			rapid.Check(t, func(t *rapid.T) {
				p := &publisher{dialect: dialect, now: noon, items: map[int]feed.Stamp{}}
				s := &subscriber{items: map[int]feed.Stamp{}, steps: steps}
				// missed reports whether the subscriber knows that it missed something.
				missed := false
				hasComplete := rapid.Bool().Draw(t, "complete")
				for range rapid.IntRange(1, 80).Draw(t, "operations") {
					switch rapid.SampledFrom([]string{"change", "change", "remove", "wait", "publish", "publish", "read"}).Draw(t, "operation") {
					case "change":
						for range rapid.IntRange(1, 4).Draw(t, "times") {
							p.change(rapid.IntRange(1, 8).Draw(t, "item"))
						}
					case "remove":
						delete(p.items, rapid.IntRange(1, 8).Draw(t, "item"))
					case "wait":
						p.now = p.now.Add(rapid.SampledFrom([]time.Duration{1, 400 * time.Millisecond, 3 * time.Second, 12 * time.Hour, 3 * day, -time.Minute}).Draw(t, "wait"))
					case "publish":
						window := rapid.SampledFrom([]feed.Window{{Count: 1}, {Count: 3}, {Days: 1}, {Days: 2, Count: 2}, {Count: 20}}).Draw(t, "window")
						before := p.complete
						p.publish(t, window)
						if hasComplete && rapid.IntRange(0, 5).Draw(t, "between") == 0 && before.items != nil {
							missed = !s.read(dialect, p.partial, &p.complete) || missed
						}
					case "read":
						if p.partial.items == nil {
							continue
						}
						first := p.partial
						var complete *document
						if hasComplete {
							if rapid.Bool().Draw(t, "published between") {
								p.change(rapid.IntRange(1, 8).Draw(t, "item"))
								p.publish(t, feed.Window{Count: 1})
							}
							complete = &p.complete
						}
						if missed = !s.read(dialect, first, complete) || missed; missed {
							continue
						}
						for id, stamp := range p.partial.items {
							if there, ok := first.items[id]; ok && there > stamp {
								t.Fatal("a feed went back")
							}
						}
						checkModel(t, s, first)
					}
					if !missed && p.partial.items != nil && s.cached == p.partial.sharing.Until && s.cached != "" {
						checkModel(t, s, p.complete)
					}
				}
			})
		})
		for _, step := range []feed.Step{feed.Initial, feed.InStep, feed.OutOfSync} {
			if steps[step] < 20 {
				t.Errorf("%s: the step %d came %d times", dialect, step, steps[step])
			}
		}
	}
}

// checkModel fails if a document has anything that a subscriber lacks.
func checkModel(t *rapid.T, s *subscriber, d document) {
	for id, stamp := range d.items {
		if s.items[id] < stamp {
			t.Fatalf("item %d was missed: has %s, wants %s; cached %s", id, s.items[id].Text(), stamp.Text(), s.cached)
		}
	}
}
