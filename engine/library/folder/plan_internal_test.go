package folder

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"crossfeed/engine/store"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// dirOf makes a folder from paths and hashes of files.
func dirOf(files map[string]string) *dir {
	root := &dir{}
	at := map[string]*dir{"": root}
	var folder func(string) *dir
	folder = func(name string) *dir {
		if name == "." {
			name = ""
		}
		if d, there := at[name]; there {
			return d
		}
		d := &dir{path: name}
		at[name] = d
		up := folder(path.Dir(name))
		up.dirs = append(up.dirs, d)
		return d
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		d := folder(path.Dir(name))
		d.files = append(d.files, shown{path: name, hash: files[name], changed: noon})
	}
	return root
}

// published is a tree that is published repeatedly.
type published struct {
	former
	rules rules
	title bool
}

func newPublished() *published {
	return &published{former: former{feeds: map[string]store.FolderFeed{}, items: map[itemKey]store.FolderItem{}, at: map[string]string{}}, rules: rules{group: ByStem}}
}

// again publishes once more, and returns the feeds.
func (p *published) again(d *dir, now time.Time) (feeds []*feed, changed bool) {
	plan := planner{rules: p.rules, root: RootName, title: "Photos", here: time.UTC, before: p.former}
	feeds = plan.plan(d)
	feeds[len(feeds)-1].changed = p.title
	changed = date(feeds, p.former, p.moment(now))
	next := newPublished()
	for _, f := range feeds {
		next.feeds[f.Path] = f.FolderFeed
		for _, e := range f.items {
			next.items[itemKey{f.Path, e.ID}], next.at[e.ID] = e.FolderItem, f.Path
		}
	}
	p.former = next.former
	return feeds, changed
}

// TestDatesAreCarriedUp changes random folders, with clocks that stop, run and go back, and
// checks after each run the rules under "Propagating the lastBuildDate to parent feeds".
func TestDatesAreCarriedUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, files, now := newPublished(), map[string]string{}, noon
		names := []string{"a.jpg", "a.txt", "b.jpg", "x/a.jpg", "x/b.jpg", "x/y/c.jpg", "x/y/d.jpg", "z/e.jpg", "z/w/v/f.jpg"}
		for n := range rapid.IntRange(1, 12).Draw(t, "runs") {
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				name := rapid.SampledFrom(names).Draw(t, "file")
				if rapid.Bool().Draw(t, "gone") {
					delete(files, name)
				} else {
					files[name] = fmt.Sprint(rapid.IntRange(0, 2).Draw(t, "content"))
				}
			}
			p.rules.hidden = rapid.SampledFrom([]patterns{nil, {"x"}, {"a.*"}, {"x/y"}}).Draw(t, "hidden")
			p.rules.onDemand = rapid.SampledFrom([]patterns{nil, {"z"}, {"*.jpg"}}).Draw(t, "on demand")
			p.title = rapid.IntRange(0, 9).Draw(t, "title") == 0
			now = now.Add(time.Duration(rapid.IntRange(-3000, 3000).Draw(t, "ms")) * time.Millisecond)
			before := p.former
			feeds, changed := p.again(dirOf(files), now)
			checkDates(t, before, feeds, changed, n == 0)
		}
	})
}

// checkDates checks the rules for dates, independently of the implementation.
func checkDates(t *rapid.T, before former, feeds []*feed, changed, first bool) {
	byPath := map[string]*feed{}
	for _, f := range feeds {
		byPath[f.Path] = f
	}
	latest := time.Time{}
	for _, f := range before.feeds {
		if f.Built.After(latest) {
			latest = f.Built
		}
	}
	any := first
	for _, f := range feeds {
		was, there := before.feeds[f.Path]
		newest, deleted := time.Time{}, false
		now := map[string]bool{}
		differs := !there
		for _, e := range f.items {
			now[e.ID] = true
			old, known := before.items[itemKey{f.Path, e.ID}]
			if e.Built.After(newest) {
				newest = e.Built
			}
			if e.Nested != "" && !e.Built.Equal(byPath[e.Nested].Built) {
				t.Fatalf("the item of %s has %v, and its feed %v", e.Nested, e.Built, byPath[e.Nested].Built)
			}
			same := known && old.Mark == e.Mark && (e.Nested == "" || before.feeds[e.Nested].Built.Equal(byPath[e.Nested].Built))
			switch {
			case same && !e.Built.Equal(old.Built):
				t.Fatalf("an item of %s is as it was, and newer", f.Path)
			case !same && !e.Built.After(latest):
				t.Fatalf("an item of %s changed at %v, and the tree had %v before", f.Path, e.Built, latest)
			}
			differs = differs || !same
		}
		for k := range before.items {
			deleted = deleted || k.feed == f.Path && !now[k.id]
		}
		anew := differs || deleted || f.changed
		any = any || anew
		switch {
		case newest.After(f.Built):
			t.Fatalf("%s has %v, and an item in it %v", f.Path, f.Built, newest)
		case differs && !f.Built.Equal(newest) && len(f.items) > 0:
			t.Fatalf("%s has %v, and its newest item %v", f.Path, f.Built, newest)
		case anew && !f.Built.After(latest):
			t.Fatalf("%s changed at %v, and the tree had %v before", f.Path, f.Built, latest)
		case f.Built.Nanosecond() != 0:
			t.Fatalf("%s has %v: feeds have whole seconds", f.Path, f.Built)
		}
		if !anew && !f.Built.Equal(was.Built) && !flagged(before, feeds, f.Path) {
			t.Fatalf("%s is as it was, and newer", f.Path)
		}
	}
	if changed != any {
		t.Fatalf("changed is %v, and should be %v", changed, any)
	}
}

