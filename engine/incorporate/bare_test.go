package incorporate_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/incorporate"
)

// An sx:conflict without its item (SSE 0.91 §5.2) takes the version that it names from nobody: what its
// own endpoint publishes goes to the archive where it loses without a conflict (§4.4.1 step 4).
func TestABareConflictLosesNoVersion(t *testing.T) {
	const bare = `<item><title>Oat milk</title><sx:sync id="milk" version="4" conflict="true"><sx:history when="Thu, 21 May 2026 04:00:00 GMT" by="phone"><sx:update when="Thu, 21 May 2026 03:00:00 GMT" by="phone"/></sx:history><sx:conflicts><sx:conflict version="2" when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:conflicts></sx:sync></item>`
	const own = `<item><title>Rice milk</title><sx:sync id="milk" version="2"><sx:history when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:sync></item>`
	d := newDesk(t)
	d.setTo("rss", "sse-0.91")
	for _, it := range []string{bare, own} {
		d.files.Put(path, strings.Replace(feedOf(it), "http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/rss/sse", 1))
		_, err := d.try(t.Context(), d.files, incorporate.Options{})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := d.archive("milk"); !slices.Contains(got, "Rice milk") {
		t.Errorf("archive %q", got)
	}
}
