package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/location"
)

func TestEveryStatusIsATrouble(t *testing.T) {
	c := newClient(t, Options{})
	for status, want := range map[int]location.Trouble{
		204: location.Other, 206: location.Other, 300: location.Other, 305: location.Other,
		400: location.Other, 401: location.SignIn, 402: location.Other, 403: location.Forbidden, 404: location.NotFound,
		405: location.Other, 407: location.SignIn, 408: location.Timeout, 410: location.Gone, 412: location.Other,
		413: location.TooLarge, 418: location.Other, 429: location.TooMany, 451: location.Other,
		500: location.Unavailable, 501: location.Unavailable, 502: location.Unavailable, 503: location.Unavailable,
		504: location.Timeout, 507: location.Full, 599: location.Unavailable,
	} {
		address := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }).URL
		e := troubled(t, c, at(address+"/feed?key=secret"))
		if e.Trouble != want || e.Status != status || e.RetryAfter != 0 {
			t.Errorf("%d: got %+v, want trouble %d", status, e, want)
		}
		if e.Address != address+"/feed?…" || strings.Contains(e.Error(), "secret") {
			t.Errorf("%d: the error shows too much: %v", status, e)
		}
	}
}

func TestServersThatTakeNoDocumentsAreSaid(t *testing.T) {
	for status, want := range map[int]location.Trouble{
		405: location.NoWriting, 501: location.NoWriting, 507: location.Full, 412: location.Other, 409: location.Other, 423: location.Other,
	} {
		answer := &http.Response{StatusCode: status, Header: http.Header{}, Request: &http.Request{Method: http.MethodPut}}
		if e := StatusError("https://feeds.example/a.xml", answer); e.Trouble != want {
			t.Errorf("%d: got %v", status, e)
		}
	}
}

func TestRetryAfterIsReadWithASecondOrADate(t *testing.T) {
	date := noon.Format(http.TimeFormat)
	for after, want := range map[string]time.Duration{
		"120": 2 * time.Minute, " 120 ": 2 * time.Minute, "0": 0, "604800": week, "604801": week, "4294967295": week,
		noon.Add(time.Hour).Format(http.TimeFormat): time.Hour, noon.Add(-time.Hour).Format(http.TimeFormat): 0,
		noon.Add(time.Hour).Format(time.RFC850): time.Hour, noon.Add(9999 * time.Hour).Format(http.TimeFormat): week,
		"": 0, "-5": 0, "1.5": 0, "soon": 0, "99999999999999999999": 0,
	} {
		for _, status := range []int{429, 503} {
			answer := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {after}, "Date": {date}}}
			if e := StatusError("https://feeds.example/", answer); e.RetryAfter != want {
				t.Errorf("%d, %q: got %v, want %v", status, after, e.RetryAfter, want)
			}
		}
	}
	other := &http.Response{StatusCode: 404, Header: http.Header{"Retry-After": {"5"}}}
	if e := StatusError("https://feeds.example/", other); e.RetryAfter != 0 {
		t.Errorf("404: got %v", e.RetryAfter)
	}
}

// FuzzRetryAfter shows that no header makes a feed wait for more than a week, or less
// than no time.
func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "")
	f.Add(noon.Format(http.TimeFormat), noon.Add(-time.Hour).Format(http.TimeFormat))
	f.Add("99999999999999", "Tue, 24 Nov 0000 12:00:00 GMT")
	f.Fuzz(func(t *testing.T, after, date string) {
		h := http.Header{"Retry-After": {after}, "Date": {date}, "Expires": {after}, "Cache-Control": {"max-age=" + after, date}, "Age": {date}}
		for _, got := range []time.Duration{retryAfter(h), fresh(h, noon)} {
			if got < 0 || got > week {
				t.Errorf("%q, %q: got %v", after, date, got)
			}
		}
	})
}

func TestHowLongAnAnswerStaysFresh(t *testing.T) {
	later := func(d time.Duration) string { return noon.Add(d).Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		header http.Header
		want   time.Duration
	}{
		"nothing is said":             {http.Header{}, 0},
		"max-age":                     {http.Header{"Cache-Control": {"public, max-age=600"}}, 10 * time.Minute},
		"max-age in capitals, quoted": {http.Header{"Cache-Control": {`Max-Age="600"`}}, 10 * time.Minute},
		"less its age":                {http.Header{"Cache-Control": {"max-age=600"}, "Age": {"60"}}, 9 * time.Minute},
		"older than fresh":            {http.Header{"Cache-Control": {"max-age=60"}, "Age": {"600"}}, 0},
		"in a second line":            {http.Header{"Cache-Control": {"public", "max-age=60"}}, time.Minute},
		"years":                       {http.Header{"Cache-Control": {"max-age=99999999999999999999"}}, week},
		"a week at most":              {http.Header{"Cache-Control": {"max-age=31536000"}}, week},
		"no-store":                    {http.Header{"Cache-Control": {"no-store, max-age=600"}}, 0},
		"no-cache":                    {http.Header{"Cache-Control": {"no-cache"}, "Expires": {later(time.Hour)}}, 0},
		"a shared cache's age":        {http.Header{"Cache-Control": {"s-maxage=600"}}, 0},
		"Expires":                     {http.Header{"Expires": {later(time.Hour)}}, time.Hour},
		"Expires by its own clock":    {http.Header{"Expires": {later(time.Hour)}, "Date": {later(30 * time.Minute)}}, 30 * time.Minute},
		"max-age before Expires":      {http.Header{"Cache-Control": {"max-age=60"}, "Expires": {later(time.Hour)}}, time.Minute},
		"expired":                     {http.Header{"Expires": {later(-time.Hour)}}, 0},
		"Expires that is no date":     {http.Header{"Expires": {"0"}}, 0},
		"max-age that is no number":   {http.Header{"Cache-Control": {"max-age=soon"}}, 0},
	} {
		if got := fresh(c.header, noon); got != c.want {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}
