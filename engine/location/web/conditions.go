package web

import (
	"net/http"
	"time"

	"golang.org/x/net/http/httpguts"

	"crossfeed/engine/location"
)

// condition adds If-None-Match and If-Modified-Since (RFC 9110 §13.1), both with the
// very bytes that the server gave.
func condition(h http.Header, k location.Known) {
	for name, value := range map[string]string{"If-None-Match": k.ETag, "If-Modified-Since": k.LastModified} {
		if value != "" && httpguts.ValidHeaderFieldValue(value) {
			h.Set(name, value)
		}
	}
}

// renewed is what is known after a 304. What it says anew replaces what was known
// (RFC 9111 §3.2).
func renewed(k location.Known, h http.Header) location.Known {
	if etag := h.Get("ETag"); etag != "" {
		k.ETag = etag
	}
	if modified := h.Get("Last-Modified"); modified != "" {
		k.LastModified = modified
	}
	return k
}

// learned is what is known after a document came whole.
func learned(h http.Header, hash string, now time.Time) location.Known {
	k := location.Known{ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified"), Hash: hash, Whole: now}
	if k.ETag == "" && justModified(h) {
		k.LastModified = ""
	}
	return k
}

// justModified tells that a document changed in the very second in which it was given, or
// the one before. It can change once more in that second, and a server that has nothing
// but the time would say that it is as it was (RFC 9110 §8.8.2.2).
func justModified(h http.Header) bool {
	modified, err := http.ParseTime(h.Get("Last-Modified"))
	if err != nil {
		return false
	}
	given, err := http.ParseTime(h.Get("Date"))
	return err == nil && given.Sub(modified) < 2*time.Second
}
