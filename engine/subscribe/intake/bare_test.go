package intake_test

import (
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/subscribe/intake"
)

// An sx:conflict without its item (SSE 0.91 §5.2) does not prevent its endpoint's own version
// from being archived if that loses without a conflict (§4.4.1 step 4).
func TestABareConflictLosesNoVersion(t *testing.T) {
	const bare = `<item><title>Oat milk</title><sx:sync id="milk" version="4" conflict="true"><sx:history when="Thu, 21 May 2026 04:00:00 GMT" by="phone"><sx:update when="Thu, 21 May 2026 03:00:00 GMT" by="phone"/></sx:history><sx:conflicts><sx:conflict version="2" when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:conflicts></sx:sync></item>`
	const own = `<item><title>Rice milk</title><sx:sync id="milk" version="2"><sx:history when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:sync></item>`
	d := newDesk(t)
	d.setTo("rss", "sse-0.91")
	for _, it := range []string{bare, own} {
		d.files.Put(path, strings.Replace(feedOf(it), "http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/rss/sse", 1))
		_, err := d.try(t.Context(), d.files, intake.Options{})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := d.archive("milk"); !slices.Contains(got, "Rice milk") {
		t.Errorf("archive %q", got)
	}
}

// The version with its data and the list that names it without data may be received in either
// order: the conflict has the data (SSE 0.91 §5.2). Data of a merely similar version is not
// used.
func TestABareConflictHasTheDataOfTheArchive(t *testing.T) {
	const bare = `<item><title>Oat milk</title><sx:sync id="milk" version="4" conflict="true"><sx:history when="Thu, 21 May 2026 04:00:00 GMT" by="phone"><sx:update when="Thu, 21 May 2026 03:00:00 GMT" by="phone"/></sx:history><sx:conflicts><sx:conflict version="2" when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:conflicts></sx:sync></item>`
	const own = `<item><title>Rice milk</title><sx:sync id="milk" version="2"><sx:history when="Thu, 21 May 2026 02:00:00 GMT" by="laptop"/></sx:sync></item>`
	for name, c := range map[string]struct {
		feeds []string
		want  string
	}{
		"the data first":           {[]string{own, bare}, "Rice milk"},
		"the conflict first":       {[]string{bare, own}, "Rice milk"},
		"the conflict again":       {[]string{bare, own, bare}, "Rice milk"},
		"another update":           {[]string{bare, strings.Replace(own, `version="2"`, `version="1"`, 1)}, ""},
		"another time":             {[]string{bare, strings.Replace(own, "02:00:00", "02:00:01", 1)}, ""},
		"another endpoint":         {[]string{bare, strings.Replace(own, "laptop", "tablet", 1)}, ""},
		"two that claim to be one": {[]string{own, strings.Replace(own, "Rice", "Soy", 1), bare}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.setTo("rss", "sse-0.91")
			for _, it := range c.feeds {
				d.files.Put(path, strings.Replace(feedOf(it), "http://feedsync.org/2007/feedsync", "http://www.microsoft.com/schemas/rss/sse", 1))
				if _, err := d.try(t.Context(), d.files, intake.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			for _, v := range d.item("milk").Conflicts {
				if v.Top().By != "laptop" || v.Updates != 2 {
					continue
				}
				if v.Title() != c.want || v.Missing != (c.want == "") {
					t.Errorf("the conflict says %q, and its data are missing: %v; want %q", v.Title(), v.Missing, c.want)
				}
				return
			}
			t.Errorf("the conflict is not there: %v", d.item("milk").Conflicts)
		})
	}
}