// flagged reports whether the item of a nested feed has changed.
func flagged(before former, feeds []*feed, nested string) bool {
	for _, f := range feeds {
		for _, e := range f.items {
			if e.Nested == nested {
				return before.items[itemKey{f.Path, e.ID}].Mark != e.Mark
			}
		}
	}
	return false
}

func TestFilesOfOneNameAreAnItem(t *testing.T) {
	all := map[string]string{"A.jpg": "1", "a.JPG": "2", "a.txt": "3", "b.jpg": "4", "c": "5", "c.d/x.jpg": "6", ".hidden": ""}
	delete(all, ".hidden")
	for _, c := range []struct {
		rule string
		want string
	}{
		{ByStem, "A: A.jpg a.JPG a.txt (a.txt) | b.jpg: b.jpg | c: c"},
		{ByFile, "A.jpg: A.jpg | a.JPG: a.JPG | a.txt: a.txt | b.jpg: b.jpg | c: c"},
		{ByFolder, "A.jpg: A.jpg a.JPG a.txt b.jpg c (a.txt)"},
	} {
		var said []string
		for _, g := range groupsOf(dirOf(all), c.rule) {
			text := g.title + ":"
			for _, f := range g.files {
				text += " " + f.path
			}
			if g.text != "" {
				text += " (" + g.text + ")"
			}
			said = append(said, text)
		}
		if got := strings.Join(said, " | "); got != c.want {
			t.Errorf("by %s:\n%s\nwant\n%s", c.rule, got, c.want)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"*.mov", "a.mov", true},
		{"*.mov", "deep/down/a.mov", true},
		{"*.mov", "a.MOV", false},
		{"*.{mov,mp4}", "x/a.mp4", true},
		{"raw", "x/raw", true},
		{"raw/", "x/raw", true},
		{"raw/**", "raw/a/b.nef", true},
		{"raw/**", "x/raw/b.nef", false},
		{"**/raw/**", "x/raw/b.nef", true},
		{"/a.jpg", "a.jpg", true},
		{"/a.jpg", "x/a.jpg", false},
		{"x/*.jpg", "x/y/a.jpg", false},
	} {
		all := patterns{c.pattern}
		if err := all.check(); err != nil {
			t.Error(err)
		}
		if got := all.match(c.path); got != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.path, got)
		}
	}
	for _, bad := range []string{"", "[", "{a"} {
		if (patterns{bad}).check() == nil {
			t.Errorf("%q is taken for a pattern", bad)
		}
	}
}

func TestAnItemIsHiddenWhereAllItsFilesAre(t *testing.T) {
	p := newPublished()
	p.rules.hidden, p.rules.onDemand = patterns{"*.xmp", "raw"}, patterns{"raw"}
	feeds, _ := p.again(dirOf(map[string]string{"a.jpg": "1", "a.xmp": "2", "b.xmp": "3", "raw/c.nef": "4"}), noon)
	hidden := map[string]bool{}
	for _, e := range feeds[len(feeds)-1].items {
		hidden[e.title] = e.hidden
		if e.onDemand != (e.title == "raw") {
			t.Errorf("%s on demand: %v", e.title, e.onDemand)
		}
	}
	if fmt.Sprint(hidden) != "map[a:false b.xmp:true raw:true]" {
		t.Error(hidden)
	}
}

func TestAFolderWithoutFilesIsNoItem(t *testing.T) {
	p := newPublished()
	d := dirOf(map[string]string{"a.jpg": "1"})
	d.dirs = append(d.dirs, &dir{path: "empty", dirs: []*dir{{path: "empty/too"}}})
	feeds, _ := p.again(d, noon)
	if len(feeds) != 1 || len(feeds[0].items) != 1 {
		t.Errorf("%d feeds, %d items", len(feeds), len(feeds[0].items))
	}
	if feeds, _ = newPublished().again(&dir{}, noon); len(feeds) != 1 || feeds[0].Path != RootName || !feeds[0].Built.Equal(noon) {
		t.Errorf("an empty folder has the root feed alone: %+v", feeds)
	}
}

