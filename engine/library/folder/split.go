package folder

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"crossfeed/engine/transport"
)

// The sizes at which a folder is split.
const (
	// mostItems is the size of a feed beyond which its folder is split, and the size of a
	// numbered part. A folder stays split until it has fewer than fewItems items.
	mostItems, fewItems = 100, 50
	// mostOfDay is the maximum number of items in a day's part.
	mostOfDay = 1000
)

// part is a part of a split folder: a day, or a number.
type part struct {
	name   string
	groups []group
}

// placed is the current part of an item, and whether the item is unchanged.
type placed struct {
	part string
	same bool
}

var aDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)

// split divides the items of a folder into parts, or returns nil if there are few. It splits
// by day if there are several days and none has too many items, and by hundreds otherwise.
// Items stay in their part as long as possible.
func split(groups []group, before map[string]placed, here *time.Location) []part {
	was := ""
	for _, g := range groups {
		was = max(was, before[g.id].part) // days sort after numbers
	}
	if len(groups) <= mostItems && (was == "" || len(groups) < fewItems) {
		return nil
	}
	if was == "" || aDay.MatchString(was) {
		parts := byDay(groups, before, here)
		most := slices.MaxFunc(parts, func(a, b part) int { return len(a.groups) - len(b.groups) })
		if len(most.groups) <= mostOfDay && (was != "" || len(parts) > 1) {
			return parts
		}
		before = nil
	}
	return byHundred(groups, before)
}

// byDay assigns each item to the day on which its newest file changed. An unchanged item keeps
// its day, even if the time zone changes.
func byDay(groups []group, before map[string]placed, here *time.Location) []part {
	b := parts{}
	for _, g := range groups {
		was := before[g.id]
		if !was.same || was.part == "" {
			was.part = newest(g.files).In(here).Format(time.DateOnly)
		}
		b.add(was.part, g)
	}
	return b.sorted()
}

func newest(files []shown) (t time.Time) {
	for _, f := range files {
		if f.changed.After(t) {
			t = f.changed
		}
	}
	return t
}

// byHundred fills parts in the order of names. Known items stay where they are; new items go
// into the last part until it is full, and then into a new one.
func byHundred(groups []group, before map[string]placed) []part {
	b, last := parts{}, 1
	for _, g := range groups {
		if n, err := strconv.Atoi(before[g.id].part); err == nil {
			b.add(number(n), g)
			last = max(last, n)
		}
	}
	for _, g := range groups {
		if _, err := strconv.Atoi(before[g.id].part); err == nil {
			continue
		}
		if len(b[number(last)]) >= mostItems {
			last++
		}
		b.add(number(last), g)
	}
	return b.sorted()
}

func number(n int) string { return fmt.Sprintf("%04d", n) }

// parts maps part names to items.
type parts map[string][]group

func (b parts) add(name string, g group) { b[name] = append(b[name], g) }

func (b parts) sorted() []part {
	all := make([]part, 0, len(b))
	for name, groups := range b {
		all = append(all, part{name, groups})
	}
	slices.SortFunc(all, func(a, b part) int {
		if len(a.name) != len(b.name) {
			return len(a.name) - len(b.name)
		}
		if a.name < b.name {
			return -1
		}
		return 1
	})
	return all
}

// partsBegin and partsEnd enclose the name of a part in its feed's file name.
var partsBegin, partsEnd = strings.TrimSuffix(RootName, transport.XML) + ".", transport.XML

// feedOf returns the path of a folder's feed. The root feed's path is its name.
func feedOf(root, dir string) string {
	if dir == "" {
		return root
	}
	return path.Join(dir, RootName)
}

// partOf returns the part whose feed has a path, or "".
func partOf(feed string) string {
	name, begins := strings.CutPrefix(path.Base(feed), partsBegin)
	name, ends := strings.CutSuffix(name, partsEnd)
	if !begins || !ends {
		return ""
	}
	return name
}

// isFeed reports whether a file name is reserved for our feeds. Such a file is never
// published.
func isFeed(root, name string) bool {
	base := path.Base(name)
	return strings.EqualFold(base, RootName) || strings.EqualFold(name, root) ||
		len(base) > len(partsBegin)+len(partsEnd) &&
			strings.EqualFold(base[:len(partsBegin)], partsBegin) && strings.EqualFold(base[len(base)-len(partsEnd):], partsEnd)
}
