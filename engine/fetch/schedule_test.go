package fetch_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/fetch"
)

var tried = time.Date(2026, 5, 21, 12, 0, 0, 0, time.UTC)

func TestWhenAFeedIsTriedNext(t *testing.T) {
	const minute, hour, day = time.Minute, time.Hour, 24 * time.Hour
	in := func(d time.Duration) time.Time { return tried.Add(d) }
	for name, c := range map[string]struct {
		facts  fetch.Facts
		jitter float64
		want   time.Duration
	}{
		"by default after a quarter of an hour":                    {fetch.Facts{}, 0, 15 * minute},
		"as the user says":                                         {fetch.Facts{Every: 2 * hour}, 0, 2 * hour},
		"at most once a minute":                                    {fetch.Facts{Every: time.Second}, 0, minute},
		"at least once a week":                                     {fetch.Facts{Every: 90 * day}, 0, 7 * day},
		"jitter makes it later by up to a tenth":                   {fetch.Facts{Every: 100 * minute}, 1, 110 * minute},
		"and by half of that":                                      {fetch.Facts{Every: 100 * minute}, 0.5, 105 * minute},
		"but never later than a week":                              {fetch.Facts{Every: 7 * day}, 1, 7 * day},
		"an answer that stays fresh is not asked for":              {fetch.Facts{Fresh: hour}, 0, hour},
		"nor a feed that says it stays the same":                   {fetch.Facts{TTL: hour}, 0, hour},
		"the longer of both counts":                                {fetch.Facts{TTL: hour, Fresh: 2 * hour}, 0, 2 * hour},
		"a shorter one than the default does not":                  {fetch.Facts{TTL: minute}, 0, 15 * minute},
		"what the server says is bounded":                          {fetch.Facts{Fresh: 365 * day}, 0, 6 * hour},
		"and counts less than what the user says":                  {fetch.Facts{Every: 5 * minute, Fresh: hour, TTL: hour}, 0, 5 * minute},
		"as usual for all feeds":                                   {fetch.Facts{Usual: 5 * minute}, 0, 5 * minute},
		"also less often than the cap":                             {fetch.Facts{Usual: day}, 0, day},
		"the server may ask for a longer one":                      {fetch.Facts{Usual: 5 * minute, Fresh: hour}, 0, hour},
		"what the user says of one feed counts more":               {fetch.Facts{Usual: day, Every: hour}, 0, hour},
		"after one failure as usual":                               {fetch.Facts{Failures: 1}, 0, 15 * minute},
		"after the second one twice as late":                       {fetch.Facts{Failures: 2}, 0, 30 * minute},
		"after the fourth one eight times":                         {fetch.Facts{Failures: 4}, 0, 2 * hour},
		"after many the cap":                                       {fetch.Facts{Failures: 1000}, 0, 6 * hour},
		"a longer interval than the cap is not shortened":          {fetch.Facts{Every: day, Failures: 9}, 0, day},
		"never before the server wants it":                         {fetch.Facts{Failures: 1, RetryAfter: 2 * hour}, 0, 2 * hour},
		"later than that where it is later anyway":                 {fetch.Facts{Failures: 4, RetryAfter: hour}, 0, 2 * hour},
		"what the server wants is bounded, too":                    {fetch.Facts{Failures: 1, RetryAfter: 365 * day}, 0, 7 * day},
		"before changes are missed, with a quarter left":           {fetch.Facts{Every: day, Expires: in(4 * hour)}, 0, 3 * hour},
		"a feed that expires later is read as usual":               {fetch.Facts{Every: hour, Expires: in(30 * day)}, 0, hour},
		"back-off does not reach beyond the time at which it does": {fetch.Facts{Failures: 9, Expires: in(4 * hour)}, 0, 3 * hour},
		"nor jitter":                            {fetch.Facts{Every: 3 * hour, Expires: in(4 * hour)}, 1, 3 * hour},
		"but the server's word does":            {fetch.Facts{Failures: 1, RetryAfter: 5 * hour, Expires: in(4 * hour)}, 0, 5 * hour},
		"and the least pause":                   {fetch.Facts{Expires: in(10 * time.Second)}, 0, minute},
		"what is missed already makes no haste": {fetch.Facts{Expires: in(-day)}, 0, 15 * minute},
		"offline it is tried again soon":        {fetch.Facts{Offline: true, Every: day, Failures: 5}, 0, minute},
	} {
		c.facts.LastTry = tried
		if got := fetch.Next(c.facts, c.jitter); !got.Equal(in(c.want)) {
			t.Errorf("%s: after %v, want %v", name, got.Sub(tried), c.want)
		}
	}
}

