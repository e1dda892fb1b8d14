package folder_test

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/folder"
	"crossfeed/engine/transport"
)

// album returns a folder with three levels.
func album(t testing.TB) *world {
	return newWorld(t, "a.jpg", "one", "a.txt", "about <one> & two", "b.jpg", "two", "2025/c.jpg", "three", "2025/may/d.jpg", "four", "2026/e.jpg", "five")
}

func TestAPublishedTreeIsTheFolder(t *testing.T) {
	w := album(t)
	if got := counted(w.publish()); got != "5 new, 0 changed, 0 removed, 0 same, 6 files, 4 feeds" {
		t.Error(got)
	}
	s := w.check()
	s.exact(t)
	if text := s.feeds[at+folder.RootName].Items[2].Text; text != "about &lt;one&gt; &amp; two" {
		t.Errorf("the text beside a picture is %q", text)
	}
	if got := counted(w.publish()); got != "0 new, 0 changed, 0 removed, 5 same, 0 files, 0 feeds" || len(w.places.writes) > 0 {
		t.Errorf("published again: %s, %s", got, w.places.written())
	}
}

// TestOneChangeRewritesThePathToTheRoot counts what is written and removed.
func TestOneChangeRewritesThePathToTheRoot(t *testing.T) {
	const root, y25, may, y26 = folder.RootName, "2025/" + folder.RootName, "2025/may/" + folder.RootName, "2026/" + folder.RootName
	for _, c := range []struct {
		name          string
		change        func(*world)
		written, gone string
		report        string
		deleted       []string
	}{
		{"a file changes deep down", func(w *world) { w.put("2025/may/d.jpg", "other") }, "2025/may/d.jpg " + may + " " + y25 + " " + root, "",
			"0 new, 1 changed, 0 removed, 4 same, 1 files, 3 feeds", nil},
		{"a file changes at the top", func(w *world) { w.put("b.jpg", "other") }, "b.jpg " + root, "",
			"0 new, 1 changed, 0 removed, 4 same, 1 files, 1 feeds", nil},
		{"a file is added", func(w *world) { w.put("2026/f.jpg", "six") }, "2026/f.jpg " + y26 + " " + root, "",
			"1 new, 0 changed, 0 removed, 5 same, 1 files, 2 feeds", nil},
		{"a file is added to an item", func(w *world) { w.put("2026/e.xmp", "six") }, "2026/e.xmp " + y26 + " " + root, "",
			"0 new, 1 changed, 0 removed, 4 same, 1 files, 2 feeds", nil},
		{"a file is deleted", func(w *world) { w.put("2025/x.jpg", "x"); w.publish(); w.remove("2025/x.jpg") }, y25 + " " + root, "2025/x.jpg",
			"0 new, 0 changed, 1 removed, 5 same, 0 files, 2 feeds", []string{y25}},
		{"a folder is deleted", func(w *world) { w.remove("2025/may") }, y25 + " " + root, may + " 2025/may/d.jpg",
			"0 new, 0 changed, 1 removed, 4 same, 0 files, 2 feeds", []string{y25}},
		{"a folder with folders is deleted", func(w *world) { w.remove("2025") }, root, y25 + " " + may + " 2025/c.jpg 2025/may/d.jpg",
			"0 new, 0 changed, 2 removed, 3 same, 0 files, 1 feeds", []string{root}},
		{"a file is touched", func(w *world) { w.put("b.jpg", "two") }, "", "",
			"0 new, 0 changed, 0 removed, 5 same, 0 files, 0 feeds", nil},
		{"a folder is hidden", func(w *world) { w.o.Hidden = []string{"2025"} }, may[:0] + y25 + " " + root, "",
			"0 new, 0 changed, 0 removed, 5 same, 0 files, 2 feeds", []string{y25}},
		{"a folder becomes one on demand", func(w *world) { w.o.OnDemand = []string{"may"} }, may + " " + y25 + " " + root, "",
			"0 new, 0 changed, 0 removed, 5 same, 0 files, 3 feeds", []string{may}},
		{"files are ignored", func(w *world) { w.o.Ignored = []string{"*.txt"} }, root, "a.txt",
			"0 new, 1 changed, 0 removed, 4 same, 0 files, 1 feeds", nil},
		{"the title is another", func(w *world) { w.o.Title = "Album" }, root, "",
			"0 new, 0 changed, 0 removed, 5 same, 0 files, 1 feeds", []string{root}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := album(t)
			w.publish()
			w.now = w.now.Add(time.Hour)
			c.change(w)
			report := w.publish()
			if got := w.places.written(); got != c.written {
				t.Errorf("written: %s\nwant     %s", got, c.written)
			}
			if got := strings.ReplaceAll(strings.Join(w.places.removed, " "), at, ""); got != c.gone {
				t.Errorf("removed: %s\nwant     %s", got, c.gone)
			}
			if got := counted(report); got != c.report {
				t.Errorf("told: %s\nwant  %s", got, c.report)
			}
			if c.name == "files are ignored" {
				w.remove("a.txt") // as if it were not there
			}
			w.check().exact(t, c.deleted...)
			if w.publish(); len(w.places.writes)+len(w.places.removed) > 0 {
				t.Errorf("once more: %s", w.places.written())
			}
		})
	}
}

