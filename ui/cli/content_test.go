package cli_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"crossfeed/engine"
	"crossfeed/engine/transport"
	"crossfeed/ui/cli"
)

// site is a web server on a folder that counts requests, and a desk that has a library.
type site struct {
	*desk
	server *httptest.Server
	folder string
	mu     sync.Mutex
	asked  []string
}

func newSite(t *testing.T) *site {
	t.Helper()
	s := &site{desk: newDesk(t), folder: t.TempDir()}
	files := http.FileServer(http.Dir(s.folder))
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, strings.TrimPrefix(r.URL.Path, "/"))
		s.mu.Unlock()
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.server.Close)
	s.env.Places = func(p transport.Passwords) transport.Places {
		return engine.NewPlaces(engine.PlacesOptions{Files: transport.Disk{}, Passwords: p, Getenv: func(string) string { return "" }})
	}
	return s
}

// putFile puts a file on the server.
func (s *site) putFile(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// requests returns the names requested since the last call, sorted.
func (s *site) requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.asked
	s.asked = nil
	slices.Sort(all)
	return all
}

func (s *site) at(name string) string { return s.server.URL + "/" + name }

// short returns an output in which the server has a short address.
func (s *site) short(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, s.server.URL, "http://site"), s.dir, "/desk")
}

// contentItem returns an item of a feed, built at a minute of an hour.
func contentItem(title string, minute int, inside ...string) string {
	return fmt.Sprintf("<item><guid>%s</guid><title>%s</title><csx:lastBuildDate>Sun, 01 May 2005 10:%02d:00 GMT</csx:lastBuildDate>%s</item>", title, title, minute, strings.Join(inside, ""))
}

func contentFeed(title string, minute int, items ...string) string {
	return fmt.Sprintf(`<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel><title>%s</title><lastBuildDate>Sun, 01 May 2005 10:%02d:00 GMT</lastBuildDate>%s</channel></rss>`, title, minute, strings.Join(items, ""))
}

// holidays creates a tree with a photo, an album of two files, a film on demand, a hidden
// note, and a nested feed.
func (s *site) holidays() {
	s.putFile("crossfeed-content.xml", contentFeed("Holidays", 1,
		contentItem("Sea", 1, "<csx:link>sea.jpg</csx:link>"),
		contentItem("Album", 1, "<csx:link>one.txt</csx:link><csx:link>two.txt</csx:link>"),
		contentItem("Film", 1, `<csx:link onDemand="true">film.mov</csx:link>`),
		strings.Replace(contentItem("Note", 1, "<csx:link>note.txt</csx:link>"), "<item>", `<item csx:hiddenItem="true">`, 1),
		contentItem("Winter", 1, `<csx:link nestedFeed="true">winter/feed.xml</csx:link>`)))
	s.putFile("winter/feed.xml", contentFeed("Winter", 1, contentItem("Snow", 1, "<csx:link>snow.jpg</csx:link>"),
		contentItem("Ski", 1, `<csx:link onDemand="true">ski.mov</csx:link>`)))
	for _, name := range []string{"sea.jpg", "one.txt", "two.txt", "film.mov", "note.txt", "winter/snow.jpg", "winter/ski.mov"} {
		s.putFile(name, strings.Repeat(name+"\n", 100))
	}
}

