package record_test

import (
	"fmt"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/pace"
	"crossfeed/engine/record"
)

// A file may hold thousands of lines for one contact. Reading and changing all of
// them takes no time that anybody would notice.
func TestAContactOfThousandsOfPropertiesCostsLittle(t *testing.T) {
	const n = 2_000
	var properties, labels []string
	for i := range n {
		properties = append(properties, fmt.Sprintf(`<group name="item%d"><tel><text>%d</text></tel></group>`, i, i))
		labels = append(labels, fmt.Sprintf("[label=l%d] %d", i, i+1))
	}
	took := pace.Yards(func() {
		c := card(t, strings.Join(properties, ""))
		for _, value := range []string{strings.Join(labels, "\n"), "[home] 1", ""} {
			after, err := record.Apply(c, record.Values{"phones": value})
			if err != nil || record.Read(after).Get("phones") == record.Read(c).Get("phones") {
				t.Fatalf("not changed: %v", err)
			}
			c = after
		}
		changed(t, card(t, ""), record.Values{"phones": strings.Join(labels, "\n")})
	})
	if took > 10_000 {
		t.Errorf("it took %.0f yards", took)
	}
}
