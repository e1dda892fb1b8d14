package record_test

import (
	"testing"

	"crossfeed/engine/record"
)

// A description is text or HTML, and is read as what it is.
func TestThePlainTextOfADescription(t *testing.T) {
	for description, want := range map[string]string{
		"two\nlines":                       "two\nlines",
		"1 < 2 && 3 > 2":                   "1 < 2 && 3 > 2",
		"<p>one<br/>two</p>\n<p>three</p>": "one\ntwo\nthree",
		"Fish &amp; chips":                 "Fish & chips",
		"<script>alert(1)</script>safe":    "safe",
	} {
		if got := record.PlainText(description); got != want {
			t.Errorf("%q: %q, want %q", description, got, want)
		}
	}
}