func TestAFeedThatIsGoneIsNotTriedByItself(t *testing.T) {
	if got := fetch.Next(fetch.Facts{LastTry: tried, Gone: true, Expires: tried.Add(time.Hour)}, 0); !got.IsZero() {
		t.Errorf("it is tried at %v", got)
	}
}

func TestAStoredTimeOfAWrongClockIsDueNow(t *testing.T) {
	const year = 365 * 24 * time.Hour
	for name, c := range map[string]struct {
		next, last, want time.Duration
	}{
		"what was due": {-time.Hour, -2 * time.Hour, -time.Hour},
		"what is due within the longest interval":    {fetch.Most, 0, fetch.Most},
		"what is further ahead than that":            {fetch.Most + 1, -time.Hour, 0},
		"a next try in ten years":                    {10 * year, -time.Hour, 0},
		"a last try that is yet to come":             {2 * time.Hour, time.Hour, 0},
		"one of a moment ago":                        {time.Hour, 0, time.Hour},
		"one of a clock that was ten years too slow": {-10 * year, -10 * year, -10 * year},
	} {
		if got := fetch.Due(tried.Add(c.next), tried.Add(c.last), tried); !got.Equal(tried.Add(c.want)) {
			t.Errorf("%s: due after %v, want %v", name, got.Sub(tried), c.want)
		}
	}
	if got := fetch.Due(time.Time{}, time.Time{}, tried); !got.IsZero() {
		t.Errorf("what was never tried is due at %v", got)
	}
}

func TestWhatHoldsForAllFacts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := func(name string) time.Duration {
			return time.Duration(rapid.Int64Range(0, int64(30*24*time.Hour)).Draw(t, name))
		}
		f := fetch.Facts{
			Every: span("every"), LastTry: tried, Failures: rapid.IntRange(0, 2000).Draw(t, "failures"),
			Fresh: span("fresh"), TTL: span("ttl"), Offline: rapid.Bool().Draw(t, "offline"),
		}
		if rapid.Bool().Draw(t, "asked to wait") {
			f.RetryAfter = span("retry after")
		}
		if rapid.Bool().Draw(t, "expires") {
			f.Expires = tried.Add(span("until it expires") - 15*24*time.Hour)
		}
		next := fetch.Next(f, rapid.Float64Range(0, 1).Draw(t, "jitter"))
		pause := next.Sub(tried)
		if pause < fetch.Least || pause > fetch.Most {
			t.Errorf("the pause is %v", pause)
		}
		if pause < min(f.RetryAfter, fetch.Most) {
			t.Errorf("the pause is %v, and the server wants %v", pause, f.RetryAfter)
		}
		if left := f.Expires.Sub(tried); left > 2*fetch.Least && f.RetryAfter < left/2 && pause > left-left/4 {
			t.Errorf("the pause is %v, and the feed expires in %v", pause, left)
		}
		if usual := max(fetch.Cap, min(f.Every, fetch.Most)); pause > max(usual+usual/10, min(f.RetryAfter, fetch.Most)) {
			t.Errorf("the pause is %v for %v", pause, f.Every)
		}
		sooner := f
		sooner.Failures++
		if again := fetch.Next(sooner, 0); again.Before(fetch.Next(f, 0)) {
			t.Errorf("one failure more makes it earlier: %v", again.Sub(tried))
		}
	})
}