func TestNoFileHasTheNameOfAFeed(t *testing.T) {
	for name, want := range map[string]bool{
		"crossfeed-content.xml": true, "x/Crossfeed-Content.XML": true, "crossfeed-content.0001.xml": true,
		"x/crossfeed-content.2026-11-21.xml": true, "album.xml": true, "x/album.xml": false, "crossfeed-content..xml": false, "other.xml": false,
	} {
		if isFeed("album.xml", name) != want {
			t.Errorf("%s is a feed: %v", name, !want)
		}
	}
}

// photos returns a folder with this many files on each day.
func photos(days ...int) *dir {
	d := &dir{path: "p"}
	for day, n := range days {
		for i := range n {
			changed := time.Date(2026, 3, day+1, 23, 0, 0, 0, time.UTC)
			d.files = append(d.files, shown{fmt.Sprintf("p/%02d-%04d.jpg", day, i), "hash", changed})
		}
	}
	return &dir{dirs: []*dir{d}}
}

// counts formats the number of items in each feed of a folder, in the order of the feeds.
func counts(feeds []*feed) string {
	var all []string
	for _, f := range feeds {
		if p := partOf(f.Path); p != "" {
			all = append(all, fmt.Sprintf("%s:%d", p, len(f.items)))
		}
	}
	return strings.Join(all, " ")
}

func TestABigFolderIsSplit(t *testing.T) {
	for _, c := range []struct {
		days []int
		want string
	}{
		{[]int{100}, ""},
		{[]int{101}, "0001:100 0002:1"},
		{[]int{60, 60}, "2026-03-01:60 2026-03-02:60"},
		{[]int{1000, 1}, "2026-03-01:1000 2026-03-02:1"},
		{[]int{1001, 1}, "0001:100 0002:100 0003:100 0004:100 0005:100 0006:100 0007:100 0008:100 0009:100 0010:100 0011:2"},
	} {
		feeds, _ := newPublished().again(photos(c.days...), noon)
		if got := counts(feeds); got != c.want {
			t.Errorf("%v is split into\n%s\nwant\n%s", c.days, got, c.want)
		}
	}
}

func TestADayIsThatOfTheUser(t *testing.T) {
	groups := groupsOf(photos(60, 60).dirs[0], ByStem)
	parts := split(groups, nil, time.FixedZone("", 2*60*60))
	if parts[0].name != "2026-03-02" || parts[1].name != "2026-03-03" {
		t.Error(parts[0].name, parts[1].name)
	}
}

// TestWhatIsInAPartStaysThere changes a split folder, and counts the feeds that change with
// it.
func TestWhatIsInAPartStaysThere(t *testing.T) {
	for _, c := range []struct {
		name   string
		days   []int
		change func(*dir)
		want   string
		newer  int
	}{
		{"a file is changed on a later day", []int{60, 60}, func(d *dir) {
			d.files[0].hash, d.files[0].changed = "other", d.files[119].changed
		}, "2026-03-01:59 2026-03-02:61", 4},
		{"a file is touched", []int{60, 60}, func(d *dir) { d.files[0].changed = noon }, "2026-03-01:60 2026-03-02:60", 0},
		{"a file is added on a new day", []int{60, 60}, func(d *dir) {
			d.files = append(d.files, shown{"p/a.jpg", "hash", noon})
		}, "2026-03-01:60 2026-03-02:60 2026-11-22:1", 3},
		{"a file is added before all others", []int{150}, func(d *dir) {
			d.files = slices.Insert(d.files, 0, shown{"p/0.jpg", "hash", noon})
		}, "0001:100 0002:51", 3},
		{"files are added where the last part is full", []int{200}, func(d *dir) {
			d.files = slices.Insert(d.files, 0, shown{"p/0.jpg", "hash", noon})
		}, "0001:100 0002:100 0003:1", 3},
		{"a file of the first part is gone", []int{150}, func(d *dir) { d.files = d.files[1:] }, "0001:99 0002:50", 3},
		{"a part is gone", []int{150}, func(d *dir) { d.files = d.files[:100] }, "0001:100", 2},
		{"many are gone, and it stays split", []int{60, 60}, func(d *dir) { d.files = d.files[70:] }, "2026-03-02:50", 3},
		{"few are left, and it is split no more", []int{60, 60}, func(d *dir) { d.files = d.files[71:] }, "", 2},
	} {
		p, d := newPublished(), photos(c.days...)
		p.again(d, noon)
		before := p.feeds
		c.change(d.dirs[0])
		feeds, _ := p.again(d, noon)
		newer := 0
		for _, f := range feeds {
			if !f.Built.Equal(before[f.Path].Built) {
				newer++
			}
		}
		if got := counts(feeds); got != c.want || newer != c.newer {
			t.Errorf("%s: %s, %d newer; want %s, %d", c.name, got, newer, c.want, c.newer)
		}
	}
}
