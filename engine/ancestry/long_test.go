//go:build !raced

package ancestry_test

import (
	"slices"
	"testing"
	"time"

	"crossfeed/engine/ancestry"
	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/item"
)

// A version that names twenty thousand updates, in order or in reverse, is drawn without a
// noticeable delay.
func TestALongHistoryIsDrawnAtOnce(t *testing.T) {
	for _, order := range []string{"newest first", "oldest first"} {
		v := &item.Version{ID: "x", Updates: testsize.Of(5_000, 20_000), Content: item.Plain("Milk", "")}
		for n := range v.Updates {
			v.History = append(v.History, item.History{Sequence: n + 1, By: "laptop", When: item.At(time.Unix(int64(n), 0))})
		}
		if order == "newest first" {
			slices.Reverse(v.History)
		}
		var g ancestry.Graph
		draw := func() {
			g = ancestry.Draw(&item.Item{Winner: v}, nil, ancestry.Log{})
			ancestry.Lay(g)
		}
		took := min(pace.Yards(draw), pace.Yards(draw))
		t.Logf("%s: %.0f yards", order, took)
		if took > 100 || len(g.Nodes) != v.Updates {
			t.Errorf("%s: %d of %d updates in %.0f yards", order, len(g.Nodes), v.Updates, took)
		}
	}
}
