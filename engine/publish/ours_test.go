package publish_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine/publish"
	"crossfeed/engine/store"
)

func TestWhatIsNotOursIsNotWrittenOver(t *testing.T) {
	theirs := newDesk(t)
	theirs.change(func(s *store.Set) { s.FeedID = "urn:uuid:2" })
	for name, text := range map[string]string{
		"another feed":       theirs.must(noon),
		"a feed without id":  `<rss version="2.0"><channel><title>News</title></channel></rss>`,
		"not a feed":         "dear diary",
		"an unfinished feed": "<rss><chan",
		"a web page":         "<html><body/></html>",
	} {
		d := newDesk(t)
		d.memory.Put(path, text)
		err := d.publish(noon)
		if !errors.Is(err, publish.ErrNotOurs) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "publish elsewhere") {
			t.Errorf("%s: error %v, want ErrNotOurs, the path and the remedy", name, err)
		}
		if d.memory.All()[path] != text {
			t.Errorf("%s: was written over", name)
		}
	}
}

func TestOwnFeedsAndEmptyFilesAreWrittenOver(t *testing.T) {
	own := newDesk(t).must(noon)
	for name, text := range map[string]string{"own feed": own, "empty file": ""} {
		d := newDesk(t)
		d.put("milk", "Milk", false, noon)
		d.memory.Put(path, text)
		if got := d.must(noon); !strings.Contains(got, "Milk") {
			t.Errorf("%s: holds %s", name, got)
		}
	}
}

// TestProcessesThatPublishAtOnceAreNoSecondWriters has several processes publish one store
// while items are added. The final document has the items of all.
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
	if p := d.stored().Publication; p.Error != "" || p.Pending != "" || p.PendingComplete != "" {
		t.Errorf("noted %+v", p)
	}
}
