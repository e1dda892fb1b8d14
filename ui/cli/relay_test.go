package cli_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"crossfeed/engine"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// errand are the fields of a todo whose feed another program republishes.
var errand = []string{"--field", "due=2005-05-27", "--field", "tags=out\nhome", "--field", "priority=1", "--field", "text=Mind  the gap"}

var (
	todoElement = regexp.MustCompile(`(?s)<vtodo .*?</vtodo>`)
	digest      = regexp.MustCompile(` (xmlns:cf|cf:[a-z]+)="[^"]*"`)
)

// damages are what programs do to the feeds that they republish under their own name.
var damages = map[string]func(string) string{
	"packs into CDATA":     func(s string) string { return todoElement.ReplaceAllString(s, "<![CDATA[$0]]>") },
	"drops what it cannot": func(s string) string { return digest.ReplaceAllString(todoElement.ReplaceAllString(s, ""), "") },
	"collapses white space": func(s string) string {
		return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "Mind  the", "Mind the")
	},
	"puts an identifier": func(s string) string { return strings.ReplaceAll(s, "Mind  the gap", "bins") },
	"escapes twice and tracks": func(s string) string {
		return strings.ReplaceAll(s, "<sx:sync", `<t:x xmlns:t="urn:t">Mind &amp;amp; x</t:x><sx:sync`)
	},
	"wraps": func(s string) string {
		return todoElement.ReplaceAllString(s, `<w:box xmlns:w="urn:w"><w:more>a</w:more>$0</w:box>`)
	},
}

// republished returns two desks, A and B, with a todo of B's, and a feed with another
// program's damaged copy of it.
func republished(t *testing.T, dialect string, damage func(string) string) (a, b *desk, mirror string) {
	t.Helper()
	b = newDesk(t)
	b.args[3] = "tablet"
	b.ok("list", "create", "Chores", "--kind", "todo", "--dialect", dialect)
	b.ok(append([]string{"item", "add", "Chores", "--id", "bins", "--title", "Bins"}, errand...)...)
	b.ok("publish", "Chores", b.file("b.xml"))
	a = newDesk(t)
	a.ok("list", "create", "Chores", "--kind", "todo", "--dialect", dialect)
	mirror = a.put("mirror.xml", strings.Replace(damage(read(t, b.file("b.xml"))), "<title>Chores</title>", "<title>Mirror</title>", 1))
	return a, b, mirror
}

func TestARelaysDamagedCopyReplacesNothing(t *testing.T) {
	for n, dialect := range []string{"feedsync-1.0", "sse-0.91"} {
		for i, name := range slices.Sorted(maps.Keys(damages)) {
			for m, first := range []string{"the good copy first", "the damaged copy first"} {
				if testsize.Tries(n+i/2+m, 2) {
					t.Run(dialect+", "+name+", "+first, func(t *testing.T) { replacesNothing(t, dialect, damages[name], m == 0) })
				}
			}
		}
	}
}

func replacesNothing(t *testing.T, dialect string, damage func(string) string, goodFirst bool) {
	a, b, mirror := republished(t, dialect, damage)
	feeds := []string{b.file("b.xml"), mirror}
	if !goodFirst {
		feeds[0], feeds[1] = feeds[1], feeds[0]
	}
	for _, f := range feeds {
		a.ok("subscription", "add", "Chores", f)
		a.run("sync")
	}
	want := b.fieldsOf("Chores", "bins")
	if got := a.fieldsOf("Chores", "bins"); got["due"] != "2005-05-27" || !reflect.DeepEqual(got, want) {
		t.Errorf("A has %v, B has %v", got, want)
	}
	a.put("mirror.xml", read(t, mirror)+"<!-- again -->")
	a.run("sync").is(cli.Done).mentions("another program altered it on the way, or two devices use the same identifier")
	a.ok("item", "edit", "Chores", "bins", "--title", "Bins out")
	a.ok("publish", "Chores", a.file("a.xml"))
	b.ok("subscription", "add", "Chores", a.file("a.xml"))
	b.ok("subscription", "add", "Chores", mirror)
	b.ok("sync")
	want["title"] = "Bins out"
	if got := b.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("after A's edit B has %v, want %v", got, want)
	}
}