func TestALibraryFromAServer(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "list").prints("").stderr("No libraries. To add one: crossfeed content add LOCATION\n")
	s.ok("content", "add", s.at("")).prints("").stderr("Added library \"Holidays\". To download it: crossfeed content sync\n")
	s.requests()
	s.ok("content", "sync").prints("LIBRARY   FEEDS  FILES  UNCHANGED  REMOVED  DOWNLOADED  WAITING\n" +
		"Holidays  2      5      0          0        " + fetched(s) + "        0        ok\n")
	want := []string{"crossfeed-content.xml", "note.txt", "one.txt", "sea.jpg", "two.txt", "winter/feed.xml", "winter/snow.jpg"}
	if got := s.requests(); !slices.Equal(got, want) {
		t.Errorf("asked for %v", got)
	}
	r := s.ok("content", "list", "Holidays").stderr("1 hidden. To list them, add --hidden.\n")
	r.out = s.short(r.out)
	r.prints(`TITLE      STATE      SIZE   ADDRESS
Sea        here       800 B  http://site/sea.jpg
Album
  one.txt  here       800 B  http://site/one.txt
  two.txt  here       800 B  http://site/two.txt
Film       on demand         http://site/film.mov
Winter     here              http://site/winter/feed.xml
  Snow     here       2 kB   http://site/winter/snow.jpg
  Ski      on demand         http://site/winter/ski.mov
`)
	if r := s.ok("content", "list", "Holidays", "--hidden"); !strings.Contains(r.out, "Note ") || r.err != "" {
		t.Errorf("got %s%s", r.out, r.err)
	}
	r = s.ok("content", "list")
	r.out = s.short(r.out)
	r.prints(`LIBRARY   FILES  SIZE  WAITING  LAST SYNC             NEXT                  STATE  ADDRESS
Holidays  5      5 kB  0        2005-05-24T09:43:33Z  2005-05-24T10:43:33Z  ok     http://site/crossfeed-content.xml
`)
}

// fetched returns the total size of the root, the nested feed and five files.
func fetched(s *site) string {
	var n int64
	for _, name := range []string{"crossfeed-content.xml", "note.txt", "one.txt", "sea.jpg", "two.txt", "winter/feed.xml", "winter/snow.jpg"} {
		info, err := os.Stat(filepath.Join(s.folder, name))
		if err != nil {
			s.t.Fatal(err)
		}
		n += info.Size()
	}
	return fmt.Sprintf("%d kB", (n+500)/1000)
}

func TestOneNewItemCostsItsFeedsAndItsFile(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""), "--sync")
	s.requests()
	s.putFile("winter/ice.jpg", "ice")
	s.putFile("winter/feed.xml", contentFeed("Winter", 2, contentItem("Ice", 2, "<csx:link>ice.jpg</csx:link>"), contentItem("Snow", 1, "<csx:link>snow.jpg</csx:link>")))
	root := strings.Replace(contentFeed("Holidays", 2,
		contentItem("Sea", 1, "<csx:link>sea.jpg</csx:link>"),
		contentItem("Winter", 2, `<csx:link nestedFeed="true">winter/feed.xml</csx:link>`)), "", "", 1)
	s.putFile("crossfeed-content.xml", root)
	s.ok("content", "sync", "Holidays", "--now", "2005-05-24T10:43:33Z")
	if got := s.requests(); !slices.Equal(got, []string{"crossfeed-content.xml", "winter/feed.xml", "winter/ice.jpg"}) {
		t.Errorf("asked for %v", got)
	}
}

func TestGettingRemovingAndThePathOfFiles(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""), "--sync", "--title", "Ours")
	r := s.run("content", "path", "Ours", "film.mov").is(cli.Failed)
	r.err = s.short(r.err)
	r.stderr("crossfeed: http://site/film.mov: the file is not on this computer; to download it: crossfeed content get \"Ours\" http://site/film.mov\n")
	r = s.ok("content", "get", "Ours", "Film", s.at("winter/ski.mov"))
	r.out = s.short(r.out)
	r.prints("NAME      STATE  SIZE   ADDRESS\nfilm.mov  here   900 B  http://site/film.mov\nski.mov   here   2 kB   http://site/winter/ski.mov\n")
	path := strings.TrimSpace(s.ok("content", "path", "Ours", "film.mov").out)
	if got := read(t, path); got != strings.Repeat("film.mov\n", 100) {
		t.Errorf("there is %q", got)
	}
	if paths := s.ok("content", "path", "Ours", "Album").out; strings.Count(paths, "\n") != 2 {
		t.Errorf("an item with two files lies at %s", paths)
	}
	s.ok("content", "remove", "Ours", "film.mov").stderr("Freed 900 B.\n")
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
	s.requests()
	s.ok("content", "sync")
	if got := s.requests(); slices.Contains(got, "film.mov") {
		t.Error("what a person removed is fetched again by itself")
	}
	s.ok("content", "get", "Ours", "--all").prints("NAME      STATE  SIZE   ADDRESS\nfilm.mov  here   900 B  " + s.at("film.mov") + "\n")
	s.ok("content", "get", "Ours", "--all").prints("").stderr("Everything is downloaded already.\n")
}

