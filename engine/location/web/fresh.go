package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// fresh is how long an answer stays fresh (RFC 9111 §4.2.1), a week at most: max-age
// less the Age that it has already, or else Expires by the server's own clock.
func fresh(h http.Header, now time.Time) time.Duration {
	directives := cacheControl(h)
	if has(directives, "no-store") || has(directives, "no-cache") {
		return 0
	}
	if age, ok := directives["max-age"]; ok {
		return capped(seconds(age) - seconds(h.Get("Age")))
	}
	until, err := http.ParseTime(h.Get("Expires"))
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return capped(until.Sub(now))
}

// cacheControl are the directives of Cache-Control (RFC 9111 §5.2). The first of a name
// counts.
func cacheControl(h http.Header) map[string]string {
	directives := map[string]string{}
	for d := range strings.SplitSeq(strings.Join(h.Values("Cache-Control"), ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(d), "=")
		name = strings.ToLower(name)
		if !has(directives, name) {
			directives[name] = strings.Trim(value, `"`)
		}
	}
	return directives
}

func has(directives map[string]string, name string) bool {
	_, ok := directives[name]
	return ok
}

// seconds reads a number of seconds; what is no number is 0, and what is too great a
// week.
func seconds(text string) time.Duration {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 63)
	if n > uint64(week/time.Second) {
		return week
	}
	if err != nil {
		return 0
	}
	return time.Duration(n) * time.Second
}
