package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"crossfeed/ui/cli"
)

// advised are documents that can be read and should be better, with what feed check says
// of each and in which line.
var advised = []struct{ name, document, want string }{
	{"a namespace with https", channel(`xmlns:sx="https://feedsync.org/2007/feedsync"`, ""), "1 near-namespace"},
	{"a namespace with a slash", channel(`xmlns:sx="http://www.microsoft.com/schemas/sse/"`, ""), "1 near-namespace"},
	{"a namespace in another case, in an item", channel("", "<item>\n<title>t</title>\n<sx:sync xmlns:sx='http://FeedSync.org/2007/FeedSync' id='a' updates='1'/></item>"), "5 near-namespace"},
	{"SSE 0.91 with https is read", channel(`xmlns:sx="https://www.microsoft.com/schemas/rss/sse"`, ""), ""},
	{"since after until", channel(feedsync, `<sx:sharing since="3" until="2"/>`), "3 since-after-until"},
	{"an empty expires", channel(feedsync, `<sx:sharing expires=""/>`), "3 empty-expires"},
	{"a lenient expires", channel(feedsync, `<sx:sharing expires="2005-05-21 11:43"/>`), "3 lenient-expires"},
	{"an expires of RFC 822", channel(feedsync, `<sx:sharing expires="Sat, 21 May 2005 11:43:33 GMT"/>`), "3 lenient-expires"},
	{"related feeds", channel(feedsync, "<sx:sharing>\n<x><y/></x>\n<sx:related link='all.xml' type='complete'/>\n<sx:related link='' type='aggregated'/>\n<sx:related link='http://example.com/' type='' title=''/>\n</sx:sharing>"),
		"5 bad-related, 6 bad-related, 7 bad-related, 7 empty-title"},
	{"no when", channel(feedsync, synced(`<sx:history sequence="1" by="a"/>`)), "4 missing-when"},
	{"no by", channel(feedsync, synced(`<sx:history sequence="1" when="2005-05-21T11:43:33Z"/>`)), "4 missing-by"},
	{"a lenient time", channel(feedsync, synced(`<sx:history sequence="1" by="a" when="2005-05-21t11:43:33z"/>`)), "4 lenient-when"},
	{"times in zones", channel(feedsync, synced(`<sx:history sequence="1" by="a" when="2005-05-21T11:43:33.5+02:00"/>`)), ""},
	{"empty conflicts", channel(feedsync, synced("<sx:history sequence='1' by='a' when='2005-05-21T11:43:33Z'/>\n<sx:conflicts/>")), "5 empty-conflicts"},
	{"one endpoint at two places", channel(feedsync, "<item><sx:sync id='i' updates='2'>\n<sx:history sequence='2' by='a' when='2005-05-22T11:43:33Z'/>\n<sx:conflicts><item><sx:sync id='i' updates='2'>\n"+
		"<sx:history sequence='2' by='a' when='2005-05-21T11:43:33Z'/></sx:sync></item></sx:conflicts></sx:sync></item>"), "6 endpoint-twice"},
	{"SSE 0.91 without version", channel(sse091, "<sx:sharing since='Sun, 22 May 2005 11:43:33 GMT' until='Sat, 21 May 2005 11:43:33 GMT'/>"), "3 missing-sharing-version, 3 since-after-until"},
	{"lenient times of SSE 0.91", channel(sse091, "<sx:sharing version='0.91' until='2005-05-21T11:43:33Z'/>\n<item><sx:sync id='i' version='1'>\n<sx:history by='a' when='21 May 05 11:43 GMT'/></sx:sync></item>"), "3 lenient-until, 5 lenient-when"},
	{"SSE 0.91 recommends neither when nor by", channel(sse091, "<item><sx:sync id='i' version='1'><sx:history by='a'/></sx:sync></item>"), ""},
}

const (
	feedsync = `xmlns:sx="http://feedsync.org/2007/feedsync"`
	sse091   = `xmlns:sx="http://www.microsoft.com/schemas/rss/sse"`
)

// channel is a feed with something in its third line.
func channel(declared, inside string) string {
	return `<rss version="2.0" ` + declared + "><channel>\n<title>t</title>\n" + inside + "\n</channel></rss>\n"
}

// synced is an item with its history in a line of its own.
func synced(history string) string {
	return "<item><sx:sync id='i' updates='1'>\n" + history + "\n</sx:sync></item>"
}

func TestFeedCheckSaysWhatShouldBeBetter(t *testing.T) {
	d := newDesk(t)
	for _, c := range advised {
		file := d.put("feed.xml", c.document)
		r := d.bare("feed", "check", file, "--json")
		var got []string
		failed := false
		for _, p := range parse[checked](r)[0].Problems {
			got = append(got, fmt.Sprintf("%d %s", p.Line, p.Rule))
			failed = failed || p.Severity == "error"
			if p.Section == "" || p.Text == "" {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if want := map[bool]int{true: cli.Attention, false: cli.Done}[failed]; r.state != want {
			t.Errorf("%s: the state is %d, want %d", c.name, r.state, want)
		}
	}
}

// Others are not told: a sync would say it again and again.
func TestOnlyFeedCheckSaysWhatShouldBeBetter(t *testing.T) {
	d := newDesk(t)
	file := d.put("feed.xml", channel(feedsync, synced(`<sx:history sequence="1" by="a"/>`)))
	if r := d.bare("feed", "show", file).is(cli.Done); r.err != "" {
		t.Errorf("said %q", r.err)
	}
}
