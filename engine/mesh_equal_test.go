//go:build !raced

package engine_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/item"
	"crossfeed/engine/lists"
	"crossfeed/engine/rules"
	"crossfeed/engine/rules/sse091"
)

// Whatever two to six endpoints did, in either dialect: if all then resolve concurrently and
// alike, nobody is asked again, and the updates end.
func TestWhoResolvesAtTheSameTimeAndAlikeIsNotAskedAgain(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		dialect := rapid.SampledFrom([]item.Dialect{item.FeedSync10, item.SSE091}).Draw(r, "dialect")
		m := newMeshWith(t, r, rapid.IntRange(2, 6).Draw(r, "endpoints"), func() lists.New {
			return lists.New{Kind: "note", Format: "rss", Dialect: dialect}
		})
		if dialect == "sse-0.91" {
			m.rules = rules.Rules(sse091.Rules{})
		}
		m.add()
		m.quiet()
		r.Repeat(map[string]func(*rapid.T){
			"edit":              func(*rapid.T) { m.edit() },
			"edit again":        func(*rapid.T) { m.edit() },
			"delete or restore": func(*rapid.T) { m.deleteOrRestore() },
			"resolve":           func(*rapid.T) { m.resolveAny() },
			"sync":              func(*rapid.T) { m.sync() },
		})
		m.quiet()
		var updates []int
		for _, d := range m.desks {
			updates = append(updates, d.item(m.ids[0]).Winner.Updates)
			for _, id := range d.conflicted() {
				s := d.begin(id)
				d.check(s.Take(0))
				d.clock.step(time.Duration(len(updates)) * time.Minute)
				d.save(s)
			}
		}
		m.quiet()
		for n, d := range m.desks {
			if open := d.conflicted(); len(open) > 0 {
				m.Errorf("%s is asked again about %q", d.Device.ID(), open)
			}
			if now := d.item(m.ids[0]).Winner.Updates; now > updates[n]+1 {
				m.Errorf("%s is at update %d, and was at %d before all resolved once", d.Device.ID(), now, updates[n])
			}
		}
		m.agree(m.ids[0])
		m.checkArchived(m.ids[0])
	})
}
