package feed_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
)

func TestHowLongAFeedStaysTheSame(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"60": time.Hour, " 5\n": 5 * time.Minute, "0": 0, "": 0, "-1": 0, "1.5": 0, "an hour": 0, "99999999999999999999": 0, "525601": 0,
	} {
		r := feed.NewReader(strings.NewReader("<rss><channel><ttl>"+text+"</ttl></channel></rss>"), "feed")
		for {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		if got := r.Document().TTL; got != want {
			t.Errorf("ttl %q is %v, want %v", text, got, want)
		}
	}
}

func TestWhichItemWasSetAsideIsKnownWhereItSays(t *testing.T) {
	for sync, want := range map[string]string{
		"<sx:sync id='i' updates='0'>" + history + "</sx:sync>": "i",
		"<sx:sync updates='1'>" + history + "</sx:sync>":        "",
		"<sx:sync id='i' updates='1'>" + history + "</sx:sync>": "",
	} {
		e, err := feed.NewReader(strings.NewReader(rssWith(sync)), "feed").Next()
		if err != nil || e.Aside != want {
			t.Errorf("%s: %q, %v, want %q", sync, e.Aside, err, want)
		}
	}
}
