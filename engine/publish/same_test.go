package publish_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/publish"
	"crossfeed/engine/transport"
)

func TestTheSameStateIsNotWrittenAgain(t *testing.T) {
	d := newDesk(t)
	for range 2 {
		first := d.must(noon)
		before, again := d.memory.Replaced(), d.must(noon.Add(time.Hour))
		if again != first || d.memory.Replaced() != before {
			t.Errorf("written again: %s", again)
		}
		d.put("milk", "Milk", false, noon)
	}
}

func TestWhenNothingChangedTheStoreIsLeftAlone(t *testing.T) {
	d := newDesk(t)
	d.put("milk", "Milk", false, noon)
	d.must(noon)
	before, err := d.store.Revision(t.Context())
	d.must(noon.Add(time.Hour))
	if after, again := d.store.Revision(t.Context()); errors.Join(err, again) != nil || after != before {
		t.Errorf("revision %d became %d", before, after)
	}
}

func TestAFileThatSomebodyDeletedIsWrittenAgain(t *testing.T) {
	d := newDesk(t)
	first := d.must(noon)
	if err := d.memory.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := d.must(noon); got != first {
		t.Errorf("there is %q", got)
	}
}

func TestASecondWriterIsSaidAndNotWrittenOver(t *testing.T) {
	d := newDesk(t)
	d.put("milk", "Milk", false, noon)
	first := d.must(noon)
	for _, other := range []string{first + "\n", first[:len(first)-1], strings.Replace(first, "Milk", "Mylk", 1)} {
		d.memory.Put(path, other)
		err := d.publish(noon.Add(time.Hour))
		if !errors.Is(err, publish.ErrNotOurs) || d.memory.All()[path] != other {
			t.Errorf("%v, and there is %s", err, d.memory.All()[path])
		}
		p := d.stored().Publication
		if p.Trouble != transport.SecondWriter || p.Error == "" || !p.ErrorSince.Equal(noon.Add(time.Hour)) || !p.LastTry.Equal(noon.Add(time.Hour)) || !p.LastSuccess.Equal(noon) {
			t.Errorf("noted %+v", p)
		}
	}
	if _, err := d.share(noon.Add(2*time.Hour), publish.Share{}); err != nil || d.memory.All()[path] != first {
		t.Errorf("shared again on purpose: %v, and there is %s", err, d.memory.All()[path])
	}
	if p := d.stored().Publication; p.Error != "" || p.Trouble != 0 || !p.ErrorSince.IsZero() || !p.LastSuccess.Equal(noon.Add(2*time.Hour)) {
		t.Errorf("noted %+v", p)
	}
}

func TestAnErrorIsOverOnceTheFeedLiesThereAgain(t *testing.T) {
	d := newDesk(t)
	first := d.must(noon)
	d.memory.Put(path, "dear diary")
	if err := d.publish(noon.Add(time.Hour)); err == nil {
		t.Error("nothing was said")
	}
	d.memory.Put(path, first)
	d.must(noon.Add(2 * time.Hour))
	if p := d.stored().Publication; p.Error != "" || !p.ErrorSince.IsZero() {
		t.Errorf("noted %+v", p)
	}
}

func TestACancelledPublishingLeavesTheOldFeed(t *testing.T) {
	d := newDesk(t)
	old := d.must(noon)
	d.put("milk", "Milk", false, noon)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.publisher().Publish(ctx, d.target(), noon); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if d.memory.All()[path] != old || d.stored().Publication.Error != "" {
		t.Error("the file changed, or an error was noted")
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
		if again := d.must(noon); !strings.Contains(again, "Milk") {
			t.Errorf("call %d: published again, there is %s", n, again)
		}
	}
}

// unreachable has no address that can be written.
type unreachable struct{ transport.Places }

func (unreachable) Write(_ context.Context, p transport.Put) (transport.Written, error) {
	return transport.Written{}, &transport.Error{Trouble: transport.Unavailable, Address: p.Address}
}

// TestAPublishingThatBrokeOffIsKnownAsOurs fails at each call of the store in turn, as in a
// power failure before the result is recorded. Then nothing can be written for a while,
// although there is something new to write.
func TestAPublishingThatBrokeOffIsKnownAsOurs(t *testing.T) {
	off := errors.New("the power went off")
	for n, ended := 1, false; !ended; n++ {
		d := newDesk(t)
		d.must(noon)
		d.put("milk", "Milk", false, noon)
		d.store.FailCall(n, off)
		ended = d.publish(noon) == nil
		d.store.FailCall(0, nil)
		places := d.places
		d.places = unreachable{places}
		for _, title := range []string{"Bread", "Eggs"} {
			d.put(title, title, false, noon)
			if err := d.publish(noon); err == nil || d.stored().Publication.Trouble != transport.Unavailable {
				t.Errorf("call %d: %v, noted %+v", n, err, d.stored().Publication)
			}
		}
		d.places = places
		if got := d.must(noon); !strings.Contains(got, "Eggs") {
			t.Errorf("call %d: there is %s", n, got)
		}
	}
}
