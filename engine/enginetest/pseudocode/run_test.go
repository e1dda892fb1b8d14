package pseudocode_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine/enginetest/pseudocode"
)

// site is a web site of feeds and files, with one consumer.
type site struct {
	pages map[string]string
	cache *pseudocode.Cache
}

const root = "http://a.example/feeds/root.xml"

func newSite(items ...string) *site {
	s := &site{map[string]string{}, pseudocode.New(root)}
	s.feed("root.xml", 1, items...)
	return s
}

// feed writes a feed built at an hour, with one date per item or none.
func (s *site) feed(name string, hour int, items ...string) {
	s.pages["http://a.example/feeds/"+name] = `<rss version="2.0" ` +
		`xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel>` +
		date("lastBuildDate", hour) + strings.Join(items, "") + `</channel></rss>`
}

func (s *site) file(names ...string) {
	for _, name := range names {
		s.pages["http://a.example/feeds/"+name] = "this is " + name
	}
}

func date(name string, hour int) string {
	if hour == 0 {
		return ""
	}
	return "<" + name + ">Mon, 02 Oct 2006 0" + string(rune('0'+hour)) + ":00:00 GMT</" + name + ">"
}

func item(guid string, hour int, inside ...string) string {
	return "<item><guid>" + guid + "</guid>" + date("csx:lastBuildDate", hour) + strings.Join(inside, "") + "</item>"
}

func file(name string) string     { return "<csx:link>" + name + "</csx:link>" }
func nested(name string) string   { return `<csx:link nestedFeed="true">` + name + "</csx:link>" }
func onDemand(name string) string { return `<csx:link onDemand="true">` + name + "</csx:link>" }

// syncs runs the algorithm once and compares the requests, as names relative to the root, and
// the content of the cache afterwards.
func (s *site) syncs(t *testing.T, asked, held string) {
	t.Helper()
	fetched := s.cache.Run(func(address string) ([]byte, bool) {
		page, ok := s.pages[address]
		return []byte(page), ok
	})
	if got := names(fetched); got != asked {
		t.Errorf("asks for %q, not %q", got, asked)
	}
	all := slices.Concat(slices.Collect(maps.Keys(s.cache.Feeds)), slices.Collect(maps.Keys(s.cache.Files)))
	slices.Sort(all)
	if got := names(all); got != held {
		t.Errorf("holds %q, not %q", got, held)
	}
}

func names(addresses []string) string {
	return strings.ReplaceAll(strings.Join(addresses, " "), "http://a.example/feeds/", "")
}

func TestTheFirstRunFetchesWhatTheTableSays(t *testing.T) {
	s := newSite(
		item("1", 1, `<csx:link nestedFeed="true" onDemand="true">later.xml</csx:link>`),
		item("2", 1, nested("slides.xml"), file("ignored")),
		item("3", 1, "<Photos><Photographer>", file("who.jpg"), "</Photographer>", file("a.jpg"), onDemand("b.jpg"), "</Photos>"),
		item("4", 1))
	s.feed("slides.xml", 1, item("5", 1, file("sub/c.jpg"), nested("root.xml")), item("6", 1, file("../d.jpg#x")))
	s.file("who.jpg", "a.jpg", "../d.jpg")
	s.pages["http://a.example/d.jpg"] = "d"
	s.syncs(t, "root.xml slides.xml who.jpg a.jpg http://a.example/d.jpg",
		"http://a.example/d.jpg a.jpg root.xml slides.xml who.jpg")
}

func TestOnlyNewerItemsOfNewerFeedsAreFetched(t *testing.T) {
	s := newSite(item("1", 1, file("a")), item("2", 1, file("b")))
	s.file("a", "b", "c")
	s.syncs(t, "root.xml a b", "a b root.xml")
	s.feed("root.xml", 1, item("1", 2, file("a")), item("3", 1, file("c")))
	s.syncs(t, "root.xml", "a b root.xml")
	s.feed("root.xml", 2, item("1", 2, file("a")), item("2", 1, file("b")), item("3", 1, file("c")))
	s.syncs(t, "root.xml a c", "a b c root.xml")
}

func TestWithoutDatesTheBytesDecide(t *testing.T) {
	s := newSite()
	s.file("a", "b")
	s.feed("root.xml", 0, item("1", 0, file("a")), item("2", 0, file("b")))
	s.syncs(t, "root.xml a b", "a b root.xml")
	s.syncs(t, "root.xml", "a b root.xml")
	s.feed("root.xml", 0, item("1", 0, file("a"), "<title>changed</title>"), item("2", 0, file("b")))
	s.syncs(t, "root.xml a", "a b root.xml")
}

func TestFilesGoWithTheirLastReference(t *testing.T) {
	s := newSite(item("1", 1, file("a"), file("b")), item("2", 1, file("b"), nested("x.xml")), item("3", 1, file("b")))
	s.feed("x.xml", 1, item("4", 1, file("c")))
	s.file("a", "b", "c")
	s.syncs(t, "root.xml a b x.xml c", "a b c root.xml x.xml")
	s.feed("root.xml", 2, item("3", 1, file("b")))
	s.syncs(t, "root.xml", "b root.xml")
	s.feed("root.xml", 3)
	s.syncs(t, "root.xml", "root.xml")
}

func TestWhatCannotBeHadIsTriedAgainAndNothingGoesMeanwhile(t *testing.T) {
	s := newSite(item("1", 1, nested("x.xml")), item("2", 1, file("a")))
	s.syncs(t, "root.xml x.xml a", "root.xml")
	s.file("a")
	s.syncs(t, "root.xml x.xml a", "a root.xml")
	s.feed("root.xml", 2, item("1", 1, nested("x.xml")))
	s.syncs(t, "root.xml x.xml", "a root.xml")
	s.feed("x.xml", 1)
	s.syncs(t, "root.xml x.xml", "root.xml x.xml")
}

func TestItemsWithoutGuidAreKnownByTheirLinks(t *testing.T) {
	s := newSite(item("", 1, file("a")), item("", 1, file("b")))
	s.file("a", "b", "c")
	s.syncs(t, "root.xml a b", "a b root.xml")
	s.feed("root.xml", 2, item("", 1, file("b")), item("", 1, file("c")))
	s.syncs(t, "root.xml c", "b c root.xml")
}
