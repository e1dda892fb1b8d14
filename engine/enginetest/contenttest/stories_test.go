package contenttest_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/enginetest/servertest"
	"crossfeed/engine/enginetest/testsize"
	"crossfeed/engine/library/cache"
	"crossfeed/engine/library/contentsync"
	"crossfeed/engine/store"
)

// The example of "7000 news stories spanning 7 days of news", each with a file (Content Sync
// Extensions, "Why should I use nested feeds?").
const days = 7

func perDay() int { return testsize.Of(100, 1000) }

// newspaper has all pages of the stories, by name relative to the root feed.
type newspaper map[string]string

var firstDay = time.Date(2006, time.October, 1, 6, 0, 0, 0, time.UTC)

// nestedPaper returns a root feed with a feed for each day below it; plainPaper returns a
// single feed.
func nestedPaper() newspaper {
	p := newspaper{}
	for day := range days {
		for n := range perDay() {
			p.putFile(day, n)
		}
		p.putDay(day, perDay())
	}
	return p
}

func plainPaper() newspaper {
	p := newspaper{}
	var items strings.Builder
	for day := range days {
		for n := range perDay() {
			p.putFile(day, n)
			items.WriteString(story(day, n))
		}
	}
	p["root.xml"] = channel(firstDay.AddDate(0, 0, days), items.String())
	return p
}

func (p newspaper) putFile(day, n int) {
	p[storyName(day, n)] = strings.Repeat(fmt.Sprintf("This is story %d of day %d. ", n, day), 40)
}

// putDay writes the feed of a day with its stories, and the root feed above it.
func (p newspaper) putDay(day, stories int) {
	var items strings.Builder
	for n := range stories {
		items.WriteString(story(day, n))
	}
	newest := at(day, stories-1)
	p[fmt.Sprintf("day%d.xml", day)] = channel(newest, items.String())
	p["root.xml"] = p.root(day, newest)
}

// root returns the root feed in which the item of the last day has the given date; the
// previous days are complete.
func (p newspaper) root(last int, newest time.Time) string {
	var items strings.Builder
	for day := range last + 1 {
		built := at(day, perDay()-1)
		if day == last {
			built = newest
		}
		fmt.Fprintf(&items, `<item csx:hiddenItem="true"><guid>day%d</guid><title>Day %d</title><csx:lastBuildDate>%s</csx:lastBuildDate>`+
			`<csx:link nestedFeed="true">day%d.xml</csx:link></item>`+"\n", day, day, built.Format(time.RFC1123Z), day)
	}
	return channel(newest, items.String())
}

func at(day, n int) time.Time {
	return firstDay.AddDate(0, 0, day).Add(time.Duration(n) * time.Minute / 2)
}

func storyName(day, n int) string { return fmt.Sprintf("files/%d/%d.txt", day, n) }

func story(day, n int) string {
	return fmt.Sprintf("<item><guid>story-%d-%d</guid><title>Story %d of day %d</title><description>What happened on day %d as number %d, in a sentence.</description>"+
		"<csx:lastBuildDate>%s</csx:lastBuildDate><csx:link>%s</csx:link></item>\n",
		day, n, n, day, day, n, at(day, n).Format(time.RFC1123Z), storyName(day, n))
}

func channel(built time.Time, items string) string {
	return `<?xml version="1.0" encoding="utf-8"?>` + "\n" +
		`<rss version="2.0" xmlns:csx="http://schemas.microsoft.com/rss/2007/contentsyncextensions"><channel><title>News</title>` +
		"<lastBuildDate>" + built.Format(time.RFC1123Z) + "</lastBuildDate>\n" + items + "</channel></rss>\n"
}

// addStory adds a story to the last day of a nested paper, or to the end of a plain one.
func (p newspaper) addStory(nested bool) newspaper {
	p = maps.Clone(p)
	p.putFile(days-1, perDay())
	if nested {
		p.putDay(days-1, perDay()+1)
		return p
	}
	p["root.xml"] = strings.NewReplacer("</channel>", story(days-1, perDay())+"</channel>",
		firstDay.AddDate(0, 0, days).Format(time.RFC1123Z), firstDay.AddDate(0, 0, days+1).Format(time.RFC1123Z)).Replace(p["root.xml"])
	return p
}

// under returns the pages by address.
func (p newspaper) under(folder string) map[string]string {
	pages := map[string]string{}
	for name, text := range p {
		pages[folder+name] = text
	}
	return pages
}

func TestAStoryMoreIsTwoFeedsAndItsFile(t *testing.T) {
	t.Parallel()
	paper := nestedPaper()
	first, second := syncTwice(t, paper, paper.addStory(true))
	all := sizes(paper, "")
	if want := (count{1 + days + days*perDay(), all}); first != want {
		t.Errorf("first %+v, not %+v", first, want)
	}
	later := paper.addStory(true)
	want := count{3, int64(len(later["root.xml"]) + len(later["day6.xml"]) + len(later[storyName(days-1, perDay())]))}
	if second != want {
		t.Errorf("then %+v, not %+v", second, want)
	}

	plain := plainPaper()
	firstPlain, secondPlain := syncTwice(t, plain, plain.addStory(false))
	t.Logf("nested: %+v, then %+v; in one feed: %+v, then %+v", first, second, firstPlain, secondPlain)
	if secondPlain.requests != 2 || secondPlain.bytes < 6*second.bytes {
		t.Errorf("in one feed it is %+v", secondPlain)
	}
}