// A version written before versions had digests may lose against a copy with additional data.
// Its own endpoint keeps what it wrote, and publishes it again when a person accepts.
func TestAnOwnChangeThatWasAlteredIsKeptAndSaidAgain(t *testing.T) {
	_, b, _ := republished(t, "feedsync-1.0", damages["escapes twice and tracks"])
	old := digest.ReplaceAllString(read(t, b.file("b.xml")), "")
	want := b.fieldsOf("Chores", "bins")
	d := newDesk(t)
	d.args[3] = "tablet"
	d.ok("list", "create", "Chores", "--kind", "todo")
	d.reads("Chores", "old", old)
	d.run("review", "accept", "Chores", "--all")
	d.reads("Chores", "mirror", damages["escapes twice and tracks"](old)).is(cli.Attention)
	r := d.ok("review", "list").mentions("Accepting an altered change keeps your content")
	if !strings.Contains(r.out, "another program altered it, or two devices use the same ID") {
		t.Errorf("listed is\n%s", r.out)
	}
	if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("before: %v, want %v", got, want)
	}
	d.ok("review", "accept", "Chores", "--all")
	if got := d.fieldsOf("Chores", "bins"); !reflect.DeepEqual(got, want) {
		t.Errorf("after: %v, want %v", got, want)
	}
	if got := parse[[]shownItem](d.ok("item", "list", "Chores", "--json")); len(got) != 1 || got[0].Updates != 2 {
		t.Errorf("the change is not said again: %+v", got)
	}
	d.ok("review", "list").prints("")
}

// online allows a desk to read addresses.
func (d *desk) online() {
	d.env.Places = func(p transport.Passwords) transport.Places {
		return engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: p, Getenv: func(string) string { return "" }})
	}
}

// The links in a served feed are relative to where its reader found it.
func TestAServedFeedNamesItsCompleteFeedWhereItIsServed(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Rice & Beans v1.2")
	for _, id := range []string{"a", "b", "c"} {
		d.ok("item", "add", "Rice & Beans v1.2", "--id", id, "--title", id)
	}
	d.ok("publish", "Rice & Beans v1.2", d.file("feed.xml"), "--window", "1")
	s := d.serve("Rice & Beans v1.2", "--listen", "0")
	_, text := get(t, s.address[0])
	complete := regexp.MustCompile(`<sx:related link="([^"]*)" type="complete"`).FindStringSubmatch(text)
	self := regexp.MustCompile(`rel="self" href="([^"]*)"`).FindStringSubmatch(text)
	if complete == nil || self == nil {
		t.Fatalf("got\n%s", text)
	}
	for _, link := range []string{complete[1], self[1]} {
		link = strings.ReplaceAll(link, "&amp;", "&")
		if status, _ := get(t, link); status != 200 || !strings.HasPrefix(link, "http://127.0.0.1:") {
			t.Errorf("%s answers %d", link, status)
		}
	}
	localhost := strings.Replace(s.address[0], "127.0.0.1", "localhost", 1)
	if _, text = get(t, localhost); !strings.Contains(text, `link="http://localhost:`) {
		t.Errorf("got\n%s", text)
	}
	if strings.Contains(s.address[0], "%25") {
		t.Errorf("it is served at %s", s.address[0])
	}
	other := newDesk(t)
	other.args[3] = "laptop"
	other.online()
	other.ok("list", "create", "Mine")
	other.ok("subscription", "add", "Mine", s.address[0])
	other.ok("sync")
	if got := other.ok("item", "list", "Mine").out; strings.Count(got, "\n") != 4 {
		t.Errorf("got\n%s", got)
	}
}