func TestAllBelowAFeedIsGot(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.putFile("crossfeed-content.xml", contentFeed("Holidays", 1,
		contentItem("Film", 1, `<csx:link onDemand="true">film.mov</csx:link>`),
		contentItem("Winter", 1, `<csx:link nestedFeed="true" onDemand="true">winter/feed.xml</csx:link>`)))
	s.ok("content", "add", s.at(""), "--sync")
	s.ok("content", "get", "Holidays", "Winter", "--all")
	if got := s.requests(); slices.Contains(got, "film.mov") || !slices.Contains(got, "winter/ski.mov") || !slices.Contains(got, "winter/snow.jpg") {
		t.Errorf("asked for %v", got)
	}
}

func TestWhatFailsNeedsAttentionAndTheRestComes(t *testing.T) {
	s := newSite(t)
	s.holidays()
	if err := os.Remove(filepath.Join(s.folder, "sea.jpg")); err != nil {
		t.Fatal(err)
	}
	s.ok("content", "add", s.at(""))
	r := s.run("content", "sync").is(cli.Attention).mentions(s.at("sea.jpg") + ": nothing found at this address")
	if !strings.Contains(r.out, "1        failed") {
		t.Errorf("printed %s", r.out)
	}
	s.ok("content", "list", "Holidays").mentions(s.at("sea.jpg") + ": nothing found at this address")
	s.run("content", "get", "Holidays", "sea.jpg").is(cli.Failed).mentions("nothing could be downloaded")
	s.run("content", "get", "Holidays", "sea.jpg", "Film").is(cli.Attention)
	s.server.Close()
	s.run("content", "sync").is(cli.Failed).mentions("the server does not respond", "no library could be synced")
}

func TestWhatIsNotThereIsSaidWithWhatToDo(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.run("content", "add", s.at("nothing.xml")).is(cli.Failed).mentions("nothing found at this address")
	s.putFile("page.html", "<html><body>no feed</body></html>")
	s.run("content", "add", s.at("page.html")).is(cli.Failed).mentions("there is no feed at this address")
	s.ok("content", "add", s.at(""), "--sync")
	s.run("content", "add", s.at("crossfeed-content.xml")).is(cli.Failed).mentions("it is already in the library")
	s.run("content", "list", "Other").is(cli.Failed).mentions(`"Other": there is no such library; to list the libraries: crossfeed content list`)
	s.run("content", "get", "Holidays", "moon.jpg").is(cli.Failed).mentions(`"moon.jpg": no file or item has this name or address`, `crossfeed content list "Holidays"`)
	s.run("content", "get", "Holidays").is(cli.Misuse).mentions("give files or items to download, or --all")
	s.run("content", "sync", "Holidays", "--due").is(cli.Misuse)
	s.run("content", "path", "Holidays", "Winter").is(cli.Failed).mentions("is a feed, not a file")
	s.run("content", "add", s.at(""), "--room", "much").is(cli.Misuse).mentions(`"much" is not a size`)
	s.run("content", "change", "Holidays", "--every", "1s").is(cli.Failed).mentions("choose an interval")
}

func TestSeveralThingsOfOneNameAreToldApartByAddress(t *testing.T) {
	s := newSite(t)
	s.putFile("feed.xml", contentFeed("Two", 1,
		contentItem("a", 1, `<csx:link onDemand="true">a/x.txt</csx:link>`), contentItem("b", 1, `<csx:link onDemand="true">b/x.txt</csx:link>`)))
	s.putFile("a/x.txt", "of a")
	s.putFile("b/x.txt", "of b")
	s.ok("content", "add", s.at("feed.xml"), "--sync")
	s.run("content", "get", "Two", "x.txt").is(cli.Failed).mentions(`"x.txt" is the name of 2 items`, s.at("a/x.txt"), s.at("b/x.txt"))
	s.ok("content", "get", "Two", s.at("b/x.txt"))
	if got := read(t, strings.TrimSpace(s.ok("content", "path", "Two", "b").out)); got != "of b" {
		t.Errorf("got %q", got)
	}
}