// sizes returns the total size of the pages with a prefix.
func sizes(p newspaper, prefix string) (all int64) {
	for name, text := range p {
		if strings.HasPrefix(name, prefix) {
			all += int64(len(text))
		}
	}
	return all
}

// syncTwice syncs a paper over HTTP to a disk, in its current and in its later state. It
// returns the requests of each run, as counted by the server.
func syncTwice(t *testing.T, now, later newspaper) (first, second count) {
	t.Helper()
	s := newServer(t)
	r, err := onDisk(t.Context(), quickFolder(t), s.URL+"/root.xml")
	check(t, err)
	for i, p := range []newspaper{now, later} {
		s.serve(p.under(s.URL + "/"))
		began := time.Now()
		rep := synced(t, r)
		c := sum(s.counted())
		t.Logf("run %d: %v, %+v", i+1, time.Since(began), c)
		if rep.Requests != c.requests || rep.Bytes != c.bytes {
			t.Errorf("run %d: the report says %d requests and %d bytes, the server %+v", i+1, rep.Requests, rep.Bytes, c)
		}
		first, second = second, c
	}
	if h := r.held(t); len(h.files) != days*perDay()+1 {
		t.Errorf("%d files are here", len(h.files))
	}
	check(t, r.Store.Close())
	return first, second
}

func synced(t *testing.T, r *reader) contentsync.Report {
	t.Helper()
	rep, err := r.sync(t.Context())
	check(t, err)
	if rep.Stopped != nil || len(rep.Failed) > 0 || rep.Waiting > 0 {
		t.Fatalf("%+v", rep)
	}
	return rep
}

// The same with nginx, which has its own behavior.
func TestAStoryMoreIsTwoFeedsAndItsFileFromARealServer(t *testing.T) {
	t.Parallel()
	s := servertest.Nginx(t, servertest.Options{})
	paper := nestedPaper()
	write(t, s.Folder, paper)
	r, err := onDisk(t.Context(), quickFolder(t), s.Places[servertest.Open]+"root.xml")
	check(t, err)
	if rep := synced(t, r); rep.Requests != 1+days+days*perDay() || rep.Bytes != sizes(paper, "") {
		t.Errorf("%d requests and %d bytes", rep.Requests, rep.Bytes)
	}
	later := paper.addStory(true)
	changed := maps.Clone(later)
	maps.DeleteFunc(changed, func(name, text string) bool { return paper[name] == text })
	write(t, s.Folder, changed)
	for name := range changed { // nginx distinguishes documents by size and modification time in seconds
		check(t, os.Chtimes(filepath.Join(s.Folder, filepath.FromSlash(name)), time.Time{}, time.Now().Add(2*time.Second)))
	}
	if rep := synced(t, r); rep.Requests != 3 || rep.Bytes != sizes(changed, "") || rep.Files != 1 {
		t.Errorf("then %+v", rep)
	}
	check(t, r.Store.Close())
}

func write(t *testing.T, folder string, p newspaper) {
	t.Helper()
	for name, text := range p {
		path := filepath.Join(folder, filepath.FromSlash(name))
		check(t, os.MkdirAll(filepath.Dir(path), 0o755))
		check(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// left is what a killed process left behind: for each address, how many bytes need not be
// downloaded again.
type left map[string]int64

// left examines a folder, before another process continues in it.
func (k *killing) left(t *testing.T, dir string) left {
	t.Helper()
	r, err := onDisk(context.Background(), dir, "")
	check(t, err)
	l, files := left{}, r.Cache.Library(r.key)
	for address, text := range k.want.files {
		l[address] = cachedSize(t, files, cache.Name(address), text)
	}
	check(t, r.Store.View(context.Background(), func(s store.Reader) error {
		feeds, err := s.ContentFeeds(r.key)
		for _, f := range feeds {
			if sum := sha256.Sum256([]byte(k.pages[f.Address])); f.Known.Hash == hex.EncodeToString(sum[:]) {
				l[f.Address] += int64(len(k.pages[f.Address]))
			}
		}
		return err
	}))
	check(t, r.Store.Close())
	return l
}

// cachedSize returns how much of a file is in the cache: all of it, or a part that is recorded.
func cachedSize(t *testing.T, files cache.Cache, name, text string) int64 {
	t.Helper()
	if body, err := files.Open(name); err == nil {
		b, err := io.ReadAll(body)
		check(t, err)
		check(t, body.Close())
		if string(b) == text {
			return int64(len(text))
		}
	}
	_, from, err := files.Broken(name)
	check(t, err)
	return from
}

// needless describes what was downloaded although it was there, and what was requested twice.
// An address may be both a feed and a file.
func (l left) needless(want held, pages map[string]string, fetched map[string]count) (told []string) {
	for address, c := range fetched {
		_, isFeed := want.feeds[address]
		_, isFile := want.files[address]
		times := 1
		if isFeed && isFile {
			times = 2
		}
		if need := max(0, int64(times*len(pages[address]))-l[address]); c.bytes > need {
			told = append(told, fmt.Sprintf("%s has %d bytes, %d were there, and %d came again", address, len(pages[address]), l[address], c.bytes))
		}
		if c.requests > times {
			told = append(told, fmt.Sprintf("%s is asked for %d times", address, c.requests))
		}
	}
	return told
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	check(t, err)
	return n
}
