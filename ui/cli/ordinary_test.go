package cli_test

import (
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/ui/cli"
)

// A feed in which nothing is shared leaves its list empty, which is said, at each sync and in
// its health, until something in it is shared.
func TestAnOrdinaryFeedIsSaidToBeOne(t *testing.T) {
	const remedy = "it is an ordinary feed, in which nothing is shared: add it to the library to follow it, or import it if it is an OPML file"
	for name, c := range map[string]struct{ kind, ordinary, shared, empty string }{
		"posts.xml": {
			"note", `<rss version="2.0"><channel><title>Posts</title><link>http://example.org/</link><description>x</description><item><title>One</title></item></channel></rss>`,
			feedOf(entry("eggs", "Eggs", "1", "")), feedOf(""),
		},
		"feeds.opml": {
			"outline", `<opml version="2.0"><head><title>Feeds</title></head><body><outline text="A" type="rss" xmlUrl="http://example.org/a"/></body></opml>`,
			`<opml version="2.0" xmlns:sx="http://www.microsoft.com/schemas/rss/sse"><head><title>Feeds</title></head><body><outline text="A"><sx:sync id="a" version="1"><sx:history when="Sat, 21 May 2005 09:43:33 GMT" by="phone"/></sx:sync></outline></body></opml>`,
			`<opml version="2.0"><head><title>Feeds</title></head><body/></opml>`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.ok("set", "new", "List", "--kind", c.kind)
			feed := d.put(name, c.ordinary)
			d.ok("subscription", "add", "List", feed)
			for range 2 {
				d.run("sync").is(cli.Failed).mentions(feed + ": " + remedy)
			}
			if got := d.subscription(); got.Trouble != "not-shared" || got.Failures != 2 {
				t.Errorf("got %+v", got)
			}
			d.put(name, c.shared)
			if got := parse[[]engine.Report](d.ok("sync", "--json")); got[0].New != 1 || got[0].Error != "" {
				t.Errorf("got %+v", got)
			}
			d.put(name, c.empty)
			d.ok("sync")
			d.put(name, strings.Replace(c.ordinary, "One", "Two", 1))
			d.run("sync").is(cli.Failed).mentions(remedy)
		})
	}
}
