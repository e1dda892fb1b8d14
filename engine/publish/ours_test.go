package publish_test

import (
	"errors"
	"strings"
	"testing"

	"crossfeed/engine/publish"
	"crossfeed/engine/store"
)

func TestWhatIsNotOursIsNotWrittenOver(t *testing.T) {
	theirs := newDesk(t)
	theirs.change(func(s *store.Set) { s.FeedID = "urn:uuid:2" })
	for name, text := range map[string]string{
		"another feed":       theirs.must(noon),
		"a feed without id":  `<rss version="2.0"><channel><title>News</title></channel></rss>`,
		"no feed":            "dear diary",
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
