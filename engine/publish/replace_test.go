package publish_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/publish"
)

func TestTheSameStateIsNotWrittenAgain(t *testing.T) {
	d := newDesk(t)
	d.put("milk", "Milk", false, noon)
	first := d.must(noon)
	before, replaced := d.memory.Replaced(), d.must(noon.Add(time.Hour))
	if replaced != first || d.memory.Replaced() != before {
		t.Errorf("written again: %s", replaced)
	}
	for _, other := range []string{first + "\n", first[:len(first)-1], strings.Replace(first, "Milk", "Mylk", 1)} {
		d.memory.Put(path, other)
		if got := d.must(noon); got != first {
			t.Errorf("left as it was: %s", got)
		}
	}
}

func TestACancelledPublishingLeavesTheOldFeed(t *testing.T) {
	d := newDesk(t)
	old := d.must(noon)
	d.put("milk", "Milk", false, noon)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := publish.Complete(ctx, d.store, d.files, d.target, noon); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if d.memory.All()[path] != old {
		t.Error("the file changed")
	}
}

func TestWhicheverCallFailsTheFileIsTheOldOneOrTheNewOne(t *testing.T) {
	failure := errors.New("the drive was taken out")
	for n := 1; ; n++ {
		d := newDesk(t)
		old := d.must(noon)
		d.put("milk", "Milk", false, noon)
		d.files.FailCall(n, failure)
		err := d.publish(noon)
		text := d.memory.All()[path]
		switch {
		case d.files.Calls() < n:
			if err != nil || !strings.Contains(text, "Milk") {
				t.Errorf("without a failure: %v", err)
			}
			return
		case err == nil && !strings.Contains(text, "Milk"):
			t.Errorf("call %d: nothing was said, and nothing published", n)
		case err != nil && (!errors.Is(err, failure) || text != old):
			t.Errorf("call %d: %v left %s", n, err, text)
		}
	}
}
