package folder_test

import (
	"strings"
	"testing"
	"time"

	"crossfeed/engine/library/folder"
)

// The beginning of the text next to it describes an item, whatever that text contains.
func TestAnItemIsDescribedByTheBeginningOfItsText(t *testing.T) {
	long := strings.Repeat("ü<", 1500)
	for name, c := range map[string]struct{ text, want string }{
		"a short one":            {"about <one> & two\n", "about &lt;one&gt; &amp; two\n"},
		"2,000 characters":       {long, strings.Repeat("ü&lt;", 1000)},
		"a byte order mark":      {"\ufeffone", "one"},
		"what is no character":   {"a\x00b\xffc", "abc"},
		"an end of CDATA":        {"]]>", "]]&gt;"},
		"in Markdown":            {"# One", "# One"},
		"one that has no letter": {"", ""},
	} {
		text := "a.txt"
		if name == "in Markdown" {
			text = "a.md"
		}
		w := newWorld(t, "a.jpg", "one", text, c.text, "b.txt", "alone")
		w.publish()
		items := w.check().feeds[at+folder.RootName].Items
		if len(items) != 2 || items[0].Text != c.want || items[1].Text != "" {
			t.Errorf("%s: %+v", name, items)
		}
	}
}

// Without a media type each server would guess, and differently.
func TestWhatIsSentHasItsMediaType(t *testing.T) {
	w := newWorld(t, "a.jpg", "1", "B.JPG", "2", "c.txt", "3", "d.mp4", "4", "e.pdf", "5", "f.crossfeed-unknown", "6", "g", "7", "h/i.png", "8")
	w.publish()
	for name, want := range map[string]string{
		"a.jpg": "image/jpeg", "B.JPG": "image/jpeg", "c.txt": "text/plain", "d.mp4": "video/mp4", "e.pdf": "application/pdf",
		"f.crossfeed-unknown": "application/octet-stream", "g": "application/octet-stream", "h/i.png": "image/png",
		folder.RootName: "application/rss+xml", "h/" + folder.RootName: "application/rss+xml",
	} {
		if got := w.places.types[at+name]; got != want {
			t.Errorf("%s is said to be %q, want %q", name, got, want)
		}
	}
}

// "Set the item's <csx:lastBuildDate> to the current date/time", and "propagate": everything
// that changes in a run has the time of the run, and everything else keeps its date.
func TestWhatChangesHasTheTimeOfTheRun(t *testing.T) {
	w := album(t)
	w.publish()
	for i, change := range []func(){
		func() { w.put("2025/may/d.jpg", "other") },
		func() { w.put("2025/may/new.jpg", "new") },
		func() { w.remove("2025/may/new.jpg") },
	} {
		w.now = w.now.Add(time.Hour + 300*time.Millisecond)
		change()
		if built := w.publish().Built; !built.Equal(w.now.Truncate(time.Second)) {
			t.Errorf("change %d: the root has %v at %v", i, built, w.now)
		}
		s := w.check()
		now := w.now.Truncate(time.Second)
		for from, d := range s.feeds {
			changed := from == at+folder.RootName || strings.HasPrefix(from, at+"2025/")
			if parsed(t, d.Built).Equal(now) != changed {
				t.Errorf("change %d: the channel of %s has %s", i, from, d.Built)
			}
			for _, item := range d.Items {
				above := item.Title == "2025" || item.Title == "may"
				of := i == 0 && item.Title == "d.jpg" || i == 1 && item.Title == "new.jpg"
				if parsed(t, item.Built).Equal(now) != (above || of) {
					t.Errorf("change %d: the item %s has %s", i, item.Title, item.Built)
				}
			}
		}
	}
}

// "CSE only requires that this string be unique within the scope of the tree of nested
// feeds."
func TestNoTwoItemsOfATreeHaveOneGuid(t *testing.T) {
	for _, rule := range []string{folder.ByStem, folder.ByFile, folder.ByFolder} {
		w := newWorld(t, "a.jpg", "1", "a.txt", "2", "a/a.jpg", "1", "a/a/a.jpg", "1", "b/a.jpg", "1", "b/a/a.jpg", "1", "a.d/x.jpg", "1", "A.png", "1")
		w.o.Group = &rule
		w.publish()
		of := map[string]string{}
		for from, d := range w.check().feeds {
			for _, item := range d.Items {
				if other, there := of[item.ID]; there {
					t.Errorf("by %s: items of %s and %s have the guid %s", rule, other, from, item.ID)
				}
				of[item.ID] = from
			}
		}
		if len(of) < 11 {
			t.Errorf("by %s: %d items", rule, len(of))
		}
	}
}
