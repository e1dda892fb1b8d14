package dav

import (
	"net/http"
	"strings"
)

// etagOf is the entity tag of a document itself in an answer: OC-ETag where the server
// gives one, which no proxy changes, else ETag (RFC 9110 §8.8.3).
func etagOf(h http.Header) string {
	if tag := quoted(h.Get("OC-ETag")); tag != "" {
		return tag
	}
	return h.Get("ETag")
}

// quoted is a tag in quotes: some servers forget those of OC-ETag.
func quoted(tag string) string {
	if tag == "" || strings.HasSuffix(tag, `"`) {
		return tag
	}
	return `"` + tag + `"`
}

// strong tells whether a tag can stand in If-Match: a weak one never matches there
// (RFC 9110 §13.1.1).
func strong(tag string) bool {
	return len(tag) >= 2 && strings.HasPrefix(tag, `"`) && strings.HasSuffix(tag, `"`)
}

// codings are what servers and proxies append to the tag of a document that they
// compress. The document itself, which a PUT replaces, has the tag without it.
var codings = []string{"-gzip", ";gzip", "--gzip", "-br", "-deflate", "-zstd"}

// uncoded is a tag without what a compression appended.
func uncoded(tag string) string {
	for _, coding := range codings {
		if bare, cut := strings.CutSuffix(tag, coding+`"`); cut {
			return strings.TrimSuffix(bare, "-") + `"`
		}
	}
	return tag
}
