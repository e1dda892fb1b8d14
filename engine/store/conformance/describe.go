package conformance

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/item"
)

// sameItem compares items to the letter, publisher-specific data included.
func sameItem(t *testing.T, got, want *item.Item) {
	t.Helper()
	sameVersions(t, got.Versions(), want.Versions())
	equal(t, "flagged", got.Flagged, want.Flagged)
}

func sameVersions(t *testing.T, got, want []*item.Version) {
	t.Helper()
	equal(t, "versions", describeAll(got), describeAll(want))
}

func describeAll(versions []*item.Version) string {
	all := make([]string, len(versions))
	for i, v := range versions {
		all[i] = describe(v)
	}
	return strings.Join(all, "\n")
}

// describe writes out all that a version holds.
func describe(v *item.Version) string {
	var b strings.Builder
	fmt.Fprintf(&b, "id=%q updates=%d deleted=%t undeleted=%t noconflicts=%t extra=%q publisher=%q content=%q hash=%s",
		v.ID, v.Updates, v.Deleted, v.Undeleted, v.NoConflicts, v.Extra, v.Publisher, v.Content.XML(), v.Content.Hash())
	for _, h := range v.History {
		instant := h.When.Time().UTC().Format(time.RFC3339Nano)
		fmt.Fprintf(&b, "\n  sequence=%d when=%q (%s) by=%q extra=%q", h.Sequence, h.When, instant, h.By, h.Extra)
	}
	fmt.Fprintf(&b, "\n  place=%q missing=%t digest=%q", v.Place, v.Missing, v.Digest)
	for _, h := range v.Settled {
		fmt.Fprintf(&b, "\n  settled sequence=%d when=%q at %d by=%q extra=%q", h.Sequence, h.When, h.When.Time().Unix(), h.By, h.Extra)
	}
	return b.String()
}
