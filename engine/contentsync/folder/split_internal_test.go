package folder

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// photos are files of a folder, so many on each day.
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

// counts are how many items each feed of a folder has, in the order of the feeds.
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

// TestWhatIsInAPartStaysThere changes a folder that is split, and counts the feeds that
// change with it.
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
