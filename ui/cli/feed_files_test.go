package cli_test

import (
	"regexp"
	"strings"
	"testing"
)

// attachmentIn is the element of a file, of our kind or of others, whatever prefix it has.
var attachmentIn = regexp.MustCompile(`(?s)<attachment .*?</attachment>`)

// The element of a file stays as it is, byte for byte, in every form and edition.
func TestFeedCommandsKeepTheFilesOfItems(t *testing.T) {
	for _, dialect := range []string{"feedsync-1.0", "sse-0.93", "sse-0.91"} {
		t.Run(dialect, func(t *testing.T) {
			d := newDesk(t)
			d.ok("set", "new", "Household", "--kind", "todo", "--dialect", dialect)
			d.ok("item", "add", "Household", "--title", "Pay", "--id", "pay")
			d.ok("item", "attach", "Household", "pay", d.put(`A "b" & <c>.pdf`, "pay 12"))
			feed := d.file("list.xml")
			d.ok("publish", "Household", feed)
			want := attachmentIn.FindString(read(t, feed))
			if !strings.Contains(want, "csx:link") {
				t.Fatalf("%s", read(t, feed))
			}
			d.ok("feed", "check", feed)
			d.ok("feed", "show", feed)
			for _, args := range [][]string{{feed, "--to", "atom"}, {d.file("atom"), "--to", "rss"}, {d.file("rss"), "--to", "atom", "--dialect", "sse-0.93"}} {
				d.ok(append([]string{"feed", "convert", "-o", d.file(args[2])}, args...)...)
				if got := attachmentIn.FindString(read(t, d.file(args[2]))); got != want {
					t.Errorf("%q: %s, want %s", args, got, want)
				}
			}
			d.ok("feed", "convert", d.file("atom"), "--to", "rss", "--dialect", "feedsync-1.0", "-o", d.file("rss"))
			d.ok("feed", "merge", d.file("rss"), d.file("rss"), "-o", d.file("merged"))
			if got := attachmentIn.FindString(read(t, d.file("merged"))); got != want {
				t.Errorf("merged: %s, want %s", got, want)
			}
			if dialect == "sse-0.91" {
				d.ok("feed", "convert", feed, "--to", "opml", "-o", d.file("opml"))
				if got := attachmentIn.FindString(read(t, d.file("opml"))); got != want {
					t.Errorf("OPML: %s, want %s", got, want)
				}
			}
		})
	}
}