func TestAPublishedFeedNamesItselfWhereItIsKnown(t *testing.T) {
	d := newDesk(t)
	d.ok("list", "create", "Groceries")
	d.ok("item", "add", "Groceries", "--title", "Eggs")
	d.ok("publish", "Groceries", d.file("feed.xml"), "--public", "https://example.com/lists/", "--window", "1")
	text := read(t, d.file("feed.xml"))
	for _, want := range []string{`rel="self" href="https://example.com/lists/feed.xml"`, `link="https://example.com/lists/feed.complete.xml" type="complete"`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}

// Readers elsewhere are not given addresses of this computer or of the local network.
func TestAddressesOfTheLocalNetworkAreNotNamed(t *testing.T) {
	d := newDesk(t)
	d.online()
	d.ok("list", "create", "Groceries")
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(eggs)) }))
	t.Cleanup(s.Close)
	d.ok("subscription", "add", "Groceries", s.URL+"/eggs.xml")
	d.ok("sync")
	d.ok("publish", "Groceries", d.file("feed.xml"))
	if text := read(t, d.file("feed.xml")); !strings.Contains(text, "Eggs") || strings.Contains(text, "127.0.0.1") {
		t.Errorf("got\n%s", text)
	}
}

func TestForeignAttributesOfAFeedAreRepublished(t *testing.T) {
	d := newDesk(t)
	const rss = `<rss version="2.0" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f" f:shop="a &amp; b"><channel f:open="8" xmlns:atom="urn:other" atom:x="y"><title>t</title></channel></rss>`
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:sx="http://feedsync.org/2007/feedsync" xmlns:f="urn:f" f:shop="c"><title>t</title></feed>`
	for name, c := range map[string]struct {
		feed, format string
		want         []string
	}{
		"rss":      {rss, "rss", []string{`<rss [^>]*f:shop="a &amp; b"`, `<channel[^>]* f:open="8"`, `xmlns:(\w+)="urn:other" \w+:x="y"`}},
		"atom":     {atom, "atom", []string{`<feed [^>]*f:shop="c"`}},
		"as atom":  {rss, "atom", []string{`<feed [^>]*f:shop="a &amp; b"`, `<feed [^>]*f:open="8"`}},
		"from rss": {atom, "rss", []string{`<rss [^>]*f:shop="c"`}},
	} {
		d.ok("list", "create", name, "--format", c.format)
		file := name + ".xml"
		d.ok("subscription", "add", name, d.put(file, c.feed))
		d.ok("sync", name)
		d.ok("publish", name, d.file("out-"+file))
		text := read(t, d.file("out-"+file))
		for _, want := range c.want {
			if !regexp.MustCompile(want).MatchString(text) {
				t.Errorf("%s: there is no %s in\n%s", name, want, text)
			}
		}
		d.bare("feed", "check", d.file("out-"+file)).is(cli.Done)
		if strings.Contains(text, "<cf:root") || strings.Contains(text, "<cf:holder") {
			t.Errorf("%s: got\n%s", name, text)
		}
	}
}

// .NET cannot open paths with a percent sign.
func TestFileNamesHaveNoPercentSign(t *testing.T) {
	d := newDesk(t)
	d.args[3] = "desk.local"
	d.ok("list", "create", "Rice & Beans v1.2: 100%")
	folder := d.file("shared")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(folder, "Rice & Beans v1=2E2=3A 100=25.desk=2Elocal.xml")
	d.ok("publish", "Rice & Beans v1.2: 100%", folder).prints(want + "\n")
	other := d.at("laptop")
	other.ok("list", "create", "Rice & Beans v1.2: 100%")
	other.ok("subscription", "add", "Rice & Beans v1.2: 100%", folder)
	d.ok("item", "add", "Rice & Beans v1.2: 100%", "--id", "rice", "--title", "Rice")
	d.ok("sync")
	other.ok("sync")
	other.ok("item", "show", "Rice & Beans v1.2: 100%", "rice")

	// An older program wrote it under a name with percent signs.
	former := filepath.Join(folder, "Rice %26 Beans v1%2E2%3A 100%25.desk%2Elocal.xml")
	if err := os.Rename(want, former); err != nil {
		t.Fatal(err)
	}
	third := d.at("tablet")
	third.ok("list", "create", "Rice & Beans v1.2: 100%")
	third.ok("subscription", "add", "Rice & Beans v1.2: 100%", folder)
	third.ok("sync")
	third.ok("item", "show", "Rice & Beans v1.2: 100%", "rice")
}