func TestAnOrdinaryFeedIsTakenAndSaidToHaveNoFiles(t *testing.T) {
	s := newSite(t)
	s.putFile("news.xml", `<rss version="2.0"><channel><title>News</title><item><guid>1</guid><title>One</title></item></channel></rss>`)
	s.ok("content", "add", s.at("news.xml"), "--sync").mentions("No item in "+s.at("news.xml")+" links to a file", "It is an ordinary feed, so only its text is stored.")
	if r := s.ok("content", "list", "News"); !strings.Contains(r.out, "One\n") {
		t.Errorf("printed %s", r.out)
	}
}

// An ordinary Atom feed is followed like one of RSS. Its enclosures are on demand.
func TestAnAtomFeedIsFollowed(t *testing.T) {
	s := newSite(t)
	feed := func(entries string) {
		s.putFile("news.atom", `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><id>urn:n</id><updated>2026-05-22T10:00:00Z</updated>`+entries+`</feed>`)
	}
	const one = `<entry><id>urn:1</id><title>One</title><updated>2026-05-22T10:00:00Z</updated><link href="one.html"/><link rel="enclosure" href="one.mp3"/><content type="html">&lt;p&gt;Hello&lt;/p&gt;</content></entry>`
	feed(one)
	s.putFile("one.mp3", "a song")
	s.ok("content", "add", s.at("news.atom"), "--sync")
	feed(`<entry><id>urn:2</id><title>Two</title><updated>2026-05-21T10:00:00Z</updated></entry>` + one) // the date of the feed stays
	s.ok("content", "sync")
	r := s.ok("content", "list", "News")
	if !strings.Contains(r.out, "One") || !strings.Contains(r.out, "Two") || !strings.Contains(r.out, "on demand") {
		t.Errorf("printed %s", r.out)
	}
	type shown struct {
		Feed struct {
			Items []struct{ ID, Text, Link, Built string }
		}
	}
	page := parse[shown](s.ok("content", "list", "News", "--json")).Feed
	if len(page.Items) != 2 || page.Items[0].ID != "urn:1" || page.Items[0].Text != "<p>Hello</p>" || page.Items[0].Link != s.at("one.html") || page.Items[0].Built != "2026-05-22T10:00:00Z" {
		t.Errorf("got %+v", page)
	}
	s.ok("content", "get", "News", "one.mp3")
	if got := read(t, strings.TrimSpace(s.ok("content", "path", "News", "one.mp3").out)); got != "a song" {
		t.Errorf("got %q", got)
	}
}

func TestALibraryIsChangedPausedAndRemoved(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""), "--every", "6h", "--room", "2.5 GB", "--sync")
	s.ok("content", "change", "Holidays", "--title", "Ours", "--paused", "--every", "0s", "--room", "0")
	type shown struct {
		Name, Address, Every, Next string
		Paused                     bool
		Room, Bytes                int64
		Files                      int
	}
	all := parse[[]shown](s.ok("content", "list", "--json"))
	if len(all) != 1 || all[0] != (shown{Name: "Ours", Address: s.at("crossfeed-content.xml"), Paused: true, Bytes: 4900, Files: 5}) {
		t.Errorf("got %+v", all)
	}
	s.ok("content", "sync").prints("").stderr("No libraries to sync. To add one: crossfeed content add LOCATION\n")
	s.ok("content", "change", "Ours", "--no-paused")
	s.ok("content", "sync", "--due")
	s.ok("content", "sync", "--due").prints("")
	s.ok("content", "remove", "Ours").stderr("Removed library \"Ours\": 5 files, 5 kB.\n")
	s.ok("content", "list").prints("")
	if left, err := os.ReadDir(filepath.Join(s.dir, "data", "content")); err != nil || len(left) != 0 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestAPersonAtATerminalIsAskedBeforeALibraryIsRemoved(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""), "--sync")
	s.env.Columns = func() int { return 80 }
	s.env.Stdin = strings.NewReader("n\n")
	s.run("content", "remove", "Holidays").is(cli.Failed).stderr("Remove library \"Holidays\" (5 files, 5 kB)? [y/N] crossfeed: nothing was removed\n")
	s.env.Stdin = strings.NewReader("y\n")
	s.ok("content", "remove", "Holidays")
	s.ok("content", "list").prints("")
}

