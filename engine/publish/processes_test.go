package publish_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/publish"
)

// TestProcessesThatPublishAtOnceAreNoSecondWriters has several of them on one store, while
// items come in. What lies there in the end holds all of them.
func TestProcessesThatPublishAtOnceAreNoSecondWriters(t *testing.T) {
	d := newDesk(t)
	if _, err := d.share(noon, publish.Share{Window: "3"}); err != nil {
		t.Fatal(err)
	}
	const processes, items = 2, 20
	var all sync.WaitGroup
	for p := range processes {
		all.Go(func() {
			for n := range items {
				d.seen(fmt.Sprintf("item-%d-%d", p, n), noon.Add(time.Duration(n)*time.Second))
				if _, err := d.publisher().Publish(t.Context(), d.target(), noon); err != nil {
					t.Errorf("process %d: %v", p, err)
				}
			}
		})
	}
	all.Wait()
	d.must(noon)
	text := d.memory.All()[completePath]
	if got := strings.Count(text, "<sx:sync"); got != processes*items {
		t.Errorf("%d items are published", got)
	}
	if got := strings.Count(d.memory.All()[path], "<sx:sync"); got != 3 {
		t.Errorf("%d items are in the partial feed", got)
	}
	d.must(noon.Add(2 * time.Hour))
	if p := d.kept().Publication; p.Error != "" || p.Pending != "" || p.PendingComplete != "" {
		t.Errorf("noted %+v", p)
	}
}