func TestDatesGrowWhateverTheClockSays(t *testing.T) {
	w := album(t)
	before := w.publish().Built
	for i, step := range []time.Duration{0, 0, -time.Hour, 300 * time.Millisecond, time.Minute, -300 * 24 * time.Hour} {
		w.now = w.now.Add(step)
		w.put("2025/may/d.jpg", strings.Repeat("x", i+1))
		built := w.publish().Built
		if !built.After(before) {
			t.Errorf("after %v the feed has %v, and had %v", step, built, before)
		}
		w.check().exact(t)
		before = built
	}
}

// TestAFeedHasWhatRSSWants reads the feeds as RSS 2.0: a channel needs a title, a link with a
// scheme and a description, and an item needs a title.
func TestAFeedHasWhatRSSWants(t *testing.T) {
	type rss struct {
		Title string `xml:"channel>title"`
		Link  string `xml:"channel>link"`
		Text  string `xml:"channel>description"`
		Items []struct {
			Title string `xml:"title"`
		} `xml:"channel>item"`
	}
	out := t.TempDir()
	for place, link := range map[string]string{at: at, out: "urn:sha256:"} {
		w := album(t).to(place)
		root := w.publish().Address
		for _, feed := range []string{root, transport.Join(transport.Join(strings.TrimSuffix(root, folder.RootName), "2025"), folder.RootName)} {
			document := text(t, w.places, feed)
			var d rss
			if err := xml.Unmarshal([]byte(document), &d); err != nil {
				t.Fatal(err)
			}
			if d.Title == "" || d.Text != d.Title || !strings.HasPrefix(d.Link, link) || strings.HasPrefix(d.Link, "http") && d.Link != feed {
				t.Errorf("%s: %+v", feed, d)
			}
			for _, i := range d.Items {
				if i.Title == "" {
					t.Errorf("%s: %+v", feed, d)
				}
			}
			if strings.Contains(document, out) {
				t.Errorf("the path is told:\n%s", document)
			}
		}
	}
}

// The number shown before a folder is published must be the number of files published.
func TestCountIsWhatIsPublished(t *testing.T) {
	w := newWorld(t, "a.jpg", "a", "b/c.txt", "c", "b/.hidden", "h", "d.tmp", "d", folder.RootName, "mine")
	w.o.Ignored = []string{"*.tmp"}
	o := w.o
	o.Folder, o.Address = w.folder, at
	n, err := folder.Count(t.Context(), transport.Disk{}, o)
	if err != nil || n != 2 {
		t.Errorf("%d files, %v", n, err)
	}
	if r := w.publish(); r.Files != n {
		t.Errorf("%d files were published, and %d counted", r.Files, n)
	}
	o.Address = w.folder + "/inside"
	if _, err := folder.Count(t.Context(), transport.Disk{}, o); !errors.Is(err, folder.ErrWithin) {
		t.Errorf("within itself: %v", err)
	}
}