func TestATerminalShowsHowFarARunIs(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""))
	s.env.ErrColumns = func() int { return 30 }
	r := s.ok("content", "sync")
	if !strings.HasSuffix(r.err, "\r\x1b[K") {
		t.Errorf("said %q", r.err)
	}
	for _, line := range strings.Split(r.err, "\r\x1b[K") {
		if len(line) >= 30 || strings.ContainsAny(line, "\n\x1b") {
			t.Errorf("the line %q is too long", line)
		}
	}
	if r := s.ok("content", "sync", "--json"); strings.Contains(r.err, "\r") {
		t.Errorf("said %q", r.err)
	}
}

func TestTheTreeInMachineReadableOutput(t *testing.T) {
	s := newSite(t)
	s.holidays()
	added := parse[struct{ Name, Address string }](s.ok("content", "add", s.at(""), "--json"))
	if added.Name != "Holidays" || added.Address != s.at("crossfeed-content.xml") {
		t.Errorf("got %+v", added)
	}
	reports := parse[[]struct {
		Library                 string
		Feeds, Files, Unchanged int
		Failed                  []any
		Problems                map[string]any
	}](s.ok("content", "sync", "--json"))
	if len(reports) != 1 || reports[0].Files != 5 || reports[0].Failed == nil || reports[0].Problems == nil {
		t.Errorf("got %+v", reports)
	}
	type file struct {
		Address, Name, State, Type string
		Nested                     bool
		OnDemand                   bool `json:"on_demand"`
		Size                       int64
		Feed                       *struct{ Items []struct{ Title string } }
	}
	got := parse[struct {
		Name string
		Feed struct {
			Title string
			Items []struct {
				Title string
				Files []file
			}
		}
	}](s.ok("content", "list", "Holidays", "--json"))
	if len(got.Feed.Items) != 4 || got.Feed.Title != "Holidays" {
		t.Fatalf("got %+v", got)
	}
	sea, film, winter := got.Feed.Items[0].Files[0], got.Feed.Items[2].Files[0], got.Feed.Items[3].Files[0]
	if sea.State != "here" || sea.Size != 800 || sea.Type != "image/jpeg" || sea.Name != "sea.jpg" {
		t.Errorf("got %+v", sea)
	}
	if film.State != "on demand" || !film.OnDemand || film.Feed != nil {
		t.Errorf("got %+v", film)
	}
	if !winter.Nested || winter.Feed == nil || len(winter.Feed.Items) != 2 || winter.Feed.Items[0].Title != "Snow" {
		t.Errorf("got %+v", winter)
	}
	var freed map[string]any
	if err := json.Unmarshal([]byte(s.ok("content", "remove", "Holidays", "sea.jpg", "--json").out), &freed); err != nil || freed["freed"] != 800.0 {
		t.Errorf("got %v, %v", freed, err)
	}
}

// With --scheduled, libraries are synced when they are due, as well as the lists.
func TestLibrariesAreSyncedByTheSchedule(t *testing.T) {
	s := newSite(t)
	s.holidays()
	s.ok("content", "add", s.at(""))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var out lockedBuffer
	s.env.Stdout, s.env.Stderr = &out, &out
	done := make(chan int)
	go func() { done <- cli.Run(ctx, append([]string{"sync", "--scheduled"}, s.args...), s.env) }()
	for !strings.Contains(out.String(), "Holidays  2") {
		time.Sleep(10 * time.Millisecond)
	}
	cancel()
	if state := <-done; state != cli.Done {
		t.Errorf("the state is %d: %s", state, out.String())
	}
	if r := s.ok("content", "list"); !strings.Contains(r.out, "ok ") {
		t.Errorf("printed %s%s", r.out, out.String())
	}
}

// lockedBuffer can be written to from several goroutines.
type lockedBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}
