package feed_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/feed"
)

// A digest is written on the topmost sx:history and read back, in each format. It is no
// part of the sync metadata, and what no endpoint of ours writes is none.
func TestDigest(t *testing.T) {
	old := feed.Document{Dialect: feed.SSE091, Title: "To Do List", Updated: time.Date(2005, 5, 21, 12, 43, 33, 0, time.UTC)}
	oldRSS, oldOPML := old, old
	oldRSS.Format, oldOPML.Format = feed.RSS, feed.OPML
	for _, d := range []feed.Document{sampleDocument(feed.RSS), sampleDocument(feed.Atom), oldRSS, oldOPML} {
		f, it := fmt.Sprint(d.Format, " ", d.Dialect), items(t, publish(t, d, groceries()))[0] // the content as this format has it
		for _, v := range it.Versions() {
			v.Digest = v.Content.Digest()
		}
		document := publish(t, d, it)
		back := items(t, document)[0]
		if !back.Winner.Intact() || !back.Conflicts[0].Intact() || strings.Count(document, "cf:digest") != 2 {
			t.Errorf("%s: digests %q and %q in\n%s", f, back.Winner.Digest, back.Conflicts[0].Digest, document)
		}
		for name, other := range map[string]string{
			"dropped":  strings.ReplaceAll(document, ` cf:digest="`+it.Winner.Digest+`"`, ""),
			"none":     strings.ReplaceAll(document, it.Winner.Digest, strings.Repeat("x", 32)),
			"longer":   strings.ReplaceAll(document, it.Winner.Digest, it.Winner.Digest+"0"),
			"an older": strings.ReplaceAll(strings.ReplaceAll(document, ` cf:digest="`+it.Winner.Digest+`"`, ""), `sequence="3"`, `sequence="3" cf:digest="`+it.Winner.Digest+`"`),
		} {
			if v := items(t, other)[0].Winner; v.Digest != "" || !v.SameSync(it.Winner) {
				t.Errorf("%s, %s: digest %q, the same version: %v", f, name, v.Digest, v.SameSync(it.Winner))
			}
		}
	}
}
